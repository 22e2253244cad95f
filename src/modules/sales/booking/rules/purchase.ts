import type { Failure } from "#src/kernel/result.ts";
import type { PurchaseRef } from "#src/modules/money/payments/questions.ts";

/** A booking as something that is paid for. */
export const bookingRef = (id: string): PurchaseRef => ({ kind: "booking", id, part: null });

/** A change of a booking as something that is paid for. */
export const changeRef = (bookingId: string, changeId: string): PurchaseRef => ({
  kind: "change",
  id: bookingId,
  part: changeId,
});

type Renamed<Refused extends Failure, From extends string, To extends string> = Refused extends Failure
  ? Omit<Refused, "reason"> & Failure<Exclude<Refused["reason"], From> | To>
  : never;

/** A refusal with one of its reasons under another name. */
const renamed =
  <From extends string, To extends string>(from: From, to: To) =>
  <Refused extends Failure>(refused: Refused) =>
    (refused.reason === from ? { ...refused, reason: to } : refused) as Renamed<Refused, From, To>;

/** Money says of anything that there is none, and those who book that there is no booking. */
export const inWordsOfMoney = renamed("booking_not_found", "purchase_not_found");
export const inWordsOfBookings = renamed("purchase_not_found", "booking_not_found");
