import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { DoerName } from "#src/modules/base/audit/admin/doer.tsx";
import { EntryChanges } from "#src/modules/base/audit/admin/entry-changes.tsx";
import { LogMoment } from "#src/modules/office/audit-log/admin/log-moment.tsx";
import { useActionWords } from "#src/modules/base/audit/admin/use-action-words.ts";
import { useLogWords } from "#src/modules/office/audit-log/admin/use-log-words.ts";
import { AUDIT_LIST } from "#src/modules/base/audit/rules/audit-log.ts";
import { sayLabel, sayRecord } from "#src/modules/base/audit/rules/say-entry.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListHead } from "#src/ui/admin/list/list-page.tsx";
import { LogRows } from "#src/ui/admin/list/log-rows.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Fingerprint, MoonStar, Shapes, UserRound, Zap } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/office/+types/audit.ts";

/** The audit log: when, who, which action on which record, and the changes. */
export default function Audit({ loaderData: { filter, auditLog, choices } }: Route.ComponentProps) {
  const { t } = useText();
  const called = useActionWords();
  const { words, daysFilter, pagesOf } = useLogWords();
  const list = useList(AUDIT_LIST, "/admin/audit", filter);
  return (
    <>
      <ListHead
        list={list}
        title={t("audit.title")}
        meta={t("audit.meta")}
        file={{ name: "log.csv", label: t("audit.csv") }}
      />
      <ListFilters
        list={list}
        words={words}
        search={{ label: t("audit.search"), placeholder: t("audit.searchHint") }}
        filters={[
          {
            name: "who",
            label: t("audit.who"),
            icon: <UserRound aria-hidden size={15} />,
            // actors without an account
            options: [
              ["guest", t("audit.anyGuest")],
              ["desk", t("audit.anyDesk")],
              ["system", t("audit.theSystem")],
            ],
            typed: { label: t("audit.whoHint") },
          },
          {
            name: "action",
            label: t("audit.action"),
            icon: <Zap aria-hidden size={15} />,
            options: choices.actions.map((action) => [action, called(action)]),
            say: called,
          },
          {
            name: "type",
            label: t("audit.type"),
            icon: <Shapes aria-hidden size={15} />,
            options: choices.types.map((type) => [type, sayRecord(type, t)]),
            say: (type) => sayRecord(type, t),
          },
          {
            name: "subject",
            label: t("audit.subject"),
            icon: <Fingerprint aria-hidden size={15} />,
            typed: { label: t("audit.subject"), className: "font-mono" },
          },
          daysFilter,
        ]}
      />
      <LogRows
        list={list}
        label={t("audit.title")}
        columns="md:grid-cols-[8.5rem_11rem_minmax(0,14rem)_minmax(0,1fr)]"
        heads={[t("audit.when"), t("audit.who"), t("audit.action"), t("audit.changes")]}
        rows={auditLog.entries}
        empty={
          list.isFiltered
            ? { title: t("audit.empty"), text: t("audit.emptyText") }
            : { title: t("audit.none"), text: t("audit.noneText") }
        }
        pages={pagesOf(auditLog)}
      >
        {(entry) => <Entry entry={entry} allHref={({ type, id }) => list.hrefOf({ type, subject: id })} />}
      </LogRows>
    </>
  );
}

type EntryProps = { entry: AuditLogEntry; allHref: (subject: AuditLogEntry["subject"]) => string };

function Entry({ entry, allHref }: EntryProps) {
  const { t, locale } = useText();
  const called = useActionWords();
  const { at, who, action, subject, changes, currency, source } = entry;
  const opens = classNames(ADMIN_LINK, "inline-flex items-center gap-1 text-fine");
  return (
    <>
      <LogMoment at={at} />
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
        <Link
          to={allHref(subject)}
          title={t("audit.of")}
          className={classNames(ADMIN_LINK, "block truncate text-fine")}
        >
          {sayRecord(subject.type, t)} {sayLabel(subject, t)}
        </Link>
        {subject.type === "booking" && (
          <Link to={localizedPath(`/admin/bookings/${subject.id}`, locale)} className={opens}>
            {t("audit.openBooking")}
          </Link>
        )}
        {subject.type === "departure" && subject.label !== null && (
          <Link to={localizedPath(`/admin/nights/${subject.id}`, locale)} className={opens}>
            <MoonStar aria-hidden size={13} />
            {t("audit.openNight")}
          </Link>
        )}
      </div>
      <EntryChanges changes={changes} currency={currency} />
    </>
  );
}
