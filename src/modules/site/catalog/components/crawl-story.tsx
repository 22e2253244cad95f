import { Check, MapPin, Minus, Star } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { clockTime } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Picture } from "#src/ui/picture.tsx";
import { MapLink } from "#src/modules/site/catalog/components/map-link.tsx";
import { mapOf } from "#src/modules/site/catalog/rules/meeting-point.ts";
import type { RouteStop } from "#src/modules/site/catalog/rules/proof.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";

type CrawlStoryProps = {
  crawl: PubCrawl;
  /** Whether it follows the nightly route, whose stops have words of their own. */
  hasRoute: boolean;
  /** Its stops by name; empty where nobody has entered them. */
  route: readonly RouteStop[];
};

/** Highlights, what is included and excluded, the nightly route's stops, and the meeting place. */
export function CrawlStory({ crawl, hasRoute, route }: CrawlStoryProps) {
  const { t } = useText();
  return (
    <div className="grid gap-10">
      <List title={t("catalog.highlights")} points={crawl.highlights} icon={MARKS.highlight} />
      <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2">
        <List title={t("catalog.included")} points={crawl.includes} icon={MARKS.included} />
        <List title={t("catalog.excluded")} points={crawl.excludes} icon={MARKS.excluded} quiet />
      </div>
      {route.length > 0 ? (
        <NamedRoute stops={route} hasWords={hasRoute} city={crawl.city_name} />
      ) : (
        hasRoute && <Route />
      )}
      {crawl.meeting_place && (
        <section>
          <h2 className="mb-3 text-h3">{t("catalog.meeting")}</h2>
          <p className="flex gap-3 font-medium">
            <MapPin aria-hidden size={20} className="mt-0.5 shrink-0 text-agave-text" />
            <MapLink to={mapOf(crawl.meeting_place, crawl.city_name)}>{crawl.meeting_place}</MapLink>
          </p>
        </section>
      )}
    </div>
  );
}

const MARKS = {
  highlight: <Star aria-hidden size={20} className="mt-0.5 shrink-0 fill-marigold text-marigold-dark" />,
  included: <Check aria-hidden size={20} strokeWidth={2.5} className="mt-0.5 shrink-0 text-agave-text" />,
  excluded: <Minus aria-hidden size={20} className="mt-0.5 shrink-0 text-text-3" />,
};

type ListProps = { title: string; points: readonly string[]; icon: ReactNode; quiet?: boolean };

function List({ title, points, icon, quiet = false }: ListProps) {
  if (points.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 text-h3">{title}</h2>
      <ul className="grid gap-2.5">
        {points.map((point) => (
          <li key={point} className={quiet ? "flex gap-3 text-text-2" : "flex gap-3 font-medium"}>
            {icon}
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
}

const STOPS = ["first", "second", "third", "fourth", "last"] as const;

type NamedRouteProps = { stops: readonly RouteStop[]; hasWords: boolean; city: string };

/** The stops as a line on a drawn map, each with its hour, its bar and the way to it. */
function NamedRoute({ stops, hasWords, city }: NamedRouteProps) {
  const { t, locale } = useText();
  return (
    <section>
      <h2 className="mb-4 text-h3">{t("catalog.route")}</h2>
      <ol className="relative grid">
        {stops.map(({ name, address, map, at, drinks, picture }, index) => {
          const words = hasWords && stops.length === STOPS.length ? STOPS[index] : undefined;
          return (
            <li key={`${at} ${name}`} className="group relative flex gap-4 pb-6 last:pb-0">
              <span
                aria-hidden
                className="absolute top-9 bottom-0 left-[1.0625rem] border-l-[3px] border-dotted border-border-strong group-last:hidden"
              />
              <span
                aria-hidden
                className="display relative grid size-9 shrink-0 place-items-center rounded-full bg-brand text-[1.125rem] leading-none text-on-brand"
              >
                {index + 1}
              </span>
              <div className="min-w-0 grow pt-0.5">
                <p className="flex flex-wrap items-baseline gap-x-3">
                  <span className="display text-[1.3125rem] leading-tight text-brand-text tabular-nums">
                    {clockTime(at, locale)}
                  </span>
                  <strong>
                    <MapLink to={map ?? mapOf(address || name, city)}>{name}</MapLink>
                  </strong>
                </p>
                {address && <p className="text-small text-text-2">{address}</p>}
                {words ? (
                  <p className="mt-1">{t(`catalog.route.${words}`)}</p>
                ) : (
                  drinks > 0 && <p className="mt-1">{t("catalog-proof.drinks", { count: drinks })}</p>
                )}
              </div>
              {picture && (
                <Picture
                  src={picture}
                  alt={t("catalog-proof.picture", { name })}
                  sizes="112px"
                  missing={t("site.imageMissing")}
                  className="aspect-4/3 w-22 shrink-0 self-start rounded-md object-cover sm:w-28"
                />
              )}
            </li>
          );
        })}
      </ol>
      <p className="mt-4 text-small text-text-2">{t("catalog.route.disclaimer")}</p>
    </section>
  );
}

function Route() {
  const { t } = useText();
  return (
    <section>
      <h2 className="mb-3 text-h3">{t("catalog.route")}</h2>
      <ol className="border-t border-border">
        {STOPS.map((stop) => (
          <li key={stop} className="flex items-baseline gap-4 border-b border-border py-3">
            <span className="display w-24 shrink-0 text-[1.3125rem] leading-tight text-brand-text tabular-nums sm:w-28">
              {t(`catalog.route.${stop}.time`)}
            </span>
            <span>{t(`catalog.route.${stop}`)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-small text-text-2">{t("catalog.route.disclaimer")}</p>
    </section>
  );
}
