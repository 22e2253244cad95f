import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { holdReview, setReview } from "#src/modules/evening/reviews/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Marks a review as handled, or reopens it. Idempotent: whoever did it first stays recorded. Refusals: forbidden {missing},
 * review_not_found.
 */
export async function handleReview(ctx: Context, { id, done }: { id: string; done: boolean }) {
  if (!can(ctx.actor, "reviews.change")) return fail("forbidden", { missing: "reviews.change" });
  if (!isUuid(id)) return fail("review_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const review = await holdReview(tx, id);
    if (!review) return fail("review_not_found");
    if ((review.handled_at !== null) === done) return ok({});
    const handled_at = done ? ctx.now : null;
    await setReview(tx, id, { handled_at, handled_by: done ? ctx.actor.userId : null });
    await audit(tx, ctx, {
      action: done ? "rating.handled" : "rating.reopened",
      subject: ["rating", id],
      changes: { handled_at: [review.handled_at?.toISOString() ?? null, handled_at?.toISOString() ?? null] },
    });
    return ok({});
  });
}
