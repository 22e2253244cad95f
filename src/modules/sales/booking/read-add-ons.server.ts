import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { addOnsOfCrawl, leftOfAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { addOnPrice, mostOf } from "#src/modules/sales/add-ons/rules/price.ts";
import type { CounterAddOn } from "#src/modules/sales/booking/rules/counter-add-ons.ts";
import { notForSale } from "#src/modules/sales/booking/price-offer.server.ts";
import { readSale } from "#src/modules/sales/booking/read-sale.server.ts";
import type { BookedAddOnView, OfferedAddOn } from "#src/modules/sales/booking/schema.ts";
import { addOnsOf } from "#src/modules/sales/booking/store/add-ons.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export {
  addOnsOfNight as addOnsSoldFor,
  soldOfAddOns,
  takenOfAddOns,
} from "#src/modules/sales/booking/store/add-ons.server.ts";

/**
 * The add-ons that a night is sold with, in their order, with what they cost and how many such a booking may have. Those of the
 * browser's own unpaid booking of this night (`ownHold`) count as left: booking again replaces it. Public.
 */
export async function offeredAddOns(
  ctx: Context,
  night: { id: string; crawlId: string; date: string; ownHold: string | null },
  { people, currency }: { people: number; currency: Currency },
): Promise<OfferedAddOn[]> {
  const offered = await addOnsOfCrawl(ctx, night.crawlId, night.date);
  if (offered.length === 0) return [];
  const [{ perUsd }, left] = await Promise.all([
    currencyRates(ctx),
    leftOfAddOns(ctx, offered, night.id, night.ownHold),
  ]);
  return offered.map((addOn) => ({
    id: addOn.id,
    name: inLocale(ctx.locale, addOn.name, addOn.name_es),
    description: inLocale(ctx.locale, addOn.description, addOn.description_es),
    picture: addOn.picture,
    price: { amount_minor: addOnPrice(addOn, currency, perUsd).amount, currency },
    most: Math.min(mostOf(addOn, people), left.get(addOn.id) ?? Number.MAX_SAFE_INTEGER),
    left: left.get(addOn.id) ?? null,
  }));
}

/** The same of a night by its id, for the API. Refusals: those of `notForSale`. */
export async function addOnsOfNight(ctx: Context, departureId: string, chosen: { people: number; currency: Currency }) {
  if (!isUuid(departureId)) return fail("departure_not_found");
  const offer = await readSale(ctx, { departureId, browser: ctx.actor.browser, key: null });
  const refused = notForSale(ctx, offer);
  if (refused) return refused;
  const night = { id: departureId, crawlId: offer!.sold_as!.id, date: offer!.date, ownHold: offer!.own_hold };
  return ok({ addOns: await offeredAddOns(ctx, night, chosen) });
}

/**
 * What is sold beside the places of a night at a counter, in its order; nothing of a night that isn't sold there. `byStaff`: as in
 * `notForSale`. The caller checks access.
 */
export async function addOnsAtCounter<C extends Currency>(
  ctx: Context,
  departureId: string,
  { currencies, byStaff }: { currencies: readonly C[]; byStaff: boolean },
): Promise<CounterAddOn<C>[]> {
  const offer = isUuid(departureId) ? await readSale(ctx, { departureId, browser: null, key: null }) : null;
  if (notForSale(ctx, offer, byStaff)) return [];
  const offered = await addOnsOfCrawl(ctx, offer!.sold_as!.id, offer!.date);
  const [{ perUsd }, left] = await Promise.all([currencyRates(ctx), leftOfAddOns(ctx, offered, departureId)]);
  return offered.map((addOn) => ({
    id: addOn.id,
    name: inLocale(ctx.locale, addOn.name, addOn.name_es),
    prices: Object.fromEntries(
      currencies.map((currency) => [currency, addOnPrice(addOn, currency, perUsd).amount]),
    ) as Record<C, number>,
    most: addOn.most,
    left: left.get(addOn.id) ?? null,
  }));
}

/** What bookings have of add-ons, by booking. The caller checks access. */
export async function bookedAddOns(
  { db, locale }: Pick<Context, "locale"> & { db: Db | Tx },
  bookings: readonly { id: string; currency: Currency }[],
): Promise<Map<string, BookedAddOnView[]>> {
  if (bookings.length === 0) return new Map();
  const found = await addOnsOf(
    db,
    bookings.map(({ id }) => id),
  );
  return new Map(
    bookings.map(({ id, currency }) => [
      id,
      (found.get(id) ?? []).map((one) => ({
        id: one.id,
        name: inLocale(locale, one.name, one.name_es),
        picture: one.picture,
        quantity: one.quantity,
        amount: { amount_minor: one.amount, currency },
        handed_out: one.redeemed,
      })),
    ]),
  );
}
