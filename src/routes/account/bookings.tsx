import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { data } from "react-router";
import { myBookings } from "#src/modules/sales/booking/queries.server.ts";
import type { MyBooking } from "#src/modules/sales/booking/schema.ts";
import { paymentStatesOf } from "#src/modules/money/payments/queries.server.ts";
import { kindInDrawer } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import { reviewsOf } from "#src/modules/evening/reviews/queries.server.ts";
import { signedIn } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { LoadingPage } from "#src/ui/loading-page.tsx";
import type { Route } from "./+types/bookings";

export const headers = () => ({ "cache-control": "no-store" });

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const { actor } = ctx;
  const page = pageOf(new URL(request.url).searchParams.get("page"));
  const { upcoming, past, older } = await myBookings(ctx, page);
  const all = [...upcoming, ...past];
  const [payments, reviews] = await Promise.all([
    paymentStatesOf(
      ctx,
      all.map(({ id }) => id),
    ),
    reviewsOf(ctx, all),
  ]);
  const card = (booking: MyBooking) => {
    const payment = payments.get(booking.id)!;
    const review = reviews.get(booking.id)!;
    return { ...booking, kind: kindInDrawer(booking, payment), refunds: payment.refunds, review };
  };
  return data({
    upcoming: upcoming.map(card),
    past: past.map(card),
    page,
    older,
    // only to omit the current year from dates
    today: dateIn(ctx.now, HOME_ZONE),
    // the one note that leads here: another would tell a signed-in reader what isn't so
    isConfirmed: new URL(request.url).searchParams.get("note") === "verified",
    unverified: actor.emailVerified ? null : actor.email,
  });
}

/** The page of past departures in a URL's parameter. */
const pageOf = (page: string | null) => (page && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1);

export default later(
  "page-bookings",
  async () => (await import("#src/modules/changes/manage/components/bookings-page.tsx")).default,
  "touched",
  LoadingPage,
);
