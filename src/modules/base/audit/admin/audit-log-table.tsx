import { Link } from "react-router";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DoerName } from "#src/modules/base/audit/admin/doer.tsx";
import { EntryChanges } from "#src/modules/base/audit/admin/entry-changes.tsx";
import { useActionWords } from "#src/modules/base/audit/admin/use-action-words.ts";
import { addressOf, pairsOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { sayLabel, sayRecord } from "#src/modules/base/audit/rules/say-entry.ts";
import type { AuditLogPage, AuditLogEntry, AuditLogFilter } from "#src/modules/base/audit/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { MoonStar } from "#src/ui/lucide/icons.ts";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

const COLUMNS = "md:grid-cols-[8.5rem_11rem_minmax(0,14rem)_minmax(0,1fr)] md:gap-x-4";

/** A page of the audit log: when, who, which action on which record, and the changes. */
export function AuditLogTable({ auditLog, filter }: { auditLog: AuditLogPage; filter: AuditLogFilter }) {
  const { t } = useText();
  const { entries, newer, older } = auditLog;
  if (entries.length === 0) {
    return (
      <Panel padded={false}>
        {pairsOf(filter).length > 0 ? (
          <Empty title={t("audit.empty")} text={t("audit.emptyText")} />
        ) : (
          <Empty title={t("audit.none")} text={t("audit.noneText")} />
        )}
      </Panel>
    );
  }
  return (
    <Panel padded={false}>
      <div
        aria-hidden
        className={classNames(
          "grid h-8 items-center border-b border-line-2 px-3.5 text-fine font-semibold text-text-3 max-md:hidden",
          COLUMNS,
        )}
      >
        <span>{t("audit.when")}</span>
        <span>{t("audit.who")}</span>
        <span>{t("audit.action")}</span>
        <span>{t("audit.changes")}</span>
      </div>
      <ul aria-label={t("audit.title")}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} filter={filter} />
        ))}
      </ul>
      <Pager
        summary={t("audit.shown", { count: entries.length })}
        previousHref={newer === null ? null : addressOf(filter, ["newer", newer])}
        nextHref={older === null ? null : addressOf(filter, ["older", older])}
        labels={{ previous: t("audit.newer"), next: t("audit.older") }}
      />
    </Panel>
  );
}

function Entry({ entry, filter }: { entry: AuditLogEntry; filter: AuditLogFilter }) {
  const { t, locale } = useText();
  const called = useActionWords();
  const { at, who, action, subject, changes, currency, source } = entry;
  const day = dateIn(new Date(at), HOME_ZONE);
  const all = addressOf({ ...filter, type: subject.type, subject: subject.id });
  return (
    <li
      className={classNames("grid gap-y-1 border-b border-border px-3.5 py-2 last:border-b-0 hover:bg-hover", COLUMNS)}
    >
      <time dateTime={at} className="text-text-2">
        {shortDate(day, locale)} <span className="text-text-3">{clockIn(new Date(at), HOME_ZONE)}</span>
      </time>
      <div className="min-w-0">
        <div className="truncate">
          <DoerName who={who} />
        </div>
        {source && <div className="truncate text-fine text-text-3">{source}</div>}
      </div>
      <div className="min-w-0">
        <div className="truncate" title={action}>
          <span className="font-semibold">{called(action)}</span>
        </div>
        <Link to={all} title={t("audit.of")} className={classNames(ADMIN_LINK, "block truncate text-fine")}>
          {sayRecord(subject.type, t)} {sayLabel(subject, t)}
        </Link>
        {subject.type === "booking" && (
          <Link
            to={localizedPath(`/admin/bookings/${subject.id}`, locale)}
            className={classNames(ADMIN_LINK, "inline-flex items-center gap-1 text-fine")}
          >
            {t("audit.openBooking")}
          </Link>
        )}
        {subject.type === "departure" && subject.label !== null && (
          <Link
            to={localizedPath(`/admin/nights/${subject.id}`, locale)}
            className={classNames(ADMIN_LINK, "inline-flex items-center gap-1 text-fine")}
          >
            <MoonStar aria-hidden size={13} />
            {t("audit.openNight")}
          </Link>
        )}
      </div>
      <EntryChanges changes={changes} currency={currency} />
    </li>
  );
}
