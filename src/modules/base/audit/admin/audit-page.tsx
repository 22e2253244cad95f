import { Download } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AuditLogFilters } from "#src/modules/base/audit/admin/audit-log-filters.tsx";
import { AuditLogTable } from "#src/modules/base/audit/admin/audit-log-table.tsx";
import { addressOf } from "#src/modules/base/audit/rules/audit-log.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/+types/audit.ts";

/** The audit log. */
export default function Audit({ loaderData: { filter, auditLog, choices } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const file = localizedPath(`/admin/audit/log.csv${addressOf(filter)}`, locale);
  return (
    <>
      <PageHead
        title={t("audit.title")}
        tab={t("admin.tab", { page: t("audit.title"), brand: t("common.brand") })}
        meta={t("audit.meta")}
        actions={
          <AdminLink to={file} reloadDocument download icon={<Download aria-hidden size={15} />}>
            {t("audit.csv")}
          </AdminLink>
        }
      />
      <AuditLogFilters filter={filter} choices={choices} />
      <AuditLogTable auditLog={auditLog} filter={filter} />
    </>
  );
}
