import { CloudOff, Compass, Lock } from "#src/ui/lucide/icons.ts";
import { isRouteErrorResponse, useLocation, useRouteLoaderData } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { useMe } from "#src/modules/base/identity/admin/use-me.ts";
import { adminButtonClass, AdminLink } from "#src/ui/admin/button.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

/** Replaces a page that is refused, missing or failed. */
export function AdminFailure({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (isRouteErrorResponse(error) && status === 403) return <Refused missing={missingOf(error.data)} />;
  return status === 404 ? <Missing /> : <Failed />;
}

const missingOf = (data: unknown): string =>
  typeof data === "object" && data !== null && "missing" in data ? String(data.missing) : "";

/** What each permission that a page needs allows, in words. */
const RIGHTS: Partial<Record<string, MessageId>> = {
  "audit.read": "admin.right.audit_read",
  "bookings.change": "admin.right.bookings_change",
  "bookings.read": "admin.right.bookings_read",
  "books.close": "admin.right.books_close",
  "cities.elsewhere": "admin.right.elsewhere",
  "content.change": "admin.right.content_change",
  "coupons.change": "admin.right.coupons_change",
  "coupons.read": "admin.right.coupons_read",
  "crawls.change": "admin.right.crawls_change",
  "crawls.read": "admin.right.crawls_read",
  "emails.read": "admin.right.emails_read",
  "health.read": "admin.right.health_read",
  "imports.change": "admin.right.imports_change",
  "manifest.read": "admin.right.manifest_read",
  "messages.change": "admin.right.messages_change",
  "messages.read": "admin.right.messages_read",
  "payments.change": "admin.right.payments_change",
  "payments.read": "admin.right.payments_read",
  "programs.change": "admin.right.programs_change",
  "reports.read": "admin.right.reports_read",
  "reviews.change": "admin.right.reviews_change",
  "reviews.read": "admin.right.reviews_read",
  "roles.change": "admin.right.roles_change",
  "sales.door": "admin.right.sales_door",
  "schedule.change": "admin.right.schedule_change",
  "schedule.read": "admin.right.schedule_read",
  "settings.change": "admin.right.settings_change",
  "users.read": "admin.right.users_read",
};

function Refused({ missing }: { missing: string }) {
  const { t, locale } = useText();
  const { role } = useMe();
  const right = RIGHTS[missing];
  const text = t("admin.refused.text", {
    role: role === null ? "" : t(`admin.role.${role}` as MessageId),
    right: right ? t(right) : missing,
  });
  return (
    <Instead title={t("admin.refused.title")} text={text} icon={<Lock aria-hidden size={18} />}>
      <AdminLink to={localizedPath("/admin/dashboard", locale)}>{t("admin.refused.home")}</AdminLink>
    </Instead>
  );
}

function Missing() {
  const { t, locale } = useText();
  return (
    <Instead
      title={t("notFound.title")}
      text={`${t("notFound.text")} ${t("notFound.reason")}`}
      icon={<Compass aria-hidden size={18} />}
    >
      <AdminLink to={localizedPath("/admin/dashboard", locale)}>{t("admin.refused.home")}</AdminLink>
      <AdminLink to={localizedPath("/", locale)} reloadDocument>
        {t("notFound.home")}
      </AdminLink>
      <AdminLink to={localizedPath("/crawls", locale)} reloadDocument>
        {t("notFound.crawls")}
      </AdminLink>
    </Instead>
  );
}

function Failed() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData("root") as { requestId: string } | undefined;
  return (
    <Instead
      title={t("admin.failed.title")}
      text={`${t("admin.failed.text")} ${t("admin.failed.reference", { requestId: root?.requestId ?? "–" })}`}
      icon={<CloudOff aria-hidden size={18} />}
    >
      <a href={pathname + search} className={adminButtonClass({})}>
        {t("admin.failed.retry")}
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
      <title>{t("admin.tab", { page: title, brand: t("common.brand") })}</title>
      <meta name="robots" content="noindex" />
      <Panel padded={false}>
        <Empty page title={title} text={text} icon={icon} action={children} />
      </Panel>
    </>
  );
}
