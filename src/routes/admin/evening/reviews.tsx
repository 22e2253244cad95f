import { z } from "zod";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { answerReview } from "#src/modules/evening/reviews/answer-review.server.ts";
import { handleReview } from "#src/modules/evening/reviews/handle-review.server.ts";
import { hideReview } from "#src/modules/evening/reviews/hide-review.server.ts";
import { publishReview } from "#src/modules/evening/reviews/publish-review.server.ts";
import { listReviews, openReview } from "#src/modules/evening/reviews/queries.server.ts";
import { REVIEW_REFUSALS, type ReviewExtra } from "#src/modules/evening/reviews/rules/admin.ts";
import { REVIEW_LIST } from "#src/modules/evening/reviews/rules/review-list.ts";
import { AnswerReview } from "#src/modules/evening/reviews/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { type Act, act, withHidden } from "#src/routes/shared/act.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { readAnswer } from "#src/ui/admin/answer.ts";
import type { Route } from "./+types/reviews";
import ReviewsPage from "#src/modules/evening/reviews/admin/reviews-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const filter = REVIEW_LIST.read(new URL(request.url).searchParams);
  const list = await listReviews(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = filter.open === null ? null : await openReview(ctx, filter.open);
  const open = opened?.ok ? { ...opened.review, key: crypto.randomUUID() } : null;
  return { list, filter, open };
}

const review = z.object({ id: z.uuid() });

/** One of a pair of acts on a review, of which each takes the other back. */
const turning = (
  run: (ctx: RequestContext, review: { id: string }) => Promise<Ok | (Failure & { missing?: string })>,
  flash: MessageId,
  opposite: string,
): Act<ReviewExtra> => act({ input: review, run, done: (_, { id }) => ({ flash, undo: { intent: opposite, id } }) });

export const action = (args: Route.ActionArgs) =>
  adminAct<ReviewExtra>(args, {
    refusals: REVIEW_REFUSALS,
    acts: {
      answer: act({
        input: (form) =>
          withHidden(AnswerReview.safeParse(readAnswer(form)), review.safeParse(Object.fromEntries(form))),
        fields: ["text"],
        run: answerReview,
        done: (_, { key }) => ({ flash: "reviews-admin.flash.answered", sent: key }),
        refusal: (refusal) => (refusal.reason === "answered_meanwhile" ? { replies: refusal.replies } : undefined),
      }),
      publish: turning(
        (ctx, { id }) => publishReview(ctx, { id, published: true }),
        "reviews-admin.flash.published",
        "unpublish",
      ),
      unpublish: turning(
        (ctx, { id }) => publishReview(ctx, { id, published: false }),
        "reviews-admin.flash.unpublished",
        "publish",
      ),
      hide: turning((ctx, { id }) => hideReview(ctx, { id, hidden: true }), "reviews-admin.flash.hidden", "show"),
      show: turning((ctx, { id }) => hideReview(ctx, { id, hidden: false }), "reviews-admin.flash.shown", "hide"),
      close: turning((ctx, { id }) => handleReview(ctx, { id, done: true }), "reviews-admin.flash.handled", "reopen"),
      reopen: turning((ctx, { id }) => handleReview(ctx, { id, done: false }), "reviews-admin.flash.reopened", "close"),
    },
  });

export const clientAction = (args: Route.ClientActionArgs) => keepFormValues(args, "reviews-admin.flash.failed");

export default ReviewsPage;
