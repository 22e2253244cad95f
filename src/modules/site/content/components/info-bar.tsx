import { GlassWater } from "#src/ui/lucide/icons.ts";
import { useText } from "#src/locales/use-text.ts";
import { figureOf } from "#src/modules/site/content/rules/figure.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { classNames } from "#src/ui/class-names.ts";

type InfoBarProps = {
  infoBar: HomeContent["infoBar"];
  /** The usual price of a seat, when the operator stored none: `400 MXN / 20 USD` (spec section 9). */
  usualPrice: string | null;
};

/** Price, drinks, venues, group and duration, one figure each. */
export function InfoBar({ infoBar, usualPrice }: InfoBarProps) {
  const { t } = useText();
  const perPerson = t("content-home.info.perPerson");
  const written = infoBar.price ?? usualPrice ?? t("content-home.info.price");
  // an editor may have written the whole of it; it is said once
  const price = figureOf(written.endsWith(perPerson) ? written.slice(0, -perPerson.length).trimEnd() : written);
  const facts = [
    infoBar.drinks ?? t("content-home.info.drinks"),
    infoBar.venues ?? t("content-home.info.venues"),
    infoBar.people ?? t("content-home.info.people"),
    t("content-home.info.duration"),
  ].map(figureOf);
  return (
    <section aria-label={t("content-home.info.label")} className="wrap py-8 md:py-10">
      <ul className="grid grid-cols-2 gap-y-6 md:grid-cols-[1.5fr_repeat(4,1fr)]">
        <li className="max-md:col-span-2">
          <p className={FIGURE}>
            {price.figure ?? price.rest}
            {price.figure && <span className="font-text text-base font-semibold text-text-2"> {price.rest}</span>}
          </p>
          <p className="text-small text-text-2">{perPerson}</p>
        </li>
        {facts.map(({ figure, rest }, index) => (
          <li
            key={rest}
            className={classNames(
              "border-dotted border-border-strong md:border-l-2 md:pl-5",
              index % 2 === 1 && "max-md:border-l-2 max-md:pl-5",
            )}
          >
            <p className={FIGURE}>
              {figure ?? <GlassWater aria-hidden className="size-[1em] text-brand-text" strokeWidth={2.25} />}
            </p>
            <p className="text-small text-text-2">{rest}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const FIGURE = "display mb-1.5 text-[clamp(1.75rem,1.3rem+1.6vw,2.6rem)] leading-none tabular-nums";
