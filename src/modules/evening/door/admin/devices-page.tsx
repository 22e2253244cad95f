import { useSearchParams } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { DeviceList } from "#src/modules/evening/door/admin/device-list.tsx";
import { DevicePanel } from "#src/modules/evening/door/admin/device-panel.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/devices.ts";

/** The phones that check guests in. */
export default function Devices({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const [query] = useSearchParams();
  useFlash(actionData);
  const no = actionData && !actionData.done ? actionData : null;
  const { devices, seesAll, page, isMore, now } = loaderData;
  const open = devices.find(({ id }) => id === query.get("open"));
  return (
    <>
      <PageHead
        title={t("door-admin.title")}
        tab={t("admin.tab", { page: t("door-admin.title"), brand: t("common.brand") })}
        meta={page > 1 || isMore ? t("admin.pageNumber", { page }) : t("door-admin.meta", { count: devices.length })}
      />
      <DeviceList devices={devices} seesAll={seesAll} opened={open?.id ?? null} now={now} page={page} isMore={isMore} />
      {open && (
        <DevicePanel key={open.id} device={open} refused={no?.id === open.id ? no : null} closeHref={`?page=${page}`} />
      )}
    </>
  );
}
