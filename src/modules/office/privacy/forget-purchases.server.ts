import { forgetPayers } from "#src/modules/office/privacy/forget-bookings.server.ts";
import type { PersonsPurchase } from "#src/modules/office/privacy/store.server.ts";
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
  await forgetPayers(
    tx,
    purchases.map(({ id }) => id),
  );
}
