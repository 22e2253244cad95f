import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { holdReview, setReview } from "#src/modules/evening/reviews/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Takes a review's words off the site (its crawl's page and the home page), or lets its crawl's page show them again. Its stars
 * count all the same. Idempotent. Refusals: forbidden {missing}, review_not_found.
 */
export async function hideReview(ctx: Context, { id, hidden }: { id: string; hidden: boolean }) {
  if (!can(ctx.actor, "reviews.change")) return fail("forbidden", { missing: "reviews.change" });
  if (!isUuid(id)) return fail("review_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const review = await holdReview(tx, id);
    if (!review) return fail("review_not_found");
    if (review.hidden === hidden) return ok({});
    await setReview(tx, id, hidden ? { hidden, published: false } : { hidden });
    await audit(tx, ctx, {
      action: hidden ? "rating.hidden" : "rating.shown",
      subject: ["rating", id],
      changes: { hidden: [review.hidden, hidden] },
    });
    return ok({});
  });
}
