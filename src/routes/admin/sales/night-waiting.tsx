import { data } from "react-router";
import { z } from "zod";
import { offerByHand } from "#src/modules/sales/waiting/offer-places.server.ts";
import { nightList } from "#src/modules/sales/waiting/queries.server.ts";
import { removeEntry } from "#src/modules/sales/waiting/remove-entry.server.ts";
import { adminAct } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-waiting";
import NightWaiting from "#src/modules/sales/waiting/admin/night-waiting-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const list = await nightList(await staffContext(context), params.id);
  if (list.ok) {
    const { entries, value, may, zone, night } = list;
    return { id: params.id, entries, value, may, zone, date: night.date };
  }
  if (list.reason === "forbidden") throw refused(list);
  throw data(null, { status: 404 });
}

const entry = z.object({ id: z.uuid() });

/** Offers places to a party out of turn, or takes it off the list. */
export const action = (args: Route.ActionArgs) =>
  adminAct(args, {
    refusals: {
      sold_out: "waiting-admin.refused.sold_out",
      not_waiting: "waiting-admin.refused.not_waiting",
      failed: "waiting-admin.refused.other",
    },
    acts: {
      offer: act({ input: entry, run: (ctx, { id }) => offerByHand(ctx, id), done: "waiting-admin.offered" }),
      remove: act({ input: entry, run: (ctx, { id }) => removeEntry(ctx, id), done: "waiting-admin.removed" }),
    },
  });

export default NightWaiting;
