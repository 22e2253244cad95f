import { useText } from "#src/locales/use-text.ts";
import type { CrawlDraft } from "#src/modules/catalog/rules/draft.ts";
import { CrawlCard } from "#src/modules/schedule/components/crawl-card.tsx";
import type { CrawlOffer } from "#src/modules/schedule/schema.ts";

type CrawlPreviewProps = {
  draft: CrawlDraft;
  slug: string;
  cities: readonly { id: string; name: string }[];
  /** What is sold of it as it is saved; nothing while guests can't see it. */
  offer: CrawlOffer | null;
  today: string | null;
};

/** The card of a crawl as guests see it among others, made of what is typed. Nothing in it can be pressed. */
export function CrawlPreview({ draft, slug, cities, offer, today }: CrawlPreviewProps) {
  const { t, locale } = useText();
  const title = (locale === "es" && draft.title_es.trim()) || draft.title.trim() || t("catalog-admin.untitled");
  const card = {
    slug,
    title,
    city_name: cities.find((city) => city.id === draft.city_id)?.name ?? "",
    image: draft.image?.src ?? null,
    duration: draft.duration,
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
