import { invoiceRequestOf } from "#src/modules/invoices/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A guest's invoice request and its status; null if there is none. The caller checks access. */
export async function invoiceOf(ctx: Pick<Context, "db">, bookingId: string) {
  const row = await invoiceRequestOf(ctx.db, bookingId);
  return row ? { ...row, created_at: row.created_at.toISOString() } : null;
}
