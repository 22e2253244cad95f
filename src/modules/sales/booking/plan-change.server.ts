import { dateIn } from "#src/kernel/local-time.ts";
import type { Currency, Rates } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Why } from "#src/locales/why.ts";
import type { Site } from "#src/kernel/site.ts";
import { notForSale } from "#src/modules/sales/booking/price-offer.server.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import {
  type Amounts,
  frozenRates,
  onOtherDate,
  settled,
  withFewer,
  withMore,
} from "#src/modules/sales/booking/rules/change-price.ts";
import { refundRuling } from "#src/modules/sales/booking/rules/cancellation.ts";
import { lessOfAddOns } from "#src/modules/sales/booking/rules/add-ons.ts";
import { addOnsOf } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { lacksAddOns, takenAlong } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { quoteFor } from "#src/modules/sales/booking/rules/quote.ts";
import { whyDifference } from "#src/modules/sales/booking/rules/why-change.ts";
import {
  type BookingView,
  type Change,
  type ChangeQuote,
  type DateToMoveTo,
  MOST_BOOKED,
} from "#src/modules/sales/booking/schema.ts";
import { type BookingWithDeparture, bookingWithDeparture } from "#src/modules/sales/booking/store/booking.server.ts";
import { fewestPeople, pendingChange } from "#src/modules/sales/booking/store/change.server.ts";
import { readSale } from "#src/modules/sales/booking/read-sale.server.ts";
import type { Offer } from "#src/modules/sales/booking/store/hold.server.ts";
import { activeCrawlIds, departureOnSale } from "#src/modules/sales/booking/store/offer.server.ts";
import { promisedCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import { departuresAtRates } from "#src/modules/sales/schedule/queries.server.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import { priceRules } from "#src/modules/sales/price-rules/queries.server.ts";
import type { PartnerReason } from "#src/modules/sales/affiliates/rules/attribution.ts";
import {
  lowestPrice,
  ownRuleOn,
  type PricedGuest,
  type PriceRule,
  rulesFor,
} from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { pricePerPerson } from "#src/modules/sales/schedule/rules/price.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** A fully priced change of a booking: seats, people and money (minor units of the booking's currency). */
export type ChangePlan = {
  bookingId: string;
  version: number;
  change: Change;
  from: string;
  to: string;
  /** the crawl it becomes a booking of; null where that stays */
  toCrawl: string | null;
  peopleBefore: number;
  peopleAfter: number;
  /** seats to take on `to` */
  take: number;
  /** how many of the seats to take are free now, lapsed baskets included */
  left: number;
  lapsedPeople: number;
  currency: Currency;
  amounts: Amounts;
  difference: number;
  quote: ChangeQuote;
  /** why the difference is what it is */
  why: Why;
};

type Side = { people: number; date: string; start_time: string; end_time: string; starts_at: Date; amounts: Amounts };

/**
 * A change made by staff: also allowed after the guests' cut-off, on departures the site doesn't sell, and to another crawl. `keeps` leaves the
 * price unchanged; otherwise removed guests are refunded regardless of the deadline.
 */
export type AdminChange = { keeps: boolean };

/**
 * Plans a change of a confirmed booking, without side effects. `refundable` is the most that could be refunded. Reads everything
 * on `on`: a transaction that waits for a second connection can deadlock the pool. The caller checks permissions. Refusals: those
 * of `whatMayChange`, add_on_sold_out {left}, same_date, guest_not_found, too_many_people {max}, departure_not_found and all those of `notForSale`.
 */
export async function planChange(
  ctx: Context,
  on: Db | Tx,
  {
    bookingId,
    change,
    refundable,
    admin,
  }: { bookingId: string; change: Change; refundable: number; admin?: AdminChange | undefined },
) {
  const row = await bookingWithDeparture(on, bookingId);
  if (!row) return fail("booking_not_found");
  const byStaff = admin !== undefined;
  const refused = whatMayChange(asView(row), ctx.now, byStaff)[change.kind];
  if (refused) return fail(refused);
  const planned = await {
    date: () => toOtherDate(ctx, on, row, change as Change & { kind: "date" }, byStaff),
    add: () => toMore(ctx, on, row, change as Change & { kind: "add" }, byStaff),
    remove: () => toFewer(ctx, on, row, change as Change & { kind: "remove" }, byStaff),
  }[change.kind]();
  if (!planned.ok) return planned;
  const { to, toCrawl, after, take, left, lapsedPeople } = planned;
  const currency = row.currency as Currency;
  const before = sideOf(row);
  const wished = admin?.keeps ? before.amounts : after.amounts;
  const money = settled(before.amounts, wished, { currency, refundable });
  const plan: ChangePlan = {
    bookingId,
    version: row.version,
    change,
    from: row.scheduled_crawl_id,
    to,
    toCrawl,
    peopleBefore: before.people,
    peopleAfter: after.people,
    take,
    left,
    lapsedPeople,
    currency,
    amounts: money.after,
    difference: money.difference,
    quote: {
      version: row.version,
      before: shownSide(before, currency),
      after: shownSide({ ...after, amounts: money.after }, currency),
      difference: { amount_minor: money.difference, currency },
      refund_until: refundDeadline(after.starts_at).toISOString(),
      coupon_code: row.coupon_code,
    },
    why: whyDifference({
      kind: change.kind,
      before,
      wished: after,
      difference: money.difference,
      currency,
      keeps: admin?.keeps ?? false,
      ruling: refundRuling({ startsAt: row.starts_at, now: ctx.now, byOperator: byStaff }),
      until: { at: refundDeadline(row.starts_at).toISOString(), zone: row.time_zone },
    }),
  };
  return ok({ plan });
}

const asView = (row: BookingWithDeparture) => ({
  status: row.status,
  number_of_people: row.number_of_people,
  total: { amount_minor: row.total_price, currency: row.currency as Currency },
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  departure: {
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    refund_until: refundDeadline(row.starts_at).toISOString(),
  } as BookingView["departure"],
});

export function sideOf(row: BookingWithDeparture): Side {
  const { date, start_time, end_time, starts_at, unit_price, subtotal, add_ons, discount, total_price } = row;
  const amounts = { unit_price, subtotal, add_ons, discount, total_price };
  return { people: row.number_of_people, date, start_time, end_time, starts_at, amounts };
}

export const shownSide = ({ people, date, start_time, end_time, amounts }: Side, currency: Currency) => ({
  people,
  date,
  start_time,
  end_time,
  total: { amount_minor: amounts.total_price, currency },
});

async function toOtherDate(
  ctx: Context,
  on: Db | Tx,
  row: BookingWithDeparture,
  change: { departure_id: string },
  byStaff: boolean,
) {
  if (change.departure_id === row.scheduled_crawl_id) return fail("same_date");
  const sold = await offerFor(ctx, on, row, change.departure_id, byStaff);
  if (!sold.ok) return sold;
  const { offer } = sold;
  const soldAs = offer.sold_as!.id;
  const departure = await departureOnSale(on, offer.id, soldAs);
  if (!departure || (soldAs !== row.crawl_id && !byStaff)) return fail("departure_not_found");
  const people = row.number_of_people;
  const short = byStaff ? null : await addOnsShort(ctx, on, row, offer.id);
  if (short) return short;
  const prices = await pricesFor(on, row);
  const { date, start_time, end_time, starts_at } = departure;
  const after: Side = {
    people,
    date,
    start_time,
    end_time,
    starts_at,
    amounts: repriced(row, pricesOf(ctx, offer, prices, { people, own: row.price_rule }), prices.couponPeople),
  };
  const toCrawl = soldAs === row.crawl_id ? null : soldAs;
  return ok({ to: offer.id, toCrawl, after, take: people, ...(await room(ctx, on, row, offer)) });
}

/** Whether a night has too few of what a booking has of add-ons: add_on_sold_out {left}. Staff move a booking all the same. */
async function addOnsShort(ctx: Context, on: Db | Tx, row: BookingWithDeparture, departureId: string) {
  return row.add_ons === 0
    ? null
    : lacksAddOns(statementsOf(on), await takenAlong(ctx, on, { bookingId: row.id, departureId }));
}

async function toMore(
  ctx: Context,
  on: Db | Tx,
  row: BookingWithDeparture,
  { names }: { names: string[] },
  byStaff: boolean,
) {
  const sold = await offerFor(ctx, on, row, row.scheduled_crawl_id, byStaff);
  if (!sold.ok) return sold;
  const { offer } = sold;
  // a group's booking is larger than guests' may be
  const max = byStaff ? MOST_BOOKED : (await appSettings({ db: on })).maxPeople;
  const before = sideOf(row);
  const people = before.people + names.length;
  if (people > max) return fail("too_many_people", { max });
  const prices = await pricesFor(on, row);
  const at = pricesOf(ctx, offer, { ...prices, coupon: null }, { people, own: null });
  const unit = quoteFor({ ...at, coupon: null, people: 1 }).price_per_person;
  const after: Side = { ...before, people, amounts: withMore(before.amounts, names.length, unit) };
  return ok({ to: offer.id, toCrawl: null, after, take: names.length, ...(await room(ctx, on, row, offer)) });
}

async function toFewer(
  ctx: Context,
  on: Db | Tx,
  row: BookingWithDeparture,
  { positions }: { positions: number[] },
  byStaff: boolean,
) {
  const guests = await ctx.ask.guestPositions(on, row.id);
  if (!positions.every((position) => guests.includes(position))) return fail("guest_not_found");
  const before = sideOf(row);
  const people = before.people - positions.length;
  if (people < 1) return fail("only_guest");
  const isRefundable = byStaff || ctx.now <= refundDeadline(row.starts_at);
  const addOns = row.add_ons === 0 ? [] : ((await addOnsOf(on, [row.id])).get(row.id) ?? []);
  const less = lessOfAddOns(addOns, { people, leaving: positions.length });
  const amounts = withFewer(before.amounts, before.people, positions.length, isRefundable, less);
  const none = { left: 0, lapsedPeople: 0 };
  return ok({
    to: row.scheduled_crawl_id,
    toCrawl: null,
    after: { ...before, people, amounts },
    take: 0,
    ...none,
  });
}

/** The target departure of a change, if it is on sale for a booking of that site. */
export async function offerFor(
  ctx: Context,
  on: Db | Tx,
  row: BookingWithDeparture,
  departureId: string,
  byStaff = false,
) {
  const there = { ...ctx, site: row.site_tag as Site };
  const offer = await readSale(there, { departureId, browser: null, key: null }, { db: on, on: statementsOf(on) });
  const refused = notForSale(there, offer, byStaff);
  return refused ?? ok({ offer: offer! });
}

/** Free seats on a departure for a booking, including lapsed baskets and what its own pending change holds there. */
export async function room(ctx: Context, on: Db | Tx, row: BookingWithDeparture, offer: Offer) {
  const { available_spots: free, lapsed_people: lapsedPeople, overbooked_spots: overbooked } = offer;
  const own = await keptSeats(ctx, on, row.id);
  return { left: free + Math.max(0, lapsedPeople + own(offer.id) - overbooked), lapsedPeople };
}

/** How many seats of a departure a booking's pending change holds; the next change takes them over. Lapsed ones don't count. */
async function keptSeats(ctx: Context, on: Db | Tx, bookingId: string): Promise<(departureId: string) => number> {
  const waiting = await pendingChange(on, bookingId);
  const lives = waiting && waiting.hold_expires_at > ctx.now ? waiting : undefined;
  return (departureId) => (lives?.to_departure_id === departureId ? lives.held_people : 0);
}

type Prices = {
  currency: Currency;
  rates: Rates;
  coupon: Coupon | null;
  couponPeople: number;
  rules: readonly PriceRule[];
  guest: PricedGuest;
};

/** What a booking is repriced with: its currency at its frozen rate, its coupon, and the rules of now. */
export async function pricesFor(on: Db | Tx, row: BookingWithDeparture): Promise<Prices> {
  const [{ perUsd }, coupon, fewest, rules] = await Promise.all([
    currencyRates({ db: on }),
    promisedCoupon(on, row.id),
    fewestPeople(on, row.id),
    priceRules({ db: on }),
  ]);
  const [currency, base_currency] = [row.currency as Currency, row.base_currency as Currency];
  return {
    currency,
    rates: frozenRates(perUsd, { currency, base_currency, rate: row.rate }),
    coupon,
    rules,
    guest: guestOfBooking(row),
    couponPeople: Math.min(fewest ?? row.number_of_people, row.number_of_people),
  };
}

const BROUGHT: readonly PartnerReason[] = ["link", "qr", "widget", "desk"];

/** Whose guest a booking's is: of the partner whose price it has, else of the one who brought them. Other nights don't count again. */
const guestOfBooking = ({
  price_rule: rule,
  partner_id,
  partner_reason: reason,
}: BookingWithDeparture): PricedGuest => ({
  partner_id: rule?.partner_id ?? (BROUGHT.includes(reason as PartnerReason) ? partner_id : null),
  nights: [],
});

/** The price of a booking on another date. The coupon applies only to the guests who had it, not to those added later. */
export function repriced(
  row: BookingWithDeparture,
  at: Omit<Parameters<typeof quoteFor>[0], "people">,
  couponPeople: number,
) {
  const { discount } = quoteFor({ ...at, people: couponPeople, addOns: row.add_ons });
  const quote = quoteFor({ ...at, coupon: null, people: row.number_of_people });
  return onOtherDate(sideOf(row).amounts, { ...quote, discount });
}

/**
 * The price of a person on an offer for a party of so many, under the rules of now and its own (rule prices-5). A booking that has a
 * code keeps it: what doesn't go with codes isn't for it.
 */
export function pricesOf(
  ctx: Pick<Context, "now">,
  offer: Offer,
  prices: Prices,
  { people, own }: { people: number; own: PriceRule | null },
) {
  const soldAs = offer.sold_as!;
  const left = offer.available_spots + Math.max(0, offer.lapsed_people - offer.overbooked_spots);
  const today = dateIn(ctx.now, soldAs.time_zone);
  const night = { crawl_id: soldAs.id, city_id: soldAs.city_id, date: offer.date, today, left, guest: prices.guest };
  const ownRule = ownRuleOn(own, night);
  const found = rulesFor(prices.rules, night, people).filter(isRuledWith(prices.coupon));
  const at = pricePerPerson(offer, soldAs, prices.currency, prices.rates);
  const { price } = lowestPrice(at, ownRule ? [ownRule, ...found] : found, prices.rates);
  return { ...prices, price, regular: at.regular };
}

/** Whether a rule is for a booking with this coupon. */
const isRuledWith =
  (coupon: Coupon | null) =>
  (rule: PriceRule): boolean =>
    coupon === null || rule.with_codes;

/** What departures are listed with for a booking that may move to them: as `pricesOf` prices each. */
export const frozenFor = (row: BookingWithDeparture, { rates, coupon, guest }: Prices) => ({
  rates,
  party: { people: row.number_of_people, own: row.price_rule, isRuled: isRuledWith(coupon), guest },
});

/** How many days ahead a booking can be moved. */
export const MOVE_DAYS = 90;

/**
 * The other departures of the same crawl, for staff of every crawl, with room for all guests of a booking, by date, with the
 * price difference: to pay (> 0) or refunded (< 0). Empty when the date can't be changed. The caller checks permissions.
 */
export async function otherDates(
  ctx: Context,
  { bookingId, refundable, byStaff = false }: { bookingId: string; refundable: number; byStaff?: boolean },
): Promise<DateToMoveTo[]> {
  const row = await bookingWithDeparture(ctx.db, bookingId);
  if (!row || whatMayChange(asView(row), ctx.now, byStaff).date) return [];
  const to = Temporal.PlainDate.from(row.date).add({ days: MOVE_DAYS }).toString();
  const site = row.site_tag as Site;
  const [prices, own] = await Promise.all([pricesFor(ctx.db, row), keptSeats(ctx, ctx.db, row.id)]);
  const { currency } = prices;
  const people = row.number_of_people;
  const frozen = frozenFor(row, prices);
  const departures = byStaff
    ? await departuresAtRates(ctx, { to, currency }, frozen, await activeCrawlIds(ctx.db))
    : await departuresAtRates({ ...ctx, site }, { crawl_id: row.departure_crawl_id, to, currency }, frozen);
  const before = sideOf(row).amounts;
  return departures
    .filter(
      (departure) =>
        departure.id !== row.scheduled_crawl_id && !departure.bookings_disabled && !departure.external_booking_link,
    )
    .filter((departure) => departure.is_available || own(departure.id) > 0)
    .filter(
      (departure) => departure.available_spots === null || departure.available_spots + own(departure.id) >= people,
    )
    .map((departure) => {
      const price = { amount: departure.price_per_person.amount_minor, currency };
      const after = repriced(row, { ...prices, price, regular: price }, prices.couponPeople);
      const money = settled(before, after, { currency: prices.currency, refundable });
      return {
        departure_id: departure.id,
        crawl_id: departure.crawl_id,
        date: departure.date,
        start_time: departure.start_time,
        end_time: departure.end_time,
        left: departure.available_spots === null ? null : departure.available_spots + own(departure.id),
        difference: { amount_minor: money.difference, currency: prices.currency },
      };
    });
}
