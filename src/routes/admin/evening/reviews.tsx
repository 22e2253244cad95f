import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { answerReview } from "#src/modules/evening/reviews/answer-review.server.ts";
import { handleReview } from "#src/modules/evening/reviews/handle-review.server.ts";
import { hideReview } from "#src/modules/evening/reviews/hide-review.server.ts";
import { publishReview } from "#src/modules/evening/reviews/publish-review.server.ts";
import { listReviews, openReview } from "#src/modules/evening/reviews/queries.server.ts";
import { DONE, failedAct, type ReviewAct, refusalText } from "#src/modules/evening/reviews/rules/admin.ts";
import { REVIEW_LIST } from "#src/modules/evening/reviews/rules/review-list.ts";
import { AnswerReview, ReviewIntent } from "#src/modules/evening/reviews/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
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

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = ReviewIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const { intent, id } = asked.data;
  if (intent === "answer") return answer(ctx, id, form);
  const result =
    intent === "publish" || intent === "unpublish"
      ? await publishReview(ctx, { id, published: intent === "publish" })
      : intent === "hide" || intent === "show"
        ? await hideReview(ctx, { id, hidden: intent === "hide" })
        : await handleReview(ctx, { id, done: intent === "close" });
  if (result.ok) return answered({ intent, id, flash: DONE[intent] });
  if (result.reason === "forbidden") throw refused(result);
  return answered({ intent, id, flash: refusalText(result.reason), bad: true }, 409);
}

async function answer(ctx: RequestContext, id: string, form: FormData) {
  const intent = "answer";
  const at = ctx.now.getTime();
  const input = AnswerReview.safeParse(readAnswer(form));
  if (!input.success)
    return answered({ intent, id, at, fieldErrors: toFieldErrors(["text"], input.error.issues) }, 422);
  const result = await answerReview(ctx, { ...input.data, id });
  if (result.ok) return answered({ intent, id, flash: "reviews-admin.flash.answered", sent: input.data.key });
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "answered_meanwhile") return answered({ intent, id, at, replies: result.replies }, 409);
  return answered({ intent, id, flash: refusalText(result.reason), bad: true }, 409);
}

const answered = (act: ReviewAct, status = 200) => data(act, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAct);

export default ReviewsPage;
