import type { ReactNode } from "react";
import { Link } from "react-router";
import { clockTime, hours, longDate, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CrawlMark } from "#src/modules/site/catalog/admin/crawl-mark.tsx";
import type { Phase } from "#src/modules/office/night/rules/phase.ts";
import type { Night, OtherNight } from "#src/modules/office/night/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK, IconAdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { ArrowLeft, ChevronLeft, ChevronRight } from "#src/ui/lucide/icons.ts";

const nightPath = (id: string, locale: "en" | "es") => localizedPath(`/admin/nights/${id}`, locale);

/** The head of a night: which one it is, where it is in time, the nights beside it, and what can be done. */
export function NightHead({ night, actions }: { night: Night; actions: ReactNode }) {
  const { t, locale } = useText();
  const day = longDate(night.date, locale);
  return (
    <PageHead
      title={night.title}
      tab={t("admin.tab", { page: `${night.title}, ${shortDate(night.date, locale)}`, brand: t("common.brand") })}
      back={
        <span className="flex items-center gap-1 print:hidden">
          <Link
            to={localizedPath("/admin/dashboard", locale)}
            className={`mr-auto inline-flex items-center gap-1 ${ADMIN_LINK}`}
          >
            <ArrowLeft aria-hidden size={14} />
            {t("night.back")}
          </Link>
          <Beside night={night.previous} />
          <Beside night={night.next} isNext />
        </span>
      }
      meta={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CrawlMark colour={night.colour} className="h-3.5 w-1" />
          <span className="font-semibold text-text">{day}</span>
          <span>{hours(night.start, night.end, locale)}</span>
          <span>{night.city}</span>
          <span className="print:hidden">
            <PhaseBadge phase={night.phase} />
          </span>
        </span>
      }
      actions={<span className="flex flex-wrap gap-2 print:hidden">{actions}</span>}
    />
  );
}

/** A link to the crawl's night before or after. */
function Beside({ night, isNext = false }: { night: OtherNight | null; isNext?: boolean }) {
  const { t, locale } = useText();
  if (!night) return null;
  const Icon = isNext ? ChevronRight : ChevronLeft;
  const when = `${shortDate(night.date, locale)}, ${clockTime(night.start, locale)}`;
  return (
    <IconAdminLink boxed label={t(isNext ? "night.next" : "night.previous", { when })} to={nightPath(night.id, locale)}>
      <Icon aria-hidden size={17} />
    </IconAdminLink>
  );
}

const TONES: Record<Phase["is"], Tone> = { before: "waiting", running: "done", over: "none", cancelled: "failed" };

function PhaseBadge({ phase }: { phase: Phase }) {
  const { t } = useText();
  const says =
    phase.is !== "before"
      ? t(`night.phase.${phase.is}`)
      : phase.days > 0
        ? t("night.inDays", { count: phase.days })
        : phase.hours > 0
          ? t("night.inHours", { hours: phase.hours, minutes: phase.minutes })
          : t("night.inMinutes", { minutes: phase.minutes });
  return <Badge tone={TONES[phase.is]}>{says}</Badge>;
}
