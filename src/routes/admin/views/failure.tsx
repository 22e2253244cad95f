import { CloudOff, Compass, Lock } from "#src/ui/lucide/icons.ts";
import { isRouteErrorResponse, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMe } from "#src/routes/admin/views/use-me.ts";
import { deskButtonClass, DeskLink } from "#src/ui/desk/button.tsx";
import { Empty } from "#src/ui/desk/empty.tsx";
import { Panel } from "#src/ui/desk/panel.tsx";

/** In the place of a page that is refused, missing or failed. */
export function DeskFailure({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (isRouteErrorResponse(error) && status === 403) return <Refused missing={missingOf(error.data)} />;
  return status === 404 ? <Missing /> : <Failed />;
}

const missingOf = (data: unknown): string =>
  typeof data === "object" && data !== null && "missing" in data ? String(data.missing) : "";

/** What each permission that a page needs allows, in words. */
const RIGHTS: Partial<Record<string, MessageId>> = {
  "audit.read": "desk.right.audit_read",
  "bookings.change": "desk.right.bookings_change",
  "bookings.read": "desk.right.bookings_read",
  "coupons.change": "desk.right.coupons_change",
  "coupons.read": "desk.right.coupons_read",
  "crawls.change": "desk.right.crawls_change",
  "crawls.read": "desk.right.crawls_read",
  "emails.read": "desk.right.emails_read",
  "feedback.change": "desk.right.feedback_change",
  "feedback.read": "desk.right.feedback_read",
  "manifest.read": "desk.right.manifest_read",
  "messages.change": "desk.right.messages_change",
  "messages.read": "desk.right.messages_read",
  "payments.change": "desk.right.payments_change",
  "payments.read": "desk.right.payments_read",
  "reports.read": "desk.right.reports_read",
  "roles.change": "desk.right.roles_change",
  "schedule.change": "desk.right.schedule_change",
  "schedule.read": "desk.right.schedule_read",
  "users.read": "desk.right.users_read",
};

function Refused({ missing }: { missing: string }) {
  const { t, locale } = useText();
  const { role } = useMe();
  const right = RIGHTS[missing];
  const text = t("desk.refused.text", {
    role: role === null ? "" : t(`desk.role.${role}` as MessageId),
    right: right ? t(right) : missing,
  });
  return (
    <Instead title={t("desk.refused.title")} text={text} icon={<Lock aria-hidden size={18} />}>
      <DeskLink to={localizedPath("/admin/dashboard", locale)}>{t("desk.refused.home")}</DeskLink>
    </Instead>
  );
}

function Missing() {
  const { t, locale } = useText();
  return (
    <Instead title={t("desk.missing.title")} text={t("desk.missing.text")} icon={<Compass aria-hidden size={18} />}>
      <DeskLink to={localizedPath("/admin/dashboard", locale)}>{t("desk.refused.home")}</DeskLink>
    </Instead>
  );
}

function Failed() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <Instead title={t("desk.failed.title")} text={t("desk.failed.text")} icon={<CloudOff aria-hidden size={18} />}>
      <a href={pathname + search} className={deskButtonClass({})}>
        {t("desk.failed.retry")}
      </a>
    </Instead>
  );
}

function Instead({
  title,
  text,
  icon,
  children,
}: {
  title: string;
  text: string;
  icon: React.ReactNode;
  children: React.ReactNode;
}) {
  const { t } = useText();
  return (
    <>
      <title>{t("desk.tab", { page: title, brand: t("common.brand") })}</title>
      <meta name="robots" content="noindex" />
      <Panel padded={false}>
        <Empty page title={title} text={text} icon={icon} action={children} />
      </Panel>
    </>
  );
}
