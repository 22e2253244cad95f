import type { ReactNode } from "react";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { DoerName } from "#src/modules/base/audit/admin/doer.tsx";
import { EntryChanges } from "#src/modules/base/audit/admin/entry-changes.tsx";
import { useActionWords } from "#src/modules/base/audit/admin/use-action-words.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";

export type RecordHistoryProps = {
  /** From `historyOf`, newest first. */
  entries: readonly AuditLogEntry[];
  /** Time zone of the times: that of the record's city. */
  zone?: string;
  /** What can be done about an entry. */
  action?: (entry: AuditLogEntry) => ReactNode;
};

/** A record's audit log: when, who, and what changed. */
export function RecordEntries({ entries, zone = HOME_ZONE, action: actionOf }: RecordHistoryProps) {
  const { t } = useText();
  if (entries.length === 0) return <p className="text-text-3">{t("audit.noHistory")}</p>;
  return (
    <ol aria-label={t("audit.history")} className="grid gap-2.5">
      {entries.map((entry) => (
        <HistoryEntry key={entry.id} entry={entry} zone={zone}>
          {actionOf?.(entry)}
        </HistoryEntry>
      ))}
    </ol>
  );
}

type HistoryEntryProps = { entry: AuditLogEntry; zone: string; children: ReactNode };

function HistoryEntry({ entry, zone, children }: HistoryEntryProps) {
  const { locale } = useText();
  const called = useActionWords();
  const { at, who, action, changes, currency } = entry;
  return (
    <li className="grid gap-0.5 border-l-2 border-line-2 pl-2.5">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <time dateTime={at} className="text-text-3">
          {shortDate(dateIn(new Date(at), zone), locale)} {clockIn(new Date(at), zone)}
        </time>
        <span className="font-semibold" title={action}>
          {called(action)}
        </span>
        <DoerName who={who} />
      </div>
      <EntryChanges changes={changes} currency={currency} />
      {children}
    </li>
  );
}
