import type { PurchaseRef } from "#src/modules/money/payments/questions.ts";

/** A booking as something that is paid for. */
export const bookingRef = (id: string): PurchaseRef => ({ kind: "booking", id, part: null });

/** A change of a booking as something that is paid for. */
export const changeRef = (bookingId: string, changeId: string): PurchaseRef => ({
  kind: "change",
  id: bookingId,
  part: changeId,
});
