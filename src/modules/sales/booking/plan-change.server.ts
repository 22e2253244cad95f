import { dateIn } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import type { Currency, Rates } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Why } from "#src/locales/why.ts";
import type { Site } from "#src/kernel/site.ts";
import { reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { leftForRules, notForSale } from "#src/modules/sales/booking/price-offer.server.ts";
import { whatMayChange } from "#src/modules/sales/booking/rules/change.ts";
import {
  type Amounts,
  atSameTotal,
  frozenRates,
  onOtherDate,
  settled,
  withAddOns,
  withFewer,
  withMore,
} from "#src/modules/sales/booking/rules/change-price.ts";
import { refundRuling } from "#src/modules/sales/booking/rules/cancellation.ts";
import { addOnsOfCrawl, leftOfAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { addOnPrice, mostOf } from "#src/modules/sales/add-ons/rules/price.ts";
import {
  type AddOnDelta,
  addOnsAfter,
  asGift,
  lessOfAddOns,
  wishForAddOns,
} from "#src/modules/sales/booking/rules/add-ons.ts";
import { addOnsOf } from "#src/modules/sales/booking/store/add-ons.server.ts";
import { lacksAddOns, takenAlong } from "#src/modules/sales/booking/take-add-ons.server.ts";
import { quoteFor } from "#src/modules/sales/booking/rules/quote.ts";
import { whyDifference } from "#src/modules/sales/booking/rules/why-change.ts";
import {
  type BookableAddOn,
  type BookingView,
  type Change,
  type ChangedAddOn,
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
  /** what it adds to the booking's add-ons, or takes back of them */
  addOns: readonly AddOnDelta[];
  quote: ChangeQuote;
  /** why the difference is what it is */
  why: Why;
};

type Side = { people: number; date: string; start_time: string; end_time: string; starts_at: Date; amounts: Amounts };

/**
 * A change made by staff: also allowed after the guests' cut-off, on departures the site doesn't sell, and to another crawl. `keeps` leaves the
 * price unchanged; otherwise removed guests are refunded regardless of the deadline.
 */
export type AdminChange = {
  keeps: boolean;
  /** what people who are added cost together, as it was agreed (minor units) */
  agreed?: number;
};

/**
 * Plans a change of a confirmed booking, without side effects. `refundable` is the most that could be refunded. Reads everything
 * on `on`: a transaction that waits for a second connection can deadlock the pool. The caller checks permissions. Refusals: those
 * of `whatMayChange` and `wishForAddOns`, add_on_sold_out {left}, same_date, guest_not_found, too_many_people {max}, departure_not_found and all those of `notForSale`.
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
    add_ons: () => toAddOns(ctx, on, row, change as Change & { kind: "add_ons" }, admin),
  }[change.kind]();
  if (!planned.ok) return planned;
  const { to, toCrawl, after, take, left, lapsedPeople } = planned;
  const currency = row.currency as Currency;
  const before = sideOf(row);
  const { deltas, changed } = "deltas" in planned ? planned : NO_ADD_ONS;
  const agreed = change.kind === "add" ? admin?.agreed : undefined;
  const wished = wishedAmounts(before.amounts, after.amounts, { kind: change.kind, keeps: admin?.keeps, agreed });
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
    addOns: deltas,
    quote: {
      version: row.version,
      before: shownSide(before, currency),
      after: shownSide({ ...after, amounts: money.after }, currency),
      difference: { amount_minor: money.difference, currency },
      refund_until: refundDeadline(after.starts_at).toISOString(),
      coupon_code: row.coupon_code,
      add_ons: changed.map(({ name, name_es, before: was, after: will }) => ({
        name,
        name_es,
        before: was,
        after: will,
      })),
    },
    why: whyDifference({
      kind: change.kind,
      before,
      wished: after,
      difference: money.difference,
      currency,
      addOns: changed,
      keeps: admin?.keeps ?? false,
      agreed,
      ruling: refundRuling({ startsAt: row.starts_at, now: ctx.now, byOperator: byStaff }),
      until: { at: refundDeadline(row.starts_at).toISOString(), zone: row.time_zone },
    }),
  };
  return ok({ plan });
}

/** What a booking would cost after a change, before it is settled what of the difference is paid or given back. */
function wishedAmounts(
  before: Amounts,
  after: Amounts,
  { kind, keeps = false, agreed }: { kind: Change["kind"]; keeps?: boolean | undefined; agreed: number | undefined },
): Amounts {
  if (agreed !== undefined) return atSameTotal({ ...before, total_price: before.total_price + agreed }, after);
  if (!keeps) return after;
  return kind === "add_ons" ? atSameTotal(before, after) : before;
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
  const { id: soldAs, city_id: city } = offer.sold_as!;
  const departure = await departureOnSale(on, offer.id, soldAs);
  const isReached = soldAs === row.crawl_id || (byStaff && reaches(ctx.actor, city));
  if (!departure || !isReached) return fail("departure_not_found");
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
  return row.has_add_ons
    ? lacksAddOns(statementsOf(on), await takenAlong(ctx, on, { bookingId: row.id, departureId }), ctx.now)
    : null;
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
  const take = names.length;
  const { left, lapsedPeople } = await room(ctx, on, row, offer);
  // a group's own night grows with it
  const free = byStaff && row.is_private ? Math.max(left, take) : left;
  return ok({ to: offer.id, toCrawl: null, after, take, left: free, lapsedPeople });
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
  const addOns = row.has_add_ons ? ((await addOnsOf(on, [row.id])).get(row.id) ?? []) : [];
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

const NO_ADD_ONS: { deltas: AddOnDelta[]; changed: (ChangedAddOn & { amount: number })[] } = {
  deltas: [],
  changed: [],
};

/**
 * Other add-ons, at the price of today, or for nothing where staff keep the price; a night that is no longer sold, or doesn't offer
 * them, sells none.
 */
async function toAddOns(
  ctx: Context,
  on: Db | Tx,
  row: BookingWithDeparture,
  { add_ons: wish }: { add_ons: { id: string; quantity: number }[] },
  admin: AdminChange | undefined,
) {
  const byStaff = admin !== undefined;
  const has = (await addOnsOf(on, [row.id])).get(row.id) ?? [];
  const isMore = wish.some(({ id, quantity }) => quantity > (has.find((line) => line.id === id)?.quantity ?? 0));
  const sold = isMore ? await offerFor(ctx, on, row, row.scheduled_crawl_id, byStaff) : null;
  if (sold && !sold.ok) return sold;
  const offered = isMore ? await addOnsOfCrawl({ db: on }, row.crawl_id, row.date) : [];
  const [rates, left] = await Promise.all([
    ratesOf(on, row),
    leftOfAddOns({ ...ctx, db: on }, offered, row.scheduled_crawl_id, row.id),
  ]);
  const currency = row.currency as Currency;
  const before = sideOf(row);
  const { people } = before;
  const wished = wishForAddOns(wish, { has, byStaff, offered, people, currency, rates, left });
  if (!wished.ok) return wished;
  const deltas = admin?.keeps ? wished.deltas.map(asGift) : wished.deltas;
  const all = addOnsAfter(has, deltas)!;
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const added = deltas.map(({ amount }) => amount);
  const more = sum(added.filter((amount) => amount > 0));
  const amounts = withAddOns(before.amounts, people, { more, less: more - sum(added) });
  const changed = deltas.map(({ id, quantity, amount }) => {
    const { name, name_es } = (offered.find((one) => one.id === id) ?? has.find((one) => one.id === id))!;
    const after = all.find((one) => one.id === id)!.quantity;
    return { name, name_es, before: after - quantity, after, amount };
  });
  const after: Side = { ...before, amounts };
  return ok({ to: row.scheduled_crawl_id, toCrawl: null, after, take: 0, left: 0, lapsedPeople: 0, deltas, changed });
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

/** Today's rates, but the booking's own for its currency. */
async function ratesOf(on: Db | Tx, row: BookingWithDeparture): Promise<Rates> {
  const [currency, base_currency] = [row.currency as Currency, row.base_currency as Currency];
  return frozenRates((await currencyRates({ db: on })).perUsd, { currency, base_currency, rate: row.rate });
}

/** What a booking is repriced with: its currency at its frozen rate, its coupon, and the rules of now. */
export async function pricesFor(on: Db | Tx, row: BookingWithDeparture): Promise<Prices> {
  const [rates, coupon, fewest, rules] = await Promise.all([
    ratesOf(on, row),
    promisedCoupon(on, row.id),
    fewestPeople(on, row.id),
    priceRules({ db: on }),
  ]);
  return {
    currency: row.currency as Currency,
    rates,
    coupon,
    rules,
    guest: guestOfBooking(row),
    couponPeople: Math.min(fewest ?? row.number_of_people, row.number_of_people),
  };
}

const BROUGHT: readonly PartnerReason[] = ["link", "qr", "widget", "desk", "reseller"];

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
  const left = leftForRules(offer);
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

/**
 * The add-ons that a booking may have more of, in the order of the list, and for staff also those that it has; none where its night
 * sells none to it now. `most` and `left` count what the booking has. The caller checks permissions.
 */
export async function bookableAddOns(ctx: Context, bookingId: string, byStaff = false): Promise<BookableAddOn[]> {
  const row = await bookingWithDeparture(ctx.db, bookingId);
  if (!row || whatMayChange(asView(row), ctx.now, byStaff).add_ons) return [];
  const all = await addOnsOfCrawl(ctx, row.crawl_id, row.date);
  const isSold = all.length > 0 && (await offerFor(ctx, ctx.db, row, row.scheduled_crawl_id, byStaff)).ok;
  const offered = isSold ? all : [];
  if (offered.length === 0 && !(row.has_add_ons && byStaff)) return [];
  const [rates, left, bought] = await Promise.all([
    ratesOf(ctx.db, row),
    leftOfAddOns(ctx, offered, row.scheduled_crawl_id, row.id),
    addOnsOf(ctx.db, [row.id]),
  ]);
  const currency = row.currency as Currency;
  const has = bought.get(row.id) ?? [];
  const gone = byStaff ? has.filter(({ id }) => offered.every((one) => one.id !== id)) : [];
  const hadOf = (id: string) => has.find((line) => line.id === id) ?? { quantity: 0, redeemed: 0 };
  return [
    ...offered.map((addOn) => {
      const { quantity, redeemed } = hadOf(addOn.id);
      const most = Math.min(mostOf(addOn, row.number_of_people), left.get(addOn.id) ?? Number.MAX_SAFE_INTEGER);
      return {
        id: addOn.id,
        name: inLocale(ctx.locale, addOn.name, addOn.name_es),
        description: inLocale(ctx.locale, addOn.description, addOn.description_es),
        picture: addOn.picture,
        price: { amount_minor: addOnPrice(addOn, currency, rates).amount, currency },
        most: Math.max(quantity, most),
        left: left.get(addOn.id) ?? null,
        has: quantity,
        handed_out: redeemed,
      };
    }),
    ...gone.map(({ id, name, name_es, picture, quantity, redeemed }) => ({
      id,
      name: inLocale(ctx.locale, name, name_es),
      description: "",
      picture,
      price: null,
      most: quantity,
      left: null,
      has: quantity,
      handed_out: redeemed,
    })),
  ];
}

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
