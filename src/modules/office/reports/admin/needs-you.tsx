import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import {
  Banknote,
  ChevronRight,
  FileText,
  HandCoins,
  Handshake,
  HeartPulse,
  Lock,
  MailX,
  MessageSquare,
  Radio,
  Scale,
  Star,
  TicketCheck,
  UserRoundX,
} from "#src/ui/lucide/icons.ts";
import type { ReactNode } from "react";
import { Link, useFetcher } from "react-router";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { NIGHTLY } from "#src/kernel/job-order.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import { useText } from "#src/locales/use-text.ts";
import { handBackOf, isGivenOnTheSpot } from "#src/modules/money/payments/rules/payment.ts";
import { NIGHTLY_TEXTS } from "#src/modules/office/operations/rules/nightly.ts";
import { countAll, countAlone } from "#src/modules/office/reports/rules/attention.ts";
import {
  type Attention,
  type Subject,
  SUBJECTS,
  type WaitingItem,
  type WaitingItems,
} from "#src/modules/office/reports/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Count } from "#src/ui/admin/badge.tsx";
import { AdminButton, AdminLink } from "#src/ui/admin/button.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Panel } from "#src/ui/admin/panel.tsx";

type NeedsYouProps = {
  attention: Attention;
  /** The oldest of them by name; null when there are none. */
  items: WaitingItems | null;
  now: string;
};

const LOOKS: Record<Subject, [icon: LucideIcon, tone: string]> = {
  guides: [UserRoundX, "text-marigold-text"],
  payments: [Scale, "text-jaca-text"],
  refunds: [Banknote, "text-marigold-text"],
  invoices: [FileText, "text-marigold-text"],
  tills: [HandCoins, "text-jaca-text"],
  sales: [HandCoins, "text-low-text"],
  desks: [Lock, "text-low-text"],
  entries: [TicketCheck, "text-marigold-text"],
  emails: [MailX, "text-low-text"],
  addresses: [MailX, "text-low-text"],
  messages: [MessageSquare, "text-text-2"],
  reviews: [Star, "text-marigold-text"],
  unpaid: [Scale, "text-low-text"],
  doubts: [Handshake, "text-jaca-text"],
  questions: [MessageSquare, "text-jaca-text"],
  webhooks: [Radio, "text-low-text"],
  health: [HeartPulse, "text-low-text"],
};

const NO_ACTS = { handOver: false, readBookings: false };

/** What needs a decision, with links to the pages that solve it. Only what the viewer may open. */
export function NeedsYou({ attention, items, now }: NeedsYouProps) {
  const { t, locale } = useText();
  // nights are named one by one; only where there are more of them does a line lead to all
  const isNamed = (subject: Subject) =>
    subject === "guides" && (items?.of.guides?.length ?? 0) >= countAlone(attention.guides);
  const waiting = SUBJECTS.filter((subject) => countAlone(attention[subject]) > 0 && !isNamed(subject));
  const itemsOf = (subject: Subject) => (subject === "guides" ? [] : (items?.of[subject] ?? []));
  const all = countAll(attention);
  const title = (
    <span className="flex items-center gap-2">
      {t("reports.needsYou")}
      {all > 0 && <Count hot>{all}</Count>}
    </span>
  );
  return (
    <Panel title={title} padded={false}>
      {all === 0 ? (
        <p className="px-3.5 pt-6 pb-10 text-center text-text-2">{t("reports.nothingWaits")}</p>
      ) : (
        <ul>
          {items?.of.guides?.map((item) => (
            <Night key={item.id} item={item} />
          ))}
          {waiting.map((subject) => (
            <Thing key={subject} subject={subject} {...attention[subject]!} may={items?.may ?? NO_ACTS} now={now}>
              {itemsOf(subject).map((item) => (
                <Item
                  key={item.id}
                  subject={subject}
                  item={item}
                  may={items?.may ?? NO_ACTS}
                  since={timeOf(item.at, now, locale)}
                />
              ))}
            </Thing>
          ))}
        </ul>
      )}
    </Panel>
  );
}

type ThingProps = {
  subject: Subject;
  count: number;
  oldest: string | null;
  may: WaitingItems["may"];
  now: string;
  children: ReactNode;
};

function Thing({ subject, count, oldest, may, now, children }: ThingProps) {
  const { t, locale } = useText();
  const [Icon, tone] = LOOKS[subject];
  const href = whereSolved(subject, may);
  const line = (
    <>
      <Icon aria-hidden size={17} strokeWidth={1.75} className={classNames("mt-0.5 shrink-0", tone)} />
      <span className="min-w-0 grow">
        <span className="block font-semibold text-text">{t(`reports.waits.${subject}`, { count })}</span>
        {oldest && (
          <span className="block text-fine text-text-3">
            {t("reports.waitsSince", { when: timeOf(oldest, now, locale) })}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden size={16} className="mt-2 shrink-0 text-text-3" />
    </>
  );
  const look = "flex gap-3 border-t border-border px-3.5 py-2.5";
  return (
    <li>
      <Link
        to={localizedPath(href, locale)}
        className={classNames(look, "no-underline -outline-offset-2! hover:bg-hover")}
      >
        {line}
      </Link>
      {children && <ul className="pb-1.5">{children}</ul>}
    </li>
  );
}

/** A night that lacks guides: which, why, and how long there is to find one. */
function Night({ item: { id, who, kind, night } }: { item: WaitingItem }) {
  const { t, locale } = useText();
  const [Icon, tone] = LOOKS.guides;
  const { guests, missing, ...until } = night!;
  return (
    <li>
      <Link
        to={localizedPath(`/admin/schedule/edit/${id}`, locale)}
        className="flex gap-3 border-t border-border px-3.5 py-2.5 no-underline -outline-offset-2! hover:bg-hover"
      >
        <Icon aria-hidden size={17} strokeWidth={1.75} className={classNames("mt-0.5 shrink-0", tone)} />
        <span className="min-w-0 grow">
          <span className="block font-semibold text-text">
            {t("reports.nightLacks", { kind, night: who, count: missing })}
          </span>
          <span className="block text-fine text-text-3">
            {t(until.hours > 0 ? "reports.nightLeaves" : "reports.nightLeavesSoon", { count: guests, ...until })}
          </span>
        </span>
        <ChevronRight aria-hidden size={16} className="mt-2 shrink-0 text-text-3" />
      </Link>
    </li>
  );
}

function timeOf(instant: string, now: string, locale: Locale): string {
  const at = new Date(instant);
  const [day, today] = [dateIn(at, HOME_ZONE), dateIn(new Date(now), HOME_ZONE)];
  return day === today ? clockIn(at, HOME_ZONE) : shortDate(day, locale, today);
}

type ItemProps = { subject: Subject; item: WaitingItem; may: WaitingItems["may"]; since: string };

/** One item: who, how much, since when, and its act. */
function Item({ subject, item, may, since }: ItemProps) {
  const { t, locale } = useText("reports", "booking-admin", "operations");
  const { id, amount, currency, kind, booking_id: booking } = item;
  const sum = amount !== null && currency !== null ? formatMoney({ amount, currency }, locale) : null;
  const job = subject === "health" ? NIGHTLY.find((name) => name === kind) : undefined;
  const who = job ? t(NIGHTLY_TEXTS[job]) : item.who;
  const what = job
    ? t("reports.nightlyFailed")
    : subject === "emails"
      ? t("booking-admin.email", { kind, about: "none" })
      : t("reports.item", { subject, kind });
  // who only reads money decides nothing there
  const act = t("reports.act", { subject: subject === "payments" && !may.handOver ? "other" : subject });
  const by =
    subject === "refunds" && may.handOver && isGivenOnTheSpot(kind)
      ? handBackOf({ provider: kind, method: kind })
      : null;
  const page = {
    payments: "/admin/payments#decide",
    refunds: booking === null ? "/admin/payments" : `/admin/bookings/${booking}`,
    invoices: `/admin/invoices?open=${id}`,
    emails: `/admin/emails?status=failed&open=${id}`,
    addresses: `/admin/bookings/${id}`,
    messages: `/admin/messages?open=${id}`,
    reviews: `/admin/feedback?open=${id}`,
    health: "/admin/health",
  }[subject as string];
  return (
    <li className="flex items-center gap-2 py-1 pr-3.5 pl-11">
      <span className="min-w-0 grow">
        <span className="flex gap-x-1.5">
          <span className="min-w-0 truncate font-medium">{who || t("reports.noName")}</span>
          {sum && <span className="ml-auto shrink-0 tabular-nums">{sum}</span>}
        </span>
        <span className="block truncate text-fine text-text-3">{t("reports.itemSince", { what, when: since })}</span>
      </span>
      {by && booking && (
        <Act
          booking={booking}
          label={t("booking-admin.handed.do", { way: by })}
          about={who}
          fields={{ act: "hand_over", refund_id: id, handed: t("booking-admin.handed.note", { way: by }) }}
        />
      )}
      {!by && page && (
        <AdminLink small to={localizedPath(page, locale)} aria-label={`${act}: ${who}`}>
          {act}
        </AdminLink>
      )}
    </li>
  );
}

type Answer = { done: boolean; at: number; flash?: MessageId; refused?: MessageId; values?: Values };
type ActProps = { booking: string; label: string; about: string; fields: Record<string, string> };

/** An act on a booking, done from here; what it mends leaves the list when the page is read again. */
function Act({ booking, label, about, fields }: ActProps) {
  const { t, locale } = useText("booking-admin");
  const fetcher = useFetcher<Answer>();
  const { data } = fetcher;
  useFlash(data);
  return (
    <fetcher.Form
      method="post"
      action={localizedPath(`/admin/bookings/${booking}`, locale)}
      className="grid justify-items-end"
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <AdminButton small type="submit" busy={fetcher.state !== "idle"} aria-label={`${label}: ${about}`}>
        {label}
      </AdminButton>
      {data?.refused && (
        <span role="alert" className="text-fine text-low-text">
          {t(data.refused, data.values)}
        </span>
      )}
    </fetcher.Form>
  );
}

const whereSolved = (subject: Subject, may: WaitingItems["may"]): string =>
  ({
    guides: "/admin/guides",
    payments: "/admin/payments#decide",
    refunds: "/admin/payments#refunds",
    invoices: "/admin/invoices",
    tills: "/admin/tills",
    sales: "/admin/door-alerts",
    desks: "/admin/affiliates/desks",
    entries: "/admin/door-alerts",
    emails: "/admin/emails?status=failed",
    addresses: "/admin/emails?status=failed",
    messages: "/admin/messages",
    reviews: "/admin/feedback",
    unpaid: "/admin/bookings?state=hold",
    // who may not see bookings decides on the partner's page
    doubts: may.readBookings ? "/admin/bookings?state=confirmed&doubt=open" : "/admin/affiliates",
    questions: "/admin/affiliates/statements#questions",
    webhooks: "/admin/webhooks",
    health: "/admin/health",
  })[subject];
