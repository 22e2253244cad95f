import { CalendarPlus, CloudCheck, MapPin, MailCheck, MailWarning, Share, Ticket } from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { clockTime, dateIn, dateInSentence, spokenDay, spokenTime, timeIn } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaidWhy } from "#src/locales/why.ts";
import type { WhyPrice } from "#src/modules/sales/booking/rules/why-price.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { type ShownTicket, TicketSheet } from "#src/modules/evening/tickets/components/ticket-sheet.tsx";
import { bookedEventLinks } from "#src/modules/evening/tickets/rules/calendar.ts";
import { buttonClass, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { Bunting } from "#src/ui/papel-picado.tsx";
import { Spinner } from "#src/ui/spinner.tsx";

type ConfirmedProps = {
  booking: BookingView;
  /** Why it costs what it does; null without access, as are the tickets. */
  why: WhyPrice<SaidWhy> | null;
  tickets: ShownTicket[] | null;
  emailState: "none" | "sending" | "sent" | "failed";
  /** URL of the tickets' own small page, with the token of this page. */
  ticketPath: string;
  /** URL of the page that says where the group is, with the token of this page. */
  wherePath: string;
  /** URL of the calendar entry, with the token of this page. */
  calendarPath: string;
  /** URL for booking the same departure, for friends. */
  shareUrl: string;
  /** Whether cancelling still gives a refund. */
  refundable: boolean;
  /** The departure is over: no advice to come or to cancel anymore. */
  over: boolean;
  /** The latest change to it, above the tickets. */
  news: ReactNode;
  /** Where the contact data is corrected; null where it can't be. */
  contactPath: string | null;
  /** The tickets are stored on this device. */
  isSaved: boolean;
  /** What somebody sees who may not open it: how its tickets are had. */
  closed: ReactNode;
  /** Who else is coming; nothing if nobody else is. */
  who: ReactNode;
  /** The way to places for friends; nothing where it is too late. */
  friends: ReactNode;
  /** The way to an account that keeps it; nothing for whoever is signed in. */
  account: ReactNode;
  /** Links to change or cancel it. */
  manage: ReactNode;
  /** Link to the receipt; nothing where there is none. */
  receipt: ReactNode;
};

/** A confirmed booking: the tickets, where they were emailed, next steps. */
export function Confirmed(props: ConfirmedProps) {
  const { t, locale } = useText();
  const { booking, tickets, emailState, over } = props;
  const { departure, private: own, total } = booking;
  const amount = formatMoney({ amount: total.amount_minor, currency: total.currency }, locale);
  return (
    <>
      <section className="relative overflow-hidden bg-surface-3 pb-14 [--c-flag-pale:var(--c-brand-dark)] [--c-rope:var(--c-border-strong)]">
        <Bunting sway className="max-md:hidden" />
        <Bunting sway width={390} flags={6} scale={0.6} sag={12} className="md:hidden" />
        <div className="wrap pt-5">
          <Headline {...props} />
          {own ? <EmailLine emailState={emailState} email={own.email} contactPath={props.contactPath} /> : props.closed}
          {props.news}
          <TicketSheet
            departure={departure}
            tickets={tickets?.length ? tickets : null}
            people={booking.number_of_people}
            bought={own?.bought ?? []}
            paid={total.amount_minor === 0 ? t("payments-confirmation.ticket.free") : amount}
            why={total.amount_minor === 0 ? null : (props.why?.total ?? null)}
            reference={booking.reference}
            test={booking.test}
            booker={own ? `${own.first_name} ${own.last_name}`.trim() : null}
          />
          {own && !over && tickets && tickets.length > 0 && <Kept isSaved={props.isSaved} />}
          {own && !over && <Actions {...props} />}
          <div className="mt-4 empty:hidden">{props.receipt}</div>
        </div>
      </section>
      {!over && <Next {...props} />}
    </>
  );
}

/** Which day and hour, and where: what somebody who has paid looks for first. */
function Headline({ booking: { departure, private: own }, over }: ConfirmedProps) {
  const { t, locale } = useText();
  const isAhead = own !== null && !over;
  const values = { day: spokenDay(departure.date, locale), time: spokenTime(departure.start_time, locale) };
  return (
    <>
      <h1 className="max-w-[8.5em] text-h1">
        {t(isAhead ? "payments-confirmation.title.success" : "payments-confirmation.title.closed", values)}
        {isAhead && departure.meeting_place && (
          <span className="mt-3 block max-w-[14em] text-h3">{departure.meeting_place}</span>
        )}
      </h1>
      {isAhead && departure.map_url && <MapLink href={departure.map_url} />}
    </>
  );
}

const MapLink = ({ href }: { href: string }) => {
  const { t } = useText();
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={`${LINK} inline-flex min-h-11 items-center gap-2`}
    >
      <MapPin aria-hidden size={20} />
      {t("payments-confirmation.map")}
    </a>
  );
};

/** Says that the tickets open without a connection, once they do; its room is there from the start. */
function Kept({ isSaved }: Pick<ConfirmedProps, "isSaved">) {
  const { t } = useText();
  return (
    <p
      role="status"
      className={classNames("mt-4 flex items-center gap-2 text-text-2 unscripted:hidden", !isSaved && "invisible")}
    >
      <CloudCheck aria-hidden size={22} className="shrink-0 text-agave-text" />
      {t("payments-confirmation.kept")}
    </p>
  );
}

type EmailLineProps = Pick<ConfirmedProps, "emailState" | "contactPath"> & { email: string };

function EmailLine({ emailState, email, contactPath }: EmailLineProps) {
  const { t } = useText();
  const look = "mt-3 mb-6 flex items-center gap-3 text-lead text-text-2";
  if (email === "") return <p className={look}>{t("payments-confirmation.email.none")}</p>;
  // no email was due: nothing to show
  if (emailState === "none") return <div className="h-6" />;
  if (emailState === "failed")
    return (
      <div role="status" className={look}>
        <MailWarning aria-hidden size={24} className="shrink-0 self-start text-low-text" />
        <div className="min-w-0 wrap-anywhere">
          <p>{t("payments-confirmation.email.failed", { email })}</p>
          {contactPath && (
            <Link to={contactPath} className={`${LINK} inline-flex min-h-11 items-center`}>
              {t("payments-confirmation.email.correct")}
            </Link>
          )}
        </div>
      </div>
    );
  const sent = emailState === "sent";
  return (
    <p role="status" className={look}>
      {sent ? <MailCheck aria-hidden size={24} className="shrink-0 text-agave-text" /> : <Spinner />}
      <span className="grid min-w-0 wrap-break-word">
        {!sent && (
          <span className="col-start-1 row-start-1 self-center">{t("payments-confirmation.email.sending")}</span>
        )}
        {/* reserves its space from the start: a long address takes a second line, which would push the tickets down */}
        <span aria-hidden={!sent} className={classNames("col-start-1 row-start-1", !sent && "invisible")}>
          {t("payments-confirmation.email.sent", { email })}
        </span>
      </span>
    </p>
  );
}

function Actions({ booking, over, ticketPath, wherePath, calendarPath, shareUrl }: ConfirmedProps) {
  const { t, locale } = useText();
  const { departure } = booking;
  const date = dateInSentence(departure.date, locale);
  const text = t("payments-confirmation.shareText", {
    crawl: departure.crawl_title,
    date,
    time: clockTime(departure.start_time, locale),
    url: shareUrl,
  });
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {/* a document of its own, stored by the phone: not a page of the router */}
      <a href={ticketPath} className={buttonClass({})}>
        <Ticket aria-hidden size={20} />
        {t("payments-confirmation.openTickets")}
      </a>
      {!over && (
        <a href={wherePath} className={buttonClass({ kind: "secondary" })}>
          <MapPin aria-hidden size={20} />
          {t("payments-confirmation.where")}
        </a>
      )}
      <a
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ kind: "secondary" })}
      >
        <Share aria-hidden size={20} />
        {t("payments-confirmation.whatsapp")}
      </a>
      <a href={calendarPath} className={buttonClass({ kind: "secondary" })}>
        <CalendarPlus aria-hidden size={20} />
        {t("payments-confirmation.calendar")}
      </a>
      <CalendarLinks booking={booking} />
    </div>
  );
}

/** Calendars on the web, for browsers inside other apps, which take no file. */
function CalendarLinks({ booking }: Pick<ConfirmedProps, "booking">) {
  const { t } = useText();
  const { google, outlook } = bookedEventLinks(booking, t);
  const look = `${LINK} inline-flex min-h-11 items-center`;
  return (
    <p className="flex basis-full flex-wrap items-center gap-x-4 text-text-2">
      {t("payments-confirmation.calendarOr")}
      <a href={google} target="_blank" rel="noopener noreferrer" className={look}>
        {t("payments-confirmation.calendarGoogle")}
      </a>
      <a href={outlook} target="_blank" rel="noopener noreferrer" className={look}>
        {t("payments-confirmation.calendarOutlook")}
      </a>
    </p>
  );
}

function Next(props: ConfirmedProps) {
  const { t, locale } = useText();
  const { booking, refundable, manage, who, friends, account } = props;
  const { departure } = booking;
  const until = new Date(departure.refund_until);
  const deadline = {
    date: dateInSentence(dateIn(until, departure.time_zone), locale),
    time: timeIn(until, departure.time_zone, locale),
  };
  return (
    <div className="wrap grid gap-10 py-12">
      {friends}
      {who}
      <section className="grid gap-7 md:grid-cols-3">
        {departure.meeting_place && (
          <Point
            title={t("payments-confirmation.next.meet")}
            more={departure.map_url && <MapLink href={departure.map_url} />}
          >
            {t("payments-confirmation.next.meetText", {
              place: departure.meeting_place,
              time: clockTime(departure.start_time, locale),
            })}
          </Point>
        )}
        <Point title={t("payments-confirmation.next.bring")}>{t("payments-confirmation.next.bringText")}</Point>
        <Point title={t("payments-confirmation.next.plans")} more={manage}>
          {refundable ? t("payments-confirmation.next.until", deadline) : t("payments-confirmation.next.over")}
        </Point>
      </section>
      {account}
    </div>
  );
}

function Point({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <div className="border-t-3 border-text pt-4">
      <h2 className="mb-1.5 text-xl">{title}</h2>
      <p className="text-text-2">{children}</p>
      {more}
    </div>
  );
}
