import { isProduct } from "#src/kernel/brand.ts";
import { NameMark } from "#src/ui/name-mark.tsx";
import type { ReactNode } from "react";
import { clockTime, dateIn, dateInSentence, hours, longDate, timeIn } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { drinksPromised } from "#src/modules/site/catalog/rules/promise.ts";
import type { Text } from "#src/locales/i18n.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import type { ShownTicket } from "#src/modules/evening/tickets/components/ticket-sheet.tsx";
import { bookedEventLinks } from "#src/modules/evening/tickets/rules/calendar.ts";
import { nightWords, ticketAsText } from "#src/modules/evening/tickets/rules/send-ticket.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { type TicketPageState, whatsAppLink } from "#src/modules/evening/tickets/rules/ticket-page.ts";
import rondas from "#src/ui/logo.svg?raw";
import { flagPath } from "#src/ui/papel-picado-geometry.ts";

/** The page's links, all with its token except `invite`, which is for others. */
export type TicketLinks = {
  booking: string;
  otherLanguage: string;
  calendar: string;
  pdf: string;
  /** Where the group is tonight. */
  where: string;
  /** URL for booking the same departure; reveals nothing of this booking. */
  invite: string;
  /** By ticket id; null where that wallet isn't configured. */
  apple: ((ticketId: string) => string) | null;
  google: ((ticketId: string) => string) | null;
};

/** A booking's ticket page; `state` decides whether it shows tickets or explains why there are none. */
export type TicketPage = {
  state: TicketPageState;
  booking: BookingView;
  tickets: readonly ShownTicket[];
  links: TicketLinks;
  /** Free drinks that each ticket is worth, by its id: where, at what local time, how many are left of how many. */
  drinks: Readonly<Record<string, readonly Drink[]>>;
  over: boolean;
};

type Drink = { bar: string; at: string; left: number; of: number };

/** The frame of every ticket document. */
export type DocumentFrame = {
  t: Text;
  locale: Locale;
  theme: "light" | "dark";
  now: Date;
  /** The operator's logo, of which the document has a copy of its own; null where the mark and the name stand for it. */
  logo: { url: string; width: number; height: number } | null;
  /** Styles and script of the document, as text. */
  look: string;
  script: string;
  /** Hash of the page's content, regardless of when it was rendered; null where devices may not store it. */
  version: string | null;
};

type DocumentData = DocumentFrame & TicketPage;

/**
 * The ticket page as a whole document: not a page in the site's frame, because it has to fit into one small response that a
 * phone can store. Without its script only storing, the print button and the native share sheet are missing.
 */
export function TicketDocument(page: DocumentData) {
  const { t, booking, links, state } = page;
  return (
    <Document {...page} title={t("tickets.pageTitle", { reference: booking.reference })}>
      <OfflineBar {...page} />
      <header className="wrap top">
        <a href={links.booking}>{t("tickets.booking", { reference: booking.reference })}</a>
        <a href={links.otherLanguage} lang={page.locale === "en" ? "es" : "en"}>
          {t("tickets.otherLanguage")}
        </a>
      </header>
      <main>{state === "tickets" ? <Tickets {...page} /> : <NoTickets {...page} state={state} />}</main>
    </Document>
  );
}

/** The response for a booking that the visitor may not see, and for one that doesn't exist: the same bytes. */
export function MissingDocument(frame: DocumentFrame) {
  const { t, locale } = frame;
  return (
    <Document {...frame} title={t("payments-confirmation.missing.title")}>
      <main className="wrap says">
        <Flag />
        <h1>{t("payments-confirmation.missing.title")}</h1>
        <p>{t("payments-confirmation.missing.text")}</p>
        <a className="button first" href={localizedPath("/", locale)}>
          {t("payments-confirmation.missing.action")}
        </a>
      </main>
    </Document>
  );
}

function Document({ locale, theme, logo, look, script, version, title, children }: DocumentFrame & Titled) {
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
        <div hidden dangerouslySetInnerHTML={{ __html: logo ? symbolOf(logo) : rondas }} />
        {children}
        {version && <script dangerouslySetInnerHTML={{ __html: script }} />}
      </body>
    </html>
  );
}

// one copy for all tickets of the page
const symbolOf = ({ url, width, height }: NonNullable<DocumentFrame["logo"]>): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="lockup" viewBox="0 0 ${width} ${height}"><image href="${url}" width="${width}" height="${height}"/></symbol></svg>`;

type Titled = { title: string; children: ReactNode };

/** Shown on a stored copy only: when it was stored, in the city's time, with its date if that isn't today. */
function OfflineBar({ t, locale, now, booking: { departure } }: DocumentData) {
  const time = timeIn(now, departure.time_zone, locale);
  const date = dateInSentence(dateIn(now, departure.time_zone), locale);
  return (
    <p className="offline" role="status">
      <span className="today">{t("tickets.offline", { time })}</span>
      <span className="since">{t("tickets.offlineSince", { date, time })}</span>
    </p>
  );
}

function NoTickets({
  t,
  locale,
  state,
  links,
  booking: { departure },
}: DocumentData & { state: Exclude<TicketPageState, "tickets"> }) {
  return (
    <div className="wrap says">
      <Flag />
      <h1>{t(`tickets.${state}.title`)}</h1>
      <p className="lead">
        {departure.crawl_title}
        <br />
        {longDate(departure.date, locale, false)}
      </p>
      <p>{t(`tickets.${state}.text`)}</p>
      <a className="button first" href={links.booking}>
        {t("tickets.seeBooking")}
      </a>
    </div>
  );
}

const Flag = () => (
  <svg className="flag" viewBox="0 0 100 120" aria-hidden>
    <path fill="currentColor" fillRule="evenodd" d={flagPath("calavera")} />
  </svg>
);

function Tickets(page: DocumentData) {
  const { t, booking, tickets, over } = page;
  const count = tickets.length;
  return (
    <>
      <div className="wrap">
        <h1>{t("tickets.heading", { count })}</h1>
        {over && <p className="lead">{t("tickets.over")}</p>}
        {booking.test && <p className="lead">{t("payments-confirmation.ticket.testText")}</p>}
        {count > 1 && (
          <nav aria-label={t("payments-confirmation.ticket.tabs")}>
            <ul className="numbers">
              {tickets.map((ticket, i) => (
                <li key={ticket.id}>
                  <a
                    href={`#ticket-${i + 1}`}
                    aria-label={t("payments-confirmation.ticket.tab", { n: i + 1, name: nameOf(page, ticket, i) })}
                  >
                    {i + 1}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
      <section
        className="row"
        aria-label={t("payments-confirmation.ticket.tabs")}
        // wider than the phone: keyboard users must be able to scroll it
        {...(count > 1 && { tabIndex: 0 })}
      >
        {tickets.map((ticket, index) => (
          <Ticket key={ticket.id} {...page} ticket={ticket} index={index} />
        ))}
      </section>
      <div className="wrap">
        <Actions {...page} />
        <p className="keeping" id="keeping" hidden>
          <span id="kept">{t("tickets.kept")}</span>
          <button type="button" className="plain" id="remove">
            {t("tickets.remove")}
          </button>
        </p>
        <p className="keeping" id="removed" role="status" hidden>
          {t("tickets.removed")}
        </p>
      </div>
    </>
  );
}

const nameOf = ({ t }: DocumentData, { guest_name }: ShownTicket, index: number): string =>
  guest_name || t("payments-confirmation.ticket.guest", { n: index + 1 });

function Ticket(page: DocumentData & { ticket: ShownTicket; index: number }) {
  const { t, booking, tickets, index, logo } = page;
  const brand = t("common.brand");
  const of = t("payments-confirmation.ticket.of", { n: index + 1, count: tickets.length });
  return (
    <article className="ticket" id={`ticket-${index + 1}`} aria-label={of}>
      <div className="band">
        {logo || isProduct(brand) ? (
          <svg viewBox={logo ? `0 0 ${logo.width} ${logo.height}` : "0 0 295.36 100"} role="img" aria-label={brand}>
            <use href="#lockup" />
          </svg>
        ) : (
          <NameMark name={brand} mark="#lockup" />
        )}
        <p>
          {booking.test && <strong className="test">{t("payments-confirmation.ticket.test")}</strong>}
          <span>{of}</span>
        </p>
        <div className="edge" />
      </div>
      <Head {...page} />
      <Stub {...page} of={of} />
      <Facts {...page} />
      <div className="edge foot" />
    </article>
  );
}

function Head({ locale, booking: { departure } }: DocumentData) {
  return (
    <div className="head">
      <p className="quiet">{departure.crawl_title}</p>
      <h2>{longDate(departure.date, locale, false)}</h2>
      <p className="time">{hours(departure.start_time, departure.end_time, locale)}</p>
    </div>
  );
}

function Stub(page: DocumentData & { ticket: ShownTicket; index: number; of: string }) {
  const { t, locale, booking, ticket, index, of, tickets, links, over } = page;
  const [qr, large] = [`qr-${index + 1}`, `large-${index + 1}`];
  const name = nameOf(page, ticket, index);
  const { size, modules } = drawn(ticket.qrSvg);
  const text = ticketAsText(page, booking.departure, { name, code: ticket.code });
  return (
    <div className="stub">
      <button
        type="button"
        className="code qr"
        popoverTarget={large}
        aria-label={t("payments-confirmation.ticket.enlarge", { n: index + 1 })}
      >
        <Qr size={size}>
          <path id={qr} stroke="#000" d={modules} />
        </Qr>
      </button>
      <p className="name">{name}</p>
      <p className="readable">{readableCode(ticket.code)}</p>
      {ticket.entered_at ? (
        <p className="name">
          {t("payments-confirmation.ticket.entered", {
            time: timeIn(new Date(ticket.entered_at), booking.departure.time_zone, locale),
          })}
        </p>
      ) : (
        <p className="quiet hint">{t("tickets.enlargeHint")}</p>
      )}
      <p className="ways">
        {tickets.length > 1 && !over && (
          <a href={whatsAppLink(text)} {...OUTSIDE} data-share={text}>
            {t("tickets.send")}
          </a>
        )}
        {links.apple && <a href={links.apple(ticket.id)}>{t("tickets.appleWallet")}</a>}
        {links.google && <a href={links.google(ticket.id)}>{t("tickets.googleWallet")}</a>}
      </p>
      <div id={large} popover="auto" className="large" role="dialog" aria-label={of}>
        <div className="qr">
          <Qr size={size} label={t("payments-confirmation.ticket.qr", { n: index + 1 })}>
            <use href={`#${qr}`} />
          </Qr>
        </div>
        <p className="readable">{readableCode(ticket.code)}</p>
        <p className="name">{name}</p>
        <button type="button" className="button" popoverTarget={large} popoverTargetAction="hide">
          {t("payments-confirmation.ticket.close")}
        </button>
      </div>
    </div>
  );
}

/** The modules of a QR code as an SVG path, and the number per row. */
function drawn(qrSvg: string): { size: string; modules: string } {
  const [, size] = /viewBox="0 0 (\d+) /.exec(qrSvg) ?? [];
  const [, modules] = /<path stroke="[^"]*" d="([^"]+)"/.exec(qrSvg) ?? [];
  if (!size || !modules) throw new Error("the QR code is drawn in another way than this page takes apart");
  return { size, modules };
}

/** Drawn once and shown twice, small and large; `label` where it isn't part of a button. */
const Qr = ({ size, label, children }: { size: string; label?: string; children: ReactNode }) => (
  <svg
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
  >
    {children}
  </svg>
);

const OUTSIDE = { target: "_blank", rel: "noopener noreferrer" } as const;

function Facts({
  t,
  locale,
  booking: { departure, reference, private: details },
  drinks,
  ticket,
}: DocumentData & { ticket: ShownTicket }) {
  const { city, meeting_place: place, map_url: map } = departure;
  const own = drinks[ticket.id] ?? [];
  const promise = drinksPromised(departure.includes);
  const bought = details?.bought ?? [];
  return (
    <div className="facts">
      <dl>
        <div className="place">
          <dt>{t("payments-confirmation.ticket.place")}</dt>
          <dd>{place ? `${place}, ${city}` : city}</dd>
          {map && (
            <dd className="ways">
              <a href={map} {...OUTSIDE}>
                {t("tickets.map")}
              </a>
            </dd>
          )}
        </div>
        {(promise !== null || own.length > 0) && (
          <div className="place">
            <dt>{t(own.length > 0 ? "tickets.drinks" : "payments-confirmation.ticket.includes")}</dt>
            {promise !== null && <dd>{promise}</dd>}
            {own.map(({ bar, at, left, of }) => (
              <dd key={`${at} ${bar}`}>
                {t(left > 0 ? "tickets.drink" : "tickets.drinkUsed", {
                  count: left > 0 ? left : of,
                  bar,
                  time: clockTime(at, locale),
                })}
              </dd>
            ))}
          </div>
        )}
        {bought.length > 0 && (
          <div className="place">
            <dt>{t("tickets.addOns")}</dt>
            {bought.map(({ id, name, quantity, handed_out: redeemed }) => (
              <dd key={id}>{t("tickets.addOn", { quantity, name, redeemed })}</dd>
            ))}
          </div>
        )}
        <Fact label={t("payments-confirmation.ticket.reference")}>{reference}</Fact>
        <Fact label={t("tickets.age")}>{t("tickets.adults")}</Fact>
      </dl>
      <p className="quiet zone">{t("payments-confirmation.ticket.cityTime", { city })}</p>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

function Actions(page: DocumentData) {
  const { t, links, over } = page;
  const invitation = whatsAppLink(
    t("tickets.inviteText", {
      ...nightWords(page.booking.departure, page.locale),
      url: links.invite,
    }),
  );
  return (
    <div className="actions">
      {!over && (
        <>
          <a className="button first" href={links.where}>
            {t("tickets.where")}
          </a>
          <a className="button" href={links.calendar}>
            {t("payments-confirmation.calendar")}
          </a>
          <a className="button" href={bookedEventLinks(page.booking, t).google} {...OUTSIDE}>
            {t("payments-confirmation.calendarGoogle")}
          </a>
          <a className="button" href={bookedEventLinks(page.booking, t).outlook} {...OUTSIDE}>
            {t("payments-confirmation.calendarOutlook")}
          </a>
          <a className="button" href={invitation} {...OUTSIDE}>
            {t("tickets.invite")}
          </a>
        </>
      )}
      <button type="button" className="button" id="print" hidden>
        {t("tickets.print")}
      </button>
      <a className="button" href={links.pdf}>
        {t("tickets.pdf")}
      </a>
    </div>
  );
}
