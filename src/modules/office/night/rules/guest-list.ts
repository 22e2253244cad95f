import { byLetters } from "#src/kernel/letters.ts";
import { listAddress, order, search, type ValuesOf, view } from "#src/kernel/list-address.ts";
import { phoneDigits } from "#src/kernel/tel-link.ts";
import { finderOf } from "#src/kernel/spelling.ts";
import type { Guest, Party } from "#src/modules/office/night/schema.ts";

/** The filters of the guest list, in the order they are offered. */
export const SHOWN = ["all", "coming", "in", "notes", "owes"] as const;
export type PartyFilter = (typeof SHOWN)[number];

export const ORDERS = ["name", "entry"] as const;

/** The address of the guest list. */
export const GUEST_LIST = listAddress({ show: view(SHOWN, "all"), sort: order(ORDERS, "name"), q: search() });
export type ListWish = ValuesOf<typeof GUEST_LIST>;

/**
 * A guest's state: in, still to come, or not come once the night is over. Of a party of whom staff have said that they were there,
 * everybody was.
 */
export const guestState = (
  guest: Pick<Guest, "entry">,
  { wasThere }: Pick<Party, "wasThere">,
  isOver: boolean,
): "in" | "coming" | "no_show" => (guest.entry || wasThere ? "in" : isOver ? "no_show" : "coming");

/** How many of a party's guests are in. */
export const insideOf = ({ guests, wasThere }: Pick<Party, "guests" | "wasThere">): number =>
  wasThere ? guests.length : guests.filter(({ entry }) => entry).length;

/** When the first of a party came in; null while nobody has. */
export const firstEntry = ({ guests }: Pick<Party, "guests">): string | null =>
  guests.flatMap(({ entry }) => (entry ? [entry.at] : [])).toSorted()[0] ?? null;

const FITS: Record<PartyFilter, (party: Party) => boolean> = {
  all: () => true,
  coming: (party) => insideOf(party) < party.guests.length,
  in: (party) => insideOf(party) > 0,
  notes: ({ note }) => note !== "",
  owes: ({ booking }) => (booking?.owes?.amount ?? 0) > 0,
};

/** How many people (for `coming` and `in`) or parties (for the rest) each filter shows. */
export function countsOf(parties: readonly Party[]): Record<PartyFilter, number> {
  const people = parties.reduce((sum, { guests }) => sum + guests.length, 0);
  const inside = parties.reduce((sum, party) => sum + insideOf(party), 0);
  const of = (list: PartyFilter) => parties.filter(FITS[list]).length;
  return { all: people, in: inside, coming: people - inside, notes: of("notes"), owes: of("owes") };
}

/** What a party can be found by: names, ticket codes with or without the dash, and the reference and phone where they are known. */
const wordsOf = ({ name, guests, booking }: Party): string[] => [
  name,
  ...guests.flatMap((guest) => [guest.name, guest.code, guest.code.replaceAll(/\W/g, "")]),
  booking?.reference ?? "",
  phoneDigits(booking?.phone ?? ""),
];

/**
 * The parties to show: those of the filter that contain every word of the search, by name, or the latest entry first with those
 * who are still to come at the end.
 */
export function listOf(parties: readonly Party[], { show, sort, q }: ListWish): Party[] {
  const finds = finderOf(q);
  const found = parties.filter((party) => {
    return FITS[show](party) && (finds === null || finds(wordsOf(party)));
  });
  const byName = (a: Party, b: Party) => byLetters(a.name, b.name) || (a.id < b.id ? -1 : 1);
  const entryOf = (party: Party) => latestEntry(party) ?? "";
  return found.toSorted(sort === "name" ? byName : (a, b) => entryOf(b).localeCompare(entryOf(a)) || byName(a, b));
}

/** When the last of a party came in (ISO); null while nobody has. */
export const latestEntry = ({ guests }: Party): string | null =>
  guests
    .flatMap(({ entry }) => (entry ? [entry.at] : []))
    .toSorted()
    .at(-1) ?? null;

/**
 * Who came: null before a night has ended. `checked` is false when nobody was let in, because then nothing was recorded and
 * everybody would be a no-show.
 */
export function turnoutOf(parties: readonly Party[], isOver: boolean) {
  const confirmed = parties.filter(({ state }) => state === "confirmed");
  const people = confirmed.reduce((sum, { guests }) => sum + guests.length, 0);
  const came = confirmed.reduce((sum, party) => sum + insideOf(party), 0);
  if (!isOver || people === 0) return null;
  const missing = confirmed.filter((party) => insideOf(party) < party.guests.length);
  return { people, came, checked: came > 0, rate: Math.round((came / people) * 100), missing };
}

/** How long an entry is offered to be undone where it was made. */
export const UNDO_MS = 120_000;

/** The entries of a party that were made in the last two minutes, by id: what one tap takes back. */
export const recentEntries = (guests: readonly Pick<Guest, "entry">[], now: Date): string[] =>
  guests.flatMap(({ entry }) => (entry && msLeft(entry.at, now) > 0 ? [entry.id] : []));

/** For how long the latest of them is still offered, in ms; 0 where none is. */
export const undoableFor = (guests: readonly Pick<Guest, "entry">[], now: Date): number =>
  Math.max(0, ...guests.map(({ entry }) => (entry ? msLeft(entry.at, now) : 0)));

const msLeft = (at: string, now: Date): number => UNDO_MS - (+now - Date.parse(at));
