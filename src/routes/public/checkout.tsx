import { ArrowLeft } from "#src/ui/lucide/icons.ts";
import { data, Link, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { viaIn, viaText } from "#src/modules/affiliates/rules/attribution.ts";
import { CheckoutFrame } from "#src/modules/booking/components/checkout-frame.tsx";
import { CheckoutRefused } from "#src/modules/booking/components/checkout-refused.tsx";
import { DetailsStep } from "#src/modules/booking/components/details-step.tsx";
import { linesOfBooking } from "#src/modules/booking/components/order-summary.tsx";
import { PayStep } from "#src/modules/booking/components/pay-step.tsx";
import { priceDetails } from "#src/modules/booking/price-details.server.ts";
import { broughtBy, findBooking, findOffer, whyNotHeldAgain } from "#src/modules/booking/queries.server.ts";
import { retakeHold } from "#src/modules/booking/retake-hold.server.ts";
import { countryChoices } from "#src/kernel/countries.ts";
import {
  agreedText,
  detailsOf,
  detailsOfBooking,
  detailsOfGuest,
  type DetailsError,
  fieldErrorOfRefusal,
  peopleOf,
  PRICE_INTENTS,
} from "#src/modules/booking/rules/details-form.ts";
import { REVIVABLE } from "#src/modules/booking/rules/states.ts";
import type { BookingView } from "#src/modules/booking/schema.ts";
import { submitDetails } from "#src/modules/booking/submit-details.server.ts";
import { agreedNow, termsUpdated } from "#src/modules/content/read-pages.server.ts";
import { crawlInCity } from "#src/modules/catalog/rules/crawl.ts";
import { creditIn } from "#src/modules/credits/queries.server.ts";
import { ownProfile } from "#src/modules/identity/queries.server.ts";
import { attachConsent } from "#src/modules/measurement/attach-consent.server.ts";
import { wishesReminder } from "#src/modules/notifications/queries.server.ts";
import { noteReminder } from "#src/modules/notifications/note-reminder.server.ts";
import { applyCredit, removeCredit } from "#src/modules/payments/apply-credit.server.ts";
import {
  byHandWays,
  optionFor,
  laterOpen,
  paymentOptions,
  paymentStateOf,
} from "#src/modules/payments/queries.server.ts";
import { insteadOf, pathToChoose } from "#src/modules/schedule/queries.server.ts";
import { appSettings, currenciesToPayIn } from "#src/modules/settings/queries.server.ts";
import { payByHand } from "#src/modules/payments/pay-by-hand.server.ts";
import { byHandUntil } from "#src/modules/payments/rules/by-hand.ts";
import { startPayment } from "#src/modules/payments/start-payment.server.ts";
import { requestContext, type RequestContext } from "#src/platform/context.server.ts";
import { newBrowser } from "#src/platform/request.server.ts";
import { LINK } from "#src/ui/button.tsx";
import { serverAnswered } from "#src/ui/server-answered.ts";
import type { Route } from "./+types/checkout";

// Date → Details → Pay at one URL: `?departure=` shows the details of a departure, `&booking=` its payment, `&step=details`
// goes back.

const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
export const headers = () => PRIVATE;

/** The context with the signed-in user, who may open their own bookings. */
const signedIn = async (ctx: RequestContext): Promise<RequestContext> => ({ ...ctx, actor: await ctx.user() });

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const query = new URL(request.url).searchParams;
  const bookingId = query.get("booking");
  const via = viaIn(request.url, ctx.now.getTime());
  const referral = via ? viaText(via) : "";
  const wish = { departureId: query.get("departure") ?? "", editing: bookingId, people: query.get("people"), referral };
  if (bookingId && !isUuid(bookingId)) throw data(null, { status: 404 });
  if (bookingId && query.get("step") !== "details")
    return data({ ...(await payData(ctx, bookingId)), referral }, { headers: PRIVATE });
  if (!wish.departureId)
    return data({ step: "empty" as const, reason: null, link: null, left: 0, lapsed: null, instead: null });
  return data(await detailsData(ctx, wish), { headers: PRIVATE });
}

type Wish = { departureId: string; editing: string | null; people: string | null; referral: string };

async function detailsData(ctx: RequestContext, { departureId, editing, people, referral }: Wish) {
  const found = await findOffer(ctx, departureId);
  if (!found.ok) return refusedData(ctx, departureId, found);
  const { offer } = found;
  const own = await findBooking(ctx, editing ?? offer.own_booking ?? "", null);
  const mine = own?.private && own.departure.departure_id === offer.departure_id ? own : null;
  const brought = mine && (await broughtBy(ctx, mine.id));
  const currencies = await currenciesToPayIn(ctx);
  const details = mine?.private
    ? detailsOfBooking(mine, { ...mine.private, ...brought!, remind: await wishesReminder(ctx, mine.id) })
    : { ...detailsOfGuest(await ownProfile(ctx), currencies[0]), ...peopleIn(people, offer) };
  const now = await priceDetails(ctx, offer, details, "update");
  if (!now.ok) return refusedData(ctx, departureId, now);
  const hold = mine?.hold_lives ? holdOf(ctx, mine) : null;
  const frozen = mine !== null && editing !== null;
  return {
    step: "details" as const,
    datePath: await pathToChoose(ctx, departureId),
    offer,
    priced: { ...now.priced, fieldErrors: [] },
    // on the server, because servers and browsers don't always agree on a country's name
    countries: countryChoices(ctx.locale, ""),
    currencies,
    formKey: crypto.randomUUID(),
    referral: referral || (brought?.referral ?? ""),
    asksToRemind: (await appSettings(ctx)).scheduled.unfinished.on,
    fresh: mine === null,
    frozen,
    hold,
    agreedTo: agreedText(await agreedNow(ctx)),
    termsUpdated: await termsUpdated(ctx),
  };
}

/** The number of people that a link asks for, if there are places for them. */
const peopleIn = (wished: string | null, { left }: { left: number }) => {
  const people = peopleOf(wished ?? "");
  return people >= 1 && people <= left ? { number_of_people: String(people) } : {};
};

const refusedData = async (
  ctx: RequestContext,
  departureId: string,
  refusal: { reason: string; link?: string; left?: number },
) => ({
  step: "refused" as const,
  reason: refusal.reason,
  link: refusal.link ?? null,
  left: refusal.left ?? 0,
  lapsed: null as string | null,
  instead: await insteadOf(ctx, departureId),
});

async function payData(ctx: RequestContext, bookingId: string) {
  const booking = await findBooking(ctx, bookingId, null);
  const over = booking?.status === "cancelled" && !REVIVABLE.includes(booking.cancel_reason!);
  if (!booking || booking.status === "confirmed" || over)
    throw redirect(localizedPath(`/booking-confirmation/${bookingId}`, ctx.locale));
  const gone = booking.hold_lives ? null : await whyNotHeldAgain(ctx, booking.id);
  if (gone)
    return {
      ...(await refusedData(ctx, booking.departure.departure_id, gone)),
      lapsed: booking.departure.departure_id,
    };
  const used = await creditIn(ctx, booking.id);
  const bill = toPay(booking, used);
  const money = used && { amount_minor: used.amount, currency: used.currency };
  const byHand = bill.amount_minor > 0 ? await byHandWays(ctx) : null;
  return {
    step: "pay" as const,
    datePath: await pathToChoose(ctx, booking.departure.departure_id),
    booking,
    credit: used && money && { code: booking.private ? used.code : null, money },
    pesos: booking.in_pesos,
    hold: holdOf(ctx, booking),
    refundable: ctx.now <= new Date(booking.departure.refund_until),
    options: await paymentOptions(ctx, bill, await laterOpen(ctx, booking, bill)),
    byHand: byHand && {
      ...byHand,
      until: byHandUntil(ctx.now, new Date(booking.departure.starts_at), byHand).toISOString(),
      city: booking.departure.city,
    },
    atBank: (await paymentStateOf(ctx, booking.id)).bank,
    payKey: crypto.randomUUID(),
    sandbox: ctx.settings.PAYMENTS_MODE === "sandbox",
  };
}

/** The amount due after credit. */
const toPay = ({ total }: BookingView, credit: { amount: number } | null) => ({
  ...total,
  amount_minor: total.amount_minor - (credit?.amount ?? 0),
});

const holdOf = (ctx: RequestContext, { number_of_people, hold_expires_at, departure }: BookingView) => ({
  people: number_of_people,
  expires_at: hold_expires_at,
  time_zone: departure.time_zone,
  seconds_left: (Date.parse(hold_expires_at) - ctx.now.getTime()) / 1000,
});

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await signedIn(context.get(requestContext));
  const query = new URL(request.url).searchParams;
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "credit-apply" || intent === "credit-remove")
    return takeCredit(ctx, query.get("booking") ?? "", intent, textOf(form, "credit_code"));
  if (intent === "pay" || intent === "pay_paypal" || intent === "retake" || intent === "by_hand")
    return pay(ctx, query.get("booking") ?? "", form);
  return takeDetails(ctx, query, form, request.headers.get("cookie"));
}

async function takeDetails(ctx: RequestContext, query: URLSearchParams, form: FormData, cookie: string | null) {
  const referral = textOf(form, "referral");
  const path = (rest: string) =>
    localizedPath(`/checkout?departure=${query.get("departure")}${rest}${viaParam(referral)}`, ctx.locale);
  const found = await findOffer(ctx, query.get("departure") ?? "");
  if (!found.ok) return data({ answer: null, refusal: fieldErrorOfRefusal(found, ctx.locale) }, { status: 409 });
  const details = detailsOf(form);
  const intent = form.get("intent");
  const asked = PRICE_INTENTS.find((one) => one === intent);
  if (asked) {
    const now = await priceDetails(ctx, found.offer, details, asked);
    return data({ answer: now.ok ? now.priced : null, refusal: null }, { headers: PRIVATE });
  }
  const key = textOf(form, "key");
  const secure = ctx.settings.BASE_URL.startsWith("https:");
  const browser = ctx.actor.browser ? null : newBrowser(ctx.secret, key, secure);
  const as = browser ? { ...ctx, actor: { ...ctx.actor, browser: browser.hash } } : ctx;
  const submitted = {
    details,
    referral,
    key,
    shown: {
      amount: textOf(form, "displayed_total"),
      currency: textOf(form, "displayed_currency"),
      people: textOf(form, "displayed_people"),
    },
    editing: query.get("booking"),
    // a page of a release before names none
    agreedTo: form.has("agreed_to") ? textOf(form, "agreed_to") : null,
  };
  const result = await submitDetails(as, found.offer, submitted);
  if (result.ok) {
    await attachConsent(as, result.bookingId, cookie);
    await noteReminder(as, result.bookingId, details.remind);
    return redirect(
      path(`&booking=${result.bookingId}`),
      browser ? { headers: { "set-cookie": browser.setCookie } } : {},
    );
  }
  const answer = result.reason === "refused" ? result.priced : null;
  return data({ answer, refusal: null }, { status: 422, headers: PRIVATE });
}

async function takeCredit(ctx: RequestContext, bookingId: string, intent: string, code: string) {
  const taken =
    intent === "credit-apply"
      ? await applyCredit(ctx, { booking_id: bookingId, token: null, code })
      : await removeCredit(ctx, { booking_id: bookingId, token: null });
  if (taken.ok) return data({ answer: null, refusal: null }, { headers: PRIVATE });
  const { reason } = taken;
  const values: Record<string, string> = taken.reason === "credit_currency" ? { currency: taken.currency } : {};
  const refusal: DetailsError = { id: "credit_code", message: `errors.${reason}` as MessageId, values };
  return data({ answer: null, refusal }, { status: 409, headers: PRIVATE });
}

async function pay(ctx: RequestContext, bookingId: string, form: FormData) {
  const refuse = (refusal: DetailsError) =>
    data({ answer: null, refusal, at: ctx.now.getTime() }, { status: 409, headers: PRIVATE });
  const booking = await findBooking(ctx, bookingId, null);
  if (!booking) throw redirect(localizedPath(`/booking-confirmation/${bookingId}`, ctx.locale));
  const code = textOf(form, "email_code").slice(0, 20);
  if (form.get("intent") === "retake") {
    const held = await retakeHold(ctx, bookingId, { code });
    return held.ok ? data({ answer: null, refusal: null }) : refuse(fieldErrorOfRefusal(held, ctx.locale));
  }
  if (form.get("intent") === "by_hand") {
    const kept = await payByHand(ctx, { booking_id: bookingId, email_code: code });
    return kept.ok
      ? redirect(localizedPath(`/booking-confirmation/${bookingId}`, ctx.locale), { headers: PRIVATE })
      : refuse(fieldErrorOfRefusal(kept, ctx.locale));
  }
  const bill = toPay(booking, await creditIn(ctx, bookingId));
  const shown = Number(textOf(form, "displayed_total") || NaN);
  // credit may have changed since the page was shown: nobody is sent to pay an amount other than the one they saw
  if (shown !== bill.amount_minor || textOf(form, "displayed_currency") !== bill.currency)
    return refuse(fieldErrorOfRefusal({ reason: "price_changed" }, ctx.locale));
  const asked = form.get("intent") === "pay_paypal" ? "paypal" : textOf(form, "method");
  const method = bill.amount_minor === 0 ? "free" : asked;
  const option = await optionFor(ctx, bill, method, await laterOpen(ctx, booking, bill));
  if (!option) return refuse({ id: "main", message: "errors.provider" });
  const sent = textOf(form, "key");
  const key = /^[\w-]{8,100}$/.test(sent) ? sent : crypto.randomUUID();
  const { amount_minor, currency } = bill;
  const wish = {
    ...option,
    booking_id: bookingId,
    displayed_total: { amount_minor, currency },
    email_code: code,
    ...(form.has("second") ? { second: true as const } : {}),
  };
  const started = await startPayment(ctx, wish, key);
  return started.ok ? redirectDocument(started.redirect_url) : refuse(fieldErrorOfRefusal(started, ctx.locale));
}

/** Controls of the pay step that say themselves why they are refused. */
const AT_CONTROL: ReadonlySet<string> = new Set(["credit_code", "email_code"]);

/** Keeps in the address what led here: browsers inside other apps forget what they store. */
const viaParam = (referral: string) => (referral ? `&via=${encodeURIComponent(referral)}` : "");

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Keeps the form values when the server can't be reached. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch (error) {
    if (serverAnswered(error)) throw error;
    // this status prevents revalidation, which would fail as well
    return data({ answer: null, refusal: null, offline: true, at: Date.now() }, { status: 503 });
  }
}

/** Revalidates also when paying was refused, to show the current amount. Details being typed stay. */
export const shouldRevalidate = ({ actionStatus, currentUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate ||
  (actionStatus === 409 && currentUrl.searchParams.has("booking") && currentUrl.searchParams.get("step") !== "details");

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { t, locale } = useText();
  if (loaderData.step === "empty" || loaderData.step === "refused") {
    const { instead } = loaderData;
    return (
      <CheckoutFrame step={0} crawl={instead && crawlInCity(instead.title, instead.city)} datePath="/#booking-section">
        <CheckoutRefused {...loaderData} />
      </CheckoutFrame>
    );
  }
  const offline = actionData && "offline" in actionData;
  const formError = offline
    ? { id: "main", message: "booking-checkout.offline" as const }
    : (actionData?.refusal ?? null);
  if (loaderData.step === "details")
    return (
      <CheckoutFrame
        step={1}
        crawl={crawlInCity(loaderData.offer.crawl_title, loaderData.offer.city)}
        datePath={loaderData.datePath}
      >
        <DetailsStep
          key={`${loaderData.offer.departure_id} ${loaderData.frozen} ${locale}`}
          {...loaderData}
          answer={actionData?.answer ?? undefined}
          formError={formError}
        />
      </CheckoutFrame>
    );
  const answeredAt = actionData && "at" in actionData ? actionData.at : 0;
  const { booking, referral } = loaderData;
  const crawl = crawlInCity(booking.departure.crawl_title, booking.departure.city);
  const departurePath = localizedPath(`/checkout?departure=${booking.departure.departure_id}`, locale);
  const detailsPath = booking.private
    ? `${departurePath}&booking=${booking.id}&step=details${viaParam(referral)}`
    : undefined;
  const back = detailsPath && (
    <Link to={detailsPath} className={`${LINK} inline-flex min-h-11 items-center gap-2`}>
      <ArrowLeft aria-hidden size={20} />
      {t("booking-checkout.back")}
    </Link>
  );
  return (
    <CheckoutFrame step={2} crawl={crawl} datePath={loaderData.datePath} detailsPath={detailsPath} back={back}>
      <PayStep
        {...loaderData}
        departureId={booking.departure.departure_id}
        crawl={crawl}
        departure={booking.departure}
        lines={linesOfBooking(booking)}
        total={booking.total}
        people={booking.number_of_people}
        alive={booking.hold_lives}
        own={booking.private !== null}
        email={booking.private?.email ?? null}
        refusal={AT_CONTROL.has(formError?.id ?? "") ? null : formError}
        creditRefusal={formError?.id === "credit_code" ? formError : null}
        codeRefusal={formError?.id === "email_code" ? { ...formError, at: answeredAt } : null}
        otherDate={`${localizedPath("/", locale)}#booking`}
      />
    </CheckoutFrame>
  );
}
