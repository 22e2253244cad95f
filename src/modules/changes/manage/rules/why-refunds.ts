import { dateIn } from "#src/kernel/local-time.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Why } from "#src/locales/why.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { isUndecided } from "#src/modules/money/payments/rules/payment.ts";

type Refund = Parameters<typeof isUndecided>[0] & { amount: number; currency: Currency; created_at: Date };

/**
 * Why so much goes back: each refund that the amount sums, for what, and when it was decided. `refunds` is what the page shows, in the
 * order of `rows`. Null without any, and where they are no one sum: in several currencies, or changed since the page read them.
 */
export function whyRefunds(
  rows: readonly Refund[],
  refunds: PaymentState["refunds"],
  { now, zone }: { now: Date; zone: string },
): Why | null {
  // what the page shows of them: a night that we called off isn't refunded while its guest may still choose another
  const real = rows.filter(
    (row) =>
      row.status !== "dropped" &&
      row.status !== "credited" &&
      !(row.reason === "departure_cancelled" && isUndecided(row, now)),
  );
  if (real.length !== refunds.length) return null;
  // what a bank decides about isn't promised
  const promised = real.filter((_, index) => refunds[index]!.status !== "disputed");
  const [first] = promised;
  if (!first || promised.some(({ currency }) => currency !== first.currency)) return null;
  return {
    amount: { amount: promised.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency },
    steps: promised.map(({ reason, amount: adds, created_at: at }) => ({
      text: "why.refund",
      values: { reason, day: { day: dateIn(at, zone) } },
      adds,
    })),
  };
}
