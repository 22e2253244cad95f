import { fail, ok } from "#src/kernel/result.ts";
import { mayWorkFor } from "#src/modules/evening/guides/queries.server.ts";
import type { ShowGuide } from "#src/modules/evening/guides/schema.ts";
import { writeShown } from "#src/modules/evening/guides/store/months.server.ts";
import { lockGuide } from "#src/modules/evening/guides/store/shifts.server.ts";
import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Says whether guests see a guide, who has agreed to it, by first name on the nights that they lead, and their picture. Idempotent.
 * Requires `schedule.change`. Refusals: forbidden {missing}, not_a_guide (also one of other cities than the caller's).
 */
export async function showGuide(ctx: Context, { user_id: userId, shown: isPublic, portrait }: ShowGuide) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" as const });
  if (!(await staffWho(ctx, "checkins.record")).some((one) => one.id === userId && mayWorkFor(ctx.actor, one)))
    return fail("not_a_guide");
  return appear(ctx, userId, { shown: isPublic, portrait });
}

/**
 * Says whether guests see the signed-in guide; the picture stays as it was, for when they appear again. Idempotent. Requires
 * `manifest.read`. Refusal: forbidden {missing}.
 */
export async function showOneself(ctx: Context, { shown: isPublic }: { shown: boolean }) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "manifest.read") || userId === null)
    return fail("forbidden", { missing: "manifest.read" as const });
  return appear(ctx, userId, { shown: isPublic });
}

function appear(ctx: Context, userId: string, change: { shown: boolean; portrait?: string | null }) {
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockGuide(tx, userId);
    const { shown: isPublic, portrait } = { portrait: was.portrait, ...change };
    if (was.shown === isPublic && was.portrait === portrait) return ok({});
    await writeShown(tx, userId, { shown: isPublic, portrait });
    await audit(tx, ctx, {
      action: isPublic ? "guide.shown" : "guide.hidden",
      subject: ["user", userId],
      changes: {
        ...(was.shown === isPublic ? {} : { shown: [was.shown, isPublic] as const }),
        ...(was.portrait === portrait ? {} : { portrait: [was.portrait, portrait] as const }),
      },
    });
    return ok({});
  });
}
