import { useText } from "#src/locales/use-text.ts";
import { AccessLogFilters } from "#src/modules/audit/admin/access-log-filters.tsx";
import { AccessLogTable } from "#src/modules/audit/admin/access-log-table.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import type { Route } from "../+types/access";

/** The access log. */
export default function Access({ loaderData: { filter, accessLog, days } }: Route.ComponentProps) {
  const { t } = useText();
  return (
    <>
      <PageHead
        title={t("audit.access.title")}
        tab={t("admin.tab", { page: t("audit.access.title"), brand: t("common.brand") })}
        meta={t("audit.access.meta", { days })}
      />
      <AccessLogFilters filter={filter} />
      <AccessLogTable accessLog={accessLog} filter={filter} />
    </>
  );
}
