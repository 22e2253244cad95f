import { data } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { answerRating } from "#src/modules/reviews/answer-rating.server.ts";
import { Feedback } from "#src/modules/reviews/admin/feedback.tsx";
import { handleRating } from "#src/modules/reviews/handle-rating.server.ts";
import { publishRating } from "#src/modules/reviews/publish-rating.server.ts";
import { listRatings, openRating } from "#src/modules/reviews/queries.server.ts";
import { DONE, failedAct, type RatingAct, refusalText } from "#src/modules/reviews/rules/admin.ts";
import { AnswerRating, RatingFilter, RatingIntent } from "#src/modules/reviews/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import { readAnswer } from "#src/ui/admin/answer.ts";
import type { Route } from "./+types/feedback";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const asked = Object.fromEntries(new URL(request.url).searchParams);
  const filter = RatingFilter.parse(asked);
  const list = await listRatings(ctx, filter);
  if (!list.ok) throw refused(list);
  const opened = asked["open"] ? await openRating(ctx, asked["open"]) : null;
  const open = opened?.ok ? { ...opened.rating, key: crypto.randomUUID() } : null;
  return { list, filter, open };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = RatingIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const { intent, id } = asked.data;
  if (intent === "answer") return answer(ctx, id, form);
  const result =
    intent === "publish" || intent === "unpublish"
      ? await publishRating(ctx, { id, published: intent === "publish" })
      : await handleRating(ctx, { id, done: intent === "close" });
  if (result.ok) return answered({ intent, id, flash: DONE[intent] });
  if (result.reason === "forbidden") throw refused(result);
  return answered({ intent, id, flash: refusalText(result.reason), bad: true }, 409);
}

async function answer(ctx: RequestContext, id: string, form: FormData) {
  const intent = "answer";
  const at = ctx.now.getTime();
  const input = AnswerRating.safeParse(readAnswer(form));
  if (!input.success)
    return answered({ intent, id, at, fieldErrors: toFieldErrors(["text"], input.error.issues) }, 422);
  const result = await answerRating(ctx, { ...input.data, id });
  if (result.ok) return answered({ intent, id, flash: "feedback.flash.answered", sent: input.data.key });
  if (result.reason === "forbidden") throw refused(result);
  if (result.reason === "answered_meanwhile") return answered({ intent, id, at, replies: result.replies }, 409);
  return answered({ intent, id, flash: refusalText(result.reason), bad: true }, 409);
}

const answered = (act: RatingAct, status = 200) => data(act, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAct);

export default function FeedbackPage({ loaderData }: Route.ComponentProps) {
  return <Feedback {...loaderData} />;
}
