import { useText } from "#src/locales/use-text.ts";
import { DeviceList } from "#src/modules/evening/door/admin/device-list.tsx";
import { DevicePanel } from "#src/modules/evening/door/admin/device-panel.tsx";
import { DEVICE_LIST } from "#src/modules/evening/door/rules/lists.ts";
import { ListHead } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "#routes/admin/evening/+types/devices.ts";

/** The phones that check guests in. */
export default function Devices({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  useFlash(actionData);
  const no = actionData && !actionData.done ? actionData : null;
  const { devices, seesAll, query, isMore, now } = loaderData;
  const list = useList(DEVICE_LIST, "/admin/devices", query);
  const open = devices.find(({ id }) => id === query.open);
  return (
    <>
      <ListHead
        list={list}
        title={t("door-admin.title")}
        meta={
          query.page > 1 || isMore
            ? t("admin.pageNumber", { page: query.page })
            : t("door-admin.meta", { count: devices.length })
        }
      />
      <DeviceList devices={devices} seesAll={seesAll} opened={open?.id ?? null} now={now} list={list} isMore={isMore} />
      {open && (
        <DevicePanel key={open.id} device={open} refused={no?.id === open.id ? no : null} closeHref={list.hrefOf()} />
      )}
    </>
  );
}
