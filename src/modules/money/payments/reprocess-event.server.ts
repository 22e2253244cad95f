import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { eventForUpdate, revive } from "#src/modules/money/payments/store/inbox.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/**
 * Reprocesses a dead message, with all its tries reset. A no-op if it was processed or is still being tried. Requires
 * `payments.change`. Refusals: forbidden, event_not_found.
 */
export async function reprocessEvent(ctx: Context, { event_id: id }: { event_id: string }) {
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const event = await eventForUpdate(tx, id);
    if (!event) return fail("event_not_found");
    if (!event.dead_at) return ok({});
    await revive(tx, id);
    await audit(tx, ctx, {
      action: "provider_event.revived",
      subject: ["provider_event", id],
      changes: { dead_reason: [event.dead_reason, null], attempts: [event.attempts, 0] },
    });
    await addJob(tx, "provider-event.process", { id }, { key: `event:${id}` });
    return ok({});
  });
}
