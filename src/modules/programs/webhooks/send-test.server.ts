import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { lostAt, sendOne } from "#src/modules/programs/webhooks/send-messages.server.ts";
import { insertTest } from "#src/modules/programs/webhooks/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Sends a test message, also to an endpoint that is switched off, and says what it answered: at most ten seconds later. It isn't tried
 * again. A subscription is sent none: its protocol knows no test. Refusals: forbidden {missing}, endpoint_not_found.
 */
export async function sendTest(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const { now } = ctx;
  const message = await ctx.db.transaction().execute(async (tx) => {
    const test = isUuid(id)
      ? await insertTest(tx, { endpointId: id, data: { id }, now, lostAt: lostAt(now) })
      : undefined;
    if (test) await audit(tx, ctx, { action: "webhook.tested", subject: ["webhook", id] });
    return test;
  });
  if (!message) return fail("endpoint_not_found");
  return ok(await sendOne({ ...ctx, clock: () => now }, message, { retries: false }));
}
