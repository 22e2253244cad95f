import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { data, redirect, redirectDocument, type ShouldRevalidateFunctionArgs } from "react-router";
import { isUuid } from "#src/kernel/codes.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { fail } from "#src/kernel/result.ts";
import { viaIn, viaText } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { explainBooking, sayPrice } from "#src/modules/sales/booking/explain-price.server.ts";
import { priceDetails } from "#src/modules/sales/booking/price-details.server.ts";
import {
  agreedHere,
  broughtBy,
  findBooking,
  findOffer,
  hasPricesOfPartners,
  promiseOfHold,
  rememberedGuest,
  whyNotHeldAgain,
} from "#src/modules/sales/booking/queries.server.ts";
import { actingAs, holderBehind, withPlaces } from "#src/modules/sales/booking/hand-over-hold.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { countryChoices } from "#src/kernel/countries.ts";
import {
  agreedText,
  creditSum,
  type Details,
  detailsOf,
  detailsOfBooking,
  detailsOfGuest,
  type DetailsError,
  fieldErrorOfRefusal,
  PRICE_INTENTS,
  type Priced,
  refusalAfterPlacing,
  waySent,
} from "#src/modules/sales/booking/rules/details-form.ts";
import { countryOfLanguages } from "#src/modules/sales/booking/rules/phone-country.ts";
import { REVIVABLE } from "#src/modules/sales/booking/rules/states.ts";
import type { BookingView, CheckoutOffer } from "#src/modules/sales/booking/schema.ts";
import { holdIn, tableIn, tableParam, viaParam } from "#src/modules/sales/booking/rules/referral.ts";
import { submitDetails } from "#src/modules/sales/booking/submit-details.server.ts";
import { agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import { termsUpdated } from "#src/modules/site/content/read-pages.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { ownProfile } from "#src/modules/base/identity/queries.server.ts";
import { keepContact } from "#src/modules/base/identity/keep-contact.server.ts";
import { attachConsent } from "#src/modules/partners/measurement/attach-consent.server.ts";
import { wishesReminder } from "#src/modules/mail/notifications/queries.server.ts";
import { noteReminder } from "#src/modules/mail/notifications/note-reminder.server.ts";
import { applyCredit, removeCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { byHandWays, optionFor, paymentOptions, paymentStateOf } from "#src/modules/money/payments/queries.server.ts";
import { laterOpen } from "#src/modules/sales/booking/pay-later.server.ts";
import { insteadOf, pathToChoose } from "#src/modules/sales/schedule/queries.server.ts";
import { peopleFor, peopleIn } from "#src/modules/sales/schedule/rules/calendar.ts";
import { appSettings, currenciesToPayIn } from "#src/modules/base/settings/queries.server.ts";
import { payByHand } from "#src/modules/sales/booking/pay-by-hand.server.ts";
import { byHandUntil } from "#src/modules/money/payments/rules/by-hand.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { type RequestContext, signedIn } from "#src/platform/context.server.ts";
import { newBrowser } from "#src/platform/request.server.ts";
import { proofOfNight } from "#src/routes/public/shared.server.ts";
import { sendOrKeep } from "#src/ui/form/send-or-keep.ts";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/checkout";

// Details and payment at one URL: `?departure=` shows the details of a departure and how to pay, and leads to the payment page at once.
// `&booking=` is what follows where it doesn't: the places are held and can be paid for; `&step=details` goes back.
import Checkout from "#src/modules/sales/booking/components/checkout-page.tsx";
import { practises } from "#src/modules/base/settings/rules/practice.ts";

export const headers = () => PRIVATE;

/** The context with the signed-in user, who may open their own bookings. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const guest = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const ctx = actingAs(guest, await holderBehind(guest, holdIn(query)));
  const bookingId = query.get("booking");
  const via = viaIn(request.url, ctx.now.getTime());
  const referral = via ? viaText(via) : "";
  const wish = {
    departureId: query.get("departure") ?? "",
    editing: bookingId,
    people: peopleIn(query.get("people")),
    referral,
    table: tableIn(query),
    languages: request.headers.get("accept-language"),
    guest,
  };
  if (bookingId && !isUuid(bookingId)) throw data(null, { status: 404 });
  if (bookingId && query.get("step") !== "details")
    return data(
      { ...(await payData(ctx, bookingId, query.get("refused"))), referral, table: tableIn(query) },
      { headers: PRIVATE },
    );
  if (!wish.departureId)
    return data({
      step: "empty" as const,
      reason: null,
      link: null,
      left: 0,
      people: null,
      lapsed: null,
      instead: null,
    });
  return data(await detailsData(ctx, wish), { headers: PRIVATE });
}

type Wish = {
  departureId: string;
  editing: string | null;
  /** For how many, as the address says. */
  people: number | null;
  referral: string;
  /** The code of the friends' table whose places are booked. */
  table: string | null;
  /** What the browser says of its languages. */
  languages: string | null;
  /** Whoever looks, where they look at places that are kept for them. */
  guest: RequestContext;
};

async function detailsData(
  ctx: RequestContext,
  { departureId, people, referral, table, languages, guest, ...wish }: Wish,
) {
  const found = await findOffer(ctx, departureId, table);
  // its page says what became of it, and what else there is
  if (!found.ok && table !== null) throw redirect(localizedPath(`/table/${table}`, ctx.locale), { headers: PRIVATE });
  if (!found.ok) return refusedData(ctx, departureId, found, people);
  const { offer } = found;
  const edited = wish.editing === null ? null : await findBooking(ctx, wish.editing, null);
  // who goes back to the form that replaced it: what is theirs now has taken its place
  const isReplaced = edited?.cancel_reason === "replaced" && offer.own_booking !== null;
  const editing = isReplaced ? null : wish.editing;
  const own = editing === null ? await findBooking(ctx, offer.own_booking ?? "", null) : edited;
  const mine = own?.private && own.departure.departure_id === offer.departure_id ? own : null;
  // an assistant needn't know whose places it keeps, and calls them its own for staff
  const profile = mine?.private?.email === "" ? await knownGuest(guest) : null;
  const contact = ctx === guest ? null : { last_name: "", ...profile };
  const brought = mine && {
    ...contact,
    ...(await broughtBy(ctx, mine.id)),
    add_ons: chosenBefore(mine),
    credit_codes: ((await creditIn(ctx, mine.id))?.parts ?? []).map(({ code }) => code).join(" "),
  };
  const currencies = await currenciesToPayIn(ctx);
  // who goes back from the payment page finds what they booked, and can pay it or edit it
  if (mine?.hold_lives && !editing && !isOther(people, mine) && (await paymentStateOf(ctx, mine.id)).last !== "none") {
    const path = `/checkout?departure=${departureId}&booking=${mine.id}${tableParam(table)}${viaParam(referral)}`;
    throw redirect(localizedPath(path, ctx.locale), { headers: PRIVATE });
  }
  const agreedTo = agreedText(await agreedNow(ctx));
  const { scheduled, maxPeople } = await appSettings(ctx);
  const details = mine?.private
    ? {
        ...detailsOfBooking(mine, { ...mine.private, ...brought!, remind: await wishesReminder(ctx, mine.id) }),
        agreed: await hasAgreed(ctx, mine.id, agreedTo),
        price_promise: await promiseOfHold(ctx, mine.id),
        ...(editing || people === null ? {} : asPeople(people, offer)),
      }
    : { ...detailsOfGuest(await knownGuest(ctx), currencies[0]), ...asPeople(people, offer) };
  details.country ||= countryOfLanguages(languages);
  const now = await priceDetails(ctx, offer, details, "update", referral || (brought?.referral ?? ""));
  if (!now.ok) return refusedData(ctx, departureId, now, people);
  const hold = mine?.hold_lives ? holdOf(ctx, mine) : null;
  const frozen = mine !== null && editing !== null;
  return {
    step: "details" as const,
    datePath: await pathToChoose(ctx, departureId, peopleIn(details.number_of_people)),
    offer,
    wanted: editing === null && people !== null && people > offer.left ? people : null,
    maxPeople,
    priced: { ...(await withWays(ctx, offer, now.priced)), fieldErrors: [] },
    practice: practises(ctx),
    paysByHand: (await byHandWays(ctx)) !== null,
    // on the server, because servers and browsers don't always agree on a country's name
    countries: countryChoices(ctx.locale, ""),
    currencies,
    formKey: crypto.randomUUID(),
    referral: referral || (brought?.referral ?? ""),
    pricesByLink: await hasPricesOfPartners(ctx),
    asksToRemind: scheduled.unfinished.on,
    known: isKnown(details),
    fresh: mine === null,
    frozen,
    hold,
    proof: await proofOfNight(ctx, departureId),
    agreedTo,
    termsUpdated: await termsUpdated(ctx),
  };
}

/** Who is signed in, with what their profile lacks from their last booking; who booked last in this browser otherwise. */
async function knownGuest(ctx: RequestContext) {
  const [profile, last] = await Promise.all([ownProfile(ctx), rememberedGuest(ctx)]);
  if (!profile || !last) return profile ?? last;
  return { ...profile, phone: profile.phone || last.phone, country: profile.country || last.country };
}

/** Whether somebody's details are all there, but for a last name, which not everybody has. */
const isKnown = (details: Details): boolean =>
  [details.first_name, details.email, details.phone, details.country].every((value) => value !== "");

/** Whether this browser agreed, when it made the booking, to what there is to agree to now. */
async function hasAgreed(ctx: RequestContext, bookingId: string, agreedTo: string): Promise<boolean> {
  const agreed = await agreedHere(ctx, bookingId);
  return agreed !== null && agreedText(agreed) === agreedTo;
}

const NO_BOOKING = "00000000-0000-0000-0000-000000000000";

/** The price with the ways to pay it online; none where guests pay us directly. */
async function withWays(ctx: RequestContext, offer: CheckoutOffer, priced: Priced): Promise<Priced> {
  const { number_of_people } = priced.quote;
  const total = toPay(priced.quote, { amount: creditSum(priced.credits) });
  const booking = { id: offer.own_booking ?? NO_BOOKING, number_of_people, departure: offer };
  return { ...priced, ways: await paymentOptions(ctx, total, await laterOpen(ctx, booking, total)) };
}

/** As many people as a link asks for, or as usual, but not more than there are places. */
const asPeople = (wished: number | null, { left }: { left: number }) => ({
  number_of_people: String(peopleFor(wished, { available_spots: left })),
});

/** Whether a link asks for another number of people than a booking has. */
const isOther = (wished: number | null, { number_of_people }: BookingView): boolean =>
  wished !== null && wished !== number_of_people;

const refusedData = async (
  ctx: RequestContext,
  departureId: string,
  refusal: { reason: string; link?: string; left?: number },
  people: number | null,
) => ({
  step: "refused" as const,
  reason: refusal.reason,
  link: refusal.link ?? null,
  left: refusal.left ?? 0,
  people,
  lapsed: null as string | null,
  instead: await insteadOf(ctx, departureId),
});

async function payData(ctx: RequestContext, bookingId: string, refused: string | null) {
  const booking = await findBooking(ctx, bookingId, null);
  const over = booking?.status === "cancelled" && !REVIVABLE.includes(booking.cancel_reason!);
  if (!booking || booking.status === "confirmed" || over)
    throw redirect(localizedPath(`/booking-confirmation/${bookingId}`, ctx.locale));
  const gone = booking.hold_lives ? null : await whyNotHeldAgain(ctx, booking.id);
  if (gone)
    return {
      ...(await refusedData(ctx, booking.departure.departure_id, gone, booking.number_of_people)),
      lapsed: booking.departure.departure_id,
    };
  const used = await creditIn(ctx, booking.id);
  const bill = toPay(booking, used);
  const money = used && { amount_minor: used.amount, currency: used.currency, isDeposit: used.isDeposit };
  const byHand = bill.amount_minor > 0 ? await byHandWays(ctx) : null;
  return {
    step: "pay" as const,
    refused: refused === null ? null : refusalAfterPlacing(refused, ctx.locale),
    datePath: await pathToChoose(ctx, booking.departure.departure_id, booking.number_of_people),
    booking,
    credit: used && money && { parts: booking.private ? used.parts : null, money },
    pesos: booking.in_pesos,
    why: booking.private && (await whyOf(ctx, bookingId, used?.amount)),
    hold: holdOf(ctx, booking),
    refundable: ctx.now <= new Date(booking.departure.refund_until),
    options: await paymentOptions(ctx, bill, await laterOpen(ctx, booking, bill)),
    byHand: byHand && {
      ...byHand,
      until: byHandUntil(ctx.now, new Date(booking.departure.starts_at), byHand).toISOString(),
      city: booking.departure.city,
    },
    atBank: (await paymentStateOf(ctx, booking.id)).bank,
    proof: await proofOfNight(ctx, booking.departure.departure_id),
    payKey: crypto.randomUUID(),
    practice: practises(ctx),
  };
}

/** What a booking that is edited has of add-ons, as its form says it. */
const chosenBefore = ({ private: own }: BookingView) =>
  (own?.bought ?? []).map(({ id, quantity }) => ({ id, quantity: String(quantity) }));

/** Why a booking costs what it does, with what `credit` leaves to pay. */
async function whyOf(ctx: RequestContext, bookingId: string, credit = 0) {
  const why = await explainBooking(ctx, bookingId);
  return why && sayPrice(ctx, why, credit);
}

/** The amount due after credit. */
const toPay = ({ total }: Pick<BookingView, "total">, credit: { amount: number } | null) => ({
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
  const ctx = await signedIn(context);
  const query = new URL(request.url).searchParams;
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "credit-apply" || intent === "credit-remove")
    return takeCredit(ctx, query.get("booking") ?? "", intent, textOf(form, "credit_code"));
  const part = /^credit-remove:(.+)$/.exec(textOf(form, "intent"))?.[1];
  if (part && isUuid(part)) return takeCredit(ctx, query.get("booking") ?? "", "credit-remove", part);
  if (/^pay\b/.test(textOf(form, "intent")) || intent === "retake" || intent === "by_hand")
    return pay(ctx, query.get("booking") ?? "", form);
  return takeDetails(ctx, query, form, request.headers.get("cookie"));
}

async function takeDetails(ctx: RequestContext, query: URLSearchParams, form: FormData, cookie: string | null) {
  const referral = textOf(form, "referral");
  const table = tableIn(query);
  const path = (rest: string) =>
    localizedPath(
      `/checkout?departure=${query.get("departure")}${rest}${tableParam(table)}${viaParam(referral)}`,
      ctx.locale,
    );
  const holder = await holderBehind(ctx, holdIn(query));
  const held = actingAs(ctx, holder);
  const found = await findOffer(held, query.get("departure") ?? "", table);
  if (!found.ok) return data({ answer: null, refusal: fieldErrorOfRefusal(found, ctx.locale) }, { status: 409 });
  const details = detailsOf(form);
  const intent = form.get("intent");
  const priceIntent = PRICE_INTENTS.find((one) => one === intent);
  if (priceIntent) {
    const now = await priceDetails(held, found.offer, details, priceIntent, referral);
    const answer = now.ok ? await withWays(held, found.offer, now.priced) : null;
    return data({ answer, refusal: null }, { headers: PRIVATE });
  }
  const key = textOf(form, "key");
  const secure = ctx.settings.BASE_URL.startsWith("https:");
  const browser = ctx.actor.browser ? null : newBrowser(ctx.secret, key, secure);
  const as = actingAs(ctx, browser && { browser: browser.hash });
  const submitted = {
    details,
    referral,
    key,
    shown: {
      amount: textOf(form, "displayed_total"),
      currency: textOf(form, "displayed_currency"),
      people: textOf(form, "displayed_people"),
      addOns: textOf(form, "displayed_add_ons"),
      credit: textOf(form, "displayed_credit"),
    },
    editing: query.get("booking"),
    table,
    agreedTo: textOf(form, "agreed_to"),
  };
  const submit = () => submitDetails(as, found.offer, submitted);
  const result = await (holder && as.actor.browser ? withPlaces(ctx, holder, as.actor.browser, submit) : submit());
  if (result.ok) {
    const { bookingId, isAsShown, creditRefused } = result;
    await attachConsent(as, bookingId, cookie);
    await noteReminder(as, bookingId, details.remind);
    const booking = await findBooking(as, bookingId, null);
    if (booking?.private) await keepContact(ctx, booking.private);
    const init = browser ? { headers: { "set-cookie": browser.setCookie } } : {};
    const way = isAsShown ? waySent(form) : null;
    const bill = booking && toPay(booking, await creditIn(as, bookingId));
    // one press leads from the details to the payment page
    const begun =
      bill && way ? await begin(as, booking, bill, { way, key: `${bookingId}-${way}-${key}`, email_code: "" }) : null;
    if (begun?.ok) return redirectDocument(begun.redirect_url, init);
    const refused = creditRefused ?? begun?.reason;
    return redirect(path(`&booking=${bookingId}${refused ? `&refused=${refused}` : ""}`), init);
  }
  const answer = result.reason === "refused" ? await withWays(held, found.offer, result.priced) : null;
  return data({ answer, refusal: null }, { status: 422, headers: PRIVATE });
}

type Begun = { way: string; key: string; email_code: string; second?: true };

/** Starts paying a bill by a way to pay. Refusals as in `startPayment`. */
async function begin(
  ctx: RequestContext,
  booking: BookingView,
  bill: BookingView["total"],
  { way, key, ...rest }: Begun,
) {
  const option = await optionFor(ctx, bill, way, await laterOpen(ctx, booking, bill));
  if (!option) return fail("provider");
  return startPayment(ctx, { ...option, ...rest, of: bookingRef(booking.id), displayed_total: bill }, key);
}

async function takeCredit(ctx: RequestContext, bookingId: string, intent: string, code: string) {
  const credit =
    intent === "credit-apply"
      ? await applyCredit(ctx, { booking_id: bookingId, token: null, code })
      : await removeCredit(ctx, { booking_id: bookingId, token: null, part: code || null });
  if (credit.ok) return data({ answer: null, refusal: null }, { headers: PRIVATE });
  const refusal: DetailsError = { ...fieldErrorOfRefusal(credit, ctx.locale), id: "credit_code" };
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
    const result = await payByHand(ctx, { booking_id: bookingId, email_code: code });
    return result.ok
      ? redirect(localizedPath(`/booking-confirmation/${bookingId}`, ctx.locale), { headers: PRIVATE })
      : refuse(fieldErrorOfRefusal(result, ctx.locale));
  }
  const bill = toPay(booking, await creditIn(ctx, bookingId));
  const total = Number(textOf(form, "displayed_total") || NaN);
  // credit may have changed since the page was shown: nobody is sent to pay an amount other than the one they saw
  if (total !== bill.amount_minor || textOf(form, "displayed_currency") !== bill.currency)
    return refuse(fieldErrorOfRefusal({ reason: "price_changed" }, ctx.locale));
  const way = bill.amount_minor === 0 ? "free" : (waySent(form) ?? "");
  const sent = textOf(form, "key");
  const key = /^[\w-]{8,100}$/.test(sent) ? sent : crypto.randomUUID();
  const second = form.has("second") ? { second: true as const } : {};
  const started = await begin(ctx, booking, bill, { way, key, email_code: code, ...second });
  return started.ok ? redirectDocument(started.redirect_url) : refuse(fieldErrorOfRefusal(started, ctx.locale));
}

const textOf = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** Keeps the form values when the server can't be reached. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  sendOrKeep(serverAction, () => ({ answer: null, refusal: null, offline: true, at: Date.now() }));

/** Revalidates also when paying was refused, to show the current amount. Details being typed stay. */
export const shouldRevalidate = ({ actionStatus, currentUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate ||
  (actionStatus === 409 && currentUrl.searchParams.has("booking") && currentUrl.searchParams.get("step") !== "details");

export default Checkout;
