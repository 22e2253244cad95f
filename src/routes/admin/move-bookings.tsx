import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { previewBulkMove } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { sellableDepartures } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { askedIn, BulkAct, MOST_AT_ONCE } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { StartBulkAct } from "#src/modules/office/booking-admin/schema.ts";
import { startBulkAct } from "#src/modules/office/booking-admin/start-bulk-act.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/move-bookings";
import MoveBookingsPage from "#src/modules/office/booking-admin/admin/move-bookings-page.tsx";

/** A refused preview is computed again; by default the router doesn't revalidate after a refusal. */
export const shouldRevalidate = () => true;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { chosen, act } = wishIn(request);
  const from = new URL(request.url).searchParams.get("from") ?? "";
  const nights = await sellableDepartures(ctx, { from, chosen: act?.departure_id ?? null });
  if (!nights.ok) throw refused(nights);
  const { departures, later } = nights;
  const listed = { departures, from, later };
  const tooMany = "ids" in chosen && chosen.ids.length > MOST_AT_ONCE ? MOST_AT_ONCE : null;
  const to = departures.find(({ id }) => id === act?.departure_id) ?? null;
  if (!act || !to) return { ...listed, to: null, money: "keeps" as const, tooMany, preview: null };
  const { money } = act;
  const seen = await previewBulkMove(ctx, chosen, act);
  if (!seen.ok && seen.reason === "too_many") return { ...listed, to, money, tooMany: seen.max, preview: null };
  if (!seen.ok && seen.reason === "departure_not_found") throw data(null, { status: 404 });
  if (!seen.ok) throw refused(seen);
  const { rows, fingerprint } = seen;
  const preview = { rows, fingerprint, counted: ctx.now.toISOString(), formKey: crypto.randomUUID() };
  return { ...listed, to, money, tooMany: null, preview };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const { chosen, act } = wishIn(request);
  const input = StartBulkAct.safeParse(Object.fromEntries(await request.formData()));
  if (!input.success || !act) throw data(null, { status: 400 });
  const { key, fingerprint } = input.data;
  const started = await startBulkAct(ctx, { key, chosen, act, fingerprint });
  if (started.ok) throw redirect(localizedPath(`/admin/bookings/bulk/${started.id}`, ctx.locale));
  if (started.reason === "forbidden") throw refused(started);
  return data({ at: ctx.now.getTime(), stale: true }, { status: 409 });
}

/** The bookings in the address, with the night to move them to once it is chosen. */
function wishIn(request: Request) {
  const { searchParams } = new URL(request.url);
  const chosen = askedIn(searchParams);
  if (!chosen) throw data(null, { status: 404 });
  const move = { act: "move", departure_id: searchParams.get("to"), money: searchParams.get("money") ?? "keeps" };
  const act = BulkAct.safeParse(move);
  return { chosen, act: act.success && act.data.act === "move" ? act.data : null };
}

export default MoveBookingsPage;
