import { data, redirect } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { requestRatingLink } from "#src/modules/mail/notifications/request-link.server.ts";
import { findDepartureToReview } from "#src/modules/evening/reviews/queries.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import {
  type FormFieldError,
  FIELDS,
  reviewOf,
  type FormValues,
  readFormValues,
} from "#src/modules/evening/reviews/rules/review.ts";
import { SubmitReview } from "#src/modules/evening/reviews/schema.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { serverAnswered } from "#src/ui/server-answered.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/review";

export const headers = () => PRIVATE;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token");

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const departure = await findDepartureToReview(ctx, params.bookingId, tokenOf(request));
  return data(
    { departure, isLinkOffered: isUuid(params.bookingId) },
    { status: departure ? 200 : 404, headers: PRIVATE },
  );
}

type Answer = {
  at: number;
  formValues: FormValues | null;
  fieldErrors: FormFieldError[];
  formError: MessageId | null;
  /** The link is on its way to the booking's address, if there is a night to rate. */
  isLinkSent?: true;
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const token = tokenOf(request);
  const form = await request.formData();
  const formValues = readFormValues(form);
  const answer = { at: ctx.now.getTime(), formValues, fieldErrors: [], formError: null } satisfies Answer;
  if (form.get("intent") === "link") {
    await requestRatingLink(ctx, { booking_id: params.bookingId });
    return data<Answer>({ ...answer, isLinkSent: true }, { headers: PRIVATE });
  }
  const input = SubmitReview.safeParse(reviewOf(formValues, ctx.locale));
  if (!input.success) return written({ ...answer, fieldErrors: toFieldErrors(FIELDS, input.error.issues) }, 422);
  const result = await submitReview(ctx, { ...input.data, bookingId: params.bookingId, token });
  if (!result.ok && result.reason !== "already_rated")
    return written(
      { ...answer, formError: `errors.${result.reason}` },
      result.reason === "booking_not_found" ? 404 : 409,
    );
  // the page then shows the review, however often it is opened
  const here = localizedPath(`/rating/${params.bookingId}`, ctx.locale);
  throw redirect(`${here}?${token === null ? "" : `token=${encodeURIComponent(token)}&`}sent`, { headers: PRIVATE });
}

const written = (answer: Answer, status: number) => data<Answer>(answer, { status, headers: PRIVATE });

/** Keeps the form values when the server can't be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    const lost: Answer = { at: Date.now(), formValues: null, fieldErrors: [], formError: "reviews.failed" };
    // this status prevents revalidation, which would fail as well
    return data(lost, { status: 503 });
  }
}

export default later(
  "page-review",
  async () => (await import("#src/modules/evening/reviews/components/review-page.tsx")).default,
  "touched",
);
