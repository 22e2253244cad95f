import { Link } from "react-router";
import type { ReactNode } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { MailTest } from "#src/modules/office/options/admin/mail-test.tsx";
import { SetElsewhere } from "#src/modules/office/options/admin/set-elsewhere.tsx";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** Who sends the mail, and how the mail server does. All of it is set in the environment. */
export function MailSection({ opened }: { opened: OpenSection }) {
  const { t, locale } = useText();
  const { mail } = opened.facts;
  if (!mail) return null;
  return (
    <Panel
      title={t("options.mail.title")}
      action={
        <Link to={localizedPath("/admin/health", locale)} className={ADMIN_LINK}>
          {t("options.mail.health")}
        </Link>
      }
    >
      <dl className="mb-3.5 grid gap-x-4 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Fact label={t("options.mail.from")}>
          <span className="font-mono wrap-anywhere">{mail.from}</span>
        </Fact>
        <Fact label={t("options.mail.replies")}>{t("options.mail.repliesText")}</Fact>
        <Fact label={t("options.mail.server")}>
          {mail.server ? <span className="font-mono">{mail.server}</span> : t("options.mail.noServer")}
        </Fact>
        <Fact label={t("options.mail.state")}>
          {mail.isCaptured ? (
            <Badge tone="waiting">{t("options.mail.captured")}</Badge>
          ) : mail.away > 0 ? (
            <Badge tone="failed">{t("options.mail.away", { minutes: Math.ceil(mail.away / 60) })}</Badge>
          ) : (
            <Badge tone="done">{t("options.mail.works")}</Badge>
          )}
        </Fact>
        <Fact label={t("options.mail.lastSent")}>
          {mail.lastSent ? <Moment at={mail.lastSent} /> : t("options.mail.never")}
        </Fact>
        <Fact label={t("options.mail.queue")}>
          {t("options.mail.queueText", { waiting: mail.waiting, failed: mail.failed })}
        </Fact>
      </dl>
      <MailTest test={mail.test} />
      <SetElsewhere names={["MAIL_FROM", "SMTP_URL", "CAPTURE_EMAILS"]} />
    </Panel>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-text-3">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
