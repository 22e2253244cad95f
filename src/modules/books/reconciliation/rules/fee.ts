import { decimal } from "#src/kernel/money.ts";
import { type Cell, moneyCell } from "#src/kernel/sheet.ts";

/** What a provider kept, in minor units of its own currency; null where it doesn't say. */
export type Fee = { fee: number | null; fee_currency: string | null };

const isIn = ({ fee, fee_currency }: Fee, currency: string): boolean => fee === null || fee_currency === currency;

/** A fee in a column of amounts; with its currency where it isn't the column's. */
export const feeCell = (fee: Fee, currency: string): Cell =>
  isIn(fee, currency) ? moneyCell(fee.fee) : `${decimal(fee.fee!)} ${fee.fee_currency}`;

/** What is left of an amount; null where the fee is in another currency. */
export const netOf = (fee: Fee, { amount, currency }: { amount: number; currency: string }): number | null =>
  isIn(fee, currency) ? amount - (fee.fee ?? 0) : null;
