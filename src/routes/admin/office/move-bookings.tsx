import { data } from "react-router";
import { previewBulkMove } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { sellableDepartures } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { BulkAct, MOST_AT_ONCE } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { actOnSeveral, chosenIn } from "#src/routes/admin/shared/bulk-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/move-bookings";
import MoveBookingsPage from "#src/modules/office/booking-admin/admin/move-bookings-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const [chosen, act] = [chosenIn(request), moveIn(request)];
  const from = new URL(request.url).searchParams.get("from") ?? "";
  const nights = await sellableDepartures(ctx, { from, chosen: act?.departure_id ?? null });
  if (!nights.ok) throw refused(nights);
  const { departures, later } = nights;
  const listed = { departures, from, later };
  const tooMany = "ids" in chosen && chosen.ids.length > MOST_AT_ONCE ? MOST_AT_ONCE : null;
  const to = departures.find(({ id }) => id === act?.departure_id) ?? null;
  if (!act || !to) return { ...listed, to: null, money: "keeps" as const, tooMany, preview: null };
  const { money } = act;
  const result = await previewBulkMove(ctx, chosen, act);
  if (!result.ok && result.reason === "too_many") return { ...listed, to, money, tooMany: result.max, preview: null };
  if (!result.ok && result.reason === "departure_not_found") throw data(null, { status: 404 });
  if (!result.ok) throw refused(result);
  const { rows, fingerprint } = result;
  const preview = { rows, fingerprint, counted: ctx.now.toISOString(), formKey: crypto.randomUUID() };
  return { ...listed, to, money, tooMany: null, preview };
}

export const action = (args: Route.ActionArgs) =>
  actOnSeveral(args, () => {
    const move = moveIn(args.request);
    if (!move) throw data(null, { status: 400 });
    return move;
  });

/** The night to move the bookings to, once it is chosen. */
function moveIn(request: Request) {
  const { searchParams } = new URL(request.url);
  const move = { act: "move", departure_id: searchParams.get("to"), money: searchParams.get("money") ?? "keeps" };
  const act = BulkAct.safeParse(move);
  return act.success && act.data.act === "move" ? act.data : null;
}

export default MoveBookingsPage;
