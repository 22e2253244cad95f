import type { Currency } from "#src/kernel/money.ts";

type Part = { amount_minor: number; currency: Currency; status: string };

/**
 * What comes back altogether, in minor units, where it comes in parts that each have a line: whoever was promised one sum finds it
 * again. Null where one line says it, or parts of several currencies don't add up. What a bank decides about isn't promised.
 */
export function refundSum(refunds: readonly Part[]): { amount: number; currency: Currency; parts: number } | null {
  const promised = refunds.filter(({ status }) => status !== "disputed");
  const [first] = promised;
  if (!first || promised.length === 1 || promised.some(({ currency }) => currency !== first.currency)) return null;
  const amount = promised.reduce((sum, part) => sum + part.amount_minor, 0);
  return { amount, currency: first.currency, parts: promised.length };
}
