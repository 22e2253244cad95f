import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { whyNotPublished } from "#src/modules/reviews/rules.ts";
import { holdRating, setRating } from "#src/modules/reviews/store/feedback.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Shows a guest's words on the home page with first name and country, or takes them off it. Asked for what is so already, it does
 * nothing. Refusals: forbidden {missing}, rating_not_found, no_consent (the guest didn't agree), no_words.
 */
export async function publishRating(ctx: Context, { id, published }: { id: string; published: boolean }) {
  if (!can(ctx.actor, "feedback.change")) return fail("forbidden", { missing: "feedback.change" });
  if (!isUuid(id)) return fail("rating_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const rating = await holdRating(tx, id);
    if (!rating) return fail("rating_not_found");
    const refused = published && whyNotPublished(rating);
    if (refused) return fail(refused);
    if (rating.published === published) return ok({});
    await setRating(tx, id, { published });
    await audit(tx, ctx, {
      action: published ? "rating.published" : "rating.unpublished",
      subject: ["rating", id],
      changes: { published: [rating.published, published] },
    });
    return ok({});
  });
}
