import { payoutsNoted, writePayout } from "#src/modules/money/payments/store/fees.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { PaymentProvider } from "#src/platform/payment-provider.server.ts";

/** How long ago a payout may have begun; the job may stand still as long. */
const LOOKED_AT_MS = 35 * 86_400_000;

/**
 * Notes on payments with which payout a provider sent them to the bank, where it says so (docs/decisions/151). Idempotent:
 * payouts that are recorded aren't queried again.
 */
export async function notePayouts({ db, now }: Pick<Context, "db" | "now">, provider: PaymentProvider): Promise<void> {
  const { listPayouts, chargesOfPayout } = provider;
  if (!listPayouts || !chargesOfPayout) return;
  const payouts = await listPayouts(new Date(+now - LOOKED_AT_MS), now);
  const noted = await payoutsNoted(
    db,
    payouts.map(({ id }) => id),
  );
  for (const payout of payouts)
    if (!noted.has(payout.id)) await writePayout(db, provider.name, payout, await chargesOfPayout(payout.id));
}
