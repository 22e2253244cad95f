import type { ReactNode } from "react";
import { clockTime, dateIn, dateInSentence, spokenDay, timeIn } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { Where } from "#src/modules/evening/stops/rules/where.ts";
import type { ShownStop } from "#src/modules/evening/stops/schema.ts";

type GuestStop = Omit<ShownStop, "guide_note">;

/** Where a night's group is, for who holds a ticket of it. */
export type WherePage = {
  night: { title: string; date: string; start_time: string; time_zone: string; meeting: string; map: string | null };
  stops: readonly GuestStop[];
  where: Where<GuestStop>;
  links: { tickets: string; otherLanguage: string };
};

/** The frame of the document; `version` is null where devices may not store it. */
export type WhereFrame = {
  t: Text;
  locale: Locale;
  theme: "light" | "dark";
  now: Date;
  look: string;
  script: string;
  version: string | null;
};

/** The page as a whole document, small enough for a phone to store, as the ticket page is. */
export function WhereDocument({ page, ...frame }: WhereFrame & { page: WherePage }) {
  const { t, locale, now } = frame;
  const { night, links } = page;
  const time = timeIn(now, night.time_zone, locale);
  return (
    <Document {...frame} title={t("stops.pageTitle", { crawl: night.title })}>
      <p className="offline" role="status">
        <span className="today">{asOf(t("stops.offline"), time)}</span>
        <span className="since">
          {asOf(t("stops.offlineSince", { date: dateInSentence(dateIn(now, night.time_zone), locale) }), time)}
        </span>
      </p>
      <header className="wrap top">
        <a href={links.tickets}>{t("stops.toTickets")}</a>
        <a href={links.otherLanguage} lang={locale === "en" ? "es" : "en"}>
          {t("tickets.otherLanguage")}
        </a>
      </header>
      <main className="wrap">
        <h1>{t("stops.heading")}</h1>
        <p className="lead">
          {night.title}, {dateInSentence(night.date, locale)}
        </p>
        <div className="group">
          <State {...frame} page={page} />
        </div>
        <Stops {...frame} page={page} />
        {page.where.state !== "over" && <p className="fresh">{asOf(t("stops.asOf"), time)}</p>}
      </main>
    </Document>
  );
}

/** A sentence with a time in it, which the script keeps up to date: its text says where by a bar. */
function asOf(sentence: string, time: string): ReactNode {
  const [before = "", after = ""] = sentence.split("|");
  return (
    <>
      {before}
      <b className="as-of">{time}</b>
      {after}
    </>
  );
}

type WhereView = WhereFrame & { page: WherePage };

function State({ t, locale, page }: WhereView) {
  const { night, where } = page;
  const next = where.next && <Next t={t} locale={locale} stop={where.next} />;
  if (where.state === "over")
    return (
      <section className="card">
        <h2>{t("stops.over.title")}</h2>
        <p>{t("stops.over.text")}</p>
      </section>
    );
  if (where.state === "before" || where.current === null)
    return (
      <>
        <section className="card">
          <p className="label">{t("stops.meet")}</p>
          <h2>{night.meeting}</h2>
          <p className="when">
            {t("stops.start", { day: spokenDay(night.date, locale), time: clockTime(night.start_time, locale) })}
          </p>
          <p>{t("stops.meetText")}</p>
          {night.map && <Map t={t} href={night.map} />}
        </section>
        {next}
      </>
    );
  const { current, since } = where;
  return (
    <>
      <section className="card">
        <p className="label">{t(where.state === "at" ? "stops.now" : "stops.plan")}</p>
        <h2>{current.name}</h2>
        {current.address && <p>{current.address}</p>}
        <p className="when">
          {since
            ? t("stops.since", { time: timeIn(since, night.time_zone, locale) })
            : t("stops.planned", { time: clockTime(current.at, locale) })}
        </p>
        <Free t={t} count={current.vouchers} />
        {current.map_url && <Map t={t} href={current.map_url} />}
      </section>
      {next ?? <p>{t("stops.last")}</p>}
    </>
  );
}

function Next({ t, locale, stop }: { t: Text; locale: Locale; stop: GuestStop }) {
  return (
    <section className="card next">
      <p className="label">{t("stops.next")}</p>
      <h2>{stop.name}</h2>
      {stop.address && <p>{stop.address}</p>}
      <p className="when">{t("stops.about", { time: clockTime(stop.at, locale) })}</p>
      <Free t={t} count={stop.vouchers} />
      {stop.map_url && <Map t={t} href={stop.map_url} />}
    </section>
  );
}

const Free = ({ t, count }: { t: Text; count: number }) =>
  count > 0 ? <p className="free">{t("stops.free", { count })}</p> : null;

const Map = ({ t, href }: { t: Text; href: string }) => (
  <a className="button" href={href} target="_blank" rel="noopener noreferrer">
    {t("tickets.map")}
  </a>
);

function Stops({ t, locale, page: { stops } }: WhereView) {
  if (stops.length === 0) return null;
  return (
    <section aria-label={t("stops.all")}>
      <ol className="list">
        {stops.map(({ id, at, name, skipped }) => (
          <li key={id} className={skipped ? "gone" : undefined}>
            <b>{clockTime(at, locale)}</b>
            <span>
              {name}
              {skipped && ` (${t("stops.skipped")})`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** For a booking that has no tickets now, one that the visitor may not see, and one that doesn't exist: the same document. */
export function NoWhereDocument(frame: WhereFrame) {
  const { t, locale } = frame;
  return (
    <Document {...frame} title={t("payments-confirmation.missing.title")}>
      <main className="wrap says">
        <h1>{t("payments-confirmation.missing.title")}</h1>
        <p>{t("payments-confirmation.missing.text")}</p>
        <a className="button first" href={localizedPath("/", locale)}>
          {t("payments-confirmation.missing.action")}
        </a>
      </main>
    </Document>
  );
}

type DocumentProps = WhereFrame & { title: string; children: ReactNode };

function Document({ locale, theme, look, script, version, title, children }: DocumentProps) {
  return (
    <html lang={locale} data-theme={theme} data-version={version ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: look }} />
      </head>
      <body>
        {children}
        {version && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}
