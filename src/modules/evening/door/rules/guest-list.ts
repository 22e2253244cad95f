import { byLetters } from "#src/kernel/letters.ts";
import { isPhone, toPhone } from "#src/kernel/phone.ts";
import { finderOf, numberMeant } from "#src/kernel/spelling.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";
import { isCode } from "#src/kernel/codes.ts";
import { normalizedCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { tonightOf } from "#src/modules/sales/schedule/rules/tonight.ts";
import type { DoorGuest, DoorList, Entry } from "#src/modules/evening/door/schema.ts";
import { KEEP_MS } from "./queue.ts";

type Departure = DoorList["departures"][number];

/** The list with the open entries that are known by now; a ticket that isn't named keeps what the list says. */
export const withEntries = (list: DoorList, entries: ReadonlyMap<string, Entry | null>): DoorList => ({
  ...list,
  departures: list.departures.map((departure) => ({
    ...departure,
    guests: departure.guests.map((guest) => ({
      ...guest,
      tickets: guest.tickets.map((ticket) => {
        const entry = entries.get(ticket.id);
        if (entry === undefined) return ticket;
        const { in: _, ...bare } = ticket;
        return entry ? { ...bare, in: entry } : bare;
      }),
    })),
  })),
});

/** Whether a night is over for so long that it has to leave the phone. */
export const isOver = ({ ends_at }: Pick<Departure, "ends_at">, now: number): boolean =>
  now >= Date.parse(ends_at) + KEEP_MS;

/**
 * The door to stand at: the one chosen before, if it is still tonight's, else the one that the person guides, else the earliest that
 * runs or begins next.
 */
export function doorAt(list: DoorList, chosen: string | null, now: number): Departure | undefined {
  const offered = doorsOf(list, now);
  const open = offered.filter(({ ends_at }) => Date.parse(ends_at) > now);
  return offered.find(({ id }) => id === chosen) ?? open.find(({ own }) => own) ?? open[0] ?? offered.at(-1);
}

/** The departures that a phone may stand at: tonight's by its own time, for a list may be yesterday's; without any, those around. */
export function doorsOf(list: DoorList, now: number): Departure[] {
  const nights = list.departures.map((departure) => ({
    ...departure,
    starts_at: new Date(departure.starts_at),
    ends_at: new Date(departure.ends_at),
    status: departure.cancelled ? "cancelled" : "scheduled",
  }));
  const tonights = new Set(tonightOf(nights, new Date(now)).map(({ id }) => id));
  const on = list.departures.filter(({ cancelled }) => !cancelled);
  const tonight = on.filter(({ id }) => tonights.has(id));
  return tonight.length > 0 ? tonight : on;
}

/** How many people of a departure are in and how many are expected. */
export function headCount({ guests }: Departure): { inside: number; expected: number } {
  const tickets = guests.filter(({ state }) => state === "confirmed").flatMap(({ tickets: all }) => all);
  const valid = tickets.filter((ticket) => !ticket.void);
  return { inside: valid.filter((ticket) => ticket.in).length, expected: valid.length };
}

export type Chip = "all" | "coming" | "inside" | "notes";

const isConfirmed = ({ state }: DoorGuest) => state === "confirmed";
const isExpected = (guest: DoorGuest) =>
  isConfirmed(guest) && guest.tickets.some((ticket) => !ticket.void && !ticket.in);

const CHIPS: Readonly<Record<Chip, (guest: DoorGuest) => boolean>> = {
  all: () => true,
  coming: isExpected,
  inside: (guest) => guest.tickets.some((ticket) => ticket.in),
  notes: ({ note }) => note !== "",
};

/** People, or for notes parties, behind each chip. */
export function chipCounts(departure: Departure): Record<Chip, number> {
  const { inside, expected } = headCount(departure);
  return { all: expected, coming: expected - inside, inside, notes: departure.guests.filter(CHIPS.notes).length };
}

/** The end of the whole phone number that a search is, in any spelling, as staff's search compares it; null for any other search. */
export function numberIn(search: string): string | null {
  const phone = toPhone(search);
  return isPhone(phone) ? numberMeant(phoneDigits(phone)) : null;
}

/** A prime: about 1,500 numbers leave each rest. */
const RESTS = 65_521;

/**
 * What a phone's list says of a phone number: enough to find its party among a night's, too little to tell the number, which guides
 * don't see. The same on all days and lists, so that two of them tell no more than one. null: there is no whole number.
 */
export function restOf(phone: string): number | null {
  const end = numberIn(phone);
  return end === null ? null : Number(end) % RESTS;
}

/**
 * The guests behind a chip that a search means, by name: parts of names, a ticket's code, a reference, a whole phone number, or the
 * hash of a whole email address. Accents don't matter, nor how letters, apostrophes, dashes and numbers are typed.
 */
export function guestsFound(departure: Departure, chip: Chip, search: string, mail: string | null): DoorGuest[] {
  const finds = finderOf(search);
  const code = normalizedCode(search);
  const rest = restOf(search);
  const matches = (guest: DoorGuest) => {
    if (finds === null) return true;
    if (mail !== null) return guest.mail === mail;
    if (rest !== null && guest.rest === rest) return true;
    const names = [guest.name, guest.reference, ...guest.tickets.map(({ name }) => name)];
    return finds(names) || guest.tickets.some((ticket) => ticket.code === code);
  };
  const found = departure.guests.filter((guest) => CHIPS[chip](guest) && matches(guest));
  return found.toSorted((a, b) => byLetters(a.name, b.name));
}

/**
 * The six characters of a ticket or a reference that a search may be: `noc-7k2m4p` → `7K2M4P`; other words give what none has. A name
 * of eight letters isn't cut: what stands before a code is told by its dash, by a digit in the code, or as the usual one.
 */
export const codeIn = (search: string): string => {
  const isReference = /^\s*[a-z]{2,5}[-–—]/i.test(search);
  return normalizedCode(search).replace(isReference ? /^[A-Z]{2,5}(?=.{6}$)/ : PREFIX, "");
};
const PREFIX = /^(RND(?=.{6}$)|[A-Z]{2,5}(?=(?=.*\d).{6}$))/;

/**
 * Whether the server can look a search up in other nights: a code, a reference, a whole address or phone number. A name of six letters
 * is looked up where it could be a code, too.
 */
export const isLookedUp = (search: string): boolean =>
  isAddress(search) || numberIn(search) !== null || isCode(codeIn(search));

/** Whether a looked-up text may also be a name, which was searched for only in the phone's nights. */
export const mayBeName = (search: string): boolean => !isAddress(search) && !/\d/.test(search);

/** What a search means in the phone's other nights, by name. */
export const foundElsewhere = (list: DoorList, at: string | null, search: string, mail: string | null) =>
  list.departures
    .filter(({ id }) => id !== at)
    .flatMap((departure) => guestsFound(departure, "all", search, mail).map((guest) => ({ departure, guest })));

/** Whether a search is a whole email address, which is looked up by its hash. */
export const isAddress = (search: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(search.trim());

/** How long the latest entry is offered to be undone. */
const UNDO_MS = 120_000;

/**
 * The latest entry that this phone (`device`, by its name) made at a door in the last two minutes, with the others of the party that
 * came in with it; null where there is none. `ms`: how long it is still offered.
 */
export function latestHere(departure: Departure, device: string, now: number) {
  const checkIns = departure.guests.flatMap((guest) =>
    guest.tickets.flatMap((ticket) =>
      ticket.in?.device === device ? [{ guest, ticket, at: Date.parse(ticket.in.at) }] : [],
    ),
  );
  const latest = checkIns.toSorted((a, b) => b.at - a.at)[0];
  const ms = latest ? UNDO_MS - (now - latest.at) : 0;
  if (!latest || ms <= 0) return null;
  const together = checkIns.filter(({ guest, at }) => guest === latest.guest && latest.at - at < TOGETHER_MS);
  return { guest: latest.guest, ticket: latest.ticket, tickets: together.map(({ ticket }) => ticket), ms };
}

/** Entries of a party that were made by one tap have all but the same time. */
const TOGETHER_MS = 1000;
