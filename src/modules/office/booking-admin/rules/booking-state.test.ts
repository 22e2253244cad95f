import { describe, expect, test } from "vitest";
import { moneyStateOf, stateOf } from "#src/modules/office/booking-admin/rules/booking-state.ts";

describe("a booking's state", () => {
  const now = new Date("2026-11-20T18:00:00Z");
  const minutes = (by: number) => new Date(+now + by * 60_000);
  const confirmed = {
    status: "confirmed",
    cancel_reason: null,
    hold_expires_at: now,
    voucher_until: null,
    kept_for: null,
  };
  const pending = { ...confirmed, status: "pending", hold_expires_at: minutes(12) };
  const cancelled = { ...confirmed, status: "cancelled", cancel_reason: "customer" };
  test.each([
    ["confirmed", confirmed],
    ["hold", pending],
    ["voucher", { ...pending, voucher_until: minutes(600) }],
    ["bank", { ...pending, kept_for: "bank" }],
    ["by_hand", { ...pending, kept_for: "by_hand" }],
    ["lapsed", { ...pending, hold_expires_at: now }],
    ["lapsed", { ...cancelled, cancel_reason: "expired" }],
    ["cancelled", cancelled],
  ] as const)("%s", (state, facts) => expect(stateOf(facts, now)).toBe(state));
});

describe("a booking's money has a state of its own", () => {
  const nothing = {
    dispute: null,
    review: false,
    refund_failed: false,
    hand_over: false,
    terminal: false,
    transfer: false,
    refunding: false,
  };
  const cancelled = { ...nothing, status: "cancelled", given_back: 0 };
  test.each([
    [null, cancelled],
    ["disputed", { ...cancelled, status: "confirmed", dispute: "open", review: true, refund_failed: true }],
    ["lost", { ...cancelled, status: "confirmed", dispute: "lost", given_back: 100 }],
    ["review", { ...cancelled, review: true, refund_failed: true }],
    ["refund_failed", { ...cancelled, refund_failed: true, hand_over: true }],
    ["hand_over", { ...cancelled, hand_over: true, given_back: 100 }],
    ["terminal", { ...cancelled, terminal: true, transfer: true }],
    ["transfer", { ...cancelled, transfer: true, refunding: true }],
    ["refunding", { ...cancelled, refunding: true, given_back: 100 }],
    ["refunded", { ...cancelled, given_back: 100 }],
    ["part_refunded", { ...cancelled, status: "confirmed", given_back: 100 }],
  ] as const)("%s", (state, facts) => expect(moneyStateOf(facts)).toBe(state));
});
