import { useText } from "#src/locales/use-text.ts";
import type { CrawlDraft } from "#src/modules/site/catalog/rules/draft.ts";
import { CrawlCard } from "#src/modules/sales/schedule/components/crawl-card.tsx";
import type { CrawlOffer } from "#src/modules/sales/schedule/schema.ts";

type CrawlPreviewProps = {
  draft: CrawlDraft;
  slug: string;
  cities: readonly { id: string; name: string }[];
  /** The saved crawl's offer; null while guests can't see it. */
  offer: CrawlOffer | null;
  today: string | null;
};

/** Preview of a crawl's card from the form values. Nothing in it is interactive. */
export function CrawlPreview({ draft, slug, cities, offer, today }: CrawlPreviewProps) {
  const { t, locale } = useText();
  const title = (locale === "es" && draft.title_es.trim()) || draft.title.trim() || t("catalog-admin.untitled");
  const card = {
    slug,
    title,
    city_name: cities.find((city) => city.id === draft.city_id)?.name ?? "",
    image: draft.image?.src ?? null,
    duration: (locale === "es" && draft.duration_es.trim()) || draft.duration,
    group_size: draft.group_size,
    offer,
    today: today ?? "",
  };
  return (
    <div inert className="text-base">
      <CrawlCard key={card.image} card={card} Heading="h3" alone={false} />
    </div>
  );
}
