import type { Currency } from "#src/kernel/money.ts";

/** Whether a card may pay a bill in months without interest: Mexican banks offer them for pesos, from the operator's least amount on. */
export const paysInMonths = (bill: { amount_minor: number; currency: Currency }, from: number | null): boolean =>
  from !== null && bill.currency === "MXN" && bill.amount_minor >= from;
