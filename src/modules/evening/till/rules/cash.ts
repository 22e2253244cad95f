import { type Currency, round } from "#src/kernel/money.ts";
import type { HandWay } from "#src/kernel/pay-method.ts";

/** Currencies that are taken at the door and counted in a till; others only where staff took them. */
export const DOOR_CURRENCIES = ["MXN", "USD"] as const satisfies readonly Currency[];
export type DoorCurrency = (typeof DOOR_CURRENCIES)[number];

/** Nobody at the door has foreign coins: other currencies than pesos are taken in whole units. */
const FOREIGN_STEP = 100;

/** The smallest step of cash in a currency, in minor units; that of pesos is the setting `cash_rounding`. */
export const cashStep = (currency: Currency, pesoStep: number): number =>
  currency === "MXN" ? pesoStep : FOREIGN_STEP;

/**
 * What changes hands in cash for an amount due (> 0, minor units): the nearest multiple of the step, half away from zero, and
 * never nothing.
 */
export const inCash = (due: number, step: number): number => Math.max(step, round(due / step) * step);

type DoorSum = { total: number | null; pays: number; way: "link" | HandWay; step: number };

/**
 * What a seller takes of a sale of which a code pays a part (`pays`); minor units, null where it has no price. `rest`: what is left to
 * pay, `due`: what changes hands. `isTaken`: a way of taking it is asked for. `isPaidHere`: it is paid with this sale, and not by the
 * guests on their own phone; a code that pays all of it does too.
 */
export function billAtDoor({ total, pays, way, step }: DoorSum) {
  const rest = total === null ? null : total - pays;
  const isTaken = rest !== 0 || total === 0;
  const due = rest !== null && isTaken && way === "cash" ? inCash(rest, step) : rest;
  return { rest, due, isTaken, isPaidHere: way !== "link" || !isTaken };
}

/** Whether anything is taken for a price at all: at the door nothing is given away. */
export const takesMoney = (price: number | null | undefined): price is number => (price ?? 0) > 0;

/** What is given back of an amount handed over; null when that is too little. Minor units. */
export const changeOf = (cash: number, due: number): number | null => (cash < due ? null : cash - due);
