import { displayedPrice } from "#src/kernel/money.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { llmsText } from "#src/modules/programs/feeds/rules/llms-text.ts";
import { crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { listCities, listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What the site is, for programs that read for people: its /llms.txt, with what it shows and sells now. Public. */
export async function writeLlms(ctx: Context): Promise<string> {
  const [{ t }, { brand, isOpen }, home, cities, crawls] = await Promise.all([
    textsFor(ctx, ctx.locale),
    appSettings(ctx),
    homeContent(ctx),
    listCities(ctx),
    listCrawls(ctx),
  ]);
  const cards = await crawlCards(ctx, crawls);
  const priceOf = (slug: string): string | null => {
    const from = cards.find((card) => card.slug === slug)?.offer?.from;
    if (!from) return null;
    const price = displayedPrice({ amount: from.amount_minor, currency: from.currency }, ctx.locale);
    return t("feeds.llms.price", { price });
  };
  const facts = {
    origin: ctx.origin,
    name: brand,
    summary: home.hero.subtitle ?? t("content-home.description"),
    isOpen,
    cities,
    crawls: crawls.map(({ slug, title, city_name: city, description }) => ({
      slug,
      title,
      city,
      price: priceOf(slug),
      description,
    })),
  };
  return llmsText(facts, t);
}
