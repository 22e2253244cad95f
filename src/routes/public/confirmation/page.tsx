import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { linesOfBooking, OrderSummary } from "#src/modules/booking/components/order-summary.tsx";
import { findBooking } from "#src/modules/booking/queries.server.ts";
import { CancelBooking } from "#src/modules/booking/schema.ts";
import { emailStateOf } from "#src/modules/notifications/queries.server.ts";
import { useAskAgain } from "#src/modules/payments/components/ask-again.tsx";
import { cancelBooking } from "#src/modules/payments/cancel-booking.server.ts";
import { CancelForm } from "#src/modules/payments/components/cancel-form.tsx";
import { Outcome } from "#src/modules/payments/components/outcome.tsx";
import { paymentStateOf, settleOpenPayments, totalInPesos } from "#src/modules/payments/queries.server.ts";
import { priceCancellation } from "#src/modules/payments/price-cancellation.server.ts";
import { refundUnplacedNow } from "#src/modules/payments/refund-unplaced.server.ts";
import { type ConfirmationKind, confirmationKind, mayChange } from "#src/modules/payments/rules/confirmation-view.ts";
import { Confirmed } from "#src/modules/tickets/components/confirmed.tsx";
import { ticketsOf } from "#src/modules/tickets/queries.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import type { Route } from "./+types/page";

// The address may carry a token that opens the tickets: nothing of it may be stored or told to another site.
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
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
  const cancellable = open && ctx.now < new Date(booking.night.starts_at);
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
    ticketPath: `${here}/ticket${withToken}`,
    calendarPath: `${here}/calendar.ics${withToken}`,
    here: here + (withToken ? `${withToken}&` : "?") + "payment=returned",
    shareUrl: `${ctx.origin}${localizedPath(`/checkout?departure=${booking.night.departure_id}`, ctx.locale)}`,
    over: ctx.now > new Date(booking.night.ends_at),
    refundable: ctx.now <= new Date(booking.night.refund_until),
    refundNow: cancellable ? (await priceCancellation(ctx, booking)).refund : null,
    secondsLeft: (Date.parse(booking.hold_expires_at) - ctx.now.getTime()) / 1000,
  };
  return data(found, { headers: PRIVATE });
}

const returnOf = (value: string | null) => (value === "returned" || value === "cancelled" ? value : null);

const shownTicket = ({ id, position, guest_name, code, qrSvg }: Awaited<ReturnType<typeof ticketsOf>>[number]) => ({
  id,
  position,
  guest_name,
  code,
  qrSvg,
});

/** What can be done here: cancel, or have an unplaced payment back at once. Paying is done in checkout. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const [token, booking_id] = [new URL(request.url).searchParams.get("token"), params.bookingId];
  const form = await request.formData();
  if (form.get("intent") !== "cancel") {
    const result = await refundUnplacedNow(ctx, { bookingId: booking_id, token });
    return data({ refundAsked: result.ok, refused: null }, { status: result.ok ? 200 : 404, headers: PRIVATE });
  }
  const shown = { amount_minor: Number(form.get("refund")), currency: form.get("currency") };
  const input = CancelBooking.safeParse({ expected_refund: shown });
  const result = input.success
    ? await cancelBooking(ctx, { ...input.data, booking_id, token })
    : { ok: false as const, reason: "quote_changed" as const };
  // back to the page itself, without what the provider had added to its address
  const here = localizedPath(`/booking-confirmation/${booking_id}`, ctx.locale);
  if (result.ok) throw redirect(here + (token ? `?token=${encodeURIComponent(token)}` : ""));
  return data({ refundAsked: false, refused: result.reason }, { status: 409, headers: PRIVATE });
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
        <Found
          {...loaderData}
          stopped={stopped}
          refundAsked={actionData?.refundAsked ?? false}
          refused={actionData?.refused ?? null}
        />
      ) : (
        <Missing />
      )}
    </main>
  );
}

type FoundData = Extract<Route.ComponentProps["loaderData"], { found: true }>;

type Refused = Extract<Awaited<ReturnType<typeof cancelBooking>>, { ok: false }>["reason"];
type Done = { stopped: boolean; refundAsked: boolean; refused: Refused | null };

function Found(props: FoundData & Done) {
  const { kind, booking, pesos } = props;
  if (kind === "success") return <Confirmed {...props} cancel={<Cancel {...props} />} />;
  return (
    <div className="wrap grid items-start gap-x-14 gap-y-10 py-10 md:py-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
      <Outcome {...props} kind={kind satisfies Exclude<ConfirmationKind, "success">} />
      <OrderSummary
        night={booking.night}
        lines={linesOfBooking(booking)}
        refundable={booking.hold_lives && booking.total.amount_minor > 0 ? props.refundable : null}
        total={booking.total}
        pesos={pesos}
      />
    </div>
  );
}

function Cancel({ booking, refundNow, refused }: FoundData & Done) {
  const { t } = useText();
  if (!refundNow) return null;
  return (
    <>
      {refused && (
        <Notice tone="bad" live title={t("confirmation.cancel.refused")} className="mt-3">
          {t(`errors.${refused}`)}
        </Notice>
      )}
      <CancelForm people={booking.number_of_people} refund={refundNow} free={booking.total.amount_minor === 0} />
    </>
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
