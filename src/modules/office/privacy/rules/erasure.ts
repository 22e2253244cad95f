import { isUpcoming } from "#src/modules/office/privacy/rules/deletion.ts";
import { isStaff } from "#src/modules/base/identity/rules/permissions.ts";

/** How a person was found: a row that has their address, so that no address is in a URL. */
export const ANCHORS = ["booking", "message", "user", "email", "imported", "resold"] as const;
export type Anchor = { kind: (typeof ANCHORS)[number]; id: string };

/** An anchor as it stands in a URL (`booking.<id>`); null for any other text. */
export function anchorIn(text: string | null): Anchor | null {
  const [kind, id = "", ...more] = (text ?? "").split(".");
  const anchor = ANCHORS.find((one) => one === kind);
  return anchor && more.length === 0 && /^[0-9a-f-]{36}$/.test(id) ? { kind: anchor, id } : null;
}

export const writeAnchor = ({ kind, id }: Anchor): string => `${kind}.${id}`;

/** A booking of a person to be erased; `open`: money about it isn't settled. */
export type PersonsBooking = { id: string; reference: string; status: string; ends_at: Date; open: boolean };
type PersonsAccount = { id: string; role: string | null; verified: boolean; till: boolean };

/** What has to be done before a person can be erased, and about which bookings. */
export type Blocks = {
  upcoming: { id: string; reference: string }[];
  money: { id: string; reference: string }[];
  /** they work here: their role goes first */
  staff: boolean;
  /** cash that nobody took over */
  till: boolean;
};

/** Guests who are still expected, money that isn't settled, and who works here can't be erased. */
export function blocksOf(
  {
    bookings,
    purchases,
  }: { bookings: readonly PersonsBooking[]; purchases: readonly { id: string; reference: string; open: boolean }[] },
  account: PersonsAccount | null,
  now: Date,
): Blocks {
  const named = (some: readonly { id: string; reference: string }[]) =>
    some.map(({ id, reference }) => ({ id, reference }));
  return {
    upcoming: named(bookings.filter((booking) => isUpcoming(booking, now))),
    money: named([...bookings, ...purchases].filter(({ open }) => open)),
    staff: account !== null && isStaff(account.role),
    till: account?.till ?? false,
  };
}

export const isBlocked = ({ upcoming, money, staff, till }: Blocks): boolean =>
  upcoming.length > 0 || money.length > 0 || staff || till;

/** What erasing a person does: numbers of what goes, what stays and until when. */
export type Erasure = {
  of: string;
  /** as staff know them; "" where nothing is left of them */
  name: string;
  contact: string;
  blocks: Blocks;
  gone: {
    bookings: number;
    pending: number;
    messages: number;
    emails: number;
    /** whether another system brought them */
    imported: boolean;
    account: "none" | "own" | "unconfirmed";
  };
  kept: {
    payments: number;
    receipts: number;
    invoices: number;
    /** ISO date until which invoice details are kept; null where there are none */
    invoicesUntil: string | null;
    reviews: number;
    /** partners whose contact they are */
    partners: { id: string; name: string }[];
  };
  /** the fingerprint of the preview: erasing anything else is refused */
  seen: string;
};
