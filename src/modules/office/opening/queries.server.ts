import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { activeAsSeen, listCities } from "#src/modules/site/catalog/queries.server.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { fitsShippedText, isOwnSender, RATES_DAYS, stepStates } from "#src/modules/office/opening/rules/opening.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";
import { storedNames } from "#src/modules/office/opening/read-names.server.ts";
import { countOffer, hasTriedMail, lastSwitched } from "#src/modules/office/opening/store.server.ts";
import { byHandWays } from "#src/modules/money/payments/queries.server.ts";
import { appSettings, currenciesToPayIn, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { senderLine } from "#src/platform/email.server.ts";

const DAY_MS = 24 * 3_600_000;
/** For how long an email that arrived says that the mail server works. */
const TRIED_DAYS = 365;

/** Where the installation stands on its way to the first booking, from its data. Needs `settings.change`. Refusal: forbidden {missing}. */
export async function openingOf(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const { seen: crawls, byTitle } = await activeAsSeen(ctx);
  const [settings, rates, currencies, offer, since, names, cities, home, tried] = await Promise.all([
    appSettings(ctx),
    currencyRates(ctx),
    currenciesToPayIn(ctx),
    countOffer(
      ctx.db,
      crawls.map(({ id }) => id),
      ctx.now,
    ),
    lastSwitched(ctx.db),
    storedNames(ctx.db),
    listCities(ctx),
    homeTexts(ctx),
    hasTriedMail(ctx.db, new Date(ctx.now.getTime() - TRIED_DAYS * DAY_MS)),
  ]);
  const { company, shipped } = names;
  const { SMTP_URL, MAIL_FROM } = ctx.settings;
  const mail = { server: SMTP_URL !== undefined, own: isOwnSender(MAIL_FROM), tried };
  const ratesAge = (ctx.now.getTime() - Date.parse(rates.date)) / DAY_MS;
  const providers = COMPANIES.filter((one) => ctx.providers[one] !== undefined);
  const byHand = await byHandWays(ctx);
  const states = stepStates({
    brand: { shipped: shipped.length },
    company,
    money: { currencies: currencies.length, ratesAge },
    home: { fits: home.own || fitsShippedText(cities.map((city) => city.name)) },
    mail,
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
    brand: { name: settings.brand, founded: settings.foundedYear, prefix: settings.referencePrefix, shipped },
    company,
    money: { currencies, ratesOf: rates.date, old: ratesAge > RATES_DAYS },
    cities: cities.map((city) => city.name),
    crawls: { shown: crawls.map(({ title }) => title), hidden: offer.hidden, byTitle },
    nights: { count: offer.nights, first: id !== null && date !== null ? { id, date } : null },
    home,
    mail: { ...mail, from: senderLine(MAIL_FROM, settings.brand) },
    payments: {
      live: ctx.settings.PAYMENTS_MODE === "live",
      providers,
      byHand: byHand && { door: byHand.door, transfer: byHand.transfer !== "" },
    },
    bookings: offer.bookings,
  };
  return ok({ opening });
}

/**
 * What the home page says first, and whether it is the operator's own in both languages; else the shipped text of the language that has
 * none of its own, the viewer's first.
 */
async function homeTexts(ctx: Context): Promise<Opening["home"]> {
  const locales = [ctx.locale, ...LOCALES.filter((one) => one !== ctx.locale)];
  const texts = await Promise.all(
    locales.map(async (locale) => {
      const [{ hero }, { t }] = await Promise.all([homeContent({ ...ctx, locale }), textsFor(ctx, locale)]);
      return { own: hero.subtitle, shipped: t("content-home.hero.subtitle") };
    }),
  );
  const shipped = texts.find(({ own }) => own === undefined);
  return shipped ? { text: shipped.shipped, own: false } : { text: texts[0]?.own ?? "", own: true };
}
