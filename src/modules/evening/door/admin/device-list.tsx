import { useText } from "#src/locales/use-text.ts";
import type { ValuesOf } from "#src/kernel/list-address.ts";
import type { DEVICE_LIST } from "#src/modules/evening/door/rules/lists.ts";
import type { DoorDevice } from "#src/modules/evening/door/schema.ts";
import { lastUsed } from "#src/modules/base/identity/rules/last-used.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { Empty } from "#src/ui/admin/empty.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { ListPages } from "#src/ui/admin/list/list-page.tsx";
import type { List } from "#src/ui/admin/list/use-list.ts";
import { Panel } from "#src/ui/admin/panel.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

type DeviceListProps = {
  devices: readonly DoorDevice[];
  seesAll: boolean;
  opened: string | null;
  /** When the data was loaded (ISO instant). */
  now: string;
  list: List<ValuesOf<typeof DEVICE_LIST>>;
  isMore: boolean;
};

const registered = ({ since }: DoorDevice) => <Moment at={since} />;
const standing = (device: DoorDevice) => <DeviceState device={device} />;

/** The phones of the door: whose they are, when they last reported, and whether their clock is right. */
export function DeviceList({ devices, seesAll, opened, now, list, isMore }: DeviceListProps) {
  const { t, locale } = useText();
  const lastSeen = ({ seen: at }: DoorDevice) => lastUsed(new Date(at), new Date(now), locale);
  const holds = devices.some(({ places }) => places > 0);
  const columns: Column<DoorDevice>[] = [
    { id: "name", head: t("door-admin.name"), cell: ({ name }) => name },
    ...(seesAll ? [{ id: "owner", head: t("door-admin.owner"), cell: ({ owner }: DoorDevice) => owner }] : []),
    { id: "seen", head: t("door-admin.seen"), cell: lastSeen },
    { id: "since", head: t("door-admin.since"), cell: registered },
    ...(holds ? [{ id: "places", head: t("door-admin.places"), cell: ({ places }: DoorDevice) => places || "–" }] : []),
    { id: "state", head: t("door-admin.state"), cell: standing },
  ];
  return (
    <Panel title={t("door-admin.list")} padded={false} footer={devices.length > 0 && t("door-admin.unsent")}>
      <DataTable
        label={t("door-admin.list")}
        columns={columns}
        rows={devices}
        rowId={({ id }) => id}
        opened={opened}
        openHref={({ id }) => list.hrefOf({ open: id })}
        phone={(device) => ({
          first: device.name,
          second: [
            device.places > 0 && t("door-admin.holds", { n: device.places }),
            seesAll && device.owner,
            lastSeen(device),
          ]
            .filter(Boolean)
            .join(" · "),
          end: standing(device),
        })}
        empty={<Empty title={t("door-admin.empty")} text={t("door-admin.emptyText")} />}
      />
      <ListPages list={list} isMore={isMore} />
    </Panel>
  );
}

/** In use, revoked, or with a clock that is off. */
export function DeviceState({ device: { revoked, clock } }: { device: DoorDevice }) {
  const { t } = useText();
  if (revoked !== null)
    return <Badge tone="failed">{t(revoked === "" ? "door-admin.notAllowed" : "door-admin.revoked")}</Badge>;
  if (clock === 0) return <Badge tone="done">{t("door-admin.inUse")}</Badge>;
  const minutes = Math.abs(clock);
  return <Badge tone="waiting">{t(clock > 0 ? "door-admin.clockAhead" : "door-admin.clockBehind", { minutes })}</Badge>;
}
