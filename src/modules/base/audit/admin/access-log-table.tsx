import { Link } from "react-router";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { accessAddressOf, accessPairsOf } from "#src/modules/base/audit/rules/access-log.ts";
import type { AccessEntry, AccessFilter, AccessPage } from "#src/modules/base/audit/schema.ts";
import { classNames } from "#src/ui/class-names.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

const COLUMNS = "md:grid-cols-[8.5rem_minmax(0,15rem)_minmax(0,1fr)_minmax(0,15rem)] md:gap-x-4";

/** A page of the access log: when, who, what, and from where. */
export function AccessLogTable({ accessLog, filter }: { accessLog: AccessPage; filter: AccessFilter }) {
  const { t } = useText();
  const { entries, newer, older } = accessLog;
  if (entries.length === 0) {
    return (
      <Panel padded={false}>
        {accessPairsOf(filter).length > 0 ? (
          <Empty title={t("audit.access.empty")} text={t("audit.emptyText")} />
        ) : (
          <Empty title={t("audit.access.none")} text={t("audit.access.noneText")} />
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
        <span>{t("audit.access.kind")}</span>
        <span>{t("audit.access.from")}</span>
      </div>
      <ul aria-label={t("audit.access.title")}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} filter={filter} />
        ))}
      </ul>
      <Pager
        summary={t("audit.shown", { count: entries.length })}
        previousHref={newer === null ? null : accessAddressOf(filter, ["newer", newer])}
        nextHref={older === null ? null : accessAddressOf(filter, ["older", older])}
        labels={{ previous: t("audit.newer"), next: t("audit.older") }}
      />
    </Panel>
  );
}

function Entry({ entry, filter }: { entry: AccessEntry; filter: AccessFilter }) {
  const { t, locale } = useText();
  const { at, who, kind, outcome, subject, address, isHere, browser, system } = entry;
  const device = [browser, system].filter(Boolean).join(" · ");
  return (
    <li
      className={classNames("grid gap-y-1 border-b border-border px-3.5 py-2 last:border-b-0 hover:bg-hover", COLUMNS)}
    >
      <time dateTime={at} className="text-text-2">
        {shortDate(dateIn(new Date(at), HOME_ZONE), locale)}{" "}
        <span className="text-text-3">{clockIn(new Date(at), HOME_ZONE)}</span>
      </time>
      <div className="min-w-0 truncate">
        {who ? (
          <Link to={accessAddressOf({ ...filter, who: who.email })} title={who.name} className={ADMIN_LINK}>
            {who.email}
          </Link>
        ) : (
          <span className="text-text-3">{t("audit.access.nobody")}</span>
        )}
      </div>
      <div className="min-w-0">
        <span className={classNames("font-semibold", outcome !== "done" && "text-low-text")}>
          {t(`audit.access.what.${kind}.${outcome}` as MessageId)}
        </span>
        {subject && <span className="block truncate font-mono text-fine text-text-3">{subject}</span>}
      </div>
      <div className="min-w-0 text-text-2">
        <div className="truncate">{device || t("audit.access.unknown")}</div>
        {address && <div className="truncate text-fine text-text-3">{isHere ? t("audit.access.here") : address}</div>}
      </div>
    </li>
  );
}
