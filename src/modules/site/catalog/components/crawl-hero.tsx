import { Star } from "#src/ui/lucide/icons.ts";
import { numberFormat } from "#src/kernel/formatters.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { cutOf } from "#src/modules/site/content/rules/cuts.ts";
import { PictureHero } from "#src/ui/picture-hero.tsx";

/** The crawl's title over its picture, with its rating if it has reviews. */
export function CrawlHero({ crawl }: { crawl: PubCrawl }) {
  const { t, locale } = useText();
  const breadcrumb = [
    { to: localizedPath("/crawls", locale), name: t("catalog.breadcrumb") },
    { to: localizedPath(`/cities/${crawl.city_id}`, locale), name: crawl.city_name },
  ];
  return (
    <PictureHero
      picture={crawl.image}
      cut={cutOf(crawl.image)}
      alt={crawl.image_alt}
      missing={t("site.imageMissing")}
      breadcrumbLabel={t("catalog.breadcrumbLabel")}
      breadcrumb={breadcrumb}
      title={crawl.title}
    >
      {crawl.review_count > 0 && (
        <p className="mt-4 flex items-center gap-2">
          <Star aria-hidden size={20} className="fill-marigold text-marigold" />
          <span className="sr-only">{t("catalog.rating")}</span>
          <span>
            <strong>{oneDigit(locale).format(crawl.rating)}</strong>{" "}
            {t("catalog.reviews", { count: crawl.review_count })}
          </span>
        </p>
      )}
    </PictureHero>
  );
}

const oneDigit = (locale: "en" | "es") =>
  numberFormat(locale === "es" ? "es-MX" : "en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
