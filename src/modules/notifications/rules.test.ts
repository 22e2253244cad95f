import { expect, test } from "vitest";
import { MAX_TRIES, nextTry, subjectLine, whyWithheld } from "#src/modules/notifications/rules.ts";
import type { BookingMailKind } from "#src/modules/notifications/schema.ts";

const now = new Date("2026-11-20T18:00:00Z");

test("six tries, each wait longer than the one before, then never again", () => {
  const waits = Array.from({ length: MAX_TRIES }, (_, i) => nextTry(i + 1, now)).map((at) => at && +at - +now);
  expect(waits.at(-1)).toBeNull();
  const real = waits.slice(0, -1) as number[];
  expect(real).toHaveLength(5);
  expect(real).toEqual([...new Set(real)].toSorted((a, b) => a - b));
  expect(nextTry(MAX_TRIES + 3, now)).toBeNull();
});

const confirmed = { status: "confirmed", cancel_reason: null, confirmed_at: now };
const cancelled = { status: "cancelled", cancel_reason: "customer", confirmed_at: now };
const unplaced = { placement: "unplaced", review_reason: null };

test.each([
  ["booking_confirmation", { booking: confirmed }, null],
  ["booking_confirmation", { booking: cancelled }, "the booking is cancelled"],
  ["booking_confirmation", { booking: undefined }, "the booking is gone"],
  ["booking_cancelled", { booking: cancelled }, null],
  ["booking_cancelled", { booking: confirmed }, "the booking is confirmed"],
  ["payment_unplaced", { booking: cancelled, payment: unplaced }, null],
  ["payment_unplaced", { booking: cancelled, payment: unplaced, refunds: [{ status: "requested" }] }, null],
  [
    "payment_unplaced",
    { booking: cancelled, payment: unplaced, refunds: [{ status: "succeeded" }] },
    "the money is back already",
  ],
  ["payment_unplaced", { booking: confirmed, payment: unplaced }, "the booking is confirmed"],
  [
    "payment_unplaced",
    { booking: cancelled, payment: { ...unplaced, placement: "seats_free" } },
    "the payment is seats_free",
  ],
  ["payment_unplaced", { booking: cancelled }, "the payment is gone"],
  ["refund_sent", { booking: cancelled, refund: { status: "succeeded" } }, null],
  ["refund_sent", { booking: cancelled, refund: { status: "failed" } }, "the refund is failed"],
  ["staff_payment_review", { booking: cancelled, payment: { placement: null, review_reason: "amount" } }, null],
  ["staff_payment_review", { booking: confirmed, payment: unplaced }, "the payment was reviewed"],
  ["staff_late_tolerance", { booking: confirmed }, null],
  ["staff_late_tolerance", { booking: cancelled }, "the booking is cancelled"],
  ["rating_request", { booking: confirmed }, null],
  ["rating_request", { booking: cancelled }, "the booking is cancelled"],
  ["rating_request", { booking: confirmed, rated: true }, "the night is rated already"],
] as const)("%s about %j: %s", (kind, subject, reason) =>
  expect(whyWithheld({ about: "booking", kind: kind satisfies BookingMailKind, ...subject })).toBe(reason),
);

test.each([
  ["message_received", {}, null],
  ["staff_message", {}, null],
  ["staff_message", undefined, "the message is gone"],
] as const)("%s about %j: %s", (kind, message, reason) =>
  expect(whyWithheld({ about: "message", kind, message })).toBe(reason),
);

test("a practice booking is told in the subject", () => {
  expect(subjectLine("Your tickets", true)).toBe("[TEST] Your tickets");
  expect(subjectLine("Your tickets", false)).toBe("Your tickets");
});
