import { useText } from "#src/locales/use-text.ts";
import { Picture } from "#src/ui/picture.tsx";

type CrawlGalleryProps = {
  title: string;
  pictures: readonly string[];
  /** Alt text per picture; empty where none was written. */
  alts: readonly string[];
};

/** A crawl's pictures in a swipeable row. Renders nothing without pictures. */
export function CrawlGallery({ title, pictures, alts }: CrawlGalleryProps) {
  const { t } = useText();
  if (pictures.length === 0) return null;
  return (
    <section aria-labelledby="crawl-gallery" className="bg-surface-2 py-[calc(var(--section)*0.8)]">
      <h2 id="crawl-gallery" className="wrap mb-6 text-h2">
        {t("catalog.gallery")}
      </h2>
      {/* scrollable areas must be keyboard accessible */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" aria-labelledby="crawl-gallery" tabIndex={0} className="overflow-x-auto">
        <ul className="flex w-max min-w-full snap-x snap-proximity gap-4 px-[max(var(--gutter),calc(50vw-37.5rem))] pb-3 md:gap-5">
          {pictures.map((picture, index) => (
            <li
              key={picture}
              className="w-[80vw] shrink-0 snap-center rounded-lg bg-surface p-[11px] shadow-md md:w-[min(44vw,23.9rem)]"
            >
              <Picture
                src={picture}
                alt={alts[index] || t("catalog.picture", { title, number: index + 1, count: pictures.length })}
                missing={t("site.imageMissing")}
                sizes="(min-width: 768px) 384px, 80vw"
                className="aspect-4/3 w-full rounded-md object-cover"
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
