import { ok, fail } from "#src/kernel/result.ts";
import { creditOf } from "#src/modules/money/credits/queries.server.ts";
import { findCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What is left behind a code, of a gift card or of credit. Anyone may ask, within the limit on wrong guesses. A code that is unknown,
 * spent, ended or blocked is answered alike. Refusals: nothing_left, too_many_attempts {retry_after}.
 */
export async function checkBalance(ctx: Context, code: string) {
  const found = await findCredit(ctx, code);
  if (!found.ok) return found.reason === "credit_invalid" ? fail("nothing_left") : found;
  const credit = await creditOf(ctx, found.creditId);
  if (!credit || credit.left === 0 || credit.disputed) return fail("nothing_left");
  if (credit.expires_at !== null && new Date(credit.expires_at) <= ctx.now) return fail("nothing_left");
  const { amount, left, currency, expires_at: until } = credit;
  return ok({ amount, left, currency, until });
}
