import { dateIn } from "#src/kernel/local-time.ts";
import { type Currency, type Money, type Rates, round } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { addOnsOfCrawl } from "#src/modules/sales/add-ons/queries.server.ts";
import { type ChosenAddOn, priceChosen } from "#src/modules/sales/add-ons/rules/price.ts";
import { pesoRateOf } from "#src/modules/sales/booking/rules/pesos.ts";
import { guestOf } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import { promisedRule, promisePrice } from "#src/modules/sales/booking/promise-price.server.ts";
import { bestQuote, type Quote } from "#src/modules/sales/booking/rules/quote.ts";
import type { QuoteShape } from "#src/modules/sales/booking/schema.ts";
import type { Offer } from "#src/modules/sales/booking/store/hold.server.ts";
import { nightsOfAccount } from "#src/modules/sales/booking/store/offer.server.ts";
import { type CrawlPrice, crawlPrice } from "#src/modules/site/catalog/rules/price.ts";
import { isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { checkCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { priceRules } from "#src/modules/sales/price-rules/queries.server.ts";
import {
  isForParty,
  lowestPrice,
  type PricedGuest,
  type PriceRule,
  rulesFor,
} from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { shownRule } from "#src/modules/sales/price-rules/schema.ts";
import { pricePerPerson, type PriceSource, sourcedPrice } from "#src/modules/sales/schedule/rules/price.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { currenciesToPayIn, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A priced choice; `pesoRate` is the number of pesos per minor unit, null for MXN. */
export type Priced = Extract<Awaited<ReturnType<typeof priceOffer>>, { ok: true }>;
export type Chosen = {
  /** null: a party of any size, priced as one person */
  number_of_people: number | null;
  currency: Currency;
  coupon_code?: string | null | undefined;
  price_promise?: string | null | undefined;
  add_ons?: readonly ChosenAddOn[] | undefined;
  /** the address of who books, where it is known: a coupon may be limited for each guest */
  email?: string | undefined;
  /** what else a price may depend on of who books; by default nothing */
  booker?: Booker;
};

/** The partner whose guest somebody is, and the account that they are signed in to. */
export type Booker = { partner_id: string | null; account: string | null };
const NOBODY: Booker = { partner_id: null, account: null };

/** Whether somebody books although the site isn't open: staff who may change bookings, to try it out as a guest would. No key, which sells to guests. */
export const booksWhileClosed = ({ actor }: Pick<Context, "actor">): boolean =>
  actor.key === null && can(actor, "bookings.change");

/**
 * Why a departure is not for sale now (seats apart); null when it is. `byStaff`: staff also sell what the site doesn't, for any
 * site, until the departure is over when they sold it (`at`). While the site isn't open, guests can book no departure at all.
 */
export function notForSale(ctx: Context, offer: Offer | null, byStaff = false, at = ctx.now) {
  if (!offer?.sold_as || !(byStaff || isSeenOn(offer.sold_as, ctx.site)))
    return fail(offer ? "crawl_not_found" : "departure_not_found");
  if (ctx.actor.key && !reaches(ctx.actor, offer.sold_as.city_id)) return fail("departure_not_found");
  if (offer.status !== "scheduled") return fail("departure_cancelled");
  if (byStaff) return offer.ends_at <= at ? fail("departure_past") : null;
  if (offer.sales_close_at <= ctx.now) return fail("departure_past");
  if (offer.bookings_disabled || !(offer.is_open || booksWhileClosed(ctx))) return fail("bookings_disabled");
  if (offer.external_booking_link) return fail("external_booking", { link: offer.external_booking_link });
  return null;
}

/**
 * How many places of an offer are left as rules count them: a table makes nobody's last places, not even its own friends'; nor does a
 * hold of one's own, which the caller adds.
 */
export const leftForRules = ({
  available_spots: free,
  lapsed_people: lapsed,
  overbooked_spots: overbooked,
  table_places: places,
}: Offer): number => free + Math.max(0, lapsed - overbooked) + places;

/** The rules that lower the price of an offer for a party now, and what it is promised of those that did (rules prices-1, prices-4). */
async function rulesOf(
  ctx: Context,
  offer: Offer,
  { number_of_people: people, price_promise: promise, booker }: Chosen,
) {
  const soldAs = offer.sold_as!;
  const rules = await priceRules(ctx);
  const promised = promise ? promisedRule(ctx, offer.id, promise) : null;
  if (rules.length === 0 && !promised) return { rules: [], promised: null };
  const night = {
    crawl_id: soldAs.id,
    city_id: soldAs.city_id,
    date: offer.date,
    today: dateIn(ctx.now, soldAs.time_zone),
    left: leftForRules(offer) + offer.own_people,
    guest: await guestOfRules(ctx, rules, booker ?? NOBODY),
  };
  const found = rulesFor(rules, night, people);
  const isHonored = promised !== null && isForParty(promised, people);
  return { rules: isHonored ? [...found, promised] : found, promised: isHonored ? promised : null };
}

/** Who books, as these rules ask. Other nights are looked up only where one depends on them. */
async function guestOfRules(ctx: Context, rules: readonly PriceRule[], booker: Booker): Promise<PricedGuest> {
  const { partner_id, account } = booker;
  const isAsked = account !== null && rules.some(({ nights_from: nights }) => nights !== null);
  return { partner_id, nights: isAsked ? await nightsOfAccount(ctx.db, account, practises(ctx)) : [] };
}

/**
 * Prices a choice with the rules that apply to it and its coupon validated, whether or not any provider can charge the currency, and
 * whether or not its add-ons are left. The offer was read with the coupon's code. `coupon` is the one that lowers the price, `unused`
 * one that a rule is better than, and `promise` what keeps the price while the guest fills in the form. `isRuled`: whether the public's
 * rules apply. Refusals: the coupon's, add_on_unknown, add_on_too_many {max}.
 */
export async function priceOffer(ctx: Context, offer: Offer, chosen: Chosen, isRuled = true) {
  const none = { rules: [], promised: null };
  const [dated, { rules, promised }] = await Promise.all([
    currencyRates(ctx),
    isRuled ? rulesOf(ctx, offer, chosen) : none,
  ]);
  const soldAs = offer.sold_as!;
  const { currency } = chosen;
  const people = chosen.number_of_people ?? 1;
  const rates = dated.perUsd;
  const { now: price, regular, source } = sourcedPrice(offer, soldAs, currency, rates);
  const chosenAddOns = chosen.add_ons ?? [];
  const found =
    chosenAddOns.length === 0
      ? ok({ lines: [] })
      : priceChosen(chosenAddOns, {
          offered: await addOnsOfCrawl(ctx, soldAs.id, offer.date),
          people,
          currency,
          rates,
        });
  if (!found.ok) return found;
  const { lines: addOns } = found;
  const sum = addOns.reduce((all, { amount }) => all + amount, 0);
  const subtotal: Money = { amount: price.amount * people, currency };
  const priced = (entered: Coupon | null) => {
    const { quote, coupon } = bestQuote({ price, regular, people, rates, coupon: entered, addOns: sum }, rules);
    const { rule } = quote;
    const pesos = pricePerPerson(offer, soldAs, "MXN", rates);
    const unit = { amount: quote.price_per_person, currency };
    return {
      ok: true as const,
      dated,
      baseCurrency: crawlPrice(soldAs).currency,
      source: rule ? regularSource(offer, soldAs, currency, rates) : source,
      pesoRate: pesoRateOf(unit, lowestPrice(pesos, rule ? [rule] : [], rates).price, rates),
      addOns,
      subtotal,
      quote,
      coupon,
      unused: coupon ? null : entered,
      rule: rule && shownRule(rule, offer.date, currency, rates),
      promise: rule && (rule === promised ? chosen.price_promise! : promisePrice(ctx, offer.id, rule)),
    };
  };
  const code = chosen.coupon_code?.trim();
  if (!code) return priced(null);
  const place = { city_id: soldAs.city_id, crawl_id: soldAs.id };
  // what it must cost at least is judged by the price without rules, so that a rule makes no code invalid
  const guest = guestOf(ctx, chosen.email ?? "");
  const choice = { code, subtotal, rates, ownHold: offer.own_hold, place, guest };
  const checked = await checkCoupon(ctx, choice, { coupon: offer.coupon, isOver: offer.guessed_out });
  return checked.ok ? priced(checked.coupon) : checked;
}

/** Where the price without the night's sale comes from. */
const regularSource = (offer: Offer, crawl: CrawlPrice, currency: Currency, rates: Rates): PriceSource =>
  sourcedPrice({ ...offer, sale_price: null, sale_prices: {} }, crawl, currency, rates).source;

/** Why a price can't be paid: no provider charges its currency; null when one does, or the total is zero. */
export async function notPayable(ctx: Context, { total, currency }: Pick<Quote, "total" | "currency">) {
  if (total === 0 || (await currenciesToPayIn(ctx)).includes(currency)) return null;
  return fail("currency_not_offered");
}

/** What a quote's total is in pesos; null where it is in pesos. */
export const quotedPesos = ({ quote, pesoRate }: Pick<Priced, "quote" | "pesoRate">): Money | null =>
  pesoRate === null ? null : { amount: round(quote.total * pesoRate), currency: "MXN" };

/** A quote in the API's shape. */
export function quoteShape(priced: Omit<Priced, "ok">): QuoteShape {
  const { quote, coupon, unused, rule, promise } = priced;
  const pesos = quotedPesos(priced);
  const money = (amount_minor: number) => ({ amount_minor, currency: quote.currency });
  return {
    number_of_people: quote.number_of_people,
    price_per_person: money(quote.price_per_person),
    regular_price_per_person: money(quote.regular_price_per_person),
    subtotal: money(quote.subtotal),
    add_ons: money(quote.add_ons),
    discount: money(quote.discount),
    total: money(quote.total),
    in_pesos: pesos && { amount_minor: pesos.amount, currency: pesos.currency },
    coupon_code: coupon?.code ?? null,
    unused_coupon_code: unused?.code ?? null,
    price_rule: quote.rule && rule,
    price_promise: quote.rule && promise,
  };
}
