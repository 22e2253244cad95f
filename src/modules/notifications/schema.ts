import { z } from "zod";

const id = z.uuid();

/** Mails about a booking, with what their row must know beyond it; the rest is read when they are sent. */
const BOOKING_MAILS = {
  booking_confirmation: z.strictObject({ change: z.enum(["date", "add", "remove", "moved"]).optional() }),
  booking_cancelled: z.strictObject({}),
  booking_link: z.strictObject({}),
  payment_unplaced: z.strictObject({ paymentId: id }),
  credit_given: z.strictObject({ creditId: id }),
  refund_sent: z.strictObject({ refundId: id }),
  change_lost: z.strictObject({ paymentId: id }),
  staff_payment_review: z.strictObject({ paymentId: id, reason: z.string() }),
  staff_late_tolerance: z.strictObject({}),
  staff_invoice_request: z.strictObject({}),
  staff_books_differ: z.strictObject({}),
  rating_request: z.strictObject({}),
  rating_answered: z.strictObject({ answerId: id }),
  staff_low_rating: z.strictObject({}),
  staff_letter: z.strictObject({ subject: z.string(), text: z.string() }),
} as const;

/** Mails about a message that somebody sent us. */
const MESSAGE_MAILS = {
  message_received: z.strictObject({ messageId: id }),
  staff_message: z.strictObject({ messageId: id }),
  message_answered: z.strictObject({ messageId: id, answerId: id }),
} as const;

/** Mails to staff about money that isn't where it should be. */
const MONEY_MAILS = {
  staff_event_died: z.strictObject({ eventId: id }),
  staff_money_differs: z.strictObject({ runId: id }),
} as const;

/** What opens something. Null once the mail has left or never will: nobody who reads the log may use it. */
const secret = { token: z.string().nullable(), until: z.iso.datetime() };

/** Mails about an account. Where one proves another address, `newEmail` is that. */
const ACCOUNT_MAILS = {
  account_verify: z.strictObject({ userId: id, ...secret }),
  account_reset: z.strictObject({ userId: id, ...secret }),
  account_exists: z.strictObject({ userId: id }),
  account_password_changed: z.strictObject({ userId: id, by: z.enum(["owner", "link"]) }),
  account_email_change: z.strictObject({ userId: id, newEmail: z.string(), ...secret }),
  account_email_changed: z.strictObject({ userId: id, newEmail: z.string() }),
  account_second_factor: z.strictObject({ userId: id, enabled: z.boolean() }),
} as const;

/** Mails that offer a role. */
const INVITATION_MAILS = {
  role_offered: z.strictObject({ invitationId: id, ...secret }),
} as const;

/** Every kind of mail with the shape of its payload. */
export const PAYLOADS = { ...BOOKING_MAILS, ...MESSAGE_MAILS, ...MONEY_MAILS, ...ACCOUNT_MAILS, ...INVITATION_MAILS };

export type BookingMailKind = keyof typeof BOOKING_MAILS;
export type MessageMailKind = keyof typeof MESSAGE_MAILS;
export type MoneyMailKind = keyof typeof MONEY_MAILS;
export type AccountMailKind = keyof typeof ACCOUNT_MAILS;
export type InvitationMailKind = keyof typeof INVITATION_MAILS;
type MailKind = keyof typeof PAYLOADS;
type MailOf<Kinds extends MailKind> = { [K in Kinds]: { kind: K; payload: z.infer<(typeof PAYLOADS)[K]> } }[Kinds];

/** A mail of each kind with its payload. */
export type BookingMail = MailOf<BookingMailKind>;
export type MessageMail = MailOf<MessageMailKind>;
export type MoneyMail = MailOf<MoneyMailKind>;
export type AccountMail = MailOf<AccountMailKind>;
export type InvitationMail = MailOf<InvitationMailKind>;

export const isBookingMail = (kind: string): kind is BookingMailKind => Object.hasOwn(BOOKING_MAILS, kind);
export const isMessageMail = (kind: string): kind is MessageMailKind => Object.hasOwn(MESSAGE_MAILS, kind);
export const isMoneyMail = (kind: string): kind is MoneyMailKind => Object.hasOwn(MONEY_MAILS, kind);
export const isAccountMail = (kind: string): kind is AccountMailKind => Object.hasOwn(ACCOUNT_MAILS, kind);
export const isInvitationMail = (kind: string): kind is InvitationMailKind => Object.hasOwn(INVITATION_MAILS, kind);
