import { useText } from "#src/locales/use-text.ts";
import { AlertList } from "#src/modules/evening/door/admin/alert-list.tsx";
import { RefusedSales } from "#src/modules/evening/till/admin/refused-sales.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { PageSteps } from "#src/ui/admin/pager.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/door-alerts.ts";

/** What somebody should look at: sales that weren’t booked, and entries. */
export default function DoorAlerts({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const { alerts, page, isMore, sales, mayLook, maySettle } = loaderData;
  return (
    <>
      <PageHead
        title={t("admin.page.doorAlerts")}
        tab={t("admin.tab", { page: t("admin.page.doorAlerts"), brand: t("common.brand") })}
        meta={
          page > 1 || isMore
            ? t("admin.pageNumber", { page })
            : t("door-admin.alerts.meta", { count: alerts.length + sales.length })
        }
      />
      {actionData?.formError && <AdminNotice tone="failed">{t(actionData.formError)}</AdminNotice>}
      {sales.length > 0 && <RefusedSales sales={sales} maySettle={maySettle} />}
      {(alerts.length > 0 || sales.length === 0) && (
        <AlertList
          alerts={alerts}
          mayLook={mayLook}
          foot={<PageSteps page={page} isMore={isMore} hrefOf={(to) => `?page=${to}`} />}
        />
      )}
    </>
  );
}
