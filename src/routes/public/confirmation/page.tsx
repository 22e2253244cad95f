import { data } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { linesOfBooking, OrderSummary } from "#src/modules/booking/components/order-summary.tsx";
import { findBooking } from "#src/modules/booking/queries.server.ts";
import { emailStateOf } from "#src/modules/notifications/queries.server.ts";
import { useAskAgain } from "#src/modules/payments/components/ask-again.tsx";
import { Outcome } from "#src/modules/payments/components/outcome.tsx";
import { paymentStateOf, settleOpenPayments, totalInPesos } from "#src/modules/payments/queries.server.ts";
import { refundUnplacedNow } from "#src/modules/payments/refund-unplaced.server.ts";
import { type ConfirmationKind, confirmationKind, mayChange } from "#src/modules/payments/rules/confirmation-view.ts";
import { Confirmed } from "#src/modules/tickets/components/confirmed.tsx";
import { ticketsOf } from "#src/modules/tickets/queries.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import type { Route } from "./+types/page";

// The address may carry a token that opens the tickets: nothing of it may be stored or told to another site.
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
// without any referrer browsers post a plain form with no origin, and it is refused: the one state with a form tells us, not others
const WITH_FORM = { ...PRIVATE, "referrer-policy": "same-origin" };
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

const signedIn = async (ctx: RequestContext): Promise<RequestContext> => ({ ...ctx, actor: await ctx.user() });

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const query = new URL(request.url).searchParams;
  const token = query.get("token");
  const seen = await findBooking(ctx, params.bookingId, token);
  if (!seen) return data({ found: false as const }, { status: 404, headers: PRIVATE });
  const returned = returnOf(query.get("payment"));
  // works from the address alone: banks' apps come back in another browser
  const before = await paymentStateOf(ctx, seen.id);
  const asked = before.last === "open" || (returned !== null && seen.status !== "confirmed");
  if (asked) await settleOpenPayments(ctx, seen.id);
  const [booking, payment] = asked
    ? await Promise.all([findBooking(ctx, seen.id, token), paymentStateOf(ctx, seen.id)])
    : [seen, before];
  if (!booking) throw new Error(`booking ${seen.id} is gone`);
  const kind = confirmationKind(booking, payment, returned);
  const open = booking.private !== null && kind === "success";
  const [tickets, mail] = await Promise.all([
    open ? ticketsOf(ctx, booking.id) : null,
    open ? emailStateOf(ctx, booking.id) : null,
  ]);
  const here = localizedPath(`/booking-confirmation/${booking.id}`, ctx.locale);
  const withToken = token ? `?token=${encodeURIComponent(token)}` : "";
  const found = {
    found: true as const,
    kind,
    booking,
    payment,
    pesos: await totalInPesos(ctx, booking.total),
    tickets: tickets && tickets.filter((ticket) => ticket.status === "valid").map(shownTicket),
    mail: mail?.state ?? ("none" as const),
    calendarPath: `${here}/calendar.ics${withToken}`,
    here: here + (withToken ? `${withToken}&` : "?") + "payment=returned",
    shareUrl: `${ctx.settings.BASE_URL}${localizedPath(`/checkout?departure=${booking.night.departure_id}`, ctx.locale)}`,
    over: ctx.now > new Date(booking.night.ends_at),
    refundable: ctx.now <= new Date(booking.night.refund_until),
    secondsLeft: (Date.parse(booking.hold_expires_at) - ctx.now.getTime()) / 1000,
  };
  return data(found, { headers: kind === "unplaced" ? WITH_FORM : PRIVATE });
}

const returnOf = (value: string | null) => (value === "returned" || value === "cancelled" ? value : null);

const shownTicket = ({ id, position, guest_name, code, qrSvg }: Awaited<ReturnType<typeof ticketsOf>>[number]) => ({
  id,
  position,
  guest_name,
  code,
  qrSvg,
});

/** Refund now: the one thing that can be done here; paying is done in checkout. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const token = new URL(request.url).searchParams.get("token");
  const result = await refundUnplacedNow(ctx, { bookingId: params.bookingId, token });
  return data({ refundAsked: result.ok }, { status: result.ok ? 200 : 404, headers: PRIVATE });
}

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const waits = loaderData.found && mayChange(loaderData.kind, loaderData.tickets ? loaderData.mail : null);
  const stopped = useAskAgain(waits);
  return (
    <main id="main" tabIndex={-1}>
      <title>{t(loaderData.found ? "confirmation.pageTitle" : "confirmation.missing.title")}</title>
      <meta name="robots" content="noindex" />
      {loaderData.found ? (
        <Found {...loaderData} stopped={stopped} refundAsked={actionData?.refundAsked ?? false} />
      ) : (
        <Missing />
      )}
    </main>
  );
}

type FoundData = Extract<Route.ComponentProps["loaderData"], { found: true }>;

function Found(props: FoundData & { stopped: boolean; refundAsked: boolean }) {
  const { kind, booking, pesos } = props;
  if (kind === "success") return <Confirmed {...props} />;
  return (
    <div className="wrap grid items-start gap-x-14 gap-y-10 py-10 md:py-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Outcome {...props} kind={kind satisfies Exclude<ConfirmationKind, "success">} />
      <OrderSummary
        night={booking.night}
        lines={linesOfBooking(booking)}
        rule={booking.hold_lives}
        total={booking.total}
        pesos={pesos}
      />
    </div>
  );
}

function Missing() {
  const { t, locale } = useText();
  return (
    <section className="wrap grid justify-items-start gap-4 py-16">
      <Flag motif="calavera" className="w-18 text-brand" />
      <h1 className="text-h2">{t("confirmation.missing.title")}</h1>
      <p className="text-lead text-text-2">{t("confirmation.missing.text")}</p>
      <ButtonLink to={localizedPath("/", locale)} className="mt-2">
        {t("confirmation.missing.action")}
      </ButtonLink>
    </section>
  );
}
