import { useEffect, useState, useSyncExternalStore } from "react";
import { normalizedCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import type { DoorGuest, DoorList, DoorTicket, EventAnswer, FoundBooking } from "#src/modules/evening/door/schema.ts";
import {
  isToldAsDenied,
  mayAskToMove,
  type Result,
  resultOf,
  stillToCome,
} from "#src/modules/evening/door/rules/result.ts";
import { codeIn } from "#src/modules/evening/door/rules/guest-list.ts";
import { readScan } from "#src/modules/evening/door/rules/scan.ts";
import { PATIENCE_MS } from "#src/modules/evening/door/rules/queue.ts";
import { FIRST, leavesAt, type ScannerInput, step } from "#src/modules/evening/door/rules/scanner.ts";
import {
  findParty,
  findTicket,
  type Found,
  foundParty,
  judgeAnswer,
  judgeScan,
  judgeTicket,
  judgeUnlisted,
  unlisted,
  type Verdict,
} from "#src/modules/evening/door/rules/verdict.ts";
import { within } from "#src/ui/outbox/outbox.ts";
import { checkSignature } from "./check-signature.ts";
import type { Me } from "./phone-device.ts";
import { Phone, type PhoneView } from "./phone.ts";
import { signal } from "./signals.ts";
import type { Picture } from "./use-camera.ts";

/**
 * A party's ticket by which the next of them comes in. There is none for a party that never paid, nor for a night that isn't on
 * the phone.
 */
const nextOf = ({ tickets, name }: DoorGuest): DoorTicket =>
  tickets.find((ticket) => !ticket.void && !ticket.in) ?? tickets[0] ?? { id: "", code: "", name };

const nightOf = ({ night }: EventAnswer): Pick<Result, "night"> => (night ? { night } : {});

/** What may be taken back: one party's entries, and whose. `guest`: which of the party, where it is one; without a number, the only one. */
export type Undoable = {
  name: string;
  guest?: { n: number | null; code: string } | null;
  at: string;
  entries: { ticket: string; event: string; departure: string }[];
};

/** Which guest of a party a ticket is, to tell apart those of one name. */
export function saidOf({ name, tickets }: DoorGuest, ticket: DoorTicket): Pick<Undoable, "name" | "guest"> {
  const n = tickets.filter((one) => !one.void).findIndex(({ id }) => id === ticket.id) + 1;
  const guest = ticket.code === "" ? null : { n: tickets.length > 1 && n > 0 ? n : null, code: ticket.code };
  return { name: ticket.name || name, guest };
}

/** The phone of the door, for as long as the page is open. */
export function usePhone(me: Me, path: (below?: string) => string): { phone: Phone; view: PhoneView } {
  const [phone] = useState(() => new Phone(me, path));
  const view = useSyncExternalStore(phone.subscribe, phone.snapshot, phone.snapshot);
  // the phone's line to the server lives as long as the page
  useEffect(() => {
    void phone.open();
    return () => phone.close();
  }, [phone]);
  return { phone, view };
}

/** The scanner of a phone: what it shows, and all that a guide does with it. */
export function useScanner(phone: Phone) {
  const [scanner] = useState(() => openScanner(phone));
  const screen = useSyncExternalStore(scanner.subscribe, scanner.snapshot, scanner.snapshot);
  // who pays on their own phone is let in by the next list
  useEffect(() => phone.subscribe(() => scanner.follow()), [phone, scanner]);
  return { ...scanner, shown: screen };
}

const NO_PICTURE: Picture = { at: 0, readMs: 0, decodeMs: 0 };

/** What the scanner needs of a phone. */
export type ScannerPhone = Pick<
  Phone,
  "snapshot" | "isOnline" | "tell" | "made" | "ask" | "enter" | "move" | "whyNotMove" | "renewList" | "find" | "now"
>;

/** The scanner itself, outside of React, which only shows it. */
export function openScanner(phone: ScannerPhone) {
  let state = FIRST;
  let [hasActed, frame]: [boolean, Picture] = [false, NO_PICTURE];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watchers = new Set<() => void>();

  const send = (input: ScannerInput): string | null => {
    const { state: next, judge } = step(state, input);
    const isSame = next.shown === state.shown;
    state = next;
    if (isSame) return judge;
    clearTimeout(timer);
    const leaves = leavesAt(state.shown);
    if (leaves < Infinity) timer = setTimeout(() => send({ type: "tick", now: Date.now() }), leaves - Date.now() + 5);
    for (const watcher of watchers) watcher();
    return judge;
  };

  const give = (result: Result) => {
    hasActed = false;
    const card = result.way === "scan" && !phone.isOnline;
    send({ type: "judged", result, now: Date.now(), card });
    signal(result.kind, phone.snapshot().muted);
    const { at: start, readMs, decodeMs } = frame;
    // what bench/scanner.ts reads: until the result is painted
    globalThis.requestAnimationFrame?.(() =>
      setTimeout(() => performance.measure("door.verdict", { start, detail: { readMs, decodeMs } })),
    );
    if (result.kind === "not_genuine") deny(result);
  };

  /** What is known of a result by now, while it is the one that is shown. */
  const change = (result: Result) => {
    if (state.shown.at === "result" && state.shown.result.id === result.id) send({ type: "changed", result });
  };

  /** Shows a result; whether its booking may be moved here is asked meanwhile. */
  const giveAndAsk = (result: Result) => {
    const { list, at } = phone.snapshot();
    const here = list?.departures.find(({ id }) => id === at);
    if (!result.found || !phone.isOnline || !mayAskToMove(result, here, phone.now())) return give(result);
    give({ ...result, move: "asking" });
    void phone.whyNotMove(result.found.guest).then((why) => change({ ...result, move: why ?? "can" }));
  };

  const deny = (result: Result) => {
    if (hasActed || !isToldAsDenied(result) || !phone.snapshot().at) return;
    hasActed = true;
    const { reason, way, found } = result;
    void phone.tell([phone.made({ kind: "deny", way, reason, ticket_id: found?.ticket.id || null })]);
  };

  /** Reports that the server didn't answer, so that the guide isn't left waiting. */
  const giveUp = (found: Found | null, way: Result["way"]) =>
    give(resultOf(crypto.randomUUID(), { kind: "wrong_night", reason: "unrecorded", found }, way));

  const enter = async (tickets: readonly DoorTicket[], found: Found, way: Result["way"]) => {
    send({ type: "reading" });
    const { events, answers } = await phone.enter(
      tickets.map(({ id }) => id),
      way,
    );
    const { list } = phone.snapshot();
    const now = (list && findTicket(list, ({ id }) => id === found.ticket.id)) ?? found;
    const judged = answers?.map((answer) => ({ ...answer, ...judgeAnswer(answer) }));
    const isIn = (id: string) => !judged || judged.some((answer) => answer.id === id && answer.kind === "admitted");
    const ids = Object.fromEntries(
      events.filter(({ id }) => isIn(id)).map(({ id, ticket_id }) => [ticket_id ?? "", id]),
    );
    if (Object.keys(ids).length > 0) {
      // the one that was asked for may be the one that was refused
      const ticket = [now.ticket, ...now.guest.tickets].find(({ id }) => id in ids) ?? now.ticket;
      const verdict: Verdict = { kind: "admitted", reason: "ok", found: { ...now, ticket } };
      const refused = tickets.map(({ id }) => id).filter((id) => !(id in ids));
      return give(resultOf(crypto.randomUUID(), verdict, way, { events: ids, kept: answers === null, refused }));
    }
    const no = judged?.[0];
    if (!no) return giveUp(now, way);
    const party = no.entry ? { ...now, ticket: { ...now.ticket, in: no.entry } } : now;
    const more = { ...nightOf(no), isWhole: tickets.length > 1 };
    giveAndAsk(resultOf(crypto.randomUUID(), { kind: no.kind, reason: no.reason, found: party }, way, more));
  };
  const letIn: typeof enter = (tickets, found, way) =>
    enter(tickets, found, way).catch(() => {
      giveUp(found, way);
    });

  const decide = async (verdict: Verdict, way: Result["way"], isWhole = false) => {
    if (verdict.kind === "admitted" && verdict.found) return letIn([verdict.found.ticket], verdict.found, way);
    giveAndAsk(resultOf(crypto.randomUUID(), verdict, way, { isWhole }));
  };

  const scan = async (text: string) => {
    const judged = async () => {
      const { list, at } = phone.snapshot();
      if (!list || !at) return null;
      const scanned = await readScan(text, list.keys, checkSignature);
      return { scanned, verdict: judgeScan(list, at, scanned) };
    };
    const isUnknown = (reason: Verdict["reason"]) => ["unknown_ticket", "elsewhere"].includes(reason);
    let judgement = await judged();
    // bought since the list came, or signed with a newer key
    if (
      judgement &&
      (isUnknown(judgement.verdict.reason) || judgement.verdict.reason === "other_key") &&
      phone.isOnline
    ) {
      await phone.renewList();
      judgement = await judged();
    }
    if (!judgement) return send({ type: "next" });
    const { scanned, verdict } = judgement;
    if (scanned.genuine && isUnknown(verdict.reason)) return askAbout(scanned.ticketId, verdict);
    return decide(verdict, "scan");
  };

  /** A genuine ticket that isn't on the phone: only the server can let its holder in. */
  const askAbout = async (ticketId: string, alone: Verdict) => {
    const { events, answers } = await phone.ask([ticketId], "scan");
    const answer = answers?.[0];
    if (!answer) return give(resultOf(crypto.randomUUID(), alone, "scan"));
    const judged = judgeUnlisted(answer);
    const isIn = judged.kind === "admitted" || judged.kind === "already_in";
    if (isIn) await phone.renewList();
    const { list, at } = phone.snapshot();
    const here = list?.departures.find(({ id }) => id === at);
    const listed = list && findTicket(list, ({ id }) => id === ticketId);
    const found = listed ?? (isIn && here ? unlisted(here, ticketId, answer.entry) : null);
    const event = events[0]?.id ?? "";
    const more = judged.kind === "admitted" ? { events: { [ticketId]: event } } : nightOf(answer);
    give(resultOf(crypto.randomUUID(), { ...judged, found }, "scan", more));
  };

  /** The party of a booking that the server has found: the phone's own, where it has it by now. */
  const partyFound = async (booking: FoundBooking) => {
    const listed = () => {
      const { list } = phone.snapshot();
      return (list && findParty(list, booking.id)) ?? null;
    };
    const { list, at } = phone.snapshot();
    const here = list?.departures.find(({ id }) => id === at);
    if (!listed() && list?.departures.some(({ id }) => id === booking.departure.id)) await phone.renewList();
    return listed() ?? (here ? foundParty(here, booking) : null);
  };

  /** Who comes in with a found ticket: its holder alone, else all of the party who aren't in. */
  const comingOf = (found: Found, isWhole: boolean) =>
    isWhole && found.ticket.id !== "" ? stillToCome(found) : [found.ticket];

  /** Decides about a party or a ticket of it. Only tickets can be let in, and they come with the list. */
  const judgeParty = async (found: Found, way: Result["way"], isWhole: boolean) => {
    const { list, at } = phone.snapshot();
    if (!list) return void send({ type: "next" });
    // no night near has a door where all are called off, which says enough of their guests
    const verdict = judgeTicket(list, at ?? "", found);
    if (verdict.kind !== "admitted") return decide(verdict, way, isWhole);
    const tickets = comingOf(found, isWhole);
    if (tickets.some(({ id }) => id === "")) return giveUp(found, way);
    return letIn(tickets, found, way);
  };

  /** Lets in everybody of a party who isn't yet, or says why not. */
  const party = async (guest: DoorGuest, departure: DoorList["departures"][number], only?: DoorTicket) => {
    // a second tap must not ask again what is being asked
    if (!phone.snapshot().list || state.shown.at === "reading") return;
    const found = { departure, guest, ticket: only ?? nextOf(guest) };
    frame = { ...NO_PICTURE, at: performance.now() };
    await judgeParty(found, "list", !only);
  };

  /** Lets in whom a result was about, once nothing is in their way: who showed one ticket comes in with that one. */
  const letInMeant = async ({ found, way, isWhole }: Result, { guest, departure }: Omit<Found, "ticket">) => {
    const current = found?.ticket;
    const one = guest.tickets.find(({ id, code }) => (current?.id ? id === current.id : code === current?.code));
    const ticket = isWhole ? nextOf(guest) : one;
    if (!ticket) return void send({ type: "next" });
    const now = { departure, guest, ticket };
    const tickets = comingOf(now, isWhole).filter(({ id }) => id !== "");
    return tickets.length > 0 ? letIn(tickets, now, way) : judgeParty(now, way, isWhole);
  };

  return {
    subscribe: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    snapshot: () => state.shown,
    /** What the camera read in its newest picture; ends with the verdict, where there is one. */
    read: (text: string | null, picture: Picture): Promise<void> | undefined => {
      if (text === null || !phone.snapshot().list) return undefined;
      const judge = send({ type: "seen", text, now: Date.now() });
      if (judge === null) return undefined;
      frame = picture;
      return scan(judge).then(
        () => {},
        () => giveUp(null, "scan"),
      );
    },
    async typed(text: string) {
      if (!phone.snapshot().list || state.shown.at === "reading") return;
      const code = normalizedCode(text);
      const onPhone = () => {
        const { list } = phone.snapshot();
        return list && findTicket(list, (ticket) => ticket.code === code);
      };
      frame = { ...NO_PICTURE, at: performance.now() };
      send({ type: "reading" });
      const others = onPhone() || !phone.isOnline ? null : await within(phone.find(code), PATIENCE_MS);
      const other = typeof others === "object" && others?.[0] ? await partyFound(others[0]).catch(() => null) : null;
      const isReference = other !== null && codeIn(other.guest.reference) === codeIn(text);
      const typed = other && { id: "", code, name: other.guest.name };
      const found = onPhone() ?? (other && typed && { ...other, ticket: isReference ? nextOf(other.guest) : typed });
      if (found) return judgeParty(found, "code", isReference);
      // only the server knows that no ticket has a code, or one of a night long over
      const isNone = typeof others === "object" && others?.length === 0;
      const verdict = isNone
        ? ({ kind: "not_genuine", reason: "unknown_code" } as const)
        : ({ kind: "wrong_night", reason: others === "elsewhere" ? "elsewhere" : "unknown_ticket" } as const);
      await decide({ ...verdict, found: null }, "code");
    },
    party,
    /** The phone has heard something: a guest who had not paid, and waits at the door, may have by now. */
    follow() {
      if (state.shown.at !== "result") return;
      const { reason, found } = state.shown.result;
      if (!found || (reason !== "unpaid" && reason !== "lapsed")) return;
      const { list } = phone.snapshot();
      const paid = list && findParty(list, found.guest.id);
      if (paid?.guest.state !== "confirmed") return;
      const here = stillToCome({ ...paid, ticket: nextOf(paid.guest) });
      const [first] = paid.guest.tickets;
      if (here.length > 0) return void letInMeant(state.shown.result, paid);
      if (!first?.in) return;
      // sold at the door: the payment has let them in
      const entries = paid.guest.tickets.flatMap((ticket) =>
        ticket.in ? [[ticket.id, ticket.in.event] as const] : [],
      );
      const verdict: Verdict = { kind: "admitted", reason: "ok", found: { ...paid, ticket: first } };
      give(resultOf(crypto.randomUUID(), verdict, "list", { events: Object.fromEntries(entries) }));
    },
    /** The same of a booking that the server has found. */
    async found(booking: FoundBooking) {
      // a second tap must not ask again what is being asked
      if (!phone.snapshot().list || state.shown.at === "reading") return;
      frame = { ...NO_PICTURE, at: performance.now() };
      send({ type: "reading" });
      const found = await partyFound(booking).catch(() => null);
      if (found) await judgeParty({ ...found, ticket: nextOf(found.guest) }, "list", true);
      else send({ type: "next" });
    },
    next(result?: Result) {
      if (result && result.kind !== "admitted") deny(result);
      send({ type: "next" });
    },
    open: () => send({ type: "open" }),
    hold: () => send({ type: "held", now: Date.now() }),
    /** `of` is the result that is undone, if any: the screen may show another guest's by now. */
    async undo({ entries }: Undoable, reason: string, of: Result | null) {
      const isShown = () => of !== null && state.shown.at === "result" && state.shown.result.id === of.id;
      if (isShown()) hasActed = true;
      await phone.tell(
        entries.map(({ ticket, event, departure }) =>
          phone.made({
            kind: "undo",
            way: "list",
            ticket_id: ticket,
            of_event: event,
            departure_id: departure,
            reason,
          }),
        ),
      );
      if (isShown()) send({ type: "next" });
    },
    async idSeen(result: Result) {
      send({ type: "held", now: Date.now() });
      await phone.tell(
        Object.entries(result.events).map(([ticket_id, of_event]) =>
          phone.made({ kind: "id_seen", way: result.way, ticket_id, of_event }),
        ),
      );
    },
    async move(result: Result) {
      // a second tap moves nothing more
      if (!result.found || result.move !== "can") return null;
      change({ ...result, move: "asking" });
      const moved = await phone.move(result.found.guest);
      if (!moved.ok) {
        // what was refused isn't offered again; what wasn't answered is
        change({ ...result, move: moved.reason === "offline" ? "can" : moved.reason });
        return moved.reason;
      }
      if (state.shown.at !== "result" || state.shown.result.id !== result.id) return null;
      hasActed = true;
      const { list } = phone.snapshot();
      const listed = list && findParty(list, result.found.guest.id);
      if (listed) await letInMeant(result, listed);
      else send({ type: "next" });
      return null;
    },
    acted: () => {
      hasActed = true;
    },
  };
}

/** The latest entries at a door, this phone's and others', newest first. */
export function latestEntries(list: DoorList, at: string | null): Undoable[] {
  const departure = list.departures.find(({ id }) => id === at);
  const inside = departure?.guests.flatMap((guest) =>
    guest.tickets.flatMap((ticket) => (ticket.in ? [{ guest, ticket, entry: ticket.in }] : [])),
  );
  return (inside ?? [])
    .toSorted((a, b) => (a.entry.at < b.entry.at ? 1 : -1))
    .slice(0, 6)
    .map(({ guest, ticket, entry }) => ({
      ...saidOf(guest, ticket),
      at: entry.at,
      entries: [{ ticket: ticket.id, event: entry.event, departure: at ?? "" }],
    }));
}
