import type { z } from "zod";
import { ACCOUNT } from "#src/modules/mail/notifications/kinds/account.ts";
import { BOOKING } from "#src/modules/mail/notifications/kinds/booking.ts";
import { BOOKS, PURCHASE } from "#src/modules/mail/notifications/kinds/books.ts";
import { CONTACT } from "#src/modules/mail/notifications/kinds/contact.ts";
import { GIFT } from "#src/modules/mail/notifications/kinds/gift.ts";
import { GROUP } from "#src/modules/mail/notifications/kinds/group.ts";
import { HOLD } from "#src/modules/mail/notifications/kinds/hold.ts";
import { INVOICE } from "#src/modules/mail/notifications/kinds/invoice.ts";
import type { Kind, Owner } from "#src/modules/mail/notifications/kinds/kind.ts";
import { LETTER } from "#src/modules/mail/notifications/kinds/letter.ts";
import { MESSAGE } from "#src/modules/mail/notifications/kinds/message.ts";
import { MONEY } from "#src/modules/mail/notifications/kinds/money.ts";
import { NIGHT } from "#src/modules/mail/notifications/kinds/night.ts";
import { PARTNER } from "#src/modules/mail/notifications/kinds/partner.ts";
import { PAYMENT } from "#src/modules/mail/notifications/kinds/payment.ts";
import { REVIEW } from "#src/modules/mail/notifications/kinds/review.ts";
import { SHIFT } from "#src/modules/mail/notifications/kinds/shift.ts";
import { TABLE } from "#src/modules/mail/notifications/kinds/table.ts";
import { TILL } from "#src/modules/mail/notifications/kinds/till.ts";
import { TRIAL } from "#src/modules/mail/notifications/kinds/trial.ts";
import { OFFER, WAITING } from "#src/modules/mail/notifications/kinds/waiting.ts";

// The families of emails; what else is known by kind is derived from them. Lists show kinds in this order.

const ABOUT_BOOKINGS = {
  ...BOOKING,
  ...CONTACT,
  ...PAYMENT,
  ...OFFER,
  ...TABLE,
  ...INVOICE,
  ...BOOKS,
  ...NIGHT,
  ...REVIEW,
  ...LETTER,
};
const WORDED = {
  ...ABOUT_BOOKINGS,
  ...MESSAGE,
  ...GROUP,
  ...MONEY,
  ...PURCHASE,
  ...ACCOUNT,
  ...HOLD,
  ...WAITING,
  ...GIFT,
  ...SHIFT,
  ...PARTNER,
  ...TILL,
};
/** Every kind of email, as it is declared. */
export const KINDS = { ...WORDED, ...TRIAL };

export type EmailKind = keyof typeof KINDS;
/** A kind of email whose texts staff may word. */
export type TemplateKind = keyof typeof WORDED;
export type BookingEmailKind = keyof typeof ABOUT_BOOKINGS;
/** A kind of email that staff send to themselves. */
export type TrialKind = Exclude<EmailKind, TemplateKind>;

/** An email of each of these kinds with its payload. */
export type Email<Kinds extends EmailKind = EmailKind> = {
  [One in Kinds]: { kind: One; payload: z.infer<(typeof KINDS)[One]["payload"]> };
}[Kinds];

/** Whether this release knows a kind of email; the log may hold those of a newer one. */
export const isKnownKind = (kind: string): kind is EmailKind => Object.hasOwn(KINDS, kind);
export const isBookingEmail = (kind: string): kind is BookingEmailKind => Object.hasOwn(ABOUT_BOOKINGS, kind);
export const isTemplateKind = (kind: string): kind is TemplateKind => Object.hasOwn(WORDED, kind);
export const isTrialKind = (kind: string): kind is TrialKind => Object.hasOwn(TRIAL, kind);
export const TEMPLATE_KINDS = Object.keys(WORDED).filter(isTemplateKind);

/** The kinds of which something is declared. */
export const kindsWhere = (is: (one: Kind) => unknown): EmailKind[] =>
  Object.keys(KINDS)
    .filter(isKnownKind)
    .filter((kind) => is(KINDS[kind]));

/** The kinds that are an owner's. */
export const kindsOf = (owner: Owner): EmailKind[] => kindsWhere((one) => one.owner === owner);

const declared = (kind: string): Kind | undefined => (isKnownKind(kind) ? KINDS[kind] : undefined);
export const isOptional = (kind: string): boolean => declared(kind)?.isOptional === true;
export const isSentOnce = (kind: string): boolean => declared(kind)?.isSentOnce === true;
export const isForNight = (kind: string): boolean => declared(kind)?.isForNight === true;
export const isPrivate = (kind: string): boolean => declared(kind)?.isPrivate === true;

/** Whether an email of this kind goes to the guest of a booking; `staff_letter` is staff's own letter to them. */
export const isGuestKind = (kind: string): boolean => isBookingEmail(kind) && KINDS[kind].to === "guests";

/** Whether an email still has what it is about: it is emptied when its reader's data is deleted. */
export const isWhole = ({ kind, payload }: { kind: string; payload: unknown }): boolean =>
  declared(kind)?.payload.safeParse(payload).success === true;
