import type { Route } from "#routes/admin/+types/email.ts";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { EmailContent } from "#src/modules/mail/notifications/admin/email-content.tsx";
import { EmailDetails } from "#src/modules/mail/notifications/admin/email-details.tsx";
import { EmailState, sayKind } from "#src/modules/mail/notifications/admin/email-words.tsx";
import { SendAgain } from "#src/modules/mail/notifications/admin/send-again.tsx";
import type { OpenEmail } from "#src/modules/mail/notifications/rules/email-log.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { ArrowLeft } from "#src/ui/lucide/icons.ts";

/** One email on its own page: what it says, and beside it how it fared. */
function EmailPage({ email, html }: { email: OpenEmail; html: string | null }) {
  const { t, locale } = useText();
  const title = sayKind(email.kind, t);
  return (
    <>
      <PageHead
        title={title}
        tab={t("admin.tab", { page: title, brand: t("common.brand") })}
        back={
          <Link to={localizedPath("/admin/emails", locale)} className={`${ADMIN_LINK} inline-flex items-center gap-1`}>
            <ArrowLeft aria-hidden size={14} />
            {t("notifications-admin.back")}
          </Link>
        }
        meta={<EmailState email={email} />}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {/* first in the document, because on a phone it stands first and the email arrives later than it */}
        <Panel title={t("notifications-admin.details")} className="lg:col-start-2">
          <EmailDetails email={email} />
          <div className="mt-3 border-t border-border pt-3">
            <SendAgain email={email} />
          </div>
        </Panel>
        <Panel title={t("notifications-admin.preview")} className="lg:col-start-1 lg:row-start-1">
          {email.subject !== null && <p className="mb-2 font-semibold">{email.subject}</p>}
          <EmailContent email={email} html={html} />
        </Panel>
      </div>
    </>
  );
}

export default function Email({ loaderData }: Route.ComponentProps) {
  return <EmailPage {...loaderData} />;
}
