import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { SortableRows } from "#src/ui/admin/sortable-rows.tsx";
import { SwitchCity } from "#src/modules/site/catalog/admin/switch-city.tsx";
import { useCityOrder, useCitySwitch } from "#src/modules/site/catalog/admin/use-city-act.ts";
import { UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import type { ListedCity } from "#src/modules/site/catalog/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Picture } from "#src/ui/picture.tsx";

type CityListProps = { cities: readonly ListedCity[]; mayChange: boolean };

/** The cities in the order of the menus. Whoever may change them drags or moves them, and switches them on and off. */
export function CityList({ cities, mayChange }: CityListProps) {
  const { t } = useText("catalog-admin");
  const { order, move } = useCityOrder(cities.map(({ id }) => id));
  const { switchCity, switching } = useCitySwitch();
  const rows = order.flatMap((id) => cities.find((city) => city.id === id) ?? []);
  const row = (city: ListedCity) => (
    <CityRow city={city}>
      {mayChange && <SwitchCity small city={city} busy={switching === city.id} onSwitch={switchCity} />}
    </CityRow>
  );
  if (!mayChange)
    return (
      <ul aria-label={t("catalog-cities-admin.list")} className="grid divide-y divide-border">
        {rows.map((city) => (
          <li key={city.id} className="flex px-3.5 py-2">
            {row(city)}
          </li>
        ))}
      </ul>
    );
  return (
    <SortableRows
      id="cities"
      ruled
      nameOf={(index) => rows[index]?.name ?? ""}
      rows={rows}
      onChange={(now) => move(now.map(({ id }) => id))}
    >
      {row}
    </SortableRows>
  );
}

function CityRow({ city, children }: { city: ListedCity; children: React.ReactNode }) {
  const { t, locale } = useText();
  const { id, name, image, isActive, coming, crawls, untranslated } = city;
  const facts = [
    t("catalog-cities-admin.crawls", { count: crawls }),
    t("catalog-cities-admin.coming", { departures: coming.departures, people: coming.people }),
  ];
  return (
    <div className="flex min-w-0 grow items-center gap-3 max-md:flex-col max-md:items-start max-md:gap-1.5">
      <Thumb src={image} />
      <div className="grid min-w-0 grow gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
          <Link
            to={localizedPath(`/admin/cities/${id}`, locale)}
            className="font-semibold wrap-anywhere no-underline hover:underline max-md:py-1"
          >
            {name}
          </Link>
          <Badge tone={isActive ? "done" : "none"}>
            {t(isActive ? "catalog-cities-admin.state.on" : "catalog-cities-admin.state.off")}
          </Badge>
          {untranslated > 0 && (
            <Badge tone="waiting">{t("catalog-cities-admin.toTranslate", { count: untranslated })}</Badge>
          )}
        </p>
        <p className="text-text-2">{facts.join(" · ")}</p>
        <UnseenNotice crawls={city.byTitle} className="my-1" />
        <p className="text-fine wrap-anywhere text-text-3">{[`/cities/${id}`, city.time_zone].join(" · ")}</p>
      </div>
      {children}
    </div>
  );
}

function Thumb({ src }: { src: string | null }) {
  const { t } = useText();
  const look = "aspect-4/3 w-14 shrink-0 rounded-md border border-border bg-surface-2 max-md:hidden";
  return src ? (
    <Picture
      src={src}
      alt=""
      missing={t("site.imageMissing")}
      sizes="56px"
      className={`${look} overflow-hidden object-cover text-[0]`}
    />
  ) : (
    <span aria-hidden className={look} />
  );
}
