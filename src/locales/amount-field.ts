import { z } from "zod";
import { parseAmount } from "#src/kernel/amount.ts";
import type { MessageId } from "#src/locales/i18n.ts";

/** The message with which every form refuses an invalid amount. */
export const NO_AMOUNT = "admin.error.amount" satisfies MessageId;

const read = (typed: string, context: z.RefinementCtx<string>): number => {
  const amount = parseAmount(typed);
  if (amount !== null) return amount;
  context.addIssue({ code: "custom", message: NO_AMOUNT });
  return z.NEVER;
};

/** A typed amount, in minor units. */
export const amountField = z.string(NO_AMOUNT).transform(read);

/** The same for an optional field; empty is null. */
export const optionalAmountField = z
  .string(NO_AMOUNT)
  .transform((typed, context) => (typed.trim() === "" ? null : read(typed, context)));
