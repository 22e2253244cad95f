import { fail, ok } from "#src/kernel/result.ts";
import { activeAsSeen, listCities } from "#src/modules/catalog/queries.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { stepStates } from "#src/modules/opening/rules/opening.ts";
import type { Opening } from "#src/modules/opening/schema.ts";
import { countOffer, lastSwitched, namedCompany } from "#src/modules/opening/store.server.ts";
import { byHandWays } from "#src/modules/payments/queries.server.ts";
import { appSettings, currenciesToPayIn, currencyRates } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const DAY_MS = 24 * 3_600_000;

/** Where the installation stands on its way to the first booking, from its data. Needs `settings.change`. Refusal: forbidden {missing}. */
export async function openingOf(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const { seen: crawls, byTitle } = await activeAsSeen(ctx);
  const [settings, rates, currencies, offer, since, name, cities] = await Promise.all([
    appSettings(ctx),
    currencyRates(ctx),
    currenciesToPayIn(ctx),
    countOffer(
      ctx.db,
      crawls.map(({ id }) => id),
      ctx.now,
    ),
    lastSwitched(ctx.db),
    namedCompany(ctx.db),
    listCities(ctx),
  ]);
  const company = { ...settings.operator, name };
  const providers = COMPANIES.filter((one) => ctx.providers[one] !== undefined);
  const byHand = await byHandWays(ctx);
  const states = stepStates({
    company,
    money: { currencies: currencies.length, ratesAge: (ctx.now.getTime() - Date.parse(rates.date)) / DAY_MS },
    cities: offer.cities,
    crawls: offer.crawls,
    nights: offer.nights,
    hasProvider: providers.length > 0 || byHand !== null,
    hasBooking: offer.bookings > 0,
    isOpen: settings.isOpen,
  });
  const { first_id: id, first_date: date } = offer;
  const opening: Opening = {
    isOpen: settings.isOpen,
    since: since?.toISOString() ?? null,
    states,
    company,
    money: { currencies, ratesOf: rates.date },
    cities: cities.map((city) => city.name),
    crawls: { shown: crawls.map(({ title }) => title), hidden: offer.hidden, byTitle },
    nights: { count: offer.nights, first: id !== null && date !== null ? { id, date } : null },
    payments: {
      live: ctx.settings.PAYMENTS_MODE === "live",
      providers,
      byHand: byHand && { door: byHand.door, transfer: byHand.transfer !== "" },
    },
    bookings: offer.bookings,
  };
  return ok({ opening });
}

/** The companies that really charge. */
const COMPANIES = ["stripe", "paypal"];
