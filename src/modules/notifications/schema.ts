import { z } from "zod";

const id = z.uuid();

/** Mails about a booking, with what their row must know beyond it; the rest is read when they are sent. */
const BOOKING_MAILS = {
  booking_confirmation: z.strictObject({ change: z.enum(["date", "add", "remove"]).optional() }),
  booking_cancelled: z.strictObject({}),
  payment_unplaced: z.strictObject({ paymentId: id }),
  refund_sent: z.strictObject({ refundId: id }),
  change_lost: z.strictObject({ paymentId: id }),
  staff_payment_review: z.strictObject({ paymentId: id, reason: z.string() }),
  staff_late_tolerance: z.strictObject({}),
  staff_invoice_request: z.strictObject({}),
  rating_request: z.strictObject({}),
} as const;

/** Mails about a message that somebody sent us. */
const MESSAGE_MAILS = {
  message_received: z.strictObject({ messageId: id }),
  staff_message: z.strictObject({ messageId: id }),
} as const;

/** Every kind of mail with the shape of its payload. */
export const PAYLOADS = { ...BOOKING_MAILS, ...MESSAGE_MAILS };

export type BookingMailKind = keyof typeof BOOKING_MAILS;
export type MessageMailKind = keyof typeof MESSAGE_MAILS;
type MailKind = keyof typeof PAYLOADS;
type MailOf<Kinds extends MailKind> = { [K in Kinds]: { kind: K; payload: z.infer<(typeof PAYLOADS)[K]> } }[Kinds];

/** A mail of each kind with its payload. */
export type BookingMail = MailOf<BookingMailKind>;
export type MessageMail = MailOf<MessageMailKind>;

export const isBookingMail = (kind: string): kind is BookingMailKind => Object.hasOwn(BOOKING_MAILS, kind);
export const isMessageMail = (kind: string): kind is MessageMailKind => Object.hasOwn(MESSAGE_MAILS, kind);
