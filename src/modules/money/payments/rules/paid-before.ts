import { isPaidBefore, type ManualMethod } from "#src/kernel/pay-method.ts";

/** Who holds, and how was paid, what another system took for a booking before it was imported (docs/decisions/207). */
export const WAY_BEFORE: ManualMethod = "before";

/** How an amount goes back to a guest: the way they paid us, from the other system that they paid (`before`), or each in part. */
export type WayBack = "own" | "before" | "both";

/** `before`: how much of it another system took, in the same minor units. */
export const wayBack = (amount: number, before: number): WayBack =>
  before === 0 ? "own" : before < amount ? "both" : "before";

/** What a sentence about it inserts: which way it goes back, and how much each way. `say` writes an amount. */
export const wayBackValues = (amount: number, before: number, say: (minor: number) => string) => ({
  way: wayBack(amount, before),
  own: say(amount - before),
  before: say(before),
});

/** How much of what goes back, by payment, another system took. */
export const beforeIn = (parts: readonly { method: string; amount: number }[]): number =>
  parts.filter(({ method }) => isPaidBefore(method)).reduce((sum, { amount }) => sum + amount, 0);

/** An amount taken of parts in turn, up to what is left of each; those of which nothing is taken are left out. */
export function takeInTurn<Part extends { left: number }>(
  parts: readonly Part[],
  amount: number,
): (Part & { amount: number })[] {
  let rest = amount;
  return parts.flatMap((part) => {
    const taking = Math.min(rest, part.left);
    rest -= taking;
    return taking > 0 ? [{ ...part, amount: taking }] : [];
  });
}
