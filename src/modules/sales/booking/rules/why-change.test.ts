import fc from "fast-check";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { gapOf, sayWhy, type Why } from "#src/locales/why.ts";
import {
  type Amounts,
  onOtherDate,
  settled,
  withFewer,
  withMore,
} from "#src/modules/sales/booking/rules/change-price.ts";
import { lateCreditOf, refundOf, refundRuling } from "#src/modules/sales/booking/rules/cancellation.ts";
import { quoteFor } from "#src/modules/sales/booking/rules/quote.ts";
import {
  hoursUntil,
  shownDifference,
  sumOf,
  whyDifference,
  whyRefund,
} from "#src/modules/sales/booking/rules/why-change.ts";

const START = new Date("2026-12-05T03:00:00Z");
const zone = "America/Mexico_City";
const until = { at: "2026-12-04T03:00:00Z", zone };
const before = (people: number, unit: number, discount = 0) => {
  const subtotal = people * unit;
  const amounts: Amounts = { unit_price: unit, subtotal, add_ons: 0, discount, total_price: subtotal - discount };
  return { people, date: "2026-12-04", amounts };
};

type Case = {
  kind: "date" | "add" | "remove";
  people: number;
  unit: number;
  discount: number;
  next: number;
  moved: number;
  late: boolean;
  refundable: number;
  keeps: boolean;
};

/** A change as `planChange` makes it, with why it costs that. */
function changed({ kind, people, unit, discount, next, moved, late, refundable, keeps }: Case): Why {
  const now = before(people, unit, Math.min(discount, people * unit));
  const ruling = late ? "late" : "inTime";
  const price = { amount: next, currency: "MXN" as const };
  const rates = { USD: 1, MXN: 20 } as const;
  const leaving = Math.min(moved, people - 1);
  const wished = {
    date: () => {
      const quote = quoteFor({ price, regular: price, people, rates, coupon: null });
      return { ...now, date: "2026-12-11", amounts: onOtherDate(now.amounts, quote) };
    },
    add: () => ({ ...now, people: people + moved, amounts: withMore(now.amounts, moved, next) }),
    remove: () => ({ ...now, people: people - leaving, amounts: withFewer(now.amounts, people, leaving, !late) }),
  }[kind]();
  const { difference } = settled(now.amounts, keeps ? now.amounts : wished.amounts, { currency: "MXN", refundable });
  return whyDifference({ kind, before: now, wished, difference, currency: "MXN", keeps, ruling, until });
}

test("the steps of any change come to its difference, also as it is shown", () => {
  const cases = fc.record<Case>({
    kind: fc.constantFrom("date", "add", "remove"),
    people: fc.integer({ min: 2, max: 12 }),
    unit: fc.integer({ min: 0, max: 90_000 }),
    discount: fc.integer({ min: 0, max: 40_000 }),
    next: fc.integer({ min: 0, max: 90_000 }),
    moved: fc.integer({ min: 1, max: 6 }),
    late: fc.boolean(),
    refundable: fc.integer({ min: 0, max: 900_000 }),
    keeps: fc.boolean(),
  });
  fc.assert(
    fc.property(cases, (one) => {
      const why = changed(one);
      expect(gapOf(why)).toBe(0);
      const back = shownDifference(why);
      expect([gapOf(back), back.amount.amount]).toEqual([0, Math.abs(why.amount.amount)]);
    }),
  );
});

const plain = {
  kind: "add",
  people: 2,
  unit: 40_000,
  discount: 0,
  next: 45_000,
  moved: 1,
  late: false,
  refundable: 80_000,
  keeps: false,
} as const;

test.each<[string, Partial<Case>, string[]]>([
  ["one more", {}, ["1 more place × MX$450, today’s price = MX$450"]],
  ["one less", { kind: "remove" }, ["The share of 1 person out of 2 in MX$800 = MX$400"]],
  [
    "one less, too late",
    { kind: "remove", late: true },
    ["Places given up after Thursday, December 3, 9:00 PM aren’t refunded = MX$0"],
  ],
  [
    "a dearer night",
    { kind: "date" },
    ["2 places × MX$450 on December 11, 2026 = MX$900", "What the booking costs so far = −MX$800"],
  ],
  [
    "a night that is hardly dearer",
    { kind: "date", next: 40_400 },
    [
      "2 places × MX$404 on December 11, 2026 = MX$808",
      "What the booking costs so far = −MX$800",
      "Less than MX$10 can’t be charged, so it’s on us = −MX$8",
    ],
  ],
  [
    "less of it still with us",
    { kind: "remove", refundable: 10_000 },
    [
      "The share of 1 person out of 2 in MX$800 = MX$400",
      "No more goes back than we still hold of the payment = −MX$300",
    ],
  ],
  ["a price that staff keep", { kind: "date", keeps: true }, ["The price stays as it is = MX$0"]],
])("%s", async (_, wish, steps) => {
  const why = shownDifference(changed({ ...plain, ...wish }));
  expect(sayWhy(await i18nFor("en"), "To pay", why).steps.map(({ text, amount }) => `${text} = ${amount}`)).toEqual(
    steps,
  );
});

test.each([
  [100, "toPay"],
  [0, "nothing"],
  [-1, "back"],
] as const)("a difference of %i is called %s", (amount_minor, name) => {
  expect(sumOf({ amount_minor })).toBe(name);
});

const HOUR = 3_600_000;
const hoursBefore = (hours: number) => new Date(START.getTime() - hours * HOUR);

function cancelled(
  paid: number,
  hours: number,
  { credit = 0, waits = 0, gone = 0, handed = 0, byOperator = false, percent = 0 } = {},
): Why {
  const now = hoursBefore(hours);
  const back = (amount: number) => refundOf({ paid: amount, startsAt: START, now, byOperator });
  const asCredit = (amount: number) => (byOperator ? 0 : lateCreditOf({ paid: amount, percent, startsAt: START, now }));
  return whyRefund({
    paid,
    refund: back(paid - credit - waits - gone - handed),
    credit: back(credit) + asCredit(credit),
    late: asCredit(paid - credit - waits - gone - handed),
    percent: asCredit(100) > 0 ? percent : 0,
    waits: back(waits),
    handedOut: back(handed),
    currency: "MXN",
    ruling: refundRuling({ startsAt: START, now, byOperator }),
    until,
    hours: hoursUntil(START, now),
    version: "2025-05-21",
  });
}

test("the steps of any cancellation come to what goes back", () => {
  const part = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(
      fc.integer({ min: 60_000, max: 200_000 }),
      fc.integer({ min: 0, max: 60 }),
      fc.record({
        credit: part,
        waits: part,
        gone: part,
        handed: part,
        byOperator: fc.boolean(),
        percent: fc.integer({ min: 0, max: 100 }),
      }),
      (paid, hours, parts) => {
        expect(gapOf(cancelled(paid, hours, parts))).toBe(0);
      },
    ),
  );
});

test.each<[string, Why, string[]]>([
  [
    "in time",
    cancelled(80_000, 30),
    ["Paid for the booking = MX$800", "Free until Thursday, December 3, 9:00 PM: everything goes back = null"],
  ],
  [
    "late",
    cancelled(80_000, 23.5),
    [
      "Paid for the booking = MX$800",
      "Free until Thursday, December 3, 9:00 PM. It’s 23 hours before the start: nothing goes back = −MX$800",
    ],
  ],
  [
    "late, with credit instead",
    cancelled(80_000, 23.5, { credit: 20_000, percent: 50 }),
    [
      "Paid for the booking = MX$800",
      "Free until Thursday, December 3, 9:00 PM. It’s 23 hours before the start: no refund, but 50% as credit = −MX$400",
      "MX$100 goes back to the credit it came from, MX$300 is new credit = null",
    ],
  ],
  [
    "by us",
    cancelled(80_000, 2, { byOperator: true }),
    ["Paid for the booking = MX$800", "We cancel, so everything goes back = null"],
  ],
  [
    "of a booking whose add-ons were handed out",
    cancelled(80_000, 30, { handed: 25_000 }),
    [
      "Paid for the booking = MX$800",
      "Free until Thursday, December 3, 9:00 PM: everything goes back = null",
      "Add-ons that were already handed out = −MX$250",
    ],
  ],
  [
    "partly paid with credit, partly gone back before",
    cancelled(80_000, 30, { credit: 20_000, gone: 10_000 }),
    [
      "Paid for the booking = MX$800",
      "Free until Thursday, December 3, 9:00 PM: everything goes back = null",
      "Already returned, or not ours to return = −MX$100",
      "MX$200 goes back to your credit and MX$500 to the way you paid = null",
    ],
  ],
])("a cancellation %s", async (_, why, steps) => {
  const { version, ...words } = sayWhy(await i18nFor("en"), "Refund", why);
  expect(words.steps.map(({ text, amount }) => `${text} = ${amount}`)).toEqual(steps);
  expect(version).toBe("Refund rule of May 21, 2025");
});
