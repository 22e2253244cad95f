import { z } from "zod";
import type { MessageId } from "#src/locales/i18n.ts";
import { type DeviceExtra } from "#src/modules/evening/door/admin/device-panel.tsx";
import { doorDevices } from "#src/modules/evening/door/queries.server.ts";
import { renameDevice } from "#src/modules/evening/door/rename-device.server.ts";
import { revokeDevice } from "#src/modules/evening/door/revoke-device.server.ts";
import { DEVICE_LIST } from "#src/modules/evening/door/rules/lists.ts";
import { RenameDevice } from "#src/modules/evening/door/schema.ts";
import { textsOf } from "#src/kernel/form-texts.ts";
import { act, adminAct } from "#src/routes/admin/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { releasePlaces } from "#src/modules/evening/till/release-places.server.ts";
import type { Route } from "./+types/devices";
import Devices from "#src/modules/evening/door/admin/devices-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = DEVICE_LIST.read(new URL(request.url).searchParams);
  const page = await doorDevices(ctx, query.page);
  if (!page.ok) throw refused(page);
  const { devices, seesAll, isMore } = page;
  return { devices, seesAll, query, isMore, now: ctx.now.toISOString() };
}

const device = z.object({ id: z.uuid() });
const refusal = ({ reason }: { reason: string }) => ({ formError: `door-admin.refused.${reason}` as MessageId });

/** Renames or revokes a phone, or puts the places that it holds back on sale. */
export const action = (args: Route.ActionArgs) =>
  adminAct<DeviceExtra>(args, {
    refusals: { failed: "door-admin.refused.device_not_found" },
    acts: {
      rename: act({
        input: RenameDevice,
        fields: ["name"],
        run: renameDevice,
        done: (_, { name }) => ({ flash: "door-admin.flash.renamed", values: { name } }),
        typed: (form) => textsOf(form, ["name"]),
        refusal,
      }),
      revoke: act({
        input: device,
        run: (ctx, { id }) => revokeDevice(ctx, { id, cookie: args.request.headers.get("cookie") }),
        done: ({ name }) => ({ flash: "door-admin.flash.revoked", values: { name } }),
        refusal,
      }),
      release: act({
        input: device,
        run: releasePlaces,
        done: ({ name, places: count }) => ({ flash: "door-admin.flash.released", values: { name, count } }),
        refusal,
      }),
    },
  });

export default Devices;
