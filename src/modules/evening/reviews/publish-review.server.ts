import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { whyNotPublished } from "#src/modules/evening/reviews/rules/review.ts";
import { holdReview, setReview } from "#src/modules/evening/reviews/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Shows a review on the home page with first name and country, also where it was hidden, or removes it from there. Idempotent. Refusals: forbidden
 * {missing}, review_not_found, no_consent (the guest didn't agree), no_words.
 */
export async function publishReview(ctx: Context, { id, published }: { id: string; published: boolean }) {
  if (!can(ctx.actor, "reviews.change")) return fail("forbidden", { missing: "reviews.change" });
  if (!isUuid(id)) return fail("review_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const review = await holdReview(tx, id);
    if (!review) return fail("review_not_found");
    const refused = published && whyNotPublished(review);
    if (refused) return fail(refused);
    if (review.published === published) return ok({});
    await setReview(tx, id, published ? { published, hidden: false } : { published });
    await audit(tx, ctx, {
      action: published ? "rating.published" : "rating.unpublished",
      subject: ["rating", id],
      changes: { published: [review.published, published] },
    });
    return ok({});
  });
}
