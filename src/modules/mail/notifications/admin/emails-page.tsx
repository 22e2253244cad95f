import type { Route } from "#routes/admin/+types/emails.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { Download, MailWarning } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { EmailLogFilters } from "#src/modules/mail/notifications/admin/email-log-filters.tsx";
import { EmailLogTable } from "#src/modules/mail/notifications/admin/email-log-table.tsx";
import { EmailPanel } from "#src/modules/mail/notifications/admin/email-panel.tsx";
import { EmailTabs } from "#src/modules/mail/notifications/admin/email-tabs.tsx";
import { FailedEmails } from "#src/modules/mail/notifications/admin/failed-emails.tsx";
import type { FailedEmails as Failed } from "#src/modules/mail/notifications/rules/failed.ts";
import {
  type EmailFilter,
  isFiltered,
  type LoggedEmail,
  type OpenEmail,
} from "#src/modules/mail/notifications/rules/email-log.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { listHref } from "#src/ui/admin/list-href.ts";
import { Nearest } from "#src/ui/admin/nearest.tsx";
import { neighboursOf } from "#src/ui/admin/neighbours.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Pager } from "#src/ui/admin/pager.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type EmailLogProps = {
  log: {
    emails: LoggedEmail[];
    older: string | null;
    newer: string | null;
    /** the night that is filtered by */
    night: { title: string; date: string } | null;
    /** null where counting takes too long */
    count: { count: number; exact: boolean } | null;
    /** what a search text that finds none may have meant */
    near: string[];
    /** whether the person may word the emails, and say when they leave */
    mayChange: boolean;
    maySchedule: boolean;
  };
  filter: EmailFilter;
  /** the page of the log that is shown */
  place: { older: string | null; newer: string | null };
  email: OpenEmail | null;
  /** what could be sent again at once; null where that isn't asked for, or not allowed */
  failed: (Failed & { mailAway: boolean }) | null;
  /** whether no mail server is set */
  isCaptured: boolean;
};

/** The log of all emails, with the open one beside it. */
function EmailLog({ log, filter, place, email, failed, isCaptured }: EmailLogProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/emails", locale);
  const hrefOf = (over: Record<string, string | null>) => listHref(path, { ...filter, ...place, ...over });
  const { emails, count } = log;
  return (
    <>
      <PageHead
        title={t("notifications-admin.title")}
        tab={t("admin.tab", { page: t("notifications-admin.title"), brand: t("common.brand") })}
        meta={
          count && t(count.exact ? "notifications-admin.meta" : "notifications-admin.metaMore", { count: count.count })
        }
        actions={
          <AdminLink
            to={listHref(`${path}/log.csv`, filter)}
            reloadDocument
            download
            icon={<Download aria-hidden size={15} />}
          >
            {t("notifications-admin.export")}
          </AdminLink>
        }
      />
      <EmailTabs current="log" mayChange={log.mayChange} maySchedule={log.maySchedule} />
      {isCaptured && <Captured />}
      <EmailLogFilters filter={filter} night={log.night} path={path} />
      {failed?.since && (
        <div className="mb-3">
          <FailedEmails failed={failed} isAway={failed.mailAway} />
        </div>
      )}
      <Panel padded={false}>
        <EmailLogTable
          emails={emails}
          opened={email?.id ?? null}
          openHref={({ id }) => hrefOf({ open: id })}
          empty={
            <Nearest
              search={filter.q}
              near={log.near}
              hrefOf={(q) => listHref(path, { ...filter, q })}
              otherwise={<NoEmails filter={filter} path={path} />}
            />
          }
        />
        {emails.length > 0 && (
          <Pager
            summary={t("notifications-admin.shown", { count: emails.length })}
            previousHref={log.newer && listHref(path, { ...filter, newer: log.newer })}
            nextHref={log.older && listHref(path, { ...filter, older: log.older })}
            labels={{ previous: t("notifications-admin.newer"), next: t("notifications-admin.older") }}
          />
        )}
      </Panel>
      {email && (
        <EmailPanel
          key={email.id}
          email={email}
          closeHref={hrefOf({})}
          {...neighboursOf(emails, email.id, ({ id }) => hrefOf({ open: id }))}
        />
      )}
    </>
  );
}

function Captured() {
  const { t } = useText();
  return (
    <p className="mb-3 flex gap-2.5 rounded-panel border border-border bg-marigold-tint px-3.5 py-2.5 text-text">
      <MailWarning aria-hidden size={18} className="mt-0.5 shrink-0 text-marigold-text" />
      <span>
        <strong className="font-semibold">{t("notifications-admin.captured.title")}</strong>{" "}
        {t("notifications-admin.captured.text")}
      </span>
    </p>
  );
}

function NoEmails({ filter, path }: { filter: EmailFilter; path: string }) {
  const { t } = useText();
  if (!isFiltered(filter))
    return <Empty title={t("notifications-admin.empty.title")} text={t("notifications-admin.empty.text")} />;
  const isGood = !isFiltered({ ...filter, status: null }) && filter.status === "failed";
  return (
    <Empty
      title={t(isGood ? "notifications-admin.none.failed" : "notifications-admin.none.title")}
      text={t(isGood ? "notifications-admin.none.failedText" : "notifications-admin.none.text")}
      action={<AdminLink to={path}>{t("notifications-admin.none.all")}</AdminLink>}
    />
  );
}

export default function Emails({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData);
  return <EmailLog {...loaderData} />;
}
