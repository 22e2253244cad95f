import { data, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { isCurrency } from "#src/kernel/money.ts";
import { fail } from "#src/kernel/result.ts";
import { LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { type FieldError, toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { canOpenBooking, findBooking, openChange } from "#src/modules/sales/booking/queries.server.ts";
import { changeContact } from "#src/modules/sales/booking/change-contact.server.ts";
import {
  type Contact as ContactFormValues,
  CONTACT_FIELDS,
  type ContactField,
} from "#src/modules/sales/booking/rules/contact.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import { type Refusal, refusalText } from "#src/modules/sales/booking/rules/refusal-text.ts";
import { type BookingView, Change, contactFor } from "#src/modules/sales/booking/schema.ts";
import { guestsInvoice, invoiceOf, whyInvoiceRefused } from "#src/modules/money/invoices/queries.server.ts";
import { requestInvoice } from "#src/modules/money/invoices/request-invoice.server.ts";
import {
  emptyInvoice,
  INVOICE_FIELDS,
  type InvoiceField,
  type InvoiceFormValues,
  readInvoiceForm,
  valuesOf,
} from "#src/modules/money/invoices/rules/invoice-form.ts";
import { InvoiceRequest } from "#src/modules/money/invoices/schema.ts";
import { resendConfirmation } from "#src/modules/mail/notifications/resend-confirmation.server.ts";
import { cancelBooking } from "#src/modules/money/payments/cancel-booking.server.ts";
import { changeBooking } from "#src/modules/money/payments/change-booking.server.ts";
import { dropChange } from "#src/modules/money/payments/drop-change.server.ts";
import { priceCancellation } from "#src/modules/money/payments/price-cancellation.server.ts";
import { priceChange } from "#src/modules/money/payments/price-change.server.ts";
import {
  datesToMoveTo,
  optionFor,
  paymentOptions,
  paymentStateOf,
} from "#src/modules/money/payments/queries.server.ts";
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
} from "#src/modules/money/payments/rules/manage-page.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { receiptsOf } from "#src/modules/money/receipts/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { nameGuests } from "#src/modules/evening/tickets/name-guests.server.ts";
import { guestsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { NameGuests } from "#src/modules/evening/tickets/schema.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { keepWayBack } from "#src/platform/request.server.ts";
import { leadOldLink } from "#src/routes/public/confirmation/shared/lead-old-link.ts";
import { later } from "#src/ui/later.tsx";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/manage";

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
  const receipts = await receiptsOf(ctx, booking.id);
  const requested = await invoiceOf(ctx, booking.id);
  const invoicing = await whyInvoiceRefused(ctx, booking.id);
  const booked = { ...place, path: place.path.replace(/manage$/, "receipt") };
  const found = {
    found: true as const,
    place,
    receiptPath: receipts.length > 0 ? manageAddress(booked) : null,
    booking,
    may: { ...whatMayChange(booking, ctx.now), invoice: invoicing.refused },
    invoiceDays: invoicing.days,
    invoiceOf: invoicing.kept,
    invoice: requested && guestsInvoice(requested, booking.departure.time_zone),
    guests: await guestsOf(ctx, booking.id),
    open: open && { ...open, seconds_left: (Date.parse(open.hold_expires_at) - ctx.now.getTime()) / 1000 },
    payment: await paymentStateOf(ctx, booking.id),
    refundable: ctx.now <= new Date(booking.departure.refund_until),
    options: await paymentOptions(ctx, { amount_minor: 1, currency: booking.total.currency }),
    sandbox: ctx.settings.PAYMENTS_MODE === "sandbox",
    done: doneIn(query),
    // the change was recorded, but the payment page could not be opened
    unpaid: query.has("unpaid") && open !== null,
    // idempotency key of the form
    formKey: crypto.randomUUID(),
    ...(await shownOn(screenOf(query), ctx, { booking, requested }, query)),
  };
  return data(found, { headers: PRIVATE });
}

/** What a screen needs beyond the booking itself. */
async function shownOn(
  screen: Screen,
  ctx: RequestContext,
  { booking, requested }: { booking: BookingView; requested: Awaited<ReturnType<typeof invoiceOf>> },
  query: URLSearchParams,
) {
  const change = changeAskedFor(query);
  if (change) return { screen: "quote" as const, asked: change, priced: await quoteOf(ctx, booking, query, change) };
  switch (screen) {
    case "date":
      return { screen, dates: whatMayChange(booking, ctx.now).date ? [] : await datesToMoveTo(ctx, booking.id) };
    case "add":
      return { screen, most: Math.max(1, (await appSettings(ctx)).maxPeople - booking.number_of_people) };
    case "cancel": {
      const { refund, credit, disputed, waits } = await priceCancellation(ctx, booking);
      return { screen, refund, credit, disputed, waits };
    }
    case "invoice":
      return { screen, formValues: requested ? valuesOf(requested) : emptyInvoice(booking.private!.email) };
    case "parts": {
      const { refund, credit, disputed } = await priceCancellation(ctx, booking);
      return { screen, refund: { ...refund, amount_minor: refund.amount_minor + credit }, disputed };
    }
    default:
      return { screen };
  }
}

async function quoteOf(ctx: RequestContext, booking: BookingView, query: URLSearchParams, change: Change) {
  const priced = await priceChange(ctx, { booking_id: booking.id, token: query.get("token"), change });
  if (!priced.ok) return { quote: null, refused: refusalText(priced, ctx.locale) };
  const { quote } = priced;
  return { quote, refused: null, refundable: ctx.now <= new Date(quote.refund_until) };
}

/** An action's response when it doesn't redirect. */
type Answer = {
  at: number;
  refusal: { message: MessageId; values?: Record<string, string | number> } | null;
  fieldErrors: FieldError<InvoiceField>[];
  formValues: InvoiceFormValues | null;
  contact: { formValues: ContactFormValues; fieldErrors: FieldError<ContactField>[] } | null;
  names: Record<number, { name: string; fieldError: MessageId | null }> | null;
};

const answer = (ctx: RequestContext, status: number, flash: Partial<Answer>) =>
  data<Answer>(
    { at: ctx.now.getTime(), refusal: null, fieldErrors: [], formValues: null, contact: null, names: null, ...flash },
    { status, headers: PRIVATE },
  );

/** The input of an action: caller, booking, URL and form. */
type Act = {
  ctx: RequestContext;
  id: string;
  token: string | null;
  query: URLSearchParams;
  form: FormData;
  place: ManagePlace;
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const place = managePlaceOf(ctx, params.bookingId, query);
  const form = await request.formData();
  const act = { ctx, id: params.bookingId, token: place.token, query, form, place };
  // checked first, so that no response tells another guest's booking from a missing one
  if (!(await canOpenBooking(ctx, act.id, act.token))) return refused(ctx, { reason: "booking_not_found" });
  const intent = textIn(form, "intent");
  return isAct(intent) ? ACTS[intent](act) : answer(ctx, 400, { refusal: { message: "errors.invalid" } });
}

const ACTS = {
  async contact({ ctx, id, token, form, place }) {
    const formValues = Object.fromEntries(
      CONTACT_FIELDS.map((field) => [field, textIn(form, field)]),
    ) as ContactFormValues;
    const own = (await findBooking(ctx, id, token))!.private!;
    const input = contactFor(own).safeParse(formValues);
    if (!input.success) {
      const fieldErrors = toFieldErrors(CONTACT_FIELDS, input.error.issues);
      return answer(ctx, 422, { contact: { formValues, fieldErrors } });
    }
    const result = await changeContact(ctx, { ...input.data, booking_id: id, token, key: textIn(form, "key") });
    if (!result.ok)
      return answer(ctx, statusOf(result.reason), {
        contact: { formValues, fieldErrors: [] },
        refusal: refusalText(result, ctx.locale),
      });
    return done(place, result.asked === null ? "contact" : result.asked === "old" ? "askedOld" : "askedNew");
  },

  async names({ ctx, id, token, form, place }) {
    const formValues = namesIn(form);
    const input = NameGuests.safeParse({ version: shownChange(form).version, names: formValues });
    if (!input.success) {
      const fieldErrorAt = (index: number) =>
        input.error.issues.find(({ path }) => path[0] === "names" && path[1] === index);
      const names = formValues.map(
        ({ position, name }, index) =>
          [position, { name, fieldError: (fieldErrorAt(index)?.message as MessageId) ?? null }] as const,
      );
      return answer(ctx, 422, { names: Object.fromEntries(names) });
    }
    const result = await nameGuests(ctx, { ...input.data, booking_id: id, token });
    return result.ok ? done(place, "names") : refused(ctx, result);
  },

  async change({ ctx, id, token, query, form, place }) {
    const change = changeAskedFor(query);
    const input =
      change && Change.safeParse(change.kind === "add" ? { kind: "add", names: joining(change.names, form) } : change);
    const formChange = shownChange(form);
    const { currency } = formChange;
    if (!input?.success || !isCurrency(currency) || Number.isNaN(formChange.version))
      return answer(ctx, 422, {
        refusal: { message: (input?.error?.issues[0]?.message as MessageId) ?? "errors.invalid" },
      });
    const key = textIn(form, "key");
    const expected = { ...formChange, currency };
    const result = await changeBooking(ctx, { booking_id: id, token, change: input.data, expected }, key);
    // the same page submitted again with different values: shows the first result
    if (!result.ok && result.reason === "idempotency_conflict")
      return redirect(manageAddress(place), { headers: PRIVATE });
    if (!result.ok) return refused(ctx, result, "payments-manage.quoteChanged");
    if (result.state === "applied") return done(place, input.data.kind);
    const started = await pay(ctx, form, { id, changeId: result.change_id, key: `${key}-pay` });
    // the change is pending: it can be paid from the page that says so
    return started.ok
      ? toCompany(ctx, place, started.redirect_url)
      : redirect(manageAddress(place, { unpaid: "" }), { headers: PRIVATE });
  },

  async pay({ ctx, id, form, place }) {
    const started = await pay(ctx, form, { id, changeId: textIn(form, "change"), key: textIn(form, "key") });
    if (started.ok) return toCompany(ctx, place, started.redirect_url);
    return started.reason === "not_payable"
      ? answer(ctx, 409, { refusal: { message: "payments-manage.lapsed" } })
      : refused(ctx, started);
  },

  async drop({ ctx, id, token, form, place }) {
    const result = await dropChange(ctx, { booking_id: id, token, change_id: textIn(form, "change") });
    return result.ok ? done(place, "drop") : refused(ctx, result);
  },

  async cancel({ ctx, id, token, form, place }) {
    const { version, currency } = shownChange(form);
    const refund = Number(form.get("refund"));
    if (!isCurrency(currency) || !Number.isInteger(refund) || Number.isNaN(version))
      return answer(ctx, 422, { refusal: { message: "payments-manage.cancelChanged" } });
    const expected_refund = { amount_minor: refund, currency };
    const result = await cancelBooking(ctx, { booking_id: id, token, expected_refund, expected_version: version });
    if (!result.ok) return refused(ctx, result, "payments-manage.cancelChanged");
    // the booking's own page shows the cancellation and the refund
    return redirect(manageAddress({ ...place, path: place.path.replace(/\/manage$/, "") }), { headers: PRIVATE });
  },

  async resend({ ctx, id, token, place }) {
    const result = await resendConfirmation(ctx, { booking_id: id, token });
    return result.ok ? done(place, "resend") : refused(ctx, result);
  },

  async invoice({ ctx, id, token, form, place }) {
    const formValues = readInvoiceForm(form);
    const input = InvoiceRequest.safeParse(formValues);
    if (!input.success)
      return answer(ctx, 422, { formValues, fieldErrors: toFieldErrors(INVOICE_FIELDS, input.error.issues) });
    const result = await requestInvoice(ctx, { ...input.data, booking_id: id, token });
    if (result.ok) return done(place, "invoice");
    return answer(ctx, statusOf(result.reason), { formValues, refusal: refusalText(result, ctx.locale) });
  },
} satisfies Record<string, (act: Act) => Promise<ReturnType<typeof answer> | Response>>;

const isAct = (intent: string): intent is keyof typeof ACTS => Object.hasOwn(ACTS, intent);

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
  return startPayment(ctx, { ...option, booking_id: id, change_id: changeId }, key);
}

/** Redirects to the payment provider, which sends the guest back to the booking in its own language. */
function toCompany(ctx: RequestContext, { path, token }: ManagePlace, url: string) {
  const secure = ctx.settings.BASE_URL.startsWith("https:");
  const back = LOCALES.map((locale) => localizedPath(path.replace(/\/manage$/, ""), locale));
  return redirectDocument(url, { headers: token === null ? [] : keepWayBack(token, back, secure) });
}

const done = (place: ManagePlace, what: Done) => redirect(manageAddress(place, { done: what }), { headers: PRIVATE });

const refused = (ctx: RequestContext, result: Refusal, quoteChanged?: MessageId) =>
  answer(ctx, statusOf(result.reason), {
    refusal:
      quoteChanged && result.reason === "quote_changed" ? { message: quoteChanged } : refusalText(result, ctx.locale),
  });

const statusOf = (reason: string) =>
  reason === "booking_not_found" ? 404 : reason === "too_many_attempts" ? 429 : 409;

/** Revalidates also after a refusal: the page then shows the booking's current state. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 409;

/** Keeps the form values when the server can't be reached. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, (): Answer => ({
    at: Date.now(),
    refusal: { message: "payments-manage.offline" },
    fieldErrors: [],
    formValues: null,
    contact: null,
    names: null,
  }));

export default later(
  "page-manage",
  async () => (await import("#src/modules/evening/tickets/components/manage-page.tsx")).default,
  "touched",
);
