import { expect, test } from "vitest";
import type { Money } from "#src/kernel/money.ts";
import { inPesos, pesoRateOf } from "#src/modules/sales/booking/rules/pesos.ts";

const rates = { USD: 1, MXN: 17, EUR: 0.85 } as const;
const eur = (amount: number): Money => ({ amount, currency: "EUR" });
const mxn = (amount: number): Money => ({ amount, currency: "MXN" });

test.each([
  ["by the price that is set in pesos", eur(1700), mxn(40_000), 40_000 / 1700],
  ["by the stored rate where the seat costs nothing", eur(0), mxn(40_000), 20],
  ["by the stored rate where it costs nothing in pesos", eur(1700), mxn(0), 20],
  ["not for pesos", mxn(40_000), mxn(40_000), null],
])("a booking's pesos are frozen %s", (_, price, inMxn, rate) => expect(pesoRateOf(price, inMxn, rates)).toBe(rate));

const sold = { peso_rate: null };
test.each([
  ["as they were frozen", eur(3400), { peso_rate: 40_000 / 1700 }, 80_000],
  ["rounded, not cut", eur(1), { peso_rate: 23.5 }, 24],
  ["as they are, in pesos", mxn(123), sold, 123],
  ["by the stored rate, of a booking in pesos", eur(3400), sold, 68_000],
])("an amount is told in pesos %s", (_, money, frozen, pesos) =>
  expect(inPesos(money, frozen, rates)).toEqual(mxn(pesos)),
);
