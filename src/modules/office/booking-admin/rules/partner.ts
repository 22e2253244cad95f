import { mailboxOf } from "#src/kernel/mailbox.ts";
import {
  type Credit,
  type Doubt,
  NO_CREDIT,
  type PartnerReason,
  type Verdict,
} from "#src/modules/sales/affiliates/rules/attribution.ts";
import { lineOf } from "#src/modules/sales/booking/rules/unpaid.ts";

/** What somebody can be reached by; empty where it isn't known. */
type Contact = { email: string; phone: string };

/** By which of its contact data a booking that staff credit may be the partner's own; browser and network would be the staff's. */
export function contactDoubts(partner: Contact, guest: Contact): Doubt[] {
  const isSame = (field: keyof Contact, of: (text: string) => string) =>
    partner[field] !== "" && guest[field] !== "" && of(partner[field]) === of(guest[field]);
  return [
    ...(isSame("email", mailboxOf) ? (["email"] as const) : []),
    ...(isSame("phone", lineOf) ? (["phone"] as const) : []),
  ];
}

/** The credit of a booking that staff make for a guest whom a partner sent. */
export function creditByStaff(partner: Contact & { id: string }, guest: Contact, now: Date): Credit {
  const doubts = contactDoubts(partner, guest);
  return {
    ...NO_CREDIT,
    partnerId: partner.id,
    reason: "staff",
    at: now,
    doubts: doubts.length > 0 ? doubts : null,
  };
}

/** The partner of a booking for its panel: why, since when (ISO), and instead of whom (a name, or a code that nobody has). */
export type BookingPartner = {
  id: string;
  name: string;
  reason: PartnerReason;
  at: string;
  before: string | null;
  campaign: string | null;
  /** a reseller's own number of it, and the address of its guest where we don't write to it */
  reference: string | null;
  contact: string | null;
  /** where the QR code that was scanned hangs */
  placement: string | null;
  /** null for viewers who may not see partners' affairs */
  doubts: readonly Doubt[] | null;
  verdict: Verdict | null;
};

/** The partner that a filter names by id or code; undefined for any other word. */
export const partnerMeant = <P extends { id: string; code: string }>(
  partners: readonly P[],
  word: string | null,
): P | undefined => partners.find(({ id, code }) => id === word || code.toLowerCase() === word?.toLowerCase());

/** What changing a booking's partner does to the commission, as a message's choice. */
export const commissionMove = (from: string | null, to: string | null): "none" | "gains" | "loses" | "moves" =>
  from === to ? "none" : from === null ? "gains" : to === null ? "loses" : "moves";
