import { useEffect, useState, useSyncExternalStore } from "react";
import { normalizedCode } from "#src/modules/tickets/rules/ticket.ts";
import type { DoorGuest, DoorList, DoorTicket } from "#src/modules/door/schema.ts";
import { isToldAsDenied, type Result, resultOf, stillToCome } from "#src/modules/door/rules/result.ts";
import { readScan } from "#src/modules/door/rules/scan.ts";
import { FIRST, leavesAt, type ScannerInput, step } from "#src/modules/door/rules/scanner.ts";
import { findTicket, type Found, judgeScan, judgeTicket, type Verdict } from "#src/modules/door/rules/verdict.ts";
import { checkSignature } from "./check-signature.ts";
import { type Me, Phone, type PhoneView } from "./phone.ts";
import { signal } from "./signals.ts";
import type { Picture } from "./use-camera.ts";

/** What may be taken back: one party's entries, and whose. */
export type Undoable = { name: string; at: string; entries: { ticket: string; event: string; departure: string }[] };

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
  const shown = useSyncExternalStore(scanner.subscribe, scanner.snapshot, scanner.snapshot);
  return { ...scanner, shown };
}

function openScanner(phone: Phone) {
  let state = FIRST;
  let [hasActed, taken] = [false, { at: 0, decodeMs: 0 }];
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
    // what bench/scanner.ts reads
    const { at: start, decodeMs } = taken;
    performance.measure("door.verdict", { start, end: performance.now(), detail: { decodeMs } });
    if (result.kind === "not_genuine") deny(result);
  };

  const deny = (result: Result) => {
    if (hasActed || !isToldAsDenied(result)) return;
    hasActed = true;
    const { reason, way, found } = result;
    void phone.tell([phone.made({ kind: "deny", way, reason, ticket_id: found?.ticket.id || null })]);
  };

  const letIn = async (tickets: readonly DoorTicket[], found: Found, way: Result["way"]) => {
    send({ type: "reading" });
    const { events, answers } = await phone.enter(
      tickets.map(({ id }) => id),
      way,
    );
    const { list } = phone.snapshot();
    const now = (list && findTicket(list, ({ id }) => id === found.ticket.id)) ?? found;
    const refused = (id: string) =>
      answers?.find((answer) => answer.id === id && answer.result !== "stored" && answer.result !== "known");
    const done = events.filter(({ id }) => !refused(id));
    const ids = Object.fromEntries(done.map(({ id, ticket_id }) => [ticket_id ?? "", id]));
    if (done.length > 0) {
      const verdict: Verdict = { kind: "admitted", reason: "ok", found: now };
      return give(resultOf(crypto.randomUUID(), verdict, way, { events: ids, kept: answers === null }));
    }
    const no = answers?.[0];
    const verdict = {
      kind: no?.verdict ?? "already_in",
      reason: (no?.reason ?? "inside") as Verdict["reason"],
      found: no?.entry ? { ...now, ticket: { ...now.ticket, in: no.entry } } : now,
    };
    give(resultOf(crypto.randomUUID(), verdict, way));
  };

  const decide = async (verdict: Verdict, way: Result["way"]) => {
    if (verdict.kind === "admitted" && verdict.found) return letIn([verdict.found.ticket], verdict.found, way);
    give(resultOf(crypto.randomUUID(), verdict, way));
  };

  const scan = async (text: string) => {
    const judged = async () => {
      const { list, at } = phone.snapshot();
      return list && at ? judgeScan(list, at, await readScan(text, list.keys, checkSignature)) : null;
    };
    let verdict = await judged();
    // bought since the list came, or signed with a newer key
    if (verdict && ["unknown_ticket", "elsewhere", "other_key"].includes(verdict.reason) && phone.isOnline) {
      await phone.renewList();
      verdict = await judged();
    }
    if (verdict) await decide(verdict, "scan");
    else send({ type: "next" });
  };

  return {
    subscribe: (watcher: () => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    snapshot: () => state.shown,
    /** What the camera read in its newest picture. */
    read(text: string | null, picture: Picture) {
      if (text === null || !phone.snapshot().list) return;
      const judge = send({ type: "seen", text, now: Date.now() });
      if (judge === null) return;
      taken = picture;
      void scan(judge);
    },
    async typed(text: string) {
      const { list, at } = phone.snapshot();
      if (!list || !at) return;
      const code = normalizedCode(text);
      const found = findTicket(list, (ticket) => ticket.code === code);
      taken = { at: performance.now(), decodeMs: 0 };
      await decide(
        found ? judgeTicket(list, at, found) : { kind: "not_genuine", reason: "unknown_code", found: null },
        "code",
      );
    },
    /** Lets in everybody of a party who isn't yet, or says why not. */
    async party(guest: DoorGuest, departure: DoorList["departures"][number], only?: DoorTicket) {
      const { list, at } = phone.snapshot();
      if (!list || !at) return;
      // a party that never paid has no tickets
      const ticket = only ??
        guest.tickets.find((one) => !one.void && !one.in) ??
        guest.tickets[0] ?? { id: "", code: "", name: guest.name };
      const found = { departure, guest, ticket };
      const verdict = judgeTicket(list, at, found);
      taken = { at: performance.now(), decodeMs: 0 };
      if (verdict.kind !== "admitted") return decide(verdict, "list");
      await letIn(only ? [only] : stillToCome(found), found, "list");
    },
    next(result?: Result) {
      if (result && result.kind !== "admitted") deny(result);
      send({ type: "next" });
    },
    open: () => send({ type: "open" }),
    hold: () => send({ type: "held", now: Date.now() }),
    async undo({ entries }: Undoable, reason: string) {
      hasActed = true;
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
      send({ type: "next" });
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
      if (!result.found) return null;
      const moved = await phone.move(result.found.guest);
      if (!moved.ok) return moved.reason;
      hasActed = true;
      const { list } = phone.snapshot();
      const found = list && findTicket(list, ({ id }) => id === result.found?.ticket.id);
      if (found) await letIn(stillToCome(found), found, result.way);
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
  const inside = departure?.guests.flatMap(({ tickets, name }) =>
    tickets.flatMap((ticket) => (ticket.in ? [{ ticket, entry: ticket.in, name: ticket.name || name }] : [])),
  );
  return (inside ?? [])
    .toSorted((a, b) => (a.entry.at < b.entry.at ? 1 : -1))
    .slice(0, 6)
    .map(({ ticket, entry, name }) => ({
      name,
      at: entry.at,
      entries: [{ ticket: ticket.id, event: entry.event, departure: at ?? "" }],
    }));
}
