import { z } from "zod";

const id = z.uuid();

/** Every kind of mail with what its row must know beyond the booking; the rest is read when it is sent. */
export const PAYLOADS = {
  booking_confirmation: z.strictObject({}),
  booking_cancelled: z.strictObject({}),
  payment_unplaced: z.strictObject({ paymentId: id }),
  refund_sent: z.strictObject({ refundId: id }),
  staff_payment_review: z.strictObject({ paymentId: id, reason: z.string() }),
  staff_late_tolerance: z.strictObject({}),
} as const;

export type MailKind = keyof typeof PAYLOADS;
export type MailPayload<K extends MailKind> = z.infer<(typeof PAYLOADS)[K]>;

export const isMailKind = (kind: string): kind is MailKind => Object.hasOwn(PAYLOADS, kind);
