import { expect, test } from "vitest";
import {
  confirmationWord,
  dueOfEach,
  withoutMoneyOf,
  type Counted,
  isConfirmed,
  previewCancellation,
  previewText,
} from "#src/modules/changes/cancellation/rules/cancel-preview.ts";

const NOW = new Date("2026-11-20T18:00:00Z");
const SOON = new Date("2026-11-20T18:11:00Z");
const BEFORE = new Date("2026-11-20T17:59:00Z");
const PROVIDERS = ["stripe", "paypal"];

type Booking = Counted["bookings"][number];
type Payment = Counted["payments"][number];
const booking = (id: string, over: Partial<Booking> = {}): Booking => ({
  id,
  reference: `RND-${id}`,
  name: `Guest ${id}`,
  status: "confirmed",
  language: "es",
  people: 2,
  version: 1,
  hold_expires_at: BEFORE,
  voucher_until: null,
  kept_for: null,
  has_address: true,
  has_coupon: false,
  ...over,
});
const payment = (of: string, over: Partial<Payment> = {}): Payment => ({
  id: `p-${of}`,
  booking_id: of,
  provider: "stripe",
  method: "card",
  amount: 80_000,
  currency: "MXN",
  dispute_state: null,
  ...over,
});
const counted = (over: Partial<Counted>): Counted => ({
  bookings: [],
  payments: [],
  refunds: [],
  disputes: [],
  credits: [],
  ...over,
});

test("people, money per currency, emails per language, and what needs a person", () => {
  const all = counted({
    bookings: [
      booking("a"),
      booking("b", { language: "en", has_coupon: true }),
      booking("c", { people: 3 }),
      booking("d", { status: "pending", hold_expires_at: SOON }),
      booking("e", { status: "pending" }),
      booking("f", { has_address: false }),
      booking("g"),
    ],
    payments: [
      payment("a"),
      payment("b", { provider: "paypal", method: "paypal", amount: 4000, currency: "USD" }),
      payment("c", { method: "oxxo", amount: 120_000 }),
      payment("g", { dispute_state: "open" }),
    ],
    credits: [{ booking_id: "f", amount: 50_000, waits: 0, currency: "MXN", is_deposit: false }],
  });
  expect(previewCancellation(all, PROVIDERS, NOW)).toEqual({
    bookings: 6,
    people: 13,
    back: [
      { money: { amount: 80_000, currency: "MXN" }, payments: 1, ways: ["card"] },
      { money: { amount: 4000, currency: "USD" }, payments: 1, ways: ["paypal"] },
    ],
    backBy: [
      { way: "card", money: { amount: 80_000, currency: "MXN" }, payments: 1 },
      { way: "paypal", money: { amount: 4000, currency: "USD" }, payments: 1 },
    ],
    credit: [{ amount: 50_000, currency: "MXN" }],
    deposits: [],
    emails: { en: 1, es: 4 },
    coupons: 1,
    rows: [
      {
        status: "confirmed",
        ways: ["card"],
        outcome: "refund",
        bookings: 1,
        people: 2,
        money: { amount: 80_000, currency: "MXN" },
      },
      {
        status: "confirmed",
        ways: ["paypal"],
        outcome: "refund",
        bookings: 1,
        people: 2,
        money: { amount: 4000, currency: "USD" },
      },
      {
        status: "confirmed",
        ways: ["oxxo"],
        outcome: "by_hand",
        bookings: 1,
        people: 3,
        money: { amount: 120_000, currency: "MXN" },
      },
      {
        status: "confirmed",
        ways: ["card"],
        outcome: "bank",
        bookings: 1,
        people: 2,
        money: { amount: 80_000, currency: "MXN" },
      },
      { status: "confirmed", ways: ["credit"], outcome: "credit", bookings: 1, people: 2, money: null },
      { status: "pending", ways: [], outcome: "closed", bookings: 1, people: 2, money: null },
    ],
    byHand: [
      { bookingId: "c", reference: "RND-c", name: "Guest c", money: { amount: 120_000, currency: "MXN" }, why: "cash" },
      { bookingId: "g", reference: "RND-g", name: "Guest g", money: { amount: 80_000, currency: "MXN" }, why: "bank" },
    ],
  });
});

test("what went back already, or a bank has kept, doesn't go back again", () => {
  const all = counted({
    bookings: [booking("a"), booking("b")],
    payments: [payment("a"), payment("b", { dispute_state: "lost" })],
    refunds: [{ payment_id: "p-a", amount: 30_000, status: "succeeded" }],
    disputes: [{ payment_id: "p-b", amount: 80_000, state: "lost" }],
  });
  expect(previewCancellation(all, PROVIDERS, NOW)).toMatchObject({
    back: [{ money: { amount: 50_000 }, payments: 1 }],
    rows: [{ outcome: "refund" }, { outcome: "nothing", money: null }],
  });
});

test("a provider that isn't there can't be asked, and a voucher may still be paid", () => {
  const all = counted({
    bookings: [booking("a"), booking("b", { status: "pending", hold_expires_at: SOON, voucher_until: SOON })],
    payments: [payment("a")],
  });
  expect(previewCancellation(all, ["paypal"], NOW)).toMatchObject({
    back: [],
    byHand: [{ why: "no_provider" }],
    rows: [{ outcome: "by_hand" }, { outcome: "voucher" }],
  });
});

const base = counted({
  bookings: [booking("a"), booking("b", { status: "pending", hold_expires_at: SOON })],
  payments: [payment("a")],
});
const textOf = (of: Counted, now = NOW) => previewText(of, PROVIDERS, now);

test("the fingerprint doesn't depend on the order in which the rows are read", () =>
  expect(textOf({ ...base, bookings: base.bookings.toReversed() })).toBe(textOf(base)));

test.each<[string, Counted]>([
  ["somebody books", { ...base, bookings: [...base.bookings, booking("c")] }],
  ["somebody pays", { ...base, bookings: [booking("a"), booking("b")], payments: [payment("a"), payment("b")] }],
  ["somebody cancels", { ...base, bookings: base.bookings.slice(1) }],
  ["people are added", { ...base, bookings: [booking("a", { people: 3 }), ...base.bookings.slice(1)] }],
  ["a part goes back", { ...base, refunds: [{ payment_id: "p-a", amount: 1, status: "requested" }] }],
  ["a bank asks for it", { ...base, payments: [payment("a", { dispute_state: "open" })] }],
])("the fingerprint is another one when %s", (_, changed) => expect(textOf(changed)).not.toBe(textOf(base)));

test("a hold that lapses changes it too", () => expect(textOf(base, SOON)).not.toBe(textOf(base)));

test.each([
  ["OAXACA 6", true],
  ["  oaxaca   6 ", true],
  ["OAXACA", false],
  ["OAXACA 06", false],
])("%j typed for OAXACA 6: %s", (input, right) => {
  expect(confirmationWord("oaxaca", "2026-12-06")).toBe("OAXACA 6");
  expect(isConfirmed(input, "OAXACA 6")).toBe(right);
});

test("a city of several words", () => expect(confirmationWord("mexico-city", "2026-12-16")).toBe("MEXICO CITY 16"));

test("a group's deposit goes back as it was paid: of an unpaid booking whatever the rule, of a paid one by it", () => {
  const mine = { currency: "MXN" as const, is_deposit: true, waits: 0 };
  const all = counted({
    bookings: [booking("a"), booking("b", { status: "pending", hold_expires_at: SOON })],
    credits: [
      { booking_id: "a", amount: 20_000, ...mine },
      { booking_id: "b", amount: 30_000, ...mine },
    ],
  });
  expect(previewCancellation(all, PROVIDERS, NOW)).toMatchObject({
    credit: [],
    deposits: [{ amount: 50_000, currency: "MXN" }],
  });
  const rest = withoutMoneyOf(all, () => true);
  expect(dueOfEach(rest, PROVIDERS, NOW)).toMatchObject([
    { id: "a", credit: 0, deposit: 0 },
    { id: "b", credit: 0, deposit: 30_000 },
  ]);
  expect(dueOfEach(all, PROVIDERS, NOW)).toMatchObject([
    { id: "a", credit: 20_000, deposit: 20_000 },
    { id: "b", credit: 0, deposit: 30_000 },
  ]);
  const disputed = { ...all, credits: [{ booking_id: "b", amount: 0, ...mine, waits: 30_000 }] };
  expect(dueOfEach(disputed, PROVIDERS, NOW)[1]).toMatchObject({ credit: 0, deposit: 0, waits: 30_000 });
});
