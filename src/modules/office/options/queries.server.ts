import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";
import { byLetters } from "#src/kernel/letters.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { CURRENCIES } from "#src/kernel/money.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { SITES } from "#src/kernel/site.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { agreedNow } from "#src/modules/site/content/read-agreed.server.ts";
import { versionsById } from "#src/modules/site/content/read-pages.server.ts";
import type { AgreedPage } from "#src/modules/site/content/rules/page-fields.ts";
import { unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import { isHidden, isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { lastMailTest } from "#src/modules/mail/notifications/queries.server.ts";
import { healthOf } from "#src/modules/office/operations/queries.server.ts";
import { inForce } from "#src/modules/office/options/put-texts.server.ts";
import { SECTION_KEYS, type Section } from "#src/modules/office/options/rules/sections.ts";
import type { CrawlChoice, Facts, OpenSection } from "#src/modules/office/options/schema.ts";
import {
  crawlsToChoose,
  nightsToCome,
  receiptCounters,
  storedRates,
} from "#src/modules/office/options/store.server.ts";
import { folioText } from "#src/modules/books/receipts/rules/receipt.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { charges, defaultTextOf } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import { senderLine } from "#src/platform/email.server.ts";

/** A section of the general options with what it shows. Needs `settings.change`. Refusal: forbidden {missing}. */
export async function openOptions<S extends Section>(
  ctx: Context,
  section: S,
): Promise<Ok<OpenSection<S>> | (Failure<"forbidden"> & { missing: "settings.change" })> {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  const [texts, facts] = await Promise.all([inForce(ctx.db, section), FACTS[section]?.(ctx) ?? {}]);
  const defaults = Object.fromEntries(SECTION_KEYS[section].map((key) => [key, defaultTextOf(key)]));
  return ok({ section, texts, defaults, facts });
}

const FACTS: Partial<Record<Section, (ctx: Context) => Promise<Facts>>> = {
  async currencies(ctx) {
    const [stored, { providerCurrencies }] = await Promise.all([storedRates(ctx.db), appSettings(ctx)]);
    const chargedBy = CURRENCIES.map((currency) => [
      currency,
      COMPANIES.filter((name) => charges(name, currency, providerCurrencies)),
    ]);
    return { rates: { stored, today: dateIn(ctx.now, HOME_ZONE), chargedBy: Object.fromEntries(chargedBy) } };
  },
  async calendar(ctx) {
    const rows = await crawlsToChoose(ctx.db);
    const crawls = rows.map((row): CrawlChoice => ({
      id: row.id,
      title: inLocale(ctx.locale, row.title, row.title_es),
      city: inLocale(ctx.locale, row.city, row.city_es),
      state: row.deleted_at ? "deleted" : isHidden(unseenHere(ctx, row)) ? "hidden" : "shown",
    }));
    return { crawls };
  },
  contact: async (ctx) => ({ footer: (await homeContent(ctx)).footer }),
  async payments(ctx) {
    const health = await healthOf(ctx);
    const providers = health.ok ? health.health.providers : [];
    const companies = COMPANIES.map((name) => ({
      name,
      isConfigured: name in ctx.providers,
      lastMessage: providers.find((one) => one.name === name)?.lastMessage ?? null,
    }));
    return { payments: { mode: ctx.settings.PAYMENTS_MODE, companies } };
  },
  async receipts(ctx) {
    const counters = await receiptCounters(ctx.db);
    const next = counters.map(({ site_tag: site, test, last_folio }) =>
      folioText({ site, test, folio: last_folio + 1 }),
    );
    return { folios: next.length > 0 ? next : [folioText({ site: ctx.site, test: false, folio: 1 })] };
  },
  async mail(ctx) {
    const [health, test, { brand }] = await Promise.all([healthOf(ctx), lastMailTest(ctx), appSettings(ctx)]);
    const { SMTP_URL, MAIL_FROM } = ctx.settings;
    const emails = health.ok ? health.health.emails : null;
    return {
      mail: {
        from: senderLine(MAIL_FROM, brand),
        server: SMTP_URL ? new URL(SMTP_URL).host : null,
        isCaptured: !SMTP_URL,
        waiting: emails ? emails.queued + emails.sending + emails.retry : 0,
        failed: emails?.failed ?? 0,
        away: health.ok ? health.health.mailAway : 0,
        lastSent: health.ok ? health.health.lastSent : null,
        test,
      },
    };
  },
  async privacy(ctx) {
    const { terms, privacy } = await agreedNow(ctx);
    const versions = await versionsById(ctx, [
      { page: "terms", id: terms },
      { page: "privacy", id: privacy },
    ]);
    const of = (page: AgreedPage) => versions.find((version) => version.page === page) ?? null;
    return { agreed: { terms: of("terms"), privacy: of("privacy") } };
  },
  async sites(ctx) {
    const today = dateIn(ctx.now, HOME_ZONE);
    const [rows, nights] = await Promise.all([crawlsToChoose(ctx.db), nightsToCome(ctx.db, today)]);
    const bySite = SITES.map((site) => {
      const crawls = rows.filter((crawl) => isSeenOn(crawl, site));
      const cities = crawls.map(({ city, city_es }) => inLocale(ctx.locale, city, city_es));
      return {
        site,
        cities: [...new Set(cities)].toSorted((a, b) => byLetters(a, b)),
        crawls: crawls.length,
        nights: crawls.reduce((sum, { id }) => sum + (nights.get(id) ?? 0), 0),
      };
    });
    const { SITE, SITE_ORIGINS, BASE_URL } = ctx.settings;
    return { sites: { shown: bySite, fixed: SITE ?? null, base: BASE_URL, origins: SITE_ORIGINS } };
  },
};
