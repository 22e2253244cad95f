import { Check, MapPin, Minus, Star } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import type { PubCrawl } from "#src/modules/catalog/schema.ts";

/** Highlights, what is included and excluded, the nightly route's stops, and the meeting place. */
export function CrawlStory({ crawl, hasRoute }: { crawl: PubCrawl; hasRoute: boolean }) {
  const { t } = useText();
  return (
    <div className="grid gap-10">
      <List title={t("catalog.highlights")} points={crawl.highlights} icon={MARKS.highlight} />
      <div className="grid gap-x-8 gap-y-9 sm:grid-cols-2">
        <List title={t("catalog.included")} points={crawl.includes} icon={MARKS.included} />
        <List title={t("catalog.excluded")} points={crawl.excludes} icon={MARKS.excluded} quiet />
      </div>
      {hasRoute && <Route />}
      {crawl.meeting_place && (
        <section>
          <h2 className="mb-3 text-h3">{t("catalog.meeting")}</h2>
          <p className="flex gap-3 font-medium">
            <MapPin aria-hidden size={20} className="mt-0.5 shrink-0 text-agave-text" />
            {crawl.meeting_place}
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
