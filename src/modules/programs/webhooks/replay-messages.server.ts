import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { sendSoon } from "#src/modules/programs/webhooks/send-messages.server.ts";
import { requeue } from "#src/modules/programs/webhooks/store/deliveries.server.ts";
import { lockEndpoint } from "#src/modules/programs/webhooks/store/endpoints.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Sends a message again, under its id, or with `n` null all that were given up; each is tried for three days again. One that waits for
 * its next try is sent at once. Refusals: forbidden {missing}, endpoint_not_found, delivery_not_found.
 */
export async function replayMessages(ctx: Context, { id, n }: { id: string; n: string | null }) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return ctx.db.transaction().execute(async (tx) => {
    if (!isUuid(id) || !(await lockEndpoint(tx, id))) return fail("endpoint_not_found");
    const count = await requeue(tx, { endpointId: id, n, now: ctx.now });
    if (n !== null && count === 0) return fail("delivery_not_found");
    if (count === 0) return ok({ count });
    await audit(tx, ctx, {
      action: "webhook.replayed",
      subject: ["webhook", id],
      changes: { messages: [null, count] },
    });
    await sendSoon(tx);
    return ok({ count });
  });
}
