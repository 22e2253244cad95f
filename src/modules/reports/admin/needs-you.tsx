import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import { Banknote, ChevronRight, HeartPulse, MailX, MessageSquare, Scale, Star } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { countAll, countAlone } from "#src/modules/reports/rules/attention.ts";
import { type Attention, type Subject, SUBJECTS } from "#src/modules/reports/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Count } from "#src/ui/admin/badge.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type NeedsYouProps = {
  attention: Attention;
  /** Reference of the booking whose failed email has waited longest; null when none waits or it concerns no booking. */
  emailAbout: string | null;
  now: string;
};

const LOOKS: Record<Subject, [icon: LucideIcon, tone: string]> = {
  payments: [Scale, "text-jaca-text"],
  refunds: [Banknote, "text-marigold-text"],
  emails: [MailX, "text-low-text"],
  messages: [MessageSquare, "text-text-2"],
  reviews: [Star, "text-marigold-text"],
  unpaid: [Scale, "text-low-text"],
  health: [HeartPulse, "text-low-text"],
};

/** What needs a decision, with links to the pages that solve it. Only what the viewer may open. */
export function NeedsYou({ attention, emailAbout, now }: NeedsYouProps) {
  const { t } = useText();
  const waiting = SUBJECTS.filter((subject) => countAlone(attention[subject]) > 0);
  const all = countAll(attention);
  const title = (
    <span className="flex items-center gap-2">
      {t("reports.needsYou")}
      {all > 0 && <Count hot>{all}</Count>}
    </span>
  );
  return (
    <Panel title={title} padded={false}>
      {waiting.length === 0 ? (
        <p className="px-3.5 pt-6 pb-10 text-center text-text-2">{t("reports.nothingWaits")}</p>
      ) : (
        <ul>
          {waiting.map((subject) => (
            <Thing key={subject} subject={subject} {...attention[subject]!} about={emailAbout} now={now} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type ThingProps = { subject: Subject; count: number; oldest: string | null; about: string | null; now: string };

function Thing({ subject, count, oldest, about, now }: ThingProps) {
  const { t, locale } = useText();
  const [Icon, tone] = LOOKS[subject];
  const href = whereSolved(subject, about);
  const line = (
    <>
      <Icon aria-hidden size={17} strokeWidth={1.75} className={classNames("mt-0.5 shrink-0", tone)} />
      <span className="min-w-0 grow">
        <span className="block font-semibold text-text">{t(`reports.waits.${subject}`, { count })}</span>
        {oldest && (
          <span className="block text-fine text-text-3">{t("reports.waitsSince", { when: flash(oldest) })}</span>
        )}
      </span>
      {href && <ChevronRight aria-hidden size={16} className="mt-2 shrink-0 text-text-3" />}
    </>
  );
  const look = "flex gap-3 border-t border-border px-3.5 py-2.5";
  function flash(instant: string): string {
    const at = new Date(instant);
    const day = dateIn(at, HOME_ZONE);
    const today = dateIn(new Date(now), HOME_ZONE);
    return day === today ? clockIn(at, HOME_ZONE) : shortDate(day, locale, today);
  }
  return (
    <li>
      {href ? (
        <Link
          to={localizedPath(href, locale)}
          className={classNames(look, "no-underline -outline-offset-2! hover:bg-hover")}
        >
          {line}
        </Link>
      ) : (
        <div className={look}>{line}</div>
      )}
    </li>
  );
}

function whereSolved(subject: Subject, about: string | null): string | null {
  const pages: Record<Subject, string | null> = {
    payments: "/admin/payments#decide",
    refunds: "/admin/payments#refunds",
    emails: about && `/admin/bookings?q=${encodeURIComponent(about)}`,
    messages: "/admin/messages",
    reviews: "/admin/feedback",
    unpaid: "/admin/bookings?state=hold",
    health: "/admin/health",
  };
  return pages[subject];
}
