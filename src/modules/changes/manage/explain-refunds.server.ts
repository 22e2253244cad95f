import { dateIn } from "#src/kernel/local-time.ts";
import type { Money } from "#src/kernel/money.ts";
import type { Why } from "#src/locales/why.ts";
import { refundSum } from "#src/modules/changes/manage/rules/refund-sum.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { refundsOf } from "#src/modules/money/payments/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Why a booking's guest gets back what the page says they do: each refund, for what, and when it was decided. Null without any. */
export async function explainRefunds(
  { db }: Pick<Context, "db">,
  { id, zone }: { id: string; zone: string },
  refunds: PaymentState["refunds"],
): Promise<Why | null> {
  const [first] = refunds;
  if (!first) return null;
  const rows = await refundsOf(db, id);
  const real = rows.filter(({ status }) => status !== "dropped" && status !== "credited");
  const amount: Money = refundSum(refunds) ?? { amount: first.amount_minor, currency: first.currency };
  return {
    amount: { amount: amount.amount, currency: amount.currency },
    steps: real.map(({ reason, amount: adds, created_at: at }) => ({
      text: "why.refund",
      values: { reason, day: { day: dateIn(at, zone) } },
      adds,
    })),
  };
}
