import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { holdRating, setRating } from "#src/modules/reviews/store/feedback.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Marks a rating as looked after, or opens it again. Asked for what is so already, it does nothing: whoever did it first stays
 * named. Refusals: forbidden {missing}, rating_not_found.
 */
export async function handleRating(ctx: Context, { id, done }: { id: string; done: boolean }) {
  if (!can(ctx.actor, "feedback.change")) return fail("forbidden", { missing: "feedback.change" });
  if (!isUuid(id)) return fail("rating_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const rating = await holdRating(tx, id);
    if (!rating) return fail("rating_not_found");
    if ((rating.handled_at !== null) === done) return ok({});
    const handled_at = done ? ctx.now : null;
    await setRating(tx, id, { handled_at, handled_by: done ? ctx.actor.userId : null });
    await audit(tx, ctx, {
      action: done ? "rating.handled" : "rating.reopened",
      subject: ["rating", id],
      changes: { handled_at: [rating.handled_at?.toISOString() ?? null, handled_at?.toISOString() ?? null] },
    });
    return ok({});
  });
}
