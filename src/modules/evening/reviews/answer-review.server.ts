import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { reviewAnswered } from "#src/modules/evening/reviews/events.ts";
import { shownReplies } from "#src/modules/evening/reviews/queries.server.ts";
import type { AnswerReview } from "#src/modules/evening/reviews/schema.ts";
import {
  addReply,
  holdReview,
  isRepliedBy,
  repliesOf,
  setReview,
} from "#src/modules/evening/reviews/store/admin.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Stores a reply to a review and publishes it for emailing to the guest, in one transaction; a low review is handled by it.
 * Idempotent per form. Refusals: forbidden {missing}, review_not_found, guest_forgotten (the guest's data was deleted),
 * answered_meanwhile {replies} (somebody else replied after the form was opened).
 */
export async function answerReview(ctx: Context, { id, text, key, seen: version }: AnswerReview & { id: string }) {
  if (!can(ctx.actor, "reviews.change")) return fail("forbidden", { missing: "reviews.change" });
  if (!isUuid(id)) return fail("review_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const review = await holdReview(tx, id);
    if (!review) return fail("review_not_found");
    if (review.email === "") return fail("guest_forgotten");
    const form_key = `${id}.${key}`;
    if (await isRepliedBy(tx, form_key)) return ok({});
    const replies = await repliesOf(tx, id);
    if (replies.length !== version) return fail("answered_meanwhile", { replies: shownReplies(replies) });
    const answered_by = ctx.actor.userId;
    const reply = await addReply(tx, { rating_id: id, form_key, text, answered_by, created_at: ctx.now });
    const isFirst = review.handled_at === null;
    if (isFirst) await setReview(tx, id, { handled_at: ctx.now, handled_by: answered_by });
    await audit(tx, ctx, {
      action: "rating.answered",
      subject: ["rating", id],
      changes: isFirst ? { handled_at: [null, ctx.now.toISOString()] } : {},
    });
    await ctx.publish(ctx, tx, reviewAnswered({ bookingId: review.booking_id, answerId: reply.id }));
    return ok({});
  });
}
