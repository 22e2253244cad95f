import { data } from "react-router";
import type { MessageId } from "#src/locales/i18n.ts";
import { offerByHand } from "#src/modules/sales/waiting/offer-places.server.ts";
import { nightList } from "#src/modules/sales/waiting/queries.server.ts";
import { removeEntry } from "#src/modules/sales/waiting/remove-entry.server.ts";
import { ListAct } from "#src/modules/sales/waiting/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Flash } from "#src/ui/admin/use-flash.ts";
import type { Route } from "./+types/night-waiting";
import NightWaiting from "#src/modules/sales/waiting/admin/night-waiting-page.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const seen = await nightList(await staffContext(context), params.id);
  if (seen.ok) {
    const { entries, value, may, zone, night } = seen;
    return { id: params.id, entries, value, may, zone, date: night.date };
  }
  if (seen.reason === "forbidden") throw refused(seen);
  throw data(null, { status: 404 });
}

/** Offers places to a party out of turn, or takes it off the list. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const act = ListAct.safeParse(Object.fromEntries(await request.formData()));
  if (!act.success) throw data(null, { status: 400 });
  const { intent, entry } = act.data;
  const result = intent === "offer" ? await offerByHand(ctx, entry) : await removeEntry(ctx, entry);
  if (result.ok) return data<Flash>({ flash: intent === "offer" ? "waiting-admin.offered" : "waiting-admin.removed" });
  if (result.reason === "forbidden") throw refused({ missing: "bookings.change" });
  const known: readonly string[] = ["sold_out", "not_waiting"];
  const why = known.includes(result.reason) ? result.reason : "other";
  return data<Flash>({ flash: `waiting-admin.refused.${why}` as MessageId, bad: true }, { status: 409 });
}

export default NightWaiting;
