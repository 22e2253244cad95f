import { type Currency, type Money, round } from "#src/kernel/money.ts";
import { fail } from "#src/kernel/result.ts";
import { pesoRateOf } from "#src/modules/sales/booking/rules/pesos.ts";
import { type Quote, quoteFor } from "#src/modules/sales/booking/rules/quote.ts";
import type { QuoteShape } from "#src/modules/sales/booking/schema.ts";
import type { Offer } from "#src/modules/sales/booking/store/hold.server.ts";
import { crawlPrice } from "#src/modules/site/catalog/rules/price.ts";
import { isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { checkCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import type { Coupon } from "#src/modules/sales/coupons/rules/discount.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { pricePerPerson, sourcedPrice } from "#src/modules/sales/schedule/rules/price.ts";
import { currenciesToPayIn, currencyRates, type DatedRates } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A priced choice; `pesoRate` is the number of pesos per minor unit, null for MXN. */
export type Priced = Extract<Awaited<ReturnType<typeof priceOffer>>, { ok: true }>;
export type Chosen = { number_of_people: number; currency: Currency; coupon_code?: string | null | undefined };

/** Whether somebody books although the site isn't open: staff who may change bookings, to try it out as a guest would. */
export const booksWhileClosed = ({ actor }: Pick<Context, "actor">): boolean => can(actor, "bookings.change");

/**
 * Why a departure is not for sale now (seats apart); null when it is. `byStaff`: staff also sell what the site doesn't, for any
 * site, until the departure is over when they sold it (`at`). While the site isn't open, guests can book no departure at all.
 */
export function notForSale(ctx: Context, offer: Offer | null, byStaff = false, at = ctx.now) {
  if (!offer?.sold_as || !(byStaff || isSeenOn(offer.sold_as, ctx.site)))
    return fail(offer ? "crawl_not_found" : "departure_not_found");
  if (offer.status !== "scheduled") return fail("departure_cancelled");
  if (byStaff) return offer.ends_at <= at ? fail("departure_past") : null;
  if (offer.sales_close_at <= ctx.now) return fail("departure_past");
  if (offer.bookings_disabled || !(offer.is_open || booksWhileClosed(ctx))) return fail("bookings_disabled");
  if (offer.external_booking_link) return fail("external_booking", { link: offer.external_booking_link });
  return null;
}

/**
 * Prices a choice with its coupon validated, whether or not any provider can charge the currency. The offer was read with the coupon's
 * code. Refusals: the coupon's.
 */
export async function priceOffer(ctx: Context, offer: Offer, chosen: Chosen) {
  const dated: DatedRates = await currencyRates(ctx);
  const soldAs = offer.sold_as!;
  const { number_of_people: people, currency } = chosen;
  const rates = dated.perUsd;
  const { now: price, regular, source } = sourcedPrice(offer, soldAs, currency, rates);
  const priced = (coupon: Coupon | null): Quote => quoteFor({ price, regular, people, rates, coupon });
  const plain = priced(null);
  const pesoRate = pesoRateOf(price, pricePerPerson(offer, soldAs, "MXN", rates).now, rates);
  const baseCurrency = crawlPrice(soldAs).currency;
  const base = {
    dated,
    baseCurrency,
    source,
    pesoRate,
    subtotal: { amount: plain.subtotal, currency } satisfies Money,
  };
  const code = chosen.coupon_code?.trim();
  if (!code) return { ok: true as const, ...base, quote: plain, coupon: null };
  const place = { city_id: soldAs.city_id, crawl_id: soldAs.id };
  const choice = { code, subtotal: base.subtotal, rates, ownHold: offer.own_hold, place };
  const checked = await checkCoupon(ctx, choice, { coupon: offer.coupon, isOver: offer.guessed_out });
  if (!checked.ok) return checked;
  return { ok: true as const, ...base, quote: priced(checked.coupon), coupon: checked.coupon };
}

/** Why a price can't be paid: no provider charges its currency; null when one does, or the total is zero. */
export async function notPayable(ctx: Context, { total, currency }: Pick<Quote, "total" | "currency">) {
  if (total === 0 || (await currenciesToPayIn(ctx)).includes(currency)) return null;
  return fail("currency_not_offered");
}

/** What a quote's total is in pesos; null where it is in pesos. */
export const quotedPesos = ({ quote, pesoRate }: Pick<Priced, "quote" | "pesoRate">): Money | null =>
  pesoRate === null ? null : { amount: round(quote.total * pesoRate), currency: "MXN" };

/** A quote in the API's shape. */
export function quoteShape(priced: Pick<Priced, "quote" | "coupon" | "pesoRate">): QuoteShape {
  const { quote, coupon } = priced;
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
  };
}
