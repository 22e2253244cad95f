import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { withdrawNight } from "#src/modules/changes/groups/cancel-night.server.ts";
import { holdRequest, setState } from "#src/modules/changes/groups/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Closes a group's request, or reopens it. Idempotent: whoever did it first stays recorded. Refusals: forbidden {missing},
 * request_not_found, already_accepted (its booking is cancelled instead). What was offered can't be accepted while it is closed.
 */
export async function closeRequest(ctx: Context, { id, closed }: { id: string; closed: boolean }) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  if (!isUuid(id)) return fail("request_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const request = await holdRequest(tx, id);
    if (!request) return fail("request_not_found");
    if ((request.state === "closed") === closed) return ok({});
    if (request.state === "accepted") return fail("already_accepted");
    const state = closed ? "closed" : request.has_quote ? "quoted" : "new";
    if (closed) await withdrawNight(ctx, tx, { request_id: id });
    await setState(tx, id, { state, closed_at: closed ? ctx.now : null, closed_by: closed ? ctx.actor.userId : null });
    await audit(tx, ctx, {
      action: closed ? "group_request.closed" : "group_request.reopened",
      subject: ["group_request", id],
      changes: { state: [request.state, state] },
    });
    return ok({});
  });
}
