import { Download } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { AccessLogFilters } from "#src/modules/base/audit/admin/access-log-filters.tsx";
import { AccessLogTable } from "#src/modules/base/audit/admin/access-log-table.tsx";
import { accessAddressOf } from "#src/modules/base/audit/rules/access-log.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "#routes/admin/+types/access.ts";

/** The access log. */
export default function Access({ loaderData: { filter, accessLog, days } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const file = localizedPath(`/admin/access/log.csv${accessAddressOf(filter)}`, locale);
  return (
    <>
      <PageHead
        title={t("audit.access.title")}
        tab={t("admin.tab", { page: t("audit.access.title"), brand: t("common.brand") })}
        meta={t("audit.access.meta", { days })}
        actions={
          <AdminLink to={file} reloadDocument download icon={<Download aria-hidden size={15} />}>
            {t("audit.csv")}
          </AdminLink>
        }
      />
      <AccessLogFilters filter={filter} />
      <AccessLogTable accessLog={accessLog} filter={filter} />
    </>
  );
}
