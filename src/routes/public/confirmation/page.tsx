import { data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import { LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { isCurrency } from "#src/kernel/money.ts";
import { type Failure, fail, type Ok, ok } from "#src/kernel/result.ts";
import {
  canOpenBooking,
  findBooking,
  holdsOldLink,
  maskedAddressOf,
  openChange,
  whyNotHeldAgain,
} from "#src/modules/sales/booking/queries.server.ts";
import { explainBooking, sayAmount, sayPrice } from "#src/modules/sales/booking/explain-price.server.ts";
import { ownTable, whyNoTable } from "#src/modules/sales/booking/read-table.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { whyCreditLeft } from "#src/modules/money/credits/rules/why-left.ts";
import { creditIn, creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { emailStateOf } from "#src/modules/mail/notifications/queries.server.ts";
import { purchaseToTell } from "#src/modules/partners/measurement/queries.server.ts";
import { requestLink, requestSignIn } from "#src/modules/mail/notifications/request-link.server.ts";
import type { Choice, ShownUndecided } from "#src/modules/changes/unseated/components/unseated-choice.tsx";
import { creditUnseated } from "#src/modules/changes/unseated/credit-unseated.server.ts";
import { explainRefunds } from "#src/modules/changes/manage/explain-refunds.server.ts";
import { moveUnseated, departuresInstead, priceMove } from "#src/modules/changes/unseated/move-unseated.server.ts";
import { byHandWays, paymentStateOf, settleOpenPayments } from "#src/modules/money/payments/queries.server.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import { refundUnseatedNow } from "#src/modules/changes/unseated/refund-unseated.server.ts";
import { type ConfirmationKind, confirmationKind } from "#src/modules/changes/manage/rules/confirmation-view.ts";
import {
  changeAskedFor,
  manageAddress,
  type ManagePlace,
  namesIn,
  screenOf,
  shownChange,
  textIn,
} from "#src/modules/changes/manage/rules/manage-page.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { ownQuery } from "#src/modules/money/payments/rules/return-address.ts";
import { receiptsOf } from "#src/modules/books/receipts/queries.server.ts";
import { insteadOf } from "#src/modules/sales/schedule/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { type Companion } from "#src/modules/evening/tickets/components/companions.tsx";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { ticketAsText } from "#src/modules/evening/tickets/rules/send-ticket.ts";
import { whatsAppLink } from "#src/modules/evening/tickets/rules/ticket-page.ts";
import { NameGuests } from "#src/modules/evening/tickets/schema.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { keepWayBack, wayBackOf } from "#src/platform/request.server.ts";
import { type Act, act, actOf } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Reply } from "#src/ui/form/answer.ts";
import type { Route } from "./+types/page";
import Confirmation from "#src/modules/evening/tickets/components/confirmation-page.tsx";

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const { pathname, searchParams: query } = new URL(request.url);
  const own = ownQuery(query, Object.values(ctx.providers));
  if (own !== null) throw redirect(own ? `${pathname}?${own}` : pathname, { headers: PRIVATE });
  const token = query.get("token");
  const snapshot = await findBooking(ctx, params.bookingId, token);
  if (!snapshot) return data({ found: false as const, isOldLink: false }, { status: 404, headers: PRIVATE });
  if (!snapshot.private && (await holdsOldLink(ctx, snapshot.id, token)))
    return data({ found: false as const, isOldLink: true }, { status: 410, headers: PRIVATE });
  const returned = returnOf(query.get("payment"));
  if (!snapshot.private && token === null) await leadBack(ctx, request, snapshot.id);
  // works from the URL alone: bank apps return to another browser
  const before = await paymentStateOf(ctx, snapshot.id);
  const isPending =
    before.last === "open" ||
    before.bank !== null ||
    before.change === "open" ||
    before.change === "at_bank" ||
    (returned !== null && snapshot.status !== "confirmed");
  if (isPending) await settleOpenPayments(ctx, snapshot.id);
  const [booking, payment] = isPending
    ? await Promise.all([findBooking(ctx, snapshot.id, token), paymentStateOf(ctx, snapshot.id)])
    : [snapshot, before];
  if (!booking) throw new Error(`booking ${snapshot.id} is gone`);
  const kind = confirmationKind(booking, payment, returned);
  const open = booking.private !== null && kind === "success";
  const [tickets, emailState, change, receipts, purchase] = await Promise.all([
    open ? ticketsOf(ctx, booking.id) : null,
    open ? emailStateOf(ctx, booking.id) : null,
    open ? openChange(ctx, booking.id) : null,
    booking.private ? receiptsOf(ctx, booking.id) : [],
    open ? purchaseToTell(ctx, booking.id) : null,
  ]);
  const validTickets = tickets && tickets.filter((ticket) => ticket.status === "valid").map(shownTicket);
  const isAhead = ctx.now <= new Date(booking.departure.ends_at);
  const credit = kind === "success" ? null : await creditOnBill(ctx, booking.id);
  const here = localizedPath(`/booking-confirmation/${booking.id}`, ctx.locale);
  const withToken = token ? `?token=${encodeURIComponent(token)}` : "";
  const found = {
    found: true as const,
    kind,
    booking,
    payment,
    why: await whyOf(ctx, booking, credit?.amount_minor),
    whyBack: booking.private && (await whyBackOf(ctx, booking, payment)),
    tickets: validTickets,
    companions:
      validTickets && ctx.now < new Date(booking.departure.starts_at)
        ? await companionsOf(ctx, booking, validTickets)
        : [],
    sentTo: kind === "success" && !booking.private && isAhead ? await maskedAddressOf(ctx, booking.id) : null,
    // nobody is told whether the address has an account: whoever isn't signed in is offered one
    accountFor: (open && ctx.actor.userId === null && booking.private?.email) || null,
    emailState: emailState?.state ?? ("none" as const),
    ticketPath: `${here}/ticket${withToken}`,
    wherePath: `${here}/where${withToken}`,
    receiptPath: receipts.length > 0 ? `${here}/receipt${withToken}` : null,
    calendarPath: `${here}/calendar.ics${withToken}`,
    here: here + (withToken ? `${withToken}&` : "?") + "payment=returned",
    shareUrl: `${ctx.origin}${localizedPath(`/checkout?departure=${booking.departure.departure_id}`, ctx.locale)}`,
    over: !isAhead,
    refundable: ctx.now <= new Date(booking.departure.refund_until),
    managePath: open ? manageAddress({ path: `${here}/manage`, token }) : null,
    friends: open && isAhead ? await friendsOf(ctx, booking, { path: `${here}/manage`, token }) : null,
    contactPath: open ? manageAddress({ path: `${here}/manage`, token }, { do: "contact" }) : null,
    keptUntil: change && change.hold_expires_at,
    returned: returned !== null,
    place: { path: here, token },
    credit,
    left: booking.total.amount_minor - (credit?.amount_minor ?? 0),
    byHand: kind === "by_hand" ? await byHandWays(ctx) : null,
    ...(UNSEATED.includes(kind) ? await choiceOf(ctx, booking, query) : NO_CHOICE),
    credits: GIVES_CREDIT.includes(kind) && booking.private ? await shownCredits(ctx, booking.id) : [],
    purchase,
    gone: kind === "expired" ? await goneOf(ctx, booking) : null,
    secondsLeft: (Date.parse(booking.hold_expires_at) - ctx.now.getTime()) / 1000,
  };
  return data(found, { headers: [...Object.entries(PRIVATE), ...wayBackFor(ctx, booking, token)] });
}

/** Why a booking costs what it does, with what is left where credit pays a part; null for whoever may not open it. */
async function whyOf(ctx: RequestContext, booking: BookingView, credit?: number) {
  const why = booking.private && (await explainBooking(ctx, booking.id));
  return why && sayPrice(ctx, why, credit);
}

/** How a booking ended for which its guest may have got credit. */
const GIVES_CREDIT: readonly ConfirmationKind[] = ["credited", "cancelled_by_guest", "cancelled_by_us"];

/** The credits that a booking became, each with why so much is left of it. */
async function shownCredits(ctx: RequestContext, bookingId: string) {
  const credits = await creditsOf(ctx, bookingId);
  return Promise.all(
    credits.map(async (credit) => ({ ...credit, why: await sayAmount(ctx, "credits.title", whyCreditLeft(credit)) })),
  );
}

/** Why so much goes back to the guest; null where nothing does. */
async function whyBackOf(ctx: RequestContext, { id, departure }: BookingView, { refunds }: PaymentState) {
  const why = await explainRefunds(ctx, { id, zone: departure.time_zone }, refunds);
  return why && sayAmount(ctx, "payments-manage.cancel.refund", why);
}

/**
 * Who opens an unpaid booking by its link, such as the code at a desk, goes from here to pay it, and comes back to its bare address:
 * this browser then knows the token still.
 */
function wayBackFor({ settings }: RequestContext, { id, private: own, status }: BookingView, token: string | null) {
  if (!own || token === null || status === "confirmed") return [];
  const back = LOCALES.map((locale) => localizedPath(`/booking-confirmation/${id}`, locale));
  return keepWayBack(token, back, settings.BASE_URL.startsWith("https:"));
}

/** Where a guest reserves places for friends, or sees who of them has paid; null where it is too late for a table. */
async function friendsOf(ctx: RequestContext, booking: BookingView, place: ManagePlace) {
  const table = await ownTable(ctx, booking.id);
  if (!table && (await whyNoTable(ctx, booking)) !== null) return null;
  return { path: manageAddress(place, { do: "table" }), table };
}

/** Why the places of a lapsed hold can't be had again, with the city's next nights; null where they are free. */
async function goneOf(ctx: RequestContext, { id, departure }: BookingView) {
  const why = await whyNotHeldAgain(ctx, id);
  if (!why) return null;
  const left = "left" in why ? why.left : 0;
  return { reason: why.reason, left, instead: await insteadOf(ctx, departure.departure_id) };
}

/** The credit used on the bill, for anyone with the URL: never its code, which is as good as money. */
async function creditOnBill(ctx: RequestContext, bookingId: string) {
  const used = await creditIn(ctx, bookingId);
  return used && { amount_minor: used.amount, currency: used.currency, isDeposit: used.isDeposit };
}

/** Restores access for a guest who went to pay from a page opened by a link. */
async function leadBack(ctx: RequestContext, request: Request, bookingId: string) {
  const token = wayBackOf(request.headers.get("cookie"));
  if (!token || !(await canOpenBooking(ctx, bookingId, token))) return;
  const { pathname, searchParams } = new URL(request.url);
  const payment = returnOf(searchParams.get("payment"));
  const query = new URLSearchParams({ ...(payment ? { payment } : {}), token });
  throw redirect(`${pathname}?${query.toString()}`, { headers: PRIVATE });
}

const returnOf = (value: string | null) => (value === "returned" || value === "cancelled" ? value : null);

const shownTicket = ({
  id,
  position,
  guest_name,
  code,
  entered_at,
  qrSvg,
}: Awaited<ReturnType<typeof ticketsOf>>[number]) => ({
  id,
  position,
  guest_name,
  code,
  entered_at,
  qrSvg,
});

/** The guests besides the first, each with their ticket as a text to send. */
async function companionsOf(
  ctx: RequestContext,
  { departure }: BookingView,
  tickets: ReturnType<typeof shownTicket>[],
): Promise<Companion[]> {
  const { t } = await textsFor(ctx, ctx.locale);
  return tickets.slice(1).map(({ position, guest_name: name, code }, index) => {
    const called = name || t("payments-confirmation.ticket.guest", { n: index + 2 });
    const text = ticketAsText({ t, locale: ctx.locale }, departure, { name: called, code });
    return { position, name, text, href: whatsAppLink(text) };
  });
}

const NOTHING = { money: 0, before: 0, credit: 0 };

/** What a booking may be shown as that has no places and may have something undecided; one without a price is only called off. */
const UNSEATED: readonly ConfirmationKind[] = ["unplaced", "choosing", "departure_cancelled"];

type Chosen = { choice: Choice | null; undecided: ShownUndecided | null };

const NO_CHOICE: Chosen = { choice: null, undecided: null };

/** The guest's options instead of refunding a booking without places; none for whoever may not open it. */
async function choiceOf(
  ctx: RequestContext,
  { id, private: own }: BookingView,
  query: URLSearchParams,
): Promise<Chosen> {
  const undecided = own && (await undecidedOf(ctx, id));
  if (!undecided) return NO_CHOICE;
  const { why, back, until } = undecided;
  const choice = { why, amount_minor: back, until: until.toISOString() };
  return { choice: await screenIn(ctx, id, query), undecided: choice };
}

/** The part of the choice that the address names. */
async function screenIn(ctx: RequestContext, id: string, query: URLSearchParams): Promise<Choice> {
  const change = screenOf(query) === "date" ? changeAskedFor(query) : null;
  if (change?.kind === "date") {
    const departure = { booking_id: id, token: query.get("token"), departure_id: change.departure_id };
    const priced = await priceMove(ctx, departure);
    if (!priced.ok)
      return {
        screen: "quote",
        quote: null,
        given: 0,
        back: NOTHING,
        refundable: false,
        refused: refusalText(priced, ctx.locale),
      };
    const { quote, given: waived, back } = priced;
    return {
      screen: "quote",
      quote,
      given: waived,
      back,
      refundable: ctx.now <= new Date(quote.refund_until),
      refused: null,
    };
  }
  const dates = await departuresInstead(ctx, id);
  return screenOf(query) === "date" ? { screen: "date", dates } : { screen: "choice", departures: dates.length };
}

/** Asking for a new link or for an account, naming who comes along, and choosing what becomes of a booking without places. Paying is part of checkout, changes of the manage page. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData();
  const about = { id: params.bookingId, query: new URL(request.url).searchParams, form };
  return guestAct(await signedIn(context), form, actOf(actsOf(about), form), {
    headers: PRIVATE,
    statusOf: (reason) => (reason === "booking_not_found" ? 404 : 409),
  });
}

type About = { id: string; query: URLSearchParams; form: FormData };

function actsOf({ id: booking_id, query, form }: About): Record<string, Act> {
  const booking = { booking_id, token: query.get("token") };
  /** An act after which the page, or another one, is opened anew. */
  const one = <R extends Ok | Failure>(
    run: (ctx: RequestContext) => Promise<R>,
    done: (ctx: RequestContext) => Reply,
  ) => act({ input: z.unknown(), run, done: (_, __, ctx) => done(ctx) });
  const anew = ({ locale }: RequestContext): never => {
    const path = localizedPath(`/booking-confirmation/${booking_id}`, locale);
    throw redirect(manageAddress({ path, token: booking.token }), { headers: PRIVATE });
  };
  return {
    link: one(
      async (ctx) => {
        await requestLink(ctx, booking);
        return ok({});
      },
      () => ({}),
    ),
    account: one(
      async (ctx) => {
        await requestSignIn(ctx, booking);
        return ok({});
      },
      () => ({}),
    ),
    names: one(
      async (ctx) => {
        const input = NameGuests.safeParse({ version: shownChange(form).version, names: namesIn(form) });
        return input.success ? nameGuests(ctx, { ...input.data, ...booking }) : fail("tooLong");
      },
      () => ({}),
    ),
    retake: one(
      async (ctx) => {
        const found = await findBooking(ctx, booking_id, booking.token);
        if (!found) throw data(null, { status: 404 });
        // whatever keeps the places from being taken again is said, and asked, where they are paid
        await retakeHold(ctx, found.id);
        const pay = `/checkout?departure=${found.departure.departure_id}&booking=${found.id}`;
        throw redirect(localizedPath(pay, ctx.locale), { headers: PRIVATE });
      },
      () => ({}),
    ),
    credit: one((ctx) => creditUnseated(ctx, booking), anew),
    move: one(async (ctx) => {
      const change = changeAskedFor(query);
      const currency = textIn(form, "currency");
      const back = textIn(form, "back");
      if (change?.kind !== "date" || !isCurrency(currency) || !/^\d{1,9}$/.test(back)) return fail("invalid");
      const expected = { back_minor: Number(back), currency };
      return moveUnseated(ctx, { ...booking, departure_id: change.departure_id, expected });
    }, anew),
    refund: one((ctx) => refundUnseatedNow(ctx, { bookingId: booking_id, token: booking.token }), anew),
  };
}

/** Revalidates also after a refusal, to show the current options. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409;

export default Confirmation;
