import type { ValuesOf } from "#src/kernel/list-address.ts";
import type { Route } from "#routes/admin/mail/+types/emails.ts";
import { shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { emailColumns, emailPhoneRow } from "#src/modules/mail/notifications/admin/email-columns.tsx";
import { EmailPanel } from "#src/modules/mail/notifications/admin/email-panel.tsx";
import { EmailTabs } from "#src/modules/mail/notifications/admin/email-tabs.tsx";
import { sayKind } from "#src/modules/mail/notifications/admin/email-words.tsx";
import { FailedEmails } from "#src/modules/mail/notifications/admin/failed-emails.tsx";
import {
  EMAIL_LIST,
  KIND_GROUPS,
  LOG_LANGUAGES,
  LOG_STATES,
  type LoggedEmail,
  type OpenEmail,
} from "#src/modules/mail/notifications/rules/email-log.ts";
import type { FailedEmails as Failed } from "#src/modules/mail/notifications/rules/failed.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { MailWarning } from "#src/ui/lucide/icons.ts";

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
  filter: ValuesOf<typeof EMAIL_LIST>;
  email: OpenEmail | null;
  /** what could be sent again at once; null where that isn't asked for, or not allowed */
  failed: (Failed & { mailAway: boolean }) | null;
  /** whether no mail server is set */
  isCaptured: boolean;
};

/** The log of all emails, with the open one beside it. */
function EmailLog({ log, filter, email, failed, isCaptured }: EmailLogProps) {
  const { t, locale } = useText();
  const list = useList(EMAIL_LIST, "/admin/emails", filter);
  const { emails, count, night } = log;
  return (
    <ListPage
      list={list}
      title={t("notifications-admin.title")}
      meta={
        count && t(count.exact ? "notifications-admin.meta" : "notifications-admin.metaMore", { count: count.count })
      }
      file={{ name: "log.csv", label: t("notifications-admin.export") }}
      lead={
        <>
          <EmailTabs current="log" mayChange={log.mayChange} maySchedule={log.maySchedule} />
          {isCaptured && <Captured />}
        </>
      }
      search={{ label: t("notifications-admin.search"), placeholder: t("notifications-admin.searchFor") }}
      words={{
        clear: (label) => t("notifications-admin.clear", { filter: label }),
        apply: t("notifications-admin.apply"),
        reset: t("notifications-admin.reset"),
        sheet: t("notifications-admin.show"),
      }}
      filters={[
        {
          name: "status",
          label: t("notifications-admin.state"),
          options: LOG_STATES.map((state) => [state, t(`notifications-admin.state.${state}`)]),
        },
        {
          name: "kind",
          label: t("notifications-admin.kind"),
          groups: KIND_GROUPS.map(({ group, kinds }) => ({
            label: t(`notifications-admin.group.${group}`),
            options: kinds.map((kind) => [kind, sayKind(kind, t)] as const),
          })),
        },
        {
          name: "lang",
          label: t("notifications-admin.language"),
          options: LOG_LANGUAGES.map((one) => [one, t(`notifications-admin.language.${one}`)]),
        },
        {
          days: ["from", "to"],
          label: t("notifications-admin.days"),
          labels: [t("notifications-admin.from"), t("notifications-admin.to")],
        },
        {
          name: "night",
          label: t("notifications-admin.night"),
          given: night ? `${night.title}, ${shortDate(night.date, locale)}` : t("notifications-admin.unknownNight"),
        },
      ]}
      notice={
        failed?.since && (
          <div className="mb-3">
            <FailedEmails failed={failed} isAway={failed.mailAway} />
          </div>
        )
      }
      columns={emailColumns(t)}
      rows={emails}
      phone={emailPhoneRow(t)}
      opens="open"
      opened={email?.id ?? null}
      near={log.near}
      empty={useNoEmails(list.isFiltered, filter, list.path)}
      {...(emails.length > 0 && {
        pages: {
          summary: t("notifications-admin.shown", { count: emails.length }),
          newer: log.newer,
          older: log.older,
          labels: { previous: t("notifications-admin.newer"), next: t("notifications-admin.older") },
        },
      })}
      panel={email && <EmailPanel key={email.id} email={email} {...list.panelLinks("open", emails, email.id)} />}
    />
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

function useNoEmails(isFiltered: boolean, filter: EmailLogProps["filter"], path: string) {
  const { t } = useText();
  if (!isFiltered) return { title: t("notifications-admin.empty.title"), text: t("notifications-admin.empty.text") };
  const isGood = filter.status === "failed" && !EMAIL_LIST.isFiltered({ ...filter, status: null });
  return {
    title: t(isGood ? "notifications-admin.none.failed" : "notifications-admin.none.title"),
    text: t(isGood ? "notifications-admin.none.failedText" : "notifications-admin.none.text"),
    action: <AdminLink to={path}>{t("notifications-admin.none.all")}</AdminLink>,
  };
}

export default function Emails({ loaderData, actionData }: Route.ComponentProps) {
  useFlash(actionData);
  return <EmailLog {...loaderData} />;
}
