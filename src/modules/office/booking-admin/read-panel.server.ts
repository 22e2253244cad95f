import { emailTextsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { clockTime, dateIn, dateInSentence, isDay } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { historyOf } from "#src/modules/office/audit-log/queries.server.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { DOUBTS } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { explainBooking } from "#src/modules/sales/booking/explain-price.server.ts";
import { openChange, priceSale } from "#src/modules/sales/booking/queries.server.ts";
import { holdLives, mayBecome } from "#src/modules/sales/booking/rules/states.ts";
import { tableOfBooking } from "#src/modules/sales/booking/read-table.server.ts";
import { unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import type { Visible } from "#src/modules/site/catalog/rules/visible.ts";
import type { UnseenCrawl } from "#src/modules/site/catalog/schema.ts";
import { versionsById } from "#src/modules/site/content/read-pages.server.ts";
import { importedFrom } from "#src/modules/office/importing/queries.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { can, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { priceAdminCancellation } from "#src/modules/changes/cancellation/cancel-as-admin.server.ts";
import { priceChange } from "#src/modules/changes/change/price-change.server.ts";
import { datesToMoveTo } from "#src/modules/changes/change/queries.server.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import {
  handBackOf,
  isGivenOnTheSpot,
  isToGive,
  refundable,
  shownRefundStatus,
} from "#src/modules/money/payments/rules/payment.ts";
import { isReplaced, placeOf } from "#src/modules/evening/tickets/rules/ticket.ts";
import { BOUGHT } from "#src/modules/money/payments/settle-payment.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { type HandSale, saleOf } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import {
  aboutOf,
  departureIdsOf,
  emailOf,
  keptOf,
  movedBetween,
  type Panel,
  type PanelPayment,
  partnerIn,
  stateOfPayment,
  tagOf,
  tellingChanges,
  verdictIn,
} from "#src/modules/office/booking-admin/rules/panel.ts";
import type { BookingPartner } from "#src/modules/office/booking-admin/rules/partner.ts";
import { choices } from "#src/modules/office/booking-admin/store/list.server.ts";
import {
  bookingRow,
  emailsOf,
  bookingIdOf,
  departuresToSell,
  nightsOf,
  notesOf,
  paymentsOf,
  refundsOf,
  ticketsOf,
} from "#src/modules/office/booking-admin/store/panel.server.ts";
import { partnerOf } from "#src/modules/office/booking-admin/store/partners.server.ts";
import { tagsInUse, tagsOf } from "#src/modules/office/booking-admin/store/tags.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { whatsAppLink } from "#src/modules/evening/tickets/rules/ticket-page.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { addOnsOfCrawl } from "#src/modules/sales/add-ons/queries.server.ts";
import { bookableAddOns } from "#src/modules/sales/booking/plan-change.server.ts";
import { addOnsAtCounter, bookedAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Context } from "#src/platform/context.server.ts";
import { paysOutByOwner } from "#src/modules/base/settings/rules/payment-companies.ts";

/** History entries shown; the audit log has the rest. */
const MOST_HISTORY = 200;

/** Everything about a booking. Needs `bookings.read`. Refusals: forbidden, booking_not_found. */
export async function bookingPanel(ctx: Context, id: string) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" });
  const row = isUuid(id) ? await bookingRow(ctx.db, id) : undefined;
  if (!row) return fail("booking_not_found");
  const [
    tickets,
    payments,
    refunds,
    emails,
    notes,
    change,
    credit,
    tags,
    rows,
    refused,
    undecided,
    partner,
    why,
    addOns,
  ] = await Promise.all([
    ticketsOf(ctx.db, id),
    paymentsOf(ctx.db, id),
    refundsOf(ctx.db, id),
    emailsOf(ctx.db, id),
    notesOf(ctx.db, id),
    openChange(ctx, id),
    creditIn(ctx, id),
    tagsOf(ctx.db, id),
    tagsInUse(ctx.db),
    ctx.ask.addressRefusedSince(ctx.db, id),
    undecidedOf(ctx, id),
    row.partner_id === null ? undefined : partnerOf(ctx.db, id),
    explainBooking(ctx, id),
    bookedAddOns(ctx, [{ id, currency: row.currency as Currency }]),
  ]);
  const money = [
    ...payments.map((payment) => ["payment", payment.id] as const),
    ...refunds.map((refund) => ["refund", refund.id] as const),
  ];
  const history = await historyOf(ctx, [["booking", id], ...money], MOST_HISTORY);
  const nights = await nightsOf(ctx.db, [...new Set(history.flatMap(({ changes }) => departureIdsOf(changes)))]);
  const payable = row.status !== "confirmed" && mayBecome(row, "confirmed") && row.starts_at > ctx.now;
  const toPay = payable ? row.total_price - (credit?.amount ?? 0) : null;
  const deadline = refundDeadline(row.starts_at);
  const panel: Panel = {
    id,
    reference: row.reference,
    version: row.version,
    status: row.status,
    cancelReason: row.cancel_reason,
    source: row.source,
    imported: await importedFrom(ctx, id),
    test: row.test,
    language: row.language === "es" ? "es" : "en",
    holdLives: holdLives(row, ctx.now),
    holdExpiresAt: row.hold_expires_at.toISOString(),
    choice: undecided && {
      until: undecided.until.toISOString(),
      money: undecided.back > 0,
      // the guest's own page, which opens for staff of all cities
      path:
        can(ctx.actor, "bookings.change") && ctx.actor.cities === null
          ? localizedPath(`/booking-confirmation/${id}`, ctx.locale)
          : null,
    },
    people: row.number_of_people,
    guest: {
      name: `${row.first_name} ${row.last_name}`.trim(),
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      phone: row.phone,
      country: row.country,
      requests: row.special_requests,
      refusedSince: refused?.toISOString() ?? null,
    },
    today: dateIn(ctx.now, row.time_zone),
    departure: {
      departureId: row.scheduled_crawl_id,
      crawl: inLocale(ctx.locale, row.title, row.title_es),
      city: inLocale(ctx.locale, row.city, row.city_es),
      zone: row.time_zone,
      date: row.date,
      startTime: row.start_time,
      endTime: row.end_time,
      over: row.ends_at <= ctx.now,
    },
    currency: row.currency as Currency,
    price: {
      unit: row.unit_price,
      subtotal: row.subtotal,
      addOns: row.add_ons,
      bought: addOns.get(id)!,
      discount: row.discount,
      total: row.total_price,
      coupon: row.coupon_code,
      rule: row.price_rule && inLocale(ctx.locale, row.price_rule, row.price_rule_es ?? ""),
    },
    why: { total: why!.total, pesos: why!.pesos },
    rateDate: row.rate_date,
    toPay,
    tickets: tickets.map(({ guest_name: name, code, status, entered_at: at, entered_by: by, ...ticket }) => ({
      position: placeOf(ticket),
      replaced: isReplaced(ticket),
      name,
      code: readableCode(code),
      valid: status === "valid",
      entered: at && { at: at.toISOString(), by: by ?? "" },
    })),
    noShow: row.no_show_at !== null && tickets.every(({ entered_at }) => entered_at === null),
    table: await tableOfBooking(ctx, id),
    payments: payments.map((payment) => shownPayment(payment, refunds)),
    refunds: refunds.map(
      ({
        id: refundId,
        amount,
        currency,
        status,
        reason,
        payment_id: paymentId,
        created_at: requestedAt,
        succeeded_at: went,
        ...payment
      }) => ({
        id: refundId,
        paymentId,
        amount,
        currency: currency as Currency,
        status: shownRefundStatus({ status }, payment),
        reason,
        at: (went ?? requestedAt).toISOString(),
        giveBy: isToGive(status) && isGivenOnTheSpot(payment.provider) ? handBackOf(payment) : null,
      }),
    ),
    kept: keptOf(payments, refunds),
    refund: { until: deadline.toISOString(), past: ctx.now > deadline, terms: row.refund_rule_version },
    emails: emails.map(
      ({ id: emailId, kind, status, payload, language, captured, sent_at: sent, created_at: queued }) => ({
        id: emailId,
        kind,
        status,
        language: language === "es" ? "es" : "en",
        captured: captured ?? false,
        about: aboutOf({ kind, payload }),
        at: (sent ?? queued).toISOString(),
      }),
    ),
    history: history.map((entry) => ({
      id: String(entry.id),
      at: entry.at,
      action: entry.action,
      actor: entry.who.kind,
      who: entry.who.name,
      changes: tellingChanges(entry.changes),
      moved: movedBetween(entry.changes, (departure) => nights.get(departure)),
      email: emailOf(entry.action, entry.changes),
      tag: tagOf(entry.changes),
      partner: partnerIn(entry.changes),
      verdict: verdictIn(entry.changes),
    })),
    partner: partner ? shownPartner(ctx, partner) : null,
    tags,
    tagsInUse: rows.map(({ name }) => name),
    notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
    sellsAddOns: addOns.get(id)!.length > 0 || (await addOnsOfCrawl(ctx, row.crawl_id, row.date)).length > 0,
    change: change && {
      id: change.id,
      kind: change.kind,
      difference: change.quote.difference.amount_minor,
      until: change.hold_expires_at,
      date: change.quote.after.date,
    },
    payLink: (toPay ?? 0) > 0 || change ? payLinkOf(ctx, id, row.language) : null,
    share: await shareOf(ctx, row),
    agreed: await versionsById(ctx, [
      { page: "terms", id: row.terms_version },
      { page: "privacy", id: row.privacy_version },
    ]),
    may: {
      change: can(ctx.actor, "bookings.change"),
      refund: can(ctx.actor, "bookings.change") && can(ctx.actor, "payments.change"),
      readEmails: can(ctx.actor, "emails.read"),
      credit: can(ctx.actor, "affiliates.change"),
    },
  };
  return ok({ panel });
}

type PartnerRow = NonNullable<Awaited<ReturnType<typeof partnerOf>>>;

const shownPartner = (ctx: Context, { at, doubts, ...partner }: PartnerRow): BookingPartner => ({
  ...partner,
  at: at!.toISOString(),
  campaign: partner.campaign || null,
  placement: partner.placement || null,
  doubts: can(ctx.actor, "affiliates.read") ? DOUBTS.filter((doubt) => doubts?.includes(doubt)) : null,
});

type Row = NonNullable<Awaited<ReturnType<typeof bookingRow>>>;

async function shareOf(ctx: Context, row: Row): Promise<Panel["share"]> {
  const isReachable = row.email === "" && row.phone !== "";
  if (!isReachable || row.status === "cancelled" || !can(ctx.actor, "bookings.change")) return null;
  const locale = row.language === "es" ? "es" : "en";
  const { t } = await emailTextsFor(ctx, locale);
  const link = bookingLink(ctx, row, locale);
  const text = t("emails.share.tickets", {
    name: row.first_name,
    crawl: inLocale(locale, row.title, row.title_es),
    date: dateInSentence(row.date, locale),
    time: clockTime(row.start_time, locale),
    link,
  });
  return { link, whatsApp: whatsAppLink(text, row) };
}

/** A link where anyone can pay the booking; its private half stays closed without the guest's own link. */
const payLinkOf = ({ settings }: Context, id: string, language: string): string =>
  settings.BASE_URL + localizedPath(`/booking-confirmation/${id}`, language === "es" ? "es" : "en");

type PaymentRows = Awaited<ReturnType<typeof paymentsOf>>;
type RefundRows = Awaited<ReturnType<typeof refundsOf>>;

const payoutOf = ({ payout_id: id, payout_on: on, provider, status }: PaymentRows[number]): PanelPayment["payout"] =>
  id !== null && on !== null ? { id, on } : paysOutByOwner(provider) && status === "succeeded" ? "owner" : null;

function shownPayment(payment: PaymentRows[number], refunds: RefundRows): PanelPayment {
  const bought = payment.status === "succeeded" && BOUGHT.includes(payment.placement);
  const own = refunds.filter(({ payment_id }) => payment_id === payment.id);
  return {
    id: payment.id,
    provider: payment.provider,
    method: payment.method,
    status: payment.status,
    state: stateOfPayment(payment),
    amount: payment.amount,
    currency: payment.currency as Currency,
    reference: payment.hand_reference,
    payout: payoutOf(payment),
    at: (payment.settled_at ?? payment.created_at).toISOString(),
    left: bought ? refundable(payment, own) : 0,
  };
}

/** The refund of a cancellation under each rule. Refusals: forbidden, booking_not_found. */
export const cancellationQuote = (ctx: Context, id: string) => priceAdminCancellation(ctx, id);

/** A change's quote, at its price and with the price kept. Needs `bookings.change`. Refusals as in `priceChange`. */
export async function changeQuotes(ctx: Context, id: string, change: Change) {
  const ask = (keeps: boolean) => priceChange(ctx, { booking_id: id, token: null, change, admin: { keeps } });
  const [price, keeps] = [await ask(false), await ask(true)];
  if (!price.ok) return price;
  if (!keeps.ok) return keeps;
  return ok({ price: price.quote, keeps: keeps.quote, why: { price: price.why, keeps: keeps.why } });
}

/** The other departures staff can move a booking to, with their crawls and the booking's `own`. Needs `bookings.change`. Refusals: forbidden. */
export async function adminDates(ctx: Context, id: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const [anywhere, { crawls }, row] = await Promise.all([
    datesToMoveTo(ctx, id, true),
    choices(ctx.db),
    bookingRow(ctx.db, id),
  ]);
  const inReach = crawls.filter(({ city_id }) => reaches(ctx.actor, city_id)).map((crawl) => crawl.id);
  const dates = anywhere.filter(({ crawl_id }) => inReach.includes(crawl_id));
  const reached = crawls.filter((crawl) => dates.some(({ crawl_id }) => crawl_id === crawl.id));
  return ok({
    dates,
    own: row?.crawl_id ?? null,
    crawls: reached.map(({ id: crawl, title, title_es }) => ({
      id: crawl,
      name: inLocale(ctx.locale, title, title_es),
    })),
  });
}

/** The add-ons that staff can give to a booking or take back from it. Needs `bookings.change`. Refusals: forbidden. */
export async function addOnsToChange(ctx: Context, id: string) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  return ok({ addOns: await bookableAddOns(ctx, id, true) });
}

/** Whom a booking may be credited to. Needs `affiliates.change`. Refusals: forbidden. */
export async function partnersToCredit(ctx: Context) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ok({ partners: await listPartnerChoices(ctx) });
}

/** The id of the booking that people call by this reference; null where there is none, or for who may read none. */
export async function idOfReference(ctx: Context, reference: string): Promise<string | null> {
  if (!can(ctx.actor, "bookings.read") || isUuid(reference)) return null;
  return (await bookingIdOf(ctx.db, reference.toUpperCase())) ?? null;
}

/** The price of a booking by hand. Needs `bookings.change`. Refusals: forbidden and those of `priceSale`. */
export async function handPrice(ctx: Context, sale: HandSale) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const { departure_id: scheduled_crawl_id, people: number_of_people, currency, coupon_code, add_ons } = sale;
  return priceSale(ctx, { scheduled_crawl_id, number_of_people, currency, coupon_code, add_ons }, saleOf(sale));
}

/** What is sold beside the places of the night of a booking by hand, in its currency. Needs `bookings.change`: others get none. */
export async function addOnsByHand(
  ctx: Context,
  { departure_id: id, currency }: Pick<HandSale, "departure_id" | "currency">,
) {
  const offered = can(ctx.actor, "bookings.change")
    ? await addOnsAtCounter(ctx, id, { currencies: [currency], byStaff: true })
    : [];
  return { currency, offered };
}

function unseenCrawl(
  ctx: Context,
  row: Visible & { crawl_id: string; city_id: string; title_es: string | null },
): UnseenCrawl | null {
  const unseen = unseenHere(ctx, { title: row.title, on_every_site: row.on_every_site });
  return (
    unseen && {
      id: row.crawl_id,
      city_id: row.city_id,
      title: inLocale(ctx.locale, row.title, row.title_es),
      unseen,
    }
  );
}

/** So many nights are in one choice; those after them by another day to begin with. */
const NIGHTS = 300;

/**
 * Departures staff can still sell, by time, with the seats left: from the day `from` on (YYYY-MM-DD; else the next ones), and the
 * one of the id `chosen` wherever it is. `later` is the day from which on there are more than are listed, null where there are
 * none. Needs `bookings.change`. Refusals: forbidden.
 */
export async function sellableDepartures(
  ctx: Context,
  { from = null, chosen = null }: { from?: string | null; chosen?: string | null } = {},
) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  const of = { now: ctx.now, cities: readable(ctx.actor) };
  const found = await departuresToSell(ctx.db, { ...of, from: from && isDay(from) ? from : null }, NIGHTS + 1);
  const listed = found.slice(0, NIGHTS);
  const isElsewhere = chosen && !listed.some(({ id }) => id === chosen);
  const own = isElsewhere ? await departuresToSell(ctx.db, { ...of, id: chosen }, 1) : [];
  const departures = [...own, ...listed].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return ok({
    later: found[NIGHTS]?.date ?? null,
    departures: departures.map((departure) => ({
      id: departure.id,
      date: departure.date,
      startTime: departure.start_time,
      endTime: departure.end_time,
      crawl: inLocale(ctx.locale, departure.title, departure.title_es),
      city: inLocale(ctx.locale, departure.city, departure.city_es),
      free: departure.free,
      isPrivate: departure.is_private,
      // hidden crawls and those of cities that are off aren't among them
      unseen: unseenCrawl(ctx, departure),
    })),
  });
}
