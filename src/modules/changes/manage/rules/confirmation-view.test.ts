import { expect, test } from "vitest";
import { confirmationKind, mayChange } from "#src/modules/changes/manage/rules/confirmation-view.ts";

type Booking = Parameters<typeof confirmationKind>[0];
type Payment = Parameters<typeof confirmationKind>[1];

const held: Booking = { status: "pending", cancel_reason: null, hold_lives: true, kept_for: null };
const lapsed: Booking = { ...held, hold_lives: false };
const gone = (cancel_reason: Booking["cancel_reason"]): Booking => ({
  status: "cancelled",
  cancel_reason,
  hold_lives: false,
  kept_for: null,
});
const pays = (last: Payment["last"]): Payment => ({
  last,
  unplaced: null,
  night_off: null,
  voucher: null,
  bank: null,
});
const voucher = {
  amount_minor: 80_000,
  currency: "MXN" as const,
  until: "2026-11-23T18:00:00Z",
  method: "oxxo" as const,
  url: "https://pay.example/voucher",
};
const bank = { amount_minor: 80_000, currency: "MXN" as const, since: "2026-11-20T18:00:00Z", until: null };
const unplaced = { amount_minor: 80_000, refund_at: "2026-11-21T18:00:00Z", refunded: false, credited: false };
const late: Payment = { last: "succeeded", unplaced, night_off: null, voucher: null, bank: null };

test.each([
  ["paid", { ...held, status: "confirmed" as const }, pays("succeeded"), "returned", "success"],
  [
    "paid, though the address says cancelled",
    { ...held, status: "confirmed" as const },
    pays("succeeded"),
    "cancelled",
    "success",
  ],
  ["nothing tried yet", held, pays("none"), null, "pending"],
  ["an attempt open, opened from an email", held, pays("open"), null, "pending"],
  ["back from the provider, undecided", held, pays("open"), "returned", "waiting"],
  ["a voucher that outlives the hold", lapsed, pays("open"), "returned", "waiting"],
  ["a voucher waits, opened from an email", held, { ...pays("open"), voucher }, null, "waiting"],
  ["a voucher waits beside a card that was declined", held, { ...pays("failed"), voucher }, "returned", "waiting"],
  ["pays us directly", { ...held, kept_for: "by_hand" as const }, pays("none"), null, "by_hand"],
  ["would have paid us directly", { ...lapsed, kept_for: "by_hand" as const }, pays("none"), null, "expired"],
  ["a bank is still paying", held, { ...pays("open"), bank }, null, "at_bank"],
  ["a bank is still paying, hold over", gone("expired"), { ...pays("open"), bank }, null, "at_bank"],
  ["a bank is still paying beside a card that was declined", held, { ...pays("failed"), bank }, "returned", "at_bank"],
  [
    "a bank is still paying, and the guest cancelled",
    gone("customer"),
    { ...pays("open"), bank },
    null,
    "cancelled_by_guest",
  ],
  ["settled between the reads of booking and payment", held, pays("succeeded"), null, "waiting"],
  ["settled between the reads, back from the provider", lapsed, pays("succeeded"), "returned", "waiting"],
  [
    "seats kept anew after credit was taken: to be paid again",
    held,
    { ...late, unplaced: { ...unplaced, credited: true } },
    null,
    "pending",
  ],
  ["broken off", held, pays("cancelled"), "cancelled", "payment_cancelled"],
  ["broken off, opened again later", held, pays("cancelled"), null, "payment_cancelled"],
  ["came back by the cancel link, the session is still open", held, pays("open"), "cancelled", "payment_cancelled"],
  ["broken off before anything began", held, pays("none"), "cancelled", "payment_cancelled"],
  ["broken off, hold over", lapsed, pays("cancelled"), "cancelled", "expired"],
  ["released because it was broken off", gone("payment_cancelled"), pays("cancelled"), null, "payment_cancelled"],
  ["declined", held, pays("failed"), "returned", "payment_failed"],
  ["declined, hold over", lapsed, pays("failed"), null, "expired"],
  ["hold over", lapsed, pays("none"), null, "expired"],
  ["swept", gone("expired"), pays("none"), null, "expired"],
  ["the guest began anew", gone("replaced"), pays("none"), null, "expired"],
  ["paid too late", gone("expired"), late, "returned", "unplaced"],
  ["paid too late, and the seats are kept anew", held, late, null, "unplaced"],
  [
    "paid too late, taken as credit",
    gone("expired"),
    { ...late, unplaced: { ...unplaced, credited: true } },
    null,
    "credited",
  ],
  ["paid something else than was asked", held, pays("review"), "returned", "review"],
  ["cancelled by the guest", gone("customer"), pays("succeeded"), null, "cancelled_by_guest"],
  ["cancelled by us", gone("admin"), pays("succeeded"), null, "cancelled_by_us"],
  [
    "the departure was cancelled, and its guest may still choose",
    gone("departure_cancelled"),
    { ...pays("succeeded"), night_off: { amount_minor: 80_000, choose_until: "2026-11-23T18:00:00Z" } },
    null,
    "choosing",
  ],
  ["the departure was cancelled", gone("departure_cancelled"), pays("succeeded"), null, "departure_cancelled"],
] as const)("%s", (_, booking, payment, returned, kind) => {
  expect(confirmationKind(booking, payment, returned)).toBe(kind);
});

test.each([
  ["waiting", null, true],
  ["pending", null, false],
  ["success", "sending", true],
  ["success", "sent", false],
  ["success", "failed", false],
  ["success", null, false],
] as const)("%s with an email that is %s asks again: %s", (kind, email, asks) => {
  expect(mayChange(kind, email)).toBe(asks);
});
