import { isProduct } from "#src/kernel/brand.ts";
import { NameMark } from "#src/ui/name-mark.tsx";
import { clockTime, inYearOf, longDate, shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { Theme } from "#src/modules/sales/affiliates/rules/widget.ts";
import ownMark from "#src/ui/logo.svg?raw";
import type { LogoPicture } from "#src/ui/own-logos.ts";

type Night = {
  id: string;
  date: string;
  start_time: string;
  price: string;
  /** Null where the settings hide it. */
  left: number | null;
  isOpen: boolean;
  href: string;
};

/**
 * What the widget shows: crawls with their next nights. `city`: of all of them, where it is one. `today`: YYYY-MM-DD. `at` is the
 * only page on which its links credit anybody.
 */
export type WidgetPage = {
  crawls: readonly { id: string; title: string; city: string; nights: readonly Night[] }[];
  city: string | null;
  today: string;
  more: string;
  at: string | null;
};

type WidgetProps = {
  page: WidgetPage;
  t: Text;
  locale: Locale;
  theme: Theme;
  look: string;
  script: string | null;
  /** The operator's own; null for Ronda's. */
  logo: LogoPicture | null;
};

/** The page in the widget's frame, as a whole document; its links open pages of their own. */
export function WidgetDocument({ page, t, locale, theme, look, script, logo }: WidgetProps) {
  return (
    <html lang={locale} data-theme={theme} data-at={page.at ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{t("affiliates-widget.title", { brand: t("common.brand") })}</title>
        <style dangerouslySetInnerHTML={{ __html: look }} />
      </head>
      <body>
        <header>
          <h1>
            {page.city === null
              ? t("affiliates-widget.heading")
              : t("affiliates-widget.headingIn", { city: page.city })}
          </h1>
          <Logo logo={logo} label={t("common.brand")} />
        </header>
        <main>
          {page.crawls.length === 0 && <p className="none">{t("affiliates-widget.none")}</p>}
          {page.crawls.map(({ id, title, city, nights }) => (
            <section key={id}>
              <h2>
                {title}
                {page.city === null && <small>{city}</small>}
              </h2>
              <ul>
                {nights.map((night) => (
                  <NightLine key={night.id} night={night} today={page.today} crawl={title} t={t} locale={locale} />
                ))}
              </ul>
            </section>
          ))}
        </main>
        <p className="foot">
          <a href={page.more} target="_blank" rel="noopener" title={t("affiliates-widget.newTab")}>
            {t("affiliates-widget.more")}
          </a>
        </p>
        {script !== null && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

function Logo({ logo, label }: { logo: LogoPicture | null; label: string }) {
  if (logo) return <img src={`${logo.src}-640.webp`} alt={label} width={logo.width} height={logo.height} />;
  return (
    <>
      <span hidden dangerouslySetInnerHTML={{ __html: ownMark }} />
      {isProduct(label) ? (
        <svg viewBox="0 0 295.36 100" role="img" aria-label={label}>
          <use href="#lockup" />
        </svg>
      ) : (
        <NameMark name={label} mark="#lockup" />
      )}
    </>
  );
}

type NightLineProps = { night: Night; today: string; crawl: string; t: Text; locale: Locale };

function NightLine({ night, today, crawl, t, locale }: NightLineProps) {
  const date = longDate(night.date, locale, !inYearOf(night.date, today));
  const left = night.left === null ? t("affiliates-widget.open") : t("affiliates-widget.left", { count: night.left });
  return (
    <li>
      <div>
        <b>{shortDate(night.date, locale, today)}</b>
        <span>
          {clockTime(night.start_time, locale)} ·{" "}
          <span>{t("affiliates-widget.perPerson", { price: night.price })}</span>
        </span>
        {night.isOpen && <span>{left}</span>}
      </div>
      {night.isOpen ? (
        <a
          className="book"
          href={night.href}
          target="_blank"
          rel="noopener"
          aria-label={t("affiliates-widget.bookOf", { crawl, date })}
          title={t("affiliates-widget.newTab")}
        >
          {t("affiliates-widget.book")}
        </a>
      ) : (
        <span className="full">{t("affiliates-widget.soldOut")}</span>
      )}
    </li>
  );
}
