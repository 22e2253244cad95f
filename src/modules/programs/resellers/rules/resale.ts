import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type {
  ConfirmResale,
  ResaleContact,
  ResalePerson,
  ResaleStatus,
} from "#src/modules/programs/resellers/schema.ts";

/** How long places are held where the reseller doesn't say. */
const HOLD_MINUTES = 20;
/** How long they are held at most, counted from when the resale began. */
const MOST_HOLD_MINUTES = 60;
const MINUTE = 60_000;

/** Until when places are held: so many minutes from now, but no longer than any hold since the resale began (`since`). */
export const heldUntil = (now: Date, since: Date, minutes: number = HOLD_MINUTES): Date =>
  new Date(Math.min(now.getTime() + minutes * MINUTE, since.getTime() + MOST_HOLD_MINUTES * MINUTE));

type Sold = {
  status: "pending" | "confirmed" | "cancelled";
  cancel_reason: string | null;
  hold_expires_at: Date;
  redeemed_at: Date | null;
};

/** What a reseller is told of its booking: a hold that ran out has expired, whether or not a job has ended it. */
export function statusOf({ status, cancel_reason, hold_expires_at, redeemed_at }: Sold, now: Date): ResaleStatus {
  if (status === "confirmed") return redeemed_at === null ? "confirmed" : "redeemed";
  if (status === "pending") return hold_expires_at > now ? "on_hold" : "expired";
  return cancel_reason === "expired" ? "expired" : "cancelled";
}

type Tested = { confirmed_at: Date | null; cancelled_at: Date | null; hold_expires_at: Date };

/** The same of a test key's, which has no booking. */
export function testStatusOf({ confirmed_at, cancelled_at, hold_expires_at }: Tested, now: Date): ResaleStatus {
  if (cancelled_at !== null) return "cancelled";
  if (confirmed_at !== null) return "confirmed";
  return hold_expires_at > now ? "on_hold" : "expired";
}

/** Whether a reseller may still change or cancel: what it holds, and what it sold until the guest would get nothing back. */
export const isCancellable = (status: ResaleStatus, startsAt: Date, now: Date): boolean =>
  status === "on_hold" || (status === "confirmed" && now <= refundDeadline(startsAt));

/** How much of what was paid went back when a resale was cancelled; of one that was only on hold there was nothing to lose. */
export function refundKind(paid: number, back: number): "full" | "partial" | "none" {
  if (back >= paid) return "full";
  return back > 0 ? "partial" : "none";
}

/** A contact of which nothing is known. */
export const NOBODY: ResaleContact = {
  full_name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  locales: [],
  postal_code: null,
  country: null,
  notes: null,
};

/** A contact with what was sent of it in place of what was known. */
export const contactWith = (
  before: ResaleContact | null,
  sent: Partial<ResaleContact> | null | undefined,
): ResaleContact => ({
  ...(before ?? NOBODY),
  ...Object.fromEntries(Object.entries(sent ?? {}).map(([field, value]) => [field, value === "" ? null : value])),
});

/** First and last name of a contact, which may have them in one; empty where it says none. */
export function namesOf({ full_name: full, first_name: first, last_name: last }: ResaleContact) {
  const [head = "", ...rest] = (full ?? "").split(" ").filter(Boolean);
  const names = first || last ? [first ?? "", last ?? ""] : [head, rest.join(" ")];
  const [first_name = "", last_name = ""] = names[0] === "" ? [names[1], ""] : names;
  return { first_name: first_name.slice(0, 80), last_name: last_name.slice(0, 80) };
}

/** Whether a guest is known well enough to come: by first name, or a name in one, and address. */
export const isKnown = ({ email, first_name: first, full_name: full }: ResaleContact): boolean =>
  email !== null && Boolean(first || full?.trim());

/** A guest as stored: `position` is that of their ticket. */
export type StoredPerson = {
  uuid: string;
  position: number;
  reseller_reference: string | null;
  contact: ResaleContact;
};

/** A list of guests as it was sent, at positions one after the other, with what is known of whoever is on it already. */
export const storedPeople = (
  sent: readonly ResalePerson[],
  before: readonly StoredPerson[],
  newId: () => string,
): StoredPerson[] =>
  sent.map((person, i) => {
    const same = before.find(({ uuid }) => uuid === person.uuid);
    return {
      uuid: person.uuid ?? newId(),
      position: i + 1,
      reseller_reference:
        person.reseller_reference === undefined ? (same?.reseller_reference ?? null) : person.reseller_reference,
      contact: contactWith(same?.contact ?? null, person.contact),
    };
  });

/** Whether two contacts say the same. */
const isSame = (one: ResaleContact, other: ResaleContact): boolean =>
  (Object.keys(NOBODY) as (keyof ResaleContact)[]).every((field) => String(one[field]) === String(other[field]));

/** Whether a confirmation that comes again says what is so already: of the guest, of who comes, and the reseller's own number. */
export function saysTheSame(
  stored: { contact: ResaleContact | null; reseller_reference: string | null; people: readonly StoredPerson[] },
  sent: Pick<ConfirmResale, "contact" | "reseller_reference" | "people">,
): boolean {
  const { contact, reseller_reference: number, people } = stored;
  const isAsStored = (person: ResalePerson, at: number) => {
    const before = people.find(({ uuid }) => uuid === person.uuid) ?? people[at];
    const reference = person.reseller_reference ?? before?.reseller_reference;
    return (
      before !== undefined &&
      reference === before.reseller_reference &&
      isSame(before.contact, contactWith(before.contact, person.contact))
    );
  };
  return (
    isSame(contactWith(contact, null), contactWith(contact, sent.contact)) &&
    (sent.reseller_reference ?? number) === number &&
    (sent.people === undefined || (sent.people.length === people.length && sent.people.every(isAsStored)))
  );
}

/** The name of a guest for the guide's list; empty where the reseller said none. */
export function nameOf({ contact }: Pick<StoredPerson, "contact">): string {
  const { first_name, last_name } = namesOf(contact);
  return `${first_name} ${last_name}`.trim().slice(0, 80);
}

/** Who comes as it was wished, with the positions of who stays; `removed` positions, and who is `added` (at position 0). */
export function otherPeople(before: readonly StoredPerson[], wished: readonly StoredPerson[]) {
  const left = before.filter(({ uuid }) => !wished.some((one) => one.uuid === uuid)).map(({ position }) => position);
  const people = wished.map((person) => {
    const same = before.find(({ uuid }) => uuid === person.uuid);
    // who comes in place of somebody who leaves has their ticket
    return { ...person, position: same?.position ?? left.shift() ?? 0 };
  });
  return { people, removed: left, added: people.filter(({ position }) => position === 0) };
}

/**
 * The tickets that are in other names for other people: of who comes in place of somebody, and whom the reseller names otherwise. Who has
 * no name has none, the first the booker's.
 */
export function otherNames(
  { people: before, contact }: { people: readonly StoredPerson[]; contact: ResaleContact },
  people: readonly StoredPerson[],
): { position: number; name: string }[] {
  const other = people.filter((person) => {
    const same = before.find(({ position }) => position === person.position);
    return same && (same.uuid !== person.uuid || nameOf(same) !== nameOf(person));
  });
  const booker = nameOf({ contact });
  return other.map((one) => ({
    position: one.position,
    name: nameOf(one) || (one.position === 1 ? booker : ""),
  }));
}

/**
 * Whether a change is the one that a list was wished for: it has a ticket for each, and they come newly under these names. Another
 * program of the reseller may have made its own change meanwhile.
 */
export function isAsWished(
  wish: readonly StoredPerson[],
  { positions, names }: { positions: readonly number[]; names: readonly string[] },
): boolean {
  const added = wish.filter(({ position }) => position === 0);
  const isNamed = added.length === names.length && added.every((one, i) => nameOf(one) === names[i]);
  const hasTickets = wish.every(({ position }) => position === 0 || positions.includes(position));
  return isNamed && hasTickets && wish.length === positions.length;
}

/** Guests at the positions of the tickets there are: new ones at those that nobody has, and somebody whom nobody named where there are more. */
export function atPositions(
  people: readonly StoredPerson[],
  positions: readonly number[],
  newId: () => string,
): StoredPerson[] {
  const waiting = people.filter(({ position }) => position === 0);
  return positions.map((position) => {
    const person = people.find((one) => one.position === position) ?? waiting.shift();
    return { ...(person ?? { uuid: newId(), reseller_reference: null, contact: NOBODY }), position };
  });
}
