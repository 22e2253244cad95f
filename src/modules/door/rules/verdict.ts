import type { DoorGuest, DoorList, DoorTicket } from "#src/modules/door/schema.ts";

/** The five results that a guide must tell apart (mechanics 8; the drawn screens). */
export type VerdictKind = "admitted" | "already_in" | "wrong_night" | "no_place" | "not_genuine";

/** Why, in a word: each has its own sentence in both languages. */
export type VerdictReason =
  | "ok"
  | "inside"
  | "earlier_night"
  | "later_night"
  | "same_night"
  | "elsewhere"
  | "unpaid"
  | "lapsed"
  | "cancelled"
  | "refunded"
  | "night_cancelled"
  | "removed"
  | "foreign"
  | "cut"
  | "other_key"
  | "forged"
  | "unknown_code"
  | "unknown_ticket";

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
  // genuine, but of no night that this phone knows: bought since, or for another week
  return scanned.departureId === at ? verdict("not_genuine", "unknown_ticket") : verdict("wrong_night", "elsewhere");
}

/** What to tell a guide about a ticket that was found, by code, by name or by scanning. */
export function judgeTicket(list: DoorList, at: string, found: Found): Verdict {
  const { departure, guest, ticket } = found;
  if (guest.state === "pending") return verdict("no_place", "unpaid", found);
  if (guest.state !== "confirmed") return verdict("no_place", guest.state, found);
  if (ticket.void) return verdict("no_place", "removed", found);
  if (departure.cancelled) return verdict("no_place", "night_cancelled", found);
  if (ticket.in) return verdict("already_in", "inside", found);
  if (departure.id === at) return verdict("admitted", "ok", found);
  const here = list.departures.find(({ id }) => id === at);
  return verdict(
    "wrong_night",
    !here || departure.date === here.date ? "same_night" : departure.date < here.date ? "earlier_night" : "later_night",
    found,
  );
}
