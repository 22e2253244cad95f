import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { runById, markLooked } from "#src/modules/books/reconciliation/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Acknowledges the differences of a comparison; idempotent. Requires `payments.change`. Refusals: forbidden, run_not_found. */
export async function acknowledgeRun(ctx: Context, { run_id: id }: { run_id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  if (!(await runById(ctx.db, id))) return fail("run_not_found");
  await ctx.db.transaction().execute(async (tx) => {
    const looked = await markLooked(tx, id, ctx.now);
    if (!looked) return;
    await audit(tx, ctx, {
      action: "reconciliation.looked_at",
      subject: ["reconciliation_run", id],
      changes: { provider: [null, looked.provider], day: [null, looked.day] },
    });
  });
  return ok({});
}
