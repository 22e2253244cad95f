import { ArrowRight } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { City } from "#src/modules/site/catalog/schema.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Picture } from "#src/ui/picture.tsx";

type Place = Pick<City, "id" | "name" | "image">;

/** Every city as a picture that leads to its page, and the ways to all cities and all crawls. */
export function CityStrip({ cities }: { cities: readonly Place[] }) {
  const { t, locale } = useText();
  if (cities.length === 0) return null;
  return (
    <section className="wrap section">
      <h2 className="mb-6 text-h2 md:mb-8">{t("catalog-cities.strip")}</h2>
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-5">
        {cities.map((city) => (
          <li key={city.id}>
            <PlaceCard place={city} />
          </li>
        ))}
      </ul>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink kind="secondary" to={localizedPath("/crawls", locale)}>
          {t("catalog-cities.allCrawls")}
        </ButtonLink>
        <ButtonLink kind="secondary" to={localizedPath("/cities", locale)}>
          {t("catalog-cities.all")}
        </ButtonLink>
      </div>
    </section>
  );
}

function PlaceCard({ place: { id, name, image } }: { place: Place }) {
  const { t, locale } = useText();
  return (
    <article className="group relative rounded-lg bg-surface p-2 shadow-md has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus">
      <Picture
        src={image ?? "/pictures/toast"}
        alt=""
        missing={t("site.imageMissing")}
        sizes="(min-width: 1200px) 270px, (min-width: 768px) 22vw, 44vw"
        className="aspect-4/3 w-full rounded-md object-cover object-[88%_50%]"
      />
      <h3 className="px-1.5 pt-2.5 pb-1 text-lg leading-tight">
        <Link
          to={localizedPath(`/cities/${id}`, locale)}
          className="flex items-center justify-between gap-2 no-underline underline-offset-4 outline-none group-hover:underline after:absolute after:inset-0 after:rounded-lg"
        >
          {name}
          <ArrowRight aria-hidden size={18} className="shrink-0 text-brand-text max-[389px]:hidden" />
        </Link>
      </h3>
    </article>
  );
}
