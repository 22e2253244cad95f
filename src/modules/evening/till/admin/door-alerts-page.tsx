import { useText } from "#src/locales/use-text.ts";
import { AlertList } from "#src/modules/evening/door/admin/alert-list.tsx";
import { RefusedSales } from "#src/modules/evening/till/admin/refused-sales.tsx";
import { AdminNotice } from "#src/ui/admin/field.tsx";
import { ALERT_LIST } from "#src/modules/evening/door/rules/lists.ts";
import { ListHead, ListPages } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/door-alerts.ts";

/** What somebody should look at: sales that weren’t booked, and entries. */
export default function DoorAlerts({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const { alerts, query, isMore, sales, mayLook, maySettle } = loaderData;
  const list = useList(ALERT_LIST, "/admin/door-alerts", query);
  return (
    <>
      <ListHead
        list={list}
        title={t("admin.page.doorAlerts")}
        meta={
          query.page > 1 || isMore
            ? t("admin.pageNumber", { page: query.page })
            : t("door-admin.alerts.meta", { count: alerts.length + sales.length })
        }
      />
      {actionData?.formError && <AdminNotice tone="failed">{t(actionData.formError)}</AdminNotice>}
      {sales.length > 0 && <RefusedSales sales={sales} maySettle={maySettle} />}
      {(alerts.length > 0 || sales.length === 0) && (
        <AlertList alerts={alerts} mayLook={mayLook} foot={<ListPages list={list} isMore={isMore} />} />
      )}
    </>
  );
}
