import { changedSince } from "#src/kernel/changed-since.ts";
import { broughtByPartner, namingOf } from "#src/modules/sales/booking/credit-partner.server.ts";
import { priceRules } from "#src/modules/sales/price-rules/queries.server.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { Currency, Rates } from "#src/kernel/money.ts";
import { isOldLink, mayOpen } from "#src/modules/sales/booking/grant-access.server.ts";
import { readAddressToken, standingOf } from "#src/modules/sales/booking/grant-address.server.ts";
import { linkEnd } from "#src/modules/sales/booking/rules/link.ts";
import { bookedAddOns, offeredAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { notForSale, notPayable, priceOffer, quoteShape } from "#src/modules/sales/booking/price-offer.server.ts";
import { renewedPromise } from "#src/modules/sales/booking/promise-price.server.ts";
import { readSale } from "#src/modules/sales/booking/read-sale.server.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import { inPesos } from "#src/modules/sales/booking/rules/pesos.ts";
import { whyQuoted } from "#src/modules/sales/booking/rules/why-price.ts";
import { type StaffTerms, soldByStaff } from "#src/modules/sales/booking/rules/quote.ts";
import { keptForOf } from "#src/modules/sales/booking/rules/kept-places.ts";
import { maskedAddress } from "#src/modules/sales/booking/rules/masked-address.ts";
import { holdLives } from "#src/modules/sales/booking/rules/states.ts";
import type {
  BookedAddOnView,
  BookingFilter,
  BookingView,
  CheckoutOffer,
  ListedBooking,
  MyBooking,
  OpenChange,
  QuoteRequest,
} from "#src/modules/sales/booking/schema.ts";
import {
  type BookingWithDeparture,
  bookingWithDeparture,
  departureOf,
  stateOf,
} from "#src/modules/sales/booking/store/booking.server.ts";
import {
  changeById,
  changingTo,
  livingOfDeparture,
  pendingChange,
} from "#src/modules/sales/booking/store/change.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { listedBookings, type ListedRow } from "#src/modules/sales/booking/store/listed.server.ts";
import { type MyRow, pastOf, upcomingOf } from "#src/modules/sales/booking/store/mine.server.ts";
import { bookingsOfOwner, newestGuest, type Owner } from "#src/modules/sales/booking/store/owner.server.ts";
import { leftOfTable } from "#src/modules/sales/booking/store/friend-table.server.ts";
import type { Offer } from "#src/modules/sales/booking/store/hold.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { heldSeats, departureOnSale } from "#src/modules/sales/booking/store/offer.server.ts";
import { creditOfBooking } from "#src/modules/sales/booking/store/credit.server.ts";
import { referralOf } from "#src/modules/sales/booking/rules/referral.ts";
import { episodeById } from "#src/modules/sales/booking/store/episode.server.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { rateDay } from "#src/modules/base/settings/rules/rate-day.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { addOnsOf, changedAddOns } from "#src/modules/sales/booking/store/add-ons.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type { BookingView, Owner };
export {
  accountsWithBookings,
  bookingsUnder,
  comingOfCrawls,
  countedBookings,
  isBooked,
  soldOfNights,
  soldUnderRules,
  timesBooked,
  timesRedeemed,
} from "#src/modules/sales/booking/store/answers.server.ts";

/** Prices a choice without reserving anything. Public. Refusals as in `placeBooking`, `sold_out` with the seats left. */
export async function quoteBooking(ctx: Context, input: QuoteRequest) {
  const priced = await priceChoice(ctx, input);
  if (!priced.ok) return priced;
  const chosen = priced.priced.addOns;
  if (chosen.length > 0) {
    const { number_of_people: people, currency } = input;
    const offered = new Map((await offeredAddOns(ctx, priced.night, { people, currency })).map((one) => [one.id, one]));
    const short = chosen.find(({ id, quantity }) => quantity > (offered.get(id)?.left ?? quantity));
    if (short) return fail("add_on_sold_out", { add_on: short.id, left: offered.get(short.id)!.left! });
  }
  const { amount_minor: total, currency } = priced.quote.total;
  return (await notPayable(ctx, { total, currency })) ?? ok({ quote: priced.quote });
}

/** Whether a price may depend on whose link brought the guest. Public. */
export const hasPricesOfPartners = async (ctx: Pick<Context, "db">): Promise<boolean> =>
  (await priceRules(ctx)).some(({ partner_id: partner }) => partner !== null);

/** Like `quoteBooking`, in a currency that may not be payable: for display next to another one. `email`: of who books, once it is known. */
export async function priceChoice(ctx: Context, input: QuoteRequest & { email?: string }) {
  const { maxPeople } = await appSettings(ctx);
  const offer = await readSale(ctx, {
    departureId: input.scheduled_crawl_id,
    browser: ctx.actor.browser,
    key: null,
    naming: namingOf(ctx, { referral: input.referral }),
    codes: { coupon: input.coupon_code, ...(input.email ? { email: input.email } : {}) },
  });
  const refused = notForSale(ctx, offer);
  if (refused) return refused;
  if (input.number_of_people > maxPeople) return fail("too_many_people", { max: maxPeople });
  const { key, userId: account } = ctx.actor;
  // a partner's program is told what it sells at, as in the list of nights (`departuresForKey`)
  const booker = { partner_id: key?.partnerId ?? broughtByPartner(ctx, input.referral, offer!), account };
  const priced = await priceOffer(ctx, offer!, { ...input, booker });
  if (!priced.ok) return priced;
  const { id, date, sold_as: soldAs, own_hold: ownHold } = offer!;
  return ok({ quote: quoteShape(priced), priced, night: { id, date, crawlId: soldAs!.id, ownHold } });
}

/**
 * What the site sells so many people places of a night for as guests of a partner, who sells them, and how many it could have (`left`).
 * The caller checks who asks. Refusals as in `placeBooking`, apart from seats.
 */
export async function priceForPartner(
  ctx: Context,
  wish: { departureId: string; people: number; currency: Currency; partnerId: string },
) {
  const { departureId, people, currency, partnerId } = wish;
  if (!isUuid(departureId)) return fail("departure_not_found");
  const { maxPeople: max } = await appSettings(ctx);
  const offer = await readSale(ctx, { departureId, browser: null, key: null });
  const refused = notForSale(ctx, offer);
  if (refused) return refused;
  if (people > max) return fail("too_many_people", { max });
  const booker = { partner_id: partnerId, account: null };
  const priced = await priceOffer(ctx, offer!, { number_of_people: people, currency, booker });
  if (!priced.ok) return priced;
  const unpayable = await notPayable(ctx, priced.quote);
  return unpayable ?? ok({ quote: priced.quote, left: await freeFor(ctx, offer!), crawlId: offer!.sold_as!.id });
}

/**
 * What `placeBooking` would sell to staff for (`number_of_people` null: to one person of a party of any size), and `rounded`, what cash leaves off. For staff: the caller checks permissions.
 * Refusals as there, apart from seats.
 */
export async function priceSale(
  ctx: Context,
  input: Omit<QuoteRequest, "number_of_people"> & { number_of_people: number | null },
  sale: StaffTerms,
) {
  const { maxPeople } = await appSettings(ctx);
  const offer = await readSale(ctx, {
    departureId: input.scheduled_crawl_id,
    browser: null,
    key: null,
    codes: { coupon: input.coupon_code },
  });
  const refused = notForSale(ctx, offer, true);
  if (refused) return refused;
  if ((input.number_of_people ?? 1) > maxPeople) return fail("too_many_people", { max: maxPeople });
  const priced = await priceOffer(ctx, offer!, input);
  if (!priced.ok) return priced;
  const sold = soldByStaff(priced.quote, sale);
  const rounded = sale.total === null ? priced.quote.total - sold.total : 0;
  const { source, coupon, unused, dated } = priced;
  const { currency } = sold;
  const rates = dated.perUsd;
  const rateOf = rateDay(dated.days, [currency, source.from?.currency ?? currency]);
  const why = whyQuoted({
    quote: sold,
    source,
    isEarlyBird: false,
    coupon,
    unused: unused?.code ?? null,
    rates,
    rateDay: rateOf,
    sale: {
      isAbove: sold.subtotal !== priced.quote.subtotal,
      rest: sale.total === null ? "why-admin.till.coins" : "why.agreed",
    },
  });
  return ok({ quote: quoteShape({ ...priced, quote: sold }), rounded, why });
}

/**
 * What brought the guest to a booking that they edit: the partner code they typed, empty for none, and what their browser remembered
 * (`viaText`), empty for nothing. The caller checks that it is theirs.
 */
export async function broughtBy(ctx: Pick<Context, "db">, bookingId: string) {
  const credit = await creditOfBooking(ctx.db, bookingId);
  return {
    partner_code: (credit?.partner_reason === "code" && credit.code) || "",
    referral: credit ? referralOf(credit) : "",
  };
}

/**
 * A promise of the rule under which a booking was made, for its guest to edit it while its hold lives (rule prices-4); empty for none, or
 * where such promises alone have kept it too long.
 * The caller checks that it is theirs.
 */
export async function promiseOfHold(ctx: Context, bookingId: string): Promise<string> {
  const row = await bookingWithDeparture(ctx.db, bookingId);
  if (!row?.price_rule || !holdLives(row, ctx.now)) return "";
  return renewedPromise(ctx, row.scheduled_crawl_id, { rule: row.price_rule, since: row.created_at });
}

/**
 * Whether an unpaid booking whose hold has lapsed could take its places again now: null if so, else why not. `retakeHold` decides;
 * this is what its guest is told before they try. Checks no access.
 */
export async function whyNotHeldAgain(ctx: Context, bookingId: string) {
  const row = await bookingWithDeparture(ctx.db, bookingId);
  if (!row) return fail("booking_not_found");
  if (row.departure_status !== "scheduled") return fail("departure_cancelled");
  if ((row.source === "admin" ? row.ends_at : row.starts_at) <= ctx.now) return fail("departure_past");
  if (holdLives(row, ctx.now)) return null;
  const sale = await readSale(ctx, { departureId: row.scheduled_crawl_id, browser: null, key: null });
  if (!sale) return fail("departure_not_found");
  const left = Math.max(0, sale.available_spots + Math.max(0, sale.lapsed_people - sale.overbooked_spots));
  return left < row.number_of_people ? fail("sold_out", { left }) : null;
}

/**
 * The departure that checkout sells. Seats already held by this browser count as free for it: booking again replaces its hold.
 * Public. `table`: the code of the friends' table that gives the places. Refusals as in `placeBooking`, `sold_out` included; table_over
 * and, where others have taken its places, table_full.
 */
export async function findOffer(ctx: Context, departureId: string, table: string | null = null) {
  if (!isUuid(departureId)) return fail("departure_not_found");
  const { maxPeople } = await appSettings(ctx);
  const offer = await readSale(ctx, { departureId, browser: ctx.actor.browser, key: null });
  const refused = notForSale(ctx, offer);
  if (refused) return refused;
  const departure = await departureOnSale(ctx.db, departureId, offer!.sold_as!.id);
  if (!departure) return fail("departure_not_found");
  const reserved = table === null ? ok({ places: await freeFor(ctx, offer!) }) : await reservedFor(ctx, offer!, table);
  if (!reserved.ok) return reserved;
  const left = Math.min(departure.total_spots, reserved.places, maxPeople);
  if (left < 1) return fail("sold_out", { left: 0 });
  const sold: CheckoutOffer = {
    departure_id: departure.id,
    crawl_id: offer!.sold_as!.id,
    crawl_title: inLocale(ctx.locale, departure.title, departure.title_es),
    image: departure.image,
    city: inLocale(ctx.locale, departure.city_name, departure.city_name_es),
    time_zone: departure.time_zone,
    date: departure.date,
    start_time: departure.start_time,
    end_time: departure.end_time,
    starts_at: departure.starts_at.toISOString(),
    refund_until: refundDeadline(departure.starts_at).toISOString(),
    refundable: ctx.now <= refundDeadline(departure.starts_at),
    early_bird: departure.early_bird_sale,
    own_booking: offer!.own_hold,
    left,
  };
  return ok({ offer: sold });
}

/** How many places whoever asks can have, with those that their own hold gives back. */
async function freeFor(ctx: Context, offer: Offer): Promise<number> {
  const lapsed = Math.max(0, offer.lapsed_people - offer.overbooked_spots);
  const own = offer.own_hold ? await heldSeats(ctx.db, offer.own_hold, ctx.now) : 0;
  // what comes free is offered to the waiting list first
  return (offer.waited_for ? 0 : offer.available_spots + lapsed) + own;
}

/** The same of a friends' table. */
async function reservedFor(ctx: Context, { id, own_hold: ownHold }: Offer, code: string) {
  const places = await leftOfTable(ctx.pool, {
    code,
    departureId: id,
    now: ctx.now,
    practice: practises(ctx),
    ownHold,
  });
  return places === null ? fail("table_over") : places < 1 ? fail("table_full") : ok({ places });
}

/** `bought`: what it has of add-ons. */
function bookingView(
  row: BookingWithDeparture,
  ctx: Context,
  open: boolean,
  { rates, bought }: { rates: Rates; bought: BookedAddOnView[] },
): BookingView {
  const { locale } = ctx;
  const meeting = meetingPoint({ ...row, city: row.city_name }, locale);
  const total = { amount: row.total_price, currency: row.currency as Currency };
  return {
    id: row.id,
    reference: row.reference,
    version: row.version,
    status: row.status,
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    cancel_reason: row.cancel_reason,
    hold_lives: holdLives(row, ctx.now),
    kept_for: keptForOf(row),
    hold_expires_at: row.hold_expires_at.toISOString(),
    number_of_people: row.number_of_people,
    total: { amount_minor: total.amount, currency: total.currency },
    in_pesos: total.currency === "MXN" ? null : { amount_minor: inPesos(total, row, rates).amount, currency: "MXN" },
    test: row.test,
    language: row.language === "es" ? "es" : "en",
    departure: {
      departure_id: row.scheduled_crawl_id,
      crawl_title: inLocale(locale, row.title, row.title_es),
      image: row.image,
      city: inLocale(locale, row.city_name, row.city_name_es),
      time_zone: row.time_zone,
      date: row.date,
      start_time: row.start_time,
      end_time: row.end_time,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      meeting_place: meeting?.place ?? "",
      map_url: meeting?.map ?? null,
      includes: inLocale(locale, row.includes, row.includes_es),
      refund_until: refundDeadline(row.starts_at).toISOString(),
    },
    private: open
      ? {
          first_name: row.first_name,
          last_name: row.last_name,
          email: row.email,
          phone: row.phone,
          country: row.country,
          additional_names: row.additional_names,
          special_requests: row.special_requests,
          coupon_code: row.coupon_code,
          unit_price: row.unit_price,
          regular_unit_price: row.regular_unit_price,
          early_bird: row.early_bird_sale,
          price_rule: row.price_rule && { name: row.price_rule.name, name_es: row.price_rule.name_es },
          subtotal: row.subtotal,
          add_ons: row.add_ons,
          bought,
          discount: row.discount,
        }
      : null,
  };
}

/** What a booking has of add-ons; reads nothing where it has none. */
const boughtWith = async (ctx: Context, { id, has_add_ons: hasAny, currency }: BookingWithDeparture) =>
  hasAny ? (await bookedAddOns(ctx, [{ id, currency: currency as Currency }])).get(id)! : [];

/** A booking by id, or null. `token` is the link's; without access only the public half is filled. */
export async function findBooking(ctx: Context, id: string, token: string | null): Promise<BookingView | null> {
  if (!isUuid(id)) return null;
  const row = await bookingWithDeparture(ctx.db, id);
  if (!row) return null;
  const [{ perUsd: rates }, { linkDays }, bought] = await Promise.all([
    currencyRates(ctx),
    appSettings(ctx),
    boughtWith(ctx, row),
  ]);
  return bookingView(row, ctx, mayOpen(ctx, row, token, linkDays), { rates, bought });
}

/**
 * A page of the bookings that a program may read, the newest first: with a key of the house those of its cities and sites, practice
 * bookings only on a server that practises. Needs `bookings.read`. Refusals: forbidden {missing}, cursor_unknown.
 */
export async function listBookings(ctx: Context, filter: BookingFilter) {
  if (!can(ctx.actor, "bookings.read")) return fail("forbidden", { missing: "bookings.read" as const });
  const after = filter.cursor === undefined ? null : placeOfCursor(filter.cursor);
  if (after === undefined) return fail("cursor_unknown");
  const { date_from: from, date_to: to, status, reference, updated_since: since, limit } = filter;
  const rows = await listedBookings(ctx.pool, {
    cities: ctx.actor.cities,
    sites: ctx.actor.key?.sites ?? null,
    test: practises(ctx),
    from: from ?? null,
    to: to ?? null,
    status: status ?? null,
    reference: reference?.trim().toUpperCase() ?? null,
    since: since === undefined ? null : changedSince(since),
    after,
    limit: limit + 1,
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return ok({
    bookings: rows.slice(0, limit).map((row) => listed(row, ctx.locale)),
    next_cursor: last ? cursorOf(last) : null,
  });
}

const cursorOf = ({ created_at: at, id }: ListedRow): string =>
  Buffer.from(`${at.getTime()}.${id}`).toString("base64url");

/** Undefined for a text that is no cursor. */
function placeOfCursor(cursor: string): { at: Date; id: string } | undefined {
  const [, at, id] = /^(\d{1,15})\.(.+)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  return at !== undefined && id !== undefined && isUuid(id) ? { at: new Date(Number(at)), id } : undefined;
}

const listed = (row: ListedRow, locale: Locale): ListedBooking => ({
  id: row.id,
  reference: row.reference,
  version: row.version,
  status: row.status,
  cancel_reason: row.cancel_reason,
  created_at: row.created_at.toISOString(),
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  number_of_people: row.number_of_people,
  total: { amount_minor: row.total_price, currency: row.currency },
  test: row.test,
  language: row.language,
  source: row.source,
  partner_id: row.partner_id,
  customer: {
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    country: row.country,
  },
  night: {
    departure_id: row.departure_id,
    crawl_id: row.crawl_id,
    crawl_title: inLocale(locale, row.title, row.title_es),
    city_id: row.city_id,
    date: row.date,
    start_time: row.start_time,
    end_time: row.end_time,
    starts_at: row.starts_at.toISOString(),
  },
});

/** A booking as whoever pays for it needs it: whole, whoever asks, and as its row, which `retakeHold` needs. Null when missing. */
export async function bookingToPay(ctx: Context, id: string) {
  const row = isUuid(id) ? await bookingWithDeparture(ctx.db, id) : undefined;
  if (!row) return null;
  const [{ perUsd: rates }, bought] = [await currencyRates(ctx), await boughtWith(ctx, row)];
  return { booking: bookingView(row, ctx, true, { rates, bought }), row };
}

/** The versions of terms and privacy policy that this browser agreed to when it made a booking; null where it didn't make it. */
export async function agreedHere(
  ctx: Context,
  id: string,
): Promise<{ terms: string | null; privacy: string | null } | null> {
  const row = await bookingWithDeparture(ctx.db, id);
  if (!row || row.browser === null || row.browser !== ctx.actor.browser) return null;
  return { terms: row.terms_version, privacy: row.privacy_version };
}

/**
 * Who booked last with this account, or without one in this browser: their next booking begins with it. What was booked with an account
 * is for that account alone, so that signing out takes it away.
 */
export async function rememberedGuest({ db, actor: { userId, browser } }: Context) {
  if (userId === null && browser === null) return null;
  return (await newestGuest(db, { userId, browser })) ?? null;
}

/** A booking's status, departure and price (minor units); undefined when missing. Checks no access. */
export const bookingState = (ctx: { db: Db | Tx }, id: string) => stateOf(ctx.db, id);

/** Where a booking's emails go, for somebody who may not know the address: its letters hidden. Null where it has none. */
export const maskedAddressOf = async (ctx: { db: Db | Tx }, id: string): Promise<string | null> =>
  maskedAddress((await stateOf(ctx.db, id))?.email ?? "");

/** Total seats of a departure. */
export const seatsOfDeparture = async (ctx: { db: Db | Tx }, departureId: string): Promise<number> =>
  (await departureOf(ctx.db, departureId))?.total_spots ?? 0;

/** Seats of a departure that are free now. */
export const seatsLeft = async (ctx: { db: Db | Tx }, departureId: string): Promise<number> =>
  (await departureOf(ctx.db, departureId))?.available_spots ?? 0;

/** A requested change by id, made or not; undefined when missing. For other modules' use cases; checks no access. */
export const changeAskedFor = (ctx: { db: Db | Tx }, id: string) => changeById(ctx.db, id);

/** The pending change of a booking, as its row. For other modules' use cases; checks no access. */
export const changeWaiting = (ctx: { db: Db | Tx }, bookingId: string) => pendingChange(ctx.db, bookingId);

/**
 * The pending change of a booking, for display; null when none is pending or its hold has lapsed. The caller checks permissions.
 */
export async function openChange(ctx: Context, bookingId: string): Promise<OpenChange | null> {
  const change = await pendingChange(ctx.db, bookingId);
  if (!change || change.hold_expires_at <= ctx.now) return null;
  const isOfAddOns = change.kind === "add_ons";
  const [row, to, deltas, has] = await Promise.all([
    bookingWithDeparture(ctx.db, bookingId),
    departureOf(ctx.db, change.to_departure_id),
    isOfAddOns ? changedAddOns(ctx.db, change.id) : [],
    isOfAddOns ? addOnsOf(ctx.db, [bookingId]) : undefined,
  ]);
  if (!row || !to) return null;
  const had = (addOn: string) => has?.get(bookingId)?.find(({ id }) => id === addOn)?.quantity ?? 0;
  const { currency } = change;
  const before = { people: change.people_before, date: row.date, start_time: row.start_time, end_time: row.end_time };
  const after = { people: change.people_after, date: to.date, start_time: to.start_time, end_time: to.end_time };
  return {
    id: change.id,
    kind: change.kind,
    hold_expires_at: change.hold_expires_at.toISOString(),
    quote: {
      before: { ...before, total: { amount_minor: row.total_price, currency } },
      after: { ...after, total: { amount_minor: change.total_price, currency } },
      difference: { amount_minor: change.difference, currency },
      refund_until: refundDeadline(to.starts_at).toISOString(),
      coupon_code: row.coupon_code,
      add_ons: deltas.map(({ id, name, name_es, quantity }) => ({
        name,
        name_es,
        before: had(id),
        after: had(id) + quantity,
      })),
    },
  };
}

/** Whether this call may open the booking's private half. Also false for a missing booking, so the two are indistinguishable. */
export async function canOpenBooking(ctx: Context, id: string, token: string | null): Promise<boolean> {
  const row = isUuid(id) ? await bookingWithDeparture(ctx.db, id) : undefined;
  return row !== undefined && mayOpen(ctx, row, token, (await appSettings(ctx)).linkDays);
}

/** Whether a token is a link of this booking that has ended: its holder may ask for a new one. False for any other token. */
export async function holdsOldLink(ctx: Context, id: string, token: string | null): Promise<boolean> {
  const row = isUuid(id) && token ? await bookingWithDeparture(ctx.db, id) : undefined;
  return row !== undefined && isOldLink(ctx, row, token, (await appSettings(ctx)).linkDays);
}

/** What a mailed link asks the reader of an address, as the booking is now. Refusals: link_expired, link_invalid. */
export async function askedAddress(ctx: Context, id: string, change: string) {
  const read = readAddressToken(ctx, id, change);
  if (!read.ok) return read;
  const row = isUuid(id) ? await bookingWithDeparture(ctx.db, id) : undefined;
  if (!row) return fail("link_invalid");
  const standing = standingOf(ctx, read.asked, row);
  if (standing === "over") return fail("link_invalid");
  const { step, newEmail } = read.asked;
  return ok({ step, email: newEmail, isDone: standing === "done", reference: row.reference });
}

/**
 * Whether this call may have the booking's link renewed: who may open it, and who holds a link of it once the newest has ended.
 * While that opens, a link that was taken back must not end it again and again.
 */
export async function mayRenewLink(ctx: Context, id: string, token: string | null): Promise<boolean> {
  const row = isUuid(id) ? await bookingWithDeparture(ctx.db, id) : undefined;
  if (!row) return false;
  const { linkDays } = await appSettings(ctx);
  if (mayOpen(ctx, row, token, linkDays)) return true;
  return ctx.now >= linkEnd(row, linkDays) && isOldLink(ctx, row, token, linkDays);
}

/** Upcoming departures are not paginated; at most this many are shown. */
const MOST_UPCOMING = 100;
const PAST_PER_PAGE = 20;

/**
 * The bookings of the signed-in user: their account's, and those made without an account with their verified email address (what
 * `mayOpen` allows). Upcoming departures on the first page only; past departures in pages from 1, latest first. Empty when signed
 * out.
 */
export async function myBookings(ctx: Context, page = 1) {
  const { userId, email, emailVerified } = ctx.actor;
  if (userId === null) return { upcoming: [], past: [], older: false };
  const owner = { userId, email: emailVerified ? email : null };
  const window = { limit: PAST_PER_PAGE + 1, offset: (page - 1) * PAST_PER_PAGE };
  const [upcoming, past] = await Promise.all([
    page === 1 ? upcomingOf(ctx.db, owner, ctx.now, MOST_UPCOMING) : [],
    pastOf(ctx.db, owner, ctx.now, window),
  ]);
  return {
    upcoming: upcoming.map((row) => inDrawer(row, ctx)),
    past: past.slice(0, PAST_PER_PAGE).map((row) => inDrawer(row, ctx)),
    older: past.length > PAST_PER_PAGE,
  };
}

function inDrawer(row: MyRow, { locale, now, site }: Context): MyBooking {
  const meeting = meetingPoint(row, locale);
  return {
    id: row.id,
    reference: row.reference,
    status: row.status,
    cancel_reason: row.cancel_reason,
    hold_lives: holdLives(row, now),
    kept_for: keptForOf(row),
    hold_expires_at: row.hold_expires_at.toISOString(),
    seconds_left: (row.hold_expires_at.getTime() - now.getTime()) / 1000,
    number_of_people: row.number_of_people,
    total: { amount_minor: row.total_price, currency: row.currency as Currency },
    test: row.test,
    departure: {
      departure_id: row.departure_id,
      crawl_title: inLocale(locale, row.title, row.title_es),
      image: row.image,
      city: inLocale(locale, row.city, row.city_es),
      time_zone: row.time_zone,
      date: row.date,
      start_time: row.start_time,
      end_time: row.end_time,
      meeting_place: meeting?.place ?? "",
      map_url: meeting?.map ?? null,
    },
    over: row.ends_at <= now,
    on_sale: row.departure_status === "scheduled" && row.starts_at > now,
    crawl_path: isSeenOn(row, site) ? localizedPath(`/crawls/${row.slug}`, locale) : null,
    change_waits: row.change_waits === true,
    starts_at: row.starts_at,
  };
}
/** All bookings of an owner, in full. For use cases acting for that owner; checks no access. */
export const ownedBookings = (ctx: Pick<Context, "db">, owner: Owner) => bookingsOfOwner(ctx.db, owner);

/**
 * The unfinished bookings of a departure by id, and those of other departures with a pending change to it (`changing`). For staff
 * use cases, which check access.
 */
export async function livingBookings(ctx: { db: Db | Tx }, departureId: string) {
  const [bookings, changing] = [await livingOfDeparture(ctx.db, departureId), await changingTo(ctx.db, departureId)];
  return { bookings: bookings.map(({ id }) => id), changing: changing.map((row) => row.booking_id) };
}

/** An episode in which unpaid places far exceeded paid ones; undefined when unknown. */
export const holdEpisode = (ctx: Pick<Context, "db">, id: string) => episodeById(ctx.db, id);
