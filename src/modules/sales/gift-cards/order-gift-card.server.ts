import { parseAmount } from "#src/kernel/amount.ts";
import { newReference } from "#src/kernel/codes.ts";
import { mailboxOf } from "#src/kernel/mailbox.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { appSettings, currenciesToPayIn, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { setOrConverted } from "#src/modules/site/catalog/rules/price.ts";
import { listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { isSendDay, limitsIn, sendAt } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import type { OrderGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { cardOfKey, insertCard } from "#src/modules/sales/gift-cards/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/** How often somebody may order: per address, browser and mailbox. An order that isn't paid is a row and nothing else. */
const ORDERING: Act = { name: "gift_card", limit: { max: 20, seconds: 3600 }, all: { brake: 300, most: 3000 } };

/**
 * Orders a gift card, which is then to be paid. Public, within the limit. Idempotent by the form's key. `trap` is the honeypot field: a
 * bot is told that all is well. Refusals: not_offered (switched off), too_many_attempts {retry_after}, amount_outside {least, most,
 * currency}, day_outside, not_found (a crawl that isn't sold).
 */
export async function orderGiftCard(ctx: Context, input: OrderGiftCard, trap = "") {
  const earlier = await cardOfKey(ctx.db, input.key);
  if (earlier) return ok({ id: earlier.id });
  const whose = [{ who: mailboxOf(input.buyer_email) }, { who: ctx.actor.browser }];
  if (!(await mayDo(ctx, ORDERING, whose)))
    return fail("too_many_attempts", { retry_after: retryAfter(ctx, ORDERING) });
  const { giftCards } = await appSettings(ctx);
  if (!giftCards.on) return fail("not_offered");
  if (trap !== "") return ok({ id: null });
  if (input.send_on !== "" && !isSendDay(input.send_on, ctx.now)) return fail("day_outside");
  const worth = await worthOf(ctx, input);
  if (!worth.ok) return worth;
  const { amount, currency, night } = worth;
  const limits = limitsIn(currency, giftCards, (await currencyRates(ctx)).perUsd);
  // what the operator lists may be outside
  if (input.worth !== "listed" && (amount < limits.least || amount > limits.most))
    return fail("amount_outside", { ...limits, currency });
  return ctx.db
    .transaction()
    .execute(async (tx) => {
      const { id } = await insertCard(tx, {
        order_key: input.key,
        reference: newReference("GFT"),
        currency,
        amount,
        ...night,
        site_tag: ctx.site,
        language: input.language,
        buyer_name: input.buyer_name,
        buyer_email: input.buyer_email,
        receiver_name: input.receiver_name,
        receiver_email: input.receiver_email,
        message: input.message,
        send_at: sendAt(input.send_on, ctx.now),
        test: practises(ctx),
        created_at: ctx.now,
      });
      await audit(tx, ctx, {
        action: "gift_card.ordered",
        subject: ["gift_card", id],
        changes: { amount: [null, amount], currency: [null, currency] },
      });
      return ok({ id });
    })
    .catch(async (error: unknown) => {
      if (violated(error) !== "gift_cards_order_key_key") throw error;
      return ok({ id: (await cardOfKey(ctx.db, input.key))!.id });
    });
}

type Worth = { amount: number; currency: Currency; night: { people: number; crawl: string; crawl_es: string } | null };

/** What the card is worth, in minor units: as listed in pesos, as typed, or as many places of a crawl cost today. */
async function worthOf(ctx: Context, { worth, listed, own, currency, crawl: id, people }: OrderGiftCard) {
  const { giftCards } = await appSettings(ctx);
  const currencies = await currenciesToPayIn(ctx);
  const is = (of: Worth) =>
    currencies.includes(of.currency)
      ? ok(of)
      : fail("amount_outside", { least: 0, most: 0, currency: currencies[0] ?? ("MXN" as const) });
  if (worth === "listed")
    return giftCards.amounts.some((pesos) => pesos === listed)
      ? is({ amount: listed! * 100, currency: "MXN", night: null })
      : fail("not_found");
  if (worth === "own") {
    const amount = parseAmount(own);
    return amount === null ? fail("amount_missing") : is({ amount, currency, night: null });
  }
  const [english, spanish] = await Promise.all([
    nightsToGive({ ...ctx, locale: "en" }),
    nightsToGive({ ...ctx, locale: "es" }),
  ]);
  const crawl = english.find((one) => one.id === id);
  if (!crawl) return fail("not_found");
  const each = setOrConverted(crawl.prices, crawl.price, currency, (await currencyRates(ctx)).perUsd);
  return is({
    amount: each.amount * people,
    currency,
    night: { people, crawl: crawl.title, crawl_es: spanish.find((one) => one.id === id)?.title ?? crawl.title },
  });
}

/** The crawls of which a night can be given, with their cities and prices per person. Public. */
export const nightsToGive = async (ctx: Context) =>
  (await listCrawls(ctx)).map(({ id, title, city_name: city, price: amount, currency, prices }) => ({
    id,
    title,
    city,
    price: { amount, currency },
    prices,
  }));
