import { Link } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { LogMoment } from "#src/modules/office/audit-log/admin/log-moment.tsx";
import { useLogWords } from "#src/modules/office/audit-log/admin/use-log-words.ts";
import { ACCESS_LIST } from "#src/modules/base/audit/rules/access-log.ts";
import { ACCESS_KINDS, type AccessEntry } from "#src/modules/base/audit/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ListFilters } from "#src/ui/admin/list/list-filters.tsx";
import { ListHead } from "#src/ui/admin/list/list-page.tsx";
import { LogRows } from "#src/ui/admin/list/log-rows.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { classNames } from "#src/ui/class-names.ts";
import { Zap } from "#src/ui/lucide/icons.ts";
import type { Route } from "#routes/admin/office/+types/access.ts";

/** The access log: when, who, what, and from where. */
export default function Access({ loaderData: { filter, accessLog, days } }: Route.ComponentProps) {
  const { t } = useText();
  const { words, daysFilter, pagesOf } = useLogWords();
  const list = useList(ACCESS_LIST, "/admin/access", filter);
  return (
    <>
      <ListHead
        list={list}
        title={t("audit.access.title")}
        meta={t("audit.access.meta", { days })}
        file={{ name: "log.csv", label: t("audit.csv") }}
      />
      <ListFilters
        list={list}
        words={words}
        search={{ name: "who", label: t("audit.whoHint") }}
        filters={[
          {
            name: "kind",
            label: t("audit.access.kind"),
            icon: <Zap aria-hidden size={15} />,
            options: ACCESS_KINDS.map((kind) => [kind, t(`audit.access.kinds.${kind}`)]),
          },
          daysFilter,
        ]}
      />
      <LogRows
        list={list}
        label={t("audit.access.title")}
        columns="md:grid-cols-[8.5rem_minmax(0,15rem)_minmax(0,1fr)_minmax(0,15rem)]"
        heads={[t("audit.when"), t("audit.who"), t("audit.access.kind"), t("audit.access.from")]}
        rows={accessLog.entries}
        empty={
          list.isFiltered
            ? { title: t("audit.access.empty"), text: t("audit.emptyText") }
            : { title: t("audit.access.none"), text: t("audit.access.noneText") }
        }
        pages={pagesOf(accessLog)}
      >
        {(entry) => <Entry entry={entry} allHref={(email) => list.hrefOf({ who: email })} />}
      </LogRows>
    </>
  );
}

function Entry({ entry, allHref }: { entry: AccessEntry; allHref: (email: string) => string }) {
  const { t } = useText();
  const { at, who, kind, outcome, subject, address, isHere, browser, system } = entry;
  const device = [browser, system].filter(Boolean).join(" · ");
  return (
    <>
      <LogMoment at={at} />
      <div className="min-w-0 truncate">
        {who ? (
          <Link to={allHref(who.email)} title={who.name} className={ADMIN_LINK}>
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
    </>
  );
}
