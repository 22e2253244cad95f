import { useText } from "#src/locales/use-text.ts";
import { CrawlCards } from "#src/modules/sales/schedule/components/crawl-card.tsx";
import type { CrawlCard } from "#src/modules/sales/schedule/schema.ts";

/** Other crawls, below a crawl's page. Renders nothing when there are none. */
export function RelatedCrawls({ cards }: { cards: readonly CrawlCard[] }) {
  const { t } = useText();
  if (cards.length === 0) return null;
  return (
    <section className="wrap section">
      <div className="mb-7 grid items-end gap-x-12 gap-y-3 md:mb-10 md:grid-cols-[7fr_5fr]">
        <h2 className="text-h2">{t("catalog.related")}</h2>
        <p className="text-lead text-text-2">{t("catalog.related.lead")}</p>
      </div>
      <CrawlCards cards={cards} heading="h3" />
    </section>
  );
}
