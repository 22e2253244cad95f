import { ArrowRight } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { City } from "#src/modules/site/catalog/schema.ts";
import { Picture } from "#src/ui/picture.tsx";

type CityCard = Pick<City, "id" | "name" | "description" | "image"> & {
  /** How many crawls it has; null where they couldn't be read. */
  crawls: number | null;
};

/** City cards, two per row. */
export function CityCards({ cities }: { cities: readonly CityCard[] }) {
  return (
    <ul className="grid gap-5 md:grid-cols-2 md:gap-7">
      {cities.map((city, index) => (
        <li key={city.id}>
          <CityCard city={city} first={index === 0} />
        </li>
      ))}
    </ul>
  );
}

function CityCard({ city, first }: { city: CityCard; first: boolean }) {
  const { t, locale } = useText();
  return (
    <article className="group relative flex h-full flex-col rounded-lg bg-surface p-[11px] shadow-md">
      <Picture
        src={city.image ?? "/pictures/toast"}
        alt=""
        missing={t("site.imageMissing")}
        sizes="(min-width: 1200px) 560px, (min-width: 768px) 45vw, 88vw"
        ratio={[16, 9]}
        priority={first}
        className="aspect-4/3 w-full rounded-md object-cover object-[88%_50%]"
      />
      <div className="flex grow flex-col px-2.5 pt-4 pb-2.5">
        <h2 className="mb-1.5 text-h2">{city.name}</h2>
        <p className="mb-4 text-text-2">{city.description}</p>
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border pt-3">
          <span className="text-small text-text-2">
            {city.crawls === null ? t("catalog.failed.title") : t("catalog-cities.count", { count: city.crawls })}
          </span>
          {/* makes the whole card a link */}
          <Link
            to={localizedPath(`/cities/${city.id}`, locale)}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-brand-text no-underline underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-lg"
          >
            {t("catalog-cities.viewAll", { city: city.name })}
            <ArrowRight aria-hidden size={18} />
          </Link>
        </p>
      </div>
    </article>
  );
}
