import type { Why } from "#src/locales/why.ts";
import { whyRefunds } from "#src/modules/changes/manage/rules/why-refunds.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { refundsOf } from "#src/modules/money/payments/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Why a booking's guest gets back what the page says they do: each refund, for what, and when it was decided. Null without any. */
export async function explainRefunds(
  { db, now }: Pick<Context, "db" | "now">,
  { id, zone }: { id: string; zone: string },
  refunds: PaymentState["refunds"],
): Promise<Why | null> {
  return refunds.length === 0 ? null : whyRefunds(await refundsOf(db, id), refunds, { now, zone });
}
