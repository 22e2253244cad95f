import { data, redirect } from "react-router";
import { z } from "zod";
import { isUuid } from "#src/kernel/codes.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { ok } from "#src/kernel/result.ts";
import { requestRatingLink } from "#src/modules/mail/notifications/request-link.server.ts";
import { findDepartureToReview } from "#src/modules/evening/reviews/queries.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { FIELDS, readFormValues, reviewOf, type ReviewExtra } from "#src/modules/evening/reviews/rules/review.ts";
import { SubmitReview } from "#src/modules/evening/reviews/schema.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { lostForm } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { later } from "#src/ui/later.tsx";
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

export async function action({ context, params: { bookingId }, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const token = tokenOf(request);
  const form = await request.formData();
  const one = form.get("intent") === "link" ? linking(bookingId) : rating(bookingId, token);
  return guestAct<ReviewExtra>(ctx, form, one, {
    headers: PRIVATE,
    statusOf: (reason) => (reason === "booking_not_found" ? 404 : 409),
  });
}

/** Sends the link to the booking's address, if there is a night to rate. */
const linking = (bookingId: string): Act<ReviewExtra> =>
  act({
    input: z.object({}),
    run: async (ctx) => {
      await requestRatingLink(ctx, { booking_id: bookingId });
      return ok({});
    },
    done: () => ({}),
  });

const rating = (bookingId: string, token: string | null): Act<ReviewExtra> =>
  act({
    input: (form, { locale }) => SubmitReview.safeParse(reviewOf(readFormValues(form), locale)),
    fields: FIELDS,
    typed: (form) => ({ formValues: readFormValues(form) }),
    run: async (ctx, review) => {
      const result = await submitReview(ctx, { ...review, bookingId, token });
      return !result.ok && result.reason === "already_rated" ? ok({}) : result;
    },
    done: (_, __, { locale }) => {
      // the page then shows the review, however often it is opened
      const here = localizedPath(`/rating/${bookingId}`, locale);
      const query = token === null ? "" : `token=${encodeURIComponent(token)}&`;
      throw redirect(`${here}?${query}sent`, { headers: PRIVATE });
    },
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => lostForm<ReviewExtra>("reviews.failed"));

export default later(
  "page-review",
  async () => (await import("#src/modules/evening/reviews/components/review-page.tsx")).default,
  "touched",
);
