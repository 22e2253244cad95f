import { data, useSearchParams } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { pageIn } from "#src/kernel/page-of.ts";
import { useText } from "#src/locales/use-text.ts";
import { DeviceList } from "#src/modules/evening/door/admin/device-list.tsx";
import { DevicePanel, type DeviceRefused } from "#src/modules/evening/door/admin/device-panel.tsx";
import { doorDevices } from "#src/modules/evening/door/queries.server.ts";
import { renameDevice } from "#src/modules/evening/door/rename-device.server.ts";
import { revokeDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { RenameDevice } from "#src/modules/evening/door/schema.ts";
import { posted, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { releasePlaces } from "#src/modules/evening/till/release-places.server.ts";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { type Flash, useFlash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/devices";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const seen = await doorDevices(ctx, pageIn(new URL(request.url).searchParams.get("page")));
  if (!seen.ok) throw refused(seen);
  return {
    devices: seen.devices,
    seesAll: seen.seesAll,
    page: seen.page,
    isMore: seen.isMore,
    now: ctx.now.toISOString(),
  };
}

/** Renames or revokes a phone, or puts the places that it holds back on sale. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const { act, ...fields } = await posted(request);
  const input = RenameDevice.safeParse(act === "rename" ? fields : { ...fields, name: "-" });
  const id = String(fields["id"]);
  const answer = (told: DeviceRefused | Flash, status: number) => data(told, { status });
  const isKnown = act === "rename" || act === "revoke" || act === "release";
  if (!isKnown || (!input.success && input.error.issues.some(({ path }) => path[0] === "id")))
    throw data(null, { status: 400 });
  if (!input.success) {
    const field = input.error.issues[0]!.message as MessageId;
    return answer({ id, field, text: null, name: typeof fields["name"] === "string" ? fields["name"] : "" }, 422);
  }
  const { name } = input.data;
  const result =
    act === "rename"
      ? await renameDevice(ctx, input.data)
      : act === "release"
        ? await releasePlaces(ctx, { id })
        : await revokeDevice(ctx, { id, cookie: request.headers.get("cookie") });
  if (!result.ok) {
    const text = `door-admin.refused.${result.reason}` as MessageId;
    return answer({ id, field: null, text, name }, result.reason === "forbidden" ? 403 : 409);
  }
  const said = "name" in result ? String(result.name) : name;
  const count = "places" in result ? Number(result.places) : 0;
  return answer({ flash: DONE[act], values: { name: said, count } }, 200);
}

const DONE = {
  rename: "door-admin.flash.renamed",
  revoke: "door-admin.flash.revoked",
  release: "door-admin.flash.released",
} as const;

/** The phones that check guests in. */
export default function Devices({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useText();
  const [query] = useSearchParams();
  useFlash(actionData);
  const no = actionData && "field" in actionData ? actionData : null;
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
