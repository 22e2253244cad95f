import { forgetMessagesAbout } from "#src/modules/money/payments/forget-messages.server.ts";
import { forgetCustomers } from "#src/modules/money/sandbox/forget-customers.server.ts";
import type { PersonsPurchase } from "#src/modules/office/privacy/rules/erasure.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Takes everything that says whose they were out of what else than bookings was bought, in the caller's transaction. What was sold, paid
 * and receipted stays. Idempotent. The caller checks permissions.
 */
export async function forgetPurchases(ctx: Context, tx: Tx, purchases: readonly PersonsPurchase[]): Promise<void> {
  for (const { kind, id } of purchases) {
    const purchasable = ctx.ask.purchasable(kind);
    const { subject } = await purchasable.lock(ctx, tx, { kind, id, part: null });
    await purchasable.forget?.(tx, [id], ctx.now);
    await audit(tx, ctx, { action: "person.erased", subject });
  }
  const ids = purchases.map(({ id }) => id);
  if (ids.length === 0) return;
  await forgetMessagesAbout(tx, ids);
  await forgetCustomers(tx, ids);
}
