import { fail, ok } from "#src/kernel/result.ts";
import { renewVersion } from "#src/modules/evening/guides/store/months.server.ts";
import { lockGuide } from "#src/modules/evening/guides/store/shifts.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Gives the signed-in guide's calendar another link; those before open nothing anymore. `version` is the one that was seen: a form
 * that was sent twice renews once. Requires `manifest.read`. Refusal: forbidden {missing}.
 */
export async function renewCalendar(ctx: Context, { version }: { version: number }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "manifest.read") || userId === null)
    return fail("forbidden", { missing: "manifest.read" as const });
  return ctx.db.transaction().execute(async (tx) => {
    const { calendar_version: current } = await lockGuide(tx, userId);
    if (current !== version) return ok({ version: current });
    await renewVersion(tx, userId, current + 1);
    await audit(tx, ctx, { action: "guide.calendar_renewed", subject: ["user", userId] });
    return ok({ version: current + 1 });
  });
}
