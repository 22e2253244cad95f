import { data } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { pageIn } from "#src/kernel/page-of.ts";
import { type DeviceRefused } from "#src/modules/evening/door/admin/device-panel.tsx";
import { doorDevices } from "#src/modules/evening/door/queries.server.ts";
import { renameDevice } from "#src/modules/evening/door/rename-device.server.ts";
import { revokeDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { RenameDevice } from "#src/modules/evening/door/schema.ts";
import { posted, refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { releasePlaces } from "#src/modules/evening/till/release-places.server.ts";
import { type Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/devices";
import Devices from "#src/modules/evening/door/admin/devices-page.tsx";

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

export default Devices;
