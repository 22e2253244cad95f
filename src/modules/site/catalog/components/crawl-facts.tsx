import { useText } from "#src/locales/use-text.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

/** Start, duration, group and age, one figure each. `start` is the next departure's hour, HH:MM. */
export function CrawlFacts({ crawl, start }: { crawl: PubCrawl; start: string | undefined }) {
  const { t } = useText();
  const facts = [
    [t("catalog.start"), start],
    [t("catalog.duration"), crawl.duration],
    [t("catalog.people"), crawl.group_size],
    [t("catalog.age"), t("catalog.ageFigure")],
  ].filter(([, figure]) => figure);
  return (
    <dl className="grid grid-cols-2 gap-y-5 sm:flex">
      {facts.map(([label, figure], index) => (
        <div
          key={label}
          className={classNames(
            "flex flex-col-reverse border-dotted border-border-strong sm:px-6 sm:first:pl-0 sm:not-first:border-l-2",
            index % 2 === 1 && "max-sm:border-l-2 max-sm:pl-5",
          )}
        >
          <dt className="mt-1.5 text-small text-text-2">{label}</dt>
          <dd className="display text-[clamp(1.75rem,1.4rem+1.2vw,2.6rem)] leading-none whitespace-nowrap tabular-nums">
            {figure}
          </dd>
        </div>
      ))}
    </dl>
  );
}
