import { isUuid } from "#src/kernel/codes.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { type SaidWhy, sayWhy, type Why } from "#src/locales/why.ts";
import { sideOf } from "#src/modules/sales/booking/plan-change.server.ts";
import { type Priced, quotedPesos } from "#src/modules/sales/booking/price-offer.server.ts";
import { frozenRates } from "#src/modules/sales/booking/rules/change-price.ts";
import { inPesos } from "#src/modules/sales/booking/rules/pesos.ts";
import { whyBooked, type WhyPrice, whyPesos, whyQuoted, whyToPay } from "#src/modules/sales/booking/rules/why-price.ts";
import { bookingWithDeparture } from "#src/modules/sales/booking/store/booking.server.ts";
import { promisedCoupon } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { rateDay } from "#src/modules/base/settings/rules/rate-day.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Why a priced choice costs what it does, in the reader's words, with what is left to pay where `credit` pays a part. */
export async function explainQuote(
  ctx: Context,
  priced: Priced,
  isEarlyBird: boolean,
  credit = 0,
): Promise<WhyPrice<SaidWhy>> {
  const { quote, coupon, unused, source, dated, pesoRate } = priced;
  const { currency } = quote;
  const rateDayOf = rateDay(dated.days, [currency, source.from?.currency ?? currency]);
  const total = whyQuoted({
    quote,
    source,
    isEarlyBird,
    coupon,
    unused: unused?.code ?? null,
    rates: dated.perUsd,
    rateDay: rateDayOf,
  });
  // of a free place there are no two prices to compare: its pesos are by the day's rate
  const rate = quote.price_per_person > 0 ? null : { rate: pesoRate ?? 1, day: rateDay(dated.days, [currency, "MXN"]) };
  const inMxn = quotedPesos(priced);
  const pesos = inMxn && whyPesos({ amount: quote.total, currency }, inMxn, rate);
  return sayPrice(ctx, { total, pesos, toPay: null }, credit);
}

/** Why an amount with the name `name` is what it is, in the reader's words. */
export const sayAmount = async (ctx: Context, name: MessageId, why: Why): Promise<SaidWhy> => {
  const i18n = await textsFor(ctx, ctx.locale);
  return sayWhy(i18n, i18n.t(name), why);
};

/** The same in the reader's words, with what is left to pay where `credit` pays a part. */
export async function sayPrice(ctx: Context, { total, pesos }: WhyPrice<Why>, credit = 0): Promise<WhyPrice<SaidWhy>> {
  const i18n = await textsFor(ctx, ctx.locale);
  const name = i18n.t("booking-checkout.total");
  return {
    total: sayWhy(i18n, name, total),
    pesos: pesos && sayWhy(i18n, name, pesos),
    toPay: credit > 0 ? sayWhy(i18n, i18n.t("credits.toPay"), whyToPay(total.amount, credit)) : null,
  };
}

/**
 * Why a booking costs what it does, from its row and the terms and rates that were frozen with it, with the version of its refund
 * rule. Null when missing. The caller checks access.
 */
export async function explainBooking(
  ctx: Pick<Context, "db">,
  id: string,
): Promise<(WhyPrice<Why> & { refundVersion: string }) | null> {
  const row = isUuid(id) ? await bookingWithDeparture(ctx.db, id) : undefined;
  if (!row) return null;
  const currency = row.currency as Currency;
  const frozen = { currency, base_currency: row.base_currency as Currency, rate: row.rate };
  const rates = frozenRates((await currencyRates(ctx)).perUsd, frozen);
  const coupon = row.coupon_id === null ? null : await promisedCoupon(ctx.db, row.id);
  const { people, amounts } = sideOf(row);
  const total = whyBooked({
    currency,
    people,
    amounts,
    regular: row.regular_unit_price,
    isEarlyBird: row.early_bird_sale,
    rule: row.price_rule,
    coupon,
    rates,
  });
  const pesos = inPesos({ amount: row.total_price, currency }, row, rates);
  const frozenRate =
    amounts.unit_price > 0
      ? null
      : { rate: row.peso_rate ?? (rates.MXN ?? 1) / (rates[currency] ?? 1), day: row.rate_date };
  return {
    total,
    pesos: currency === "MXN" ? null : whyPesos(total.amount, pesos, frozenRate),
    toPay: null,
    refundVersion: row.refund_rule_version,
  };
}
