import type { DoorGuest, DoorList, DoorTicket, EventAnswer, FoundBooking } from "#src/modules/evening/door/schema.ts";

/** The five results that a guide must tell apart (rule door-3). */
export type VerdictKind = "admitted" | "already_in" | "wrong_night" | "no_place" | "not_genuine";

/** Why, in a word: each has its own sentence in both languages. */
export const VERDICT_REASONS = [
  "ok",
  "inside",
  "earlier_night",
  "later_night",
  "same_night",
  "elsewhere",
  "unpaid",
  "lapsed",
  "cancelled",
  "refunded",
  "night_cancelled",
  "removed",
  "replaced",
  "foreign",
  "cut",
  "other_key",
  "forged",
  "practice",
  "unknown_code",
  "unknown_ticket",
  "unrecorded",
] as const;
export type VerdictReason = (typeof VERDICT_REASONS)[number];

export type Found = { departure: DoorList["departures"][number]; guest: DoorGuest; ticket: DoorTicket };

export type Verdict = { kind: VerdictKind; reason: VerdictReason; found: Found | null };

/** What is known of a scanned text before any list is asked. `ticketId` is certain only where the signature was right. */
export type Scanned =
  | { genuine: true; ticketId: string; departureId: string }
  | { genuine: false; reason: "foreign" | "cut" | "other_key" | "forged" };

/** A ticket of the list by its id; undefined when it isn't on the phone. */
export function findTicket(list: DoorList, matches: (ticket: DoorTicket) => boolean): Found | undefined {
  for (const departure of list.departures)
    for (const guest of departure.guests) {
      const ticket = guest.tickets.find(matches);
      if (ticket) return { departure, guest, ticket };
    }
  return undefined;
}

/** A party of the list by its booking's id; undefined when it isn't on the phone. */
export function findParty(list: DoorList, bookingId: string): Omit<Found, "ticket"> | undefined {
  for (const departure of list.departures) {
    const guest = departure.guests.find(({ id }) => id === bookingId);
    if (guest) return { departure, guest };
  }
  return undefined;
}

const verdict = (kind: VerdictKind, reason: VerdictReason, found: Found | null = null): Verdict => ({
  kind,
  reason,
  found,
});

/** What to tell a guide who scanned a code at the door of the departure `at`. The ticket's current booking decides, not the night that its code names. */
export function judgeScan(list: DoorList, at: string, scanned: Scanned): Verdict {
  if (!scanned.genuine) return verdict("not_genuine", scanned.reason);
  const found = findTicket(list, ({ id }) => id === scanned.ticketId);
  if (found) return judgeTicket(list, at, found);
  // genuine, but not on this phone: bought or moved since, or for another week
  return verdict("wrong_night", scanned.departureId === at ? "unknown_ticket" : "elsewhere");
}

/**
 * What the server's answer to a question means. `double`, and a `known` one that doesn't count: somebody else was let in
 * earlier. A refusal without a verdict doesn't concern the ticket; it only says that this entry wasn't recorded.
 */
export function judgeAnswer({ id, result, verdict: kind, reason, entry }: EventAnswer): Omit<Verdict, "found"> {
  if (result === "stored" || (result === "known" && entry?.event === id)) return { kind: "admitted", reason: "ok" };
  if (kind !== null) return { kind, reason: (reason ?? "inside") as VerdictReason };
  return entry ? { kind: "already_in", reason: "inside" } : { kind: "wrong_night", reason: "unrecorded" };
}

/**
 * The same of a genuine ticket that isn't on the phone, of which there is nothing but the answer. Its code is in order, so it is
 * never told to be none of ours; a night that the answer doesn't name is another one.
 */
export function judgeUnlisted(answer: EventAnswer): Omit<Verdict, "found"> {
  const { kind, reason } = judgeAnswer(answer);
  if (kind === "not_genuine" && reason !== "practice") return { kind: "wrong_night", reason: "unknown_ticket" };
  const isNamed = answer.night !== undefined;
  const isElsewhere = !isNamed && reason !== "unrecorded" && (kind === "wrong_night" || reason === "night_cancelled");
  return isElsewhere ? { kind: "wrong_night", reason: "elsewhere" } : { kind, reason };
}

/** A genuine ticket that was let in, now or before, and isn't on this phone. */
export const unlisted = (departure: Found["departure"], id: string, entry: DoorTicket["in"] | null): Found => {
  const ticket: DoorTicket = { id, code: "", name: "", ...(entry ? { in: entry } : {}) };
  const none = { id: "", reference: "", name: "", note: "", mail: "", state: "confirmed" as const };
  return { departure, guest: { ...none, people: 1, language: "en", tickets: [ticket] }, ticket };
};

/** A party of a night that isn't on the phone, as the server has found it. */
export const foundParty = (here: Found["departure"], { departure, ...party }: FoundBooking): Omit<Found, "ticket"> => ({
  departure: { ...here, ...departure, cancelled: false, tonight: false, guests: [] },
  guest: { ...party, mail: "", tickets: [] },
});

/** What to tell a guide about a ticket that was found, by code, by name or by scanning. */
export function judgeTicket(list: DoorList, at: string, found: Found): Verdict {
  const { departure, guest, ticket } = found;
  const here = list.departures.find(({ id }) => id === at) ?? null;
  const { state } = guest;
  const { void: isVoid = false, replaced = false } = ticket;
  const facts = { state, isVoid, isReplaced: replaced, isIn: ticket.in !== undefined, departure, here };
  if (guest.practice === "invalid") return verdict("not_genuine", "practice", found);
  return { ...judgeFacts(facts), found };
}

type Night = { id: string; date: string; cancelled: boolean };

/** The same where only the ticket's facts are known: its booking's night, and the one at whose door it is shown (null: unknown). */
export function judgeFacts(ticket: {
  state: DoorGuest["state"];
  isVoid: boolean;
  isReplaced: boolean;
  isIn: boolean;
  departure: Night;
  here: Pick<Night, "id" | "date"> | null;
}): Pick<Verdict, "kind" | "reason"> {
  const { state, departure, here } = ticket;
  if (state === "pending") return { kind: "no_place", reason: "unpaid" };
  // everybody of a night that was called off is cancelled or refunded, which doesn't say why
  if (departure.cancelled && state !== "lapsed") return { kind: "no_place", reason: "night_cancelled" };
  if (state !== "confirmed") return { kind: "no_place", reason: state };
  if (ticket.isVoid) return { kind: "no_place", reason: ticket.isReplaced ? "replaced" : "removed" };
  if (ticket.isIn) return { kind: "already_in", reason: "inside" };
  if (departure.id === here?.id) return { kind: "admitted", reason: "ok" };
  const isSame = here === null || departure.date === here.date;
  const reason = isSame ? "same_night" : departure.date < here.date ? "earlier_night" : "later_night";
  return { kind: "wrong_night", reason };
}
