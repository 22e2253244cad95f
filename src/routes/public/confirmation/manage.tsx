import { changeRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { data, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import { textsOf } from "#src/kernel/form-texts.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { messageOf } from "#src/locales/field-errors.ts";
import { REFUND_RULE } from "#src/modules/sales/booking/rules/cancellation.ts";
import { explainBooking, sayAmount, sayPrice } from "#src/modules/sales/booking/explain-price.server.ts";
import { canOpenBooking, findBooking, openChange } from "#src/modules/sales/booking/queries.server.ts";
import { bookableAddOns } from "#src/modules/sales/booking/plan-change.server.ts";
import { closeTable } from "#src/modules/sales/booking/close-table.server.ts";
import { limitsOfTable, ownTable, whyNoTable } from "#src/modules/sales/booking/read-table.server.ts";
import { resizeTable } from "#src/modules/sales/booking/resize-table.server.ts";
import { startTable } from "#src/modules/sales/booking/start-table.server.ts";
import { changeContact } from "#src/modules/sales/booking/change-contact.server.ts";
import { type Contact, CONTACT_FIELDS } from "#src/modules/sales/booking/rules/contact.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import { shownDifference, sumOf } from "#src/modules/sales/booking/rules/why-change.ts";
import { refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import { type BookingView, Change, contactFor } from "#src/modules/sales/booking/schema.ts";
import { guestsInvoice, invoiceOf, whyInvoiceRefused } from "#src/modules/books/invoices/queries.server.ts";
import { requestInvoice } from "#src/modules/books/invoices/request-invoice.server.ts";
import {
  emptyInvoice,
  INVOICE_FIELDS,
  type InvoiceFormValues,
  readInvoiceForm,
  valuesOf,
} from "#src/modules/books/invoices/rules/invoice-form.ts";
import { InvoiceRequest } from "#src/modules/books/invoices/schema.ts";
import { resendConfirmation } from "#src/modules/mail/notifications/resend-confirmation.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/changes/change/change-booking.server.ts";
import { dropChange } from "#src/modules/changes/change/drop-change.server.ts";
import { explainCancellation } from "#src/modules/changes/cancellation/explain-cancellation.server.ts";
import { explainRefunds } from "#src/modules/changes/manage/explain-refunds.server.ts";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";
import { priceCancellation } from "#src/modules/changes/cancellation/price-cancellation.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { datesToMoveTo } from "#src/modules/changes/change/queries.server.ts";
import { optionFor, paymentOptions, paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import {
  changeAskedFor,
  type Done,
  doneIn,
  manageAddress,
  type ManagePlace,
  namesIn,
  type Screen,
  screenOf,
  shownChange,
  textIn,
} from "#src/modules/changes/manage/rules/manage-page.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { receiptsOf } from "#src/modules/books/receipts/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import { guestsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { NameGuests } from "#src/modules/evening/tickets/schema.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { keepWayBack } from "#src/platform/request.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";
import { later } from "#src/ui/later.tsx";
import { lostForm, type Reply } from "#src/ui/form/answer.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { type Act, act, actOf, withHidden } from "#src/routes/shared/act.server.ts";
import { guestAct } from "#src/routes/shared/guest-act.server.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/manage";
import { practises } from "#src/modules/base/settings/rules/practice.ts";

// One URL for everything a guest can change: `?do=` is the part, `&to=`, `&people=` or `&guest=` what to quote a price for.
// Quotes use links and GET forms; changes are posted to the URL that showed them.

export const headers = () => PRIVATE;

const managePlaceOf = (ctx: RequestContext, bookingId: string, query: URLSearchParams): ManagePlace => ({
  path: localizedPath(`/booking-confirmation/${bookingId}/manage`, ctx.locale),
  token: query.get("token"),
});

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const place = managePlaceOf(ctx, params.bookingId, query);
  const booking = await findBooking(ctx, params.bookingId, place.token);
  if (!booking?.private) await leadOldLink(ctx, params.bookingId, place.token);
  // a booking the visitor may not open gets the same response as a missing one
  if (!booking?.private) return data({ found: false as const }, { status: 404, headers: PRIVATE });
  const open = await openChange(ctx, booking.id);
  const payment = await paymentStateOf(ctx, booking.id);
  const receipts = await receiptsOf(ctx, booking.id);
  const requested = await invoiceOf(ctx, booking.id);
  const invoicing = await whyInvoiceRefused(ctx, booking.id);
  const booked = { ...place, path: place.path.replace(/manage$/, "receipt") };
  const why = await explainBooking(ctx, booking.id);
  const table = await ownTable(ctx, booking.id);
  const found = {
    found: true as const,
    place,
    receiptPath: receipts.length > 0 ? manageAddress(booked) : null,
    booking,
    why: why && (await sayPrice(ctx, why)),
    may: {
      ...whatMayChange(booking, ctx.now),
      invoice: invoicing.refused,
      table: table ? null : await whyNoTable(ctx, booking),
    },
    table,
    invoiceDays: invoicing.days,
    invoiceOf: invoicing.kept,
    invoice: requested && guestsInvoice(requested, booking.departure.time_zone),
    guests: await guestsOf(ctx, booking.id),
    open: open && { ...open, seconds_left: (Date.parse(open.hold_expires_at) - ctx.now.getTime()) / 1000 },
    payment,
    whyRefunded: await whyRefunded(ctx, booking, payment),
    refundable: ctx.now <= new Date(booking.departure.refund_until),
    options: await paymentOptions(ctx, { amount_minor: 1, currency: booking.total.currency }),
    practice: practises(ctx),
    done: doneIn(query),
    // the change was recorded, but the payment page could not be opened
    unpaid: query.has("unpaid") && open !== null,
    // idempotency key of the form
    formKey: crypto.randomUUID(),
    ...(await shownOn(
      screenOf(query),
      ctx,
      { booking, requested, version: why?.refundVersion ?? REFUND_RULE.version },
      query,
    )),
  };
  return data(found, { headers: PRIVATE });
}

/** Why so much was refunded; null where nothing was. */
async function whyRefunded(ctx: RequestContext, { id, departure }: BookingView, { refunds }: PaymentState) {
  const why = await explainRefunds(ctx, { id, zone: departure.time_zone }, refunds);
  return why && sayAmount(ctx, "payments-manage.cancel.refund", why);
}

/** What a screen needs beyond the booking itself. */
async function shownOn(
  screen: Screen,
  ctx: RequestContext,
  {
    booking,
    requested,
    version,
  }: { booking: BookingView; requested: Awaited<ReturnType<typeof invoiceOf>>; version: string },
  query: URLSearchParams,
) {
  const change = changeAskedFor(query);
  if (change) return { screen: "quote" as const, asked: change, priced: await quoteOf(ctx, booking, query, change) };
  switch (screen) {
    case "date":
      return { screen, dates: whatMayChange(booking, ctx.now).date ? [] : await datesToMoveTo(ctx, booking.id) };
    case "add":
      return { screen, most: Math.max(1, (await appSettings(ctx)).maxPeople - booking.number_of_people) };
    case "add_ons":
      return { screen, addOns: await bookableAddOns(ctx, booking.id) };
    case "cancel": {
      const priced = await priceCancellation(ctx, booking);
      const why = explainCancellation(ctx, booking, priced, version);
      const { refund, before, credit, deposit, keptDeposit, late, percent, disputed, waits } = priced;
      return {
        screen,
        refund,
        before,
        credit: credit - deposit,
        deposit,
        keptDeposit,
        late,
        percent,
        disputed,
        waits,
        whyBack: await sayAmount(
          ctx,
          percent > 0 ? "payments-manage.cancel.inCredit" : "payments-manage.cancel.refund",
          why,
        ),
      };
    }
    case "invoice":
      return { screen, formValues: requested ? valuesOf(requested) : emptyInvoice(booking.private!.email) };
    case "table":
      return { screen, ...(await limitsOfTable(ctx, booking)) };
    case "parts": {
      const { refund, credit, late, percent, disputed } = await priceCancellation(ctx, booking);
      const addOns = await bookableAddOns(ctx, booking.id);
      const back = { ...refund, amount_minor: refund.amount_minor + credit + late };
      return { screen, refund: back, inCredit: percent > 0, disputed, addOns };
    }
    default:
      return { screen };
  }
}

async function quoteOf(ctx: RequestContext, booking: BookingView, query: URLSearchParams, change: Change) {
  const priced = await priceChange(ctx, { booking_id: booking.id, token: query.get("token"), change });
  if (!priced.ok) return { quote: null, refused: refusalText(priced, ctx.locale) };
  const { quote, before, why } = priced;
  const name = `payments-manage.quote.${sumOf(quote.difference)}` as const;
  const whyDifference = await sayAmount(ctx, name, shownDifference(why));
  return { quote, before, refused: null, refundable: ctx.now <= new Date(quote.refund_until), whyDifference };
}

/** What was typed into the page's forms. */
type ManageExtra = { contact: Contact; names: Record<number, string>; invoice: InvoiceFormValues };

/** What was typed, of the form that was posted. */
function typed(form: FormData): Reply<ManageExtra> {
  switch (form.get("intent")) {
    case "contact":
      return { contact: textsOf(form, CONTACT_FIELDS) };
    case "names":
      return { names: Object.fromEntries(namesIn(form).map(({ position, name }) => [position, name])) };
    case "invoice":
      return { invoice: readInvoiceForm(form) };
    default:
      return {};
  }
}

/** Which booking a form is about, by which address. */
type About = { id: string; token: string | null; query: URLSearchParams; form: FormData; place: ManagePlace };

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const place = managePlaceOf(ctx, params.bookingId, query);
  const form = await request.formData();
  const about = { id: params.bookingId, token: place.token, query, form, place };
  // checked first, so that no response tells another guest's booking from a missing one
  const isTheirs = await canOpenBooking(ctx, about.id, about.token);
  return guestAct<ManageExtra>(ctx, form, isTheirs ? actOf(actsOf(about), form) : MISSING, {
    headers: PRIVATE,
    statusOf: (reason) => (reason === "booking_not_found" ? 404 : 409),
  });
}

const MISSING: Act<ManageExtra> = act({
  input: z.unknown(),
  run: () => Promise.resolve(fail("booking_not_found")),
  done: () => ({}),
});

const actsOf = ({ id, token, query, form, place }: About): Record<string, Act<ManageExtra>> => ({
  contact: act({
    input: async (_, ctx) =>
      contactFor((await findBooking(ctx, id, token))!.private!).safeParse(textsOf(form, CONTACT_FIELDS)),
    fields: CONTACT_FIELDS,
    typed,
    run: (ctx, contact) => changeContact(ctx, { ...contact, booking_id: id, token, key: textIn(form, "key") }),
    done: (result) =>
      leave(place, result.asked === null ? "contact" : result.asked === "old" ? "askedOld" : "askedNew"),
  }),

  names: act({
    input: () => NameGuests.safeParse({ version: shownChange(form).version, names: namesIn(form) }),
    fields: (issues) =>
      namesIn(form).flatMap(({ position }, index) => {
        const ofName = issues.filter(({ path }) => path[0] === "names" && path[1] === index);
        return ofName.slice(0, 1).map((issue) => ({ id: `name-${position}`, message: messageOf(issue) }));
      }),
    typed,
    run: (ctx, names) => nameGuests(ctx, { ...names, booking_id: id, token }),
    done: () => leave(place, "names"),
    // the page shows the new names with the new version: the old ones, sent again with it, would overwrite them
    refusal: (refusal, _, { locale }) =>
      refusal.reason === "booking_changed" ? { names: {}, formError: refusalText(refusal, locale).message } : undefined,
  }),

  change: act({
    input: () => {
      const change = changeAskedFor(query);
      return withHidden(
        z.object({ change: Change }).safeParse({
          change: change?.kind === "add" ? { kind: "add", names: joining(change.names, form) } : change,
        }),
        Shown.safeParse(shownChange(form)),
      );
    },
    invalid: ([issue]) => ({ formError: messageOf(issue!) }),
    run: async (ctx, { change, ...expected }) => {
      const key = textIn(form, "key");
      const result = await changeBooking(ctx, { booking_id: id, token, change, expected }, key);
      if (!result.ok || result.state === "applied") return result;
      const started = await pay(ctx, form, { id, changeId: result.change_id, key: `${key}-pay` });
      return ok({ state: "to_pay" as const, redirect_url: started.ok ? started.redirect_url : null });
    },
    done: (result, { change }, ctx) => {
      if (result.state === "applied") return leave(place, change.kind);
      // the change is pending: it can be paid from the page that says so
      if (result.redirect_url === null) throw redirect(manageAddress(place, { unpaid: "" }), { headers: PRIVATE });
      return toCompany(ctx, place, result.redirect_url);
    },
    refusal: ({ reason }) => {
      // the same page submitted again with different values: shows the first result
      if (reason === "idempotency_conflict") throw redirect(manageAddress(place), { headers: PRIVATE });
      return reason === "quote_changed" ? { formError: "payments-manage.quoteChanged" } : undefined;
    },
  }),

  pay: act({
    input: z.unknown(),
    run: (ctx) => pay(ctx, form, { id, changeId: textIn(form, "change"), key: textIn(form, "key") }),
    done: ({ redirect_url }, _, ctx) => toCompany(ctx, place, redirect_url),
    refusal: ({ reason }) => (reason === "not_payable" ? { formError: "payments-manage.lapsed" } : undefined),
  }),

  drop: act({
    input: z.unknown(),
    run: (ctx) => dropChange(ctx, { booking_id: id, token, change_id: textIn(form, "change") }),
    done: () => leave(place, "drop"),
  }),

  cancel: act({
    input: () =>
      Shown.extend({ refund: z.int(), credit: z.int() }).safeParse({
        ...shownChange(form),
        refund: Number(form.get("refund")),
        credit: Number(form.get("credit")),
      }),
    invalid: () => ({ formError: "payments-manage.cancelChanged" }),
    run: (ctx, { version, currency, refund, credit }) =>
      cancelBooking(ctx, {
        booking_id: id,
        token,
        expected_refund: { amount_minor: refund, currency },
        expected_credit: { amount_minor: credit, currency },
        expected_version: version,
      }),
    done: () => {
      // the booking's own page shows the cancellation and the refund
      throw redirect(manageAddress({ ...place, path: place.path.replace(/\/manage$/, "") }), { headers: PRIVATE });
    },
    refusal: ({ reason }) => (reason === "quote_changed" ? { formError: "payments-manage.cancelChanged" } : undefined),
  }),

  resend: act({
    input: z.unknown(),
    run: (ctx) => resendConfirmation(ctx, { booking_id: id, token }),
    done: () => leave(place, "resend"),
  }),

  table: act({
    input: () => PlacesOfTable.safeParse({ places: Number(textIn(form, "places")) }),
    run: (ctx, { places }) => startTable(ctx, { booking_id: id, token, places }),
    done: () => leave(place, "table", "table"),
  }),

  "table-resize": act({
    input: () => PlacesOfTable.safeParse({ places: Number(textIn(form, "places")) }),
    run: (ctx, { places }) => resizeTable(ctx, { booking_id: id, token, places }),
    done: () => leave(place, "table-resize", "table"),
  }),

  "table-close": act({
    input: z.unknown(),
    run: (ctx) => closeTable(ctx, { booking_id: id, token }),
    done: () => leave(place, "table-close", "table"),
  }),

  invoice: act({
    input: () => InvoiceRequest.safeParse(readInvoiceForm(form)),
    fields: INVOICE_FIELDS,
    typed,
    run: (ctx, invoice) => requestInvoice(ctx, { ...invoice, booking_id: id, token }),
    done: () => leave(place, "invoice"),
  }),
});

/** What is no whole number is refused as too few are, with the limits. */
const PlacesOfTable = z.object({ places: z.int().catch(0) });

/** What a page showed; a difference that can't be read matches nothing. */
const Shown = z.object({
  version: z.number(),
  difference_minor: z.union([z.number(), z.nan()]),
  currency: z.enum(CURRENCIES),
});

/** The names of added guests, as many as the URL says. */
function joining(names: readonly string[], form: FormData): string[] {
  const formValues = new Map(namesIn(form).map(({ position, name }) => [position, name]));
  return names.map((_, index) => formValues.get(index + 1) ?? "");
}

/** Starts the payment of a change with the form's payment method. */
async function pay(
  ctx: RequestContext,
  form: FormData,
  { id, changeId, key }: Record<"id" | "changeId" | "key", string>,
) {
  const booking = await findBooking(ctx, id, null);
  // a change that is to be paid always costs something
  const due = booking && { amount_minor: 1, currency: booking.total.currency };
  const option = due && (await optionFor(ctx, due, form.get("method") ?? "card"));
  if (!option || !/^[\w-]{8,100}$/.test(key)) return fail("provider");
  return startPayment(ctx, { ...option, of: changeRef(id, changeId) }, key);
}

/** Redirects to the payment provider, which sends the guest back to the booking in its own language. */
function toCompany(ctx: RequestContext, { path, token }: ManagePlace, url: string): never {
  const secure = ctx.settings.BASE_URL.startsWith("https:");
  const back = LOCALES.map((locale) => localizedPath(path.replace(/\/manage$/, ""), locale));
  throw redirectDocument(url, { headers: token === null ? [] : keepWayBack(token, back, secure) });
}

/** Back to all parts, or to one of them, which says what was done. */
function leave(place: ManagePlace, what: Done, to?: Screen): never {
  throw redirect(manageAddress(place, { ...(to && { do: to }), done: what }), { headers: PRIVATE });
}

/** Revalidates also after a refusal: the page then shows the booking's current state. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409;

/** Keeps the form values when the server can't be reached. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = request.clone();
  return sendOrKeep(serverAction, async () =>
    lostForm<ManageExtra>("payments-manage.offline", typed(await sent.formData())),
  );
}

export default later(
  "page-manage",
  async () => (await import("#src/modules/evening/tickets/components/manage-page.tsx")).default,
  "touched",
);
