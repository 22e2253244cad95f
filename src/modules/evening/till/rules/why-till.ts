import type { Currency, Money } from "#src/kernel/money.ts";
import type { Why, WhyStep } from "#src/locales/why.ts";
import { differenceOf, type ShownSum, type ShownWay } from "#src/modules/evening/till/rules/till.ts";

/** Why so much should be in a till; null for whoever still has to count it. */
export function whyExpected({
  currency,
  float,
  taken: takings,
  refunded,
  paidOut,
  sales,
  expected,
}: ShownSum): Why | null {
  if (expected === null || takings === null) return null;
  return {
    amount: { amount: expected, currency },
    steps: [
      { text: "till.figure.float", adds: float },
      { text: "till.figure.taken", values: { count: sales }, adds: takings },
      ...(refunded ? [{ text: "till.figure.refunded", adds: -refunded } as const] : []),
      ...(paidOut > 0 ? [{ text: "till.figure.paidOut", adds: -paidOut } as const] : []),
    ],
  };
}

/** Why so much came by card terminal or transfer; null for whoever still has to read the terminal's total. */
export function whyWay({ currency, taken: takings, refunded, sales, expected }: ShownWay): Why | null {
  if (expected === null || takings === null) return null;
  return {
    amount: { amount: expected, currency },
    steps: [
      { text: "till.figure.taken", values: { count: sales }, adds: takings },
      ...(refunded ? [{ text: "till.figure.refunded", adds: -refunded } as const] : []),
    ],
  };
}

/** Why a till has a difference: what was counted, less what should have been there at the count. */
export const whyDifference = (count: { currency: Currency; expected: number; counted: number }): Why => ({
  amount: { amount: differenceOf(count), currency: count.currency },
  steps: [
    { text: "till.figure.counted", adds: count.counted },
    { text: "why-admin.till.expected", adds: -count.expected },
  ],
});

type SaleFigures = { people: number; price: Money; addOns: number; credit: number; due: number };

/** Why a sale at the door comes to what it does: people times the price, with add-ons, less what credit pays, and what coins make of it. */
export function whySale({ people, price, addOns, credit, due }: SaleFigures): Why {
  const { amount, currency } = price;
  const rounded = due - (amount * people + addOns - credit);
  const coins: WhyStep[] = rounded === 0 ? [] : [{ text: "why-admin.till.coins", adds: rounded }];
  return {
    amount: { amount: due, currency },
    steps: [
      { text: "why.price.today", values: { people, unit: price }, adds: amount * people },
      ...(addOns > 0 ? [{ text: "why.addOns", adds: addOns } as const] : []),
      ...(credit > 0 ? [{ text: "credits.line", adds: -credit } as const] : []),
      ...coins,
    ],
  };
}

/** Why the office's cash is what it is: its account in the books, which every movement of this list has changed. */
export const whyOffice = (money: Money): Why => ({ amount: money, steps: [{ text: "why-admin.office" }] });
