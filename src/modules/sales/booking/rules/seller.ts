import type { StaffTerms } from "#src/modules/sales/booking/rules/quote.ts";

/**
 * Who sells a booking, and on what terms.
 * guest: guests book for themselves, on the site or by the API · staff: also what the site doesn't sell · phone: staff's phone sold it
 * at `soldAt` offline, from the places that its device was lent, and nothing beyond them where `onlyReserve` (record 110) ·
 * desk: a partner's, which sells what the site sells as the site sells it (record 114) · list: an offer to a party of the waiting list,
 * held for some minutes (record 169) · friend: a guest who takes places of a friends' table, named by its code (record 211) · group: an
 * offer that a private group has accepted, at its total and held `until` it is to be paid (record 214) · reseller: a partner's program,
 * which sells what the site sells as the site sells it and holds it `until` it confirms (record 218) · assistant: a program that keeps
 * places for a guest for some minutes, until they book for themselves (record 221).
 */
export type Seller =
  | { kind: "guest" }
  | ({ kind: "staff" } & StaffTerms)
  | { kind: "phone"; total: number | null; device: string; soldAt: Date; onlyReserve: boolean }
  | { kind: "desk" }
  | { kind: "list"; minutes: number }
  | { kind: "friend"; table: string }
  | { kind: "group"; total: number; until: Date }
  | { kind: "reseller"; until: Date }
  | { kind: "assistant"; minutes: number };

type ByStaff = Extract<Seller, { kind: "staff" | "phone" | "group" }>;

/** Whether staff sell, or have agreed on the terms, who are bound by fewer rules than guests. */
export const isStaff = (seller: Seller): seller is ByStaff =>
  seller.kind === "staff" || seller.kind === "phone" || seller.kind === "group";

/** Whether guests book for themselves: the booking is their account's and their browser's. */
export const isGuest = (seller: Seller): boolean => ["guest", "friend", "assistant"].includes(seller.kind);

/** What staff's sale is to the request that makes it: from a phone it stays the same whatever became of its reserve and when it is sent. */
export const termsAsked = (seller: ByStaff): object => (seller.kind === "phone" ? { device: seller.device } : seller);
