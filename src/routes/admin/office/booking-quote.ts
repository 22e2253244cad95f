import { data } from "react-router";
import { Change } from "#src/modules/sales/booking/schema.ts";
import {
  addOnsToChange,
  cancellationQuote,
  changeQuotes,
  adminDates,
  partnersToCredit,
} from "#src/modules/office/booking-admin/read-panel.server.ts";
import { addOnsPosted } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import { refusalOf } from "#src/modules/office/booking-admin/rules/admin-answer.ts";
import { staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/booking-quote";

/** Previews the cost of an action in the panel before it is confirmed: `about` is cancel, date, partner, add_ons or change. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const query = new URL(request.url).searchParams;
  const result = await quoteFor(ctx, params.bookingId, query);
  const body = result.ok ? result : { ok: false as const, ...refusalOf(result, ctx.locale) };
  return body;
}

async function quoteFor(ctx: Parameters<typeof adminDates>[0], id: string, query: URLSearchParams) {
  const about = query.get("about");
  if (about === "cancel") return { about: "cancel" as const, ...(await cancellationQuote(ctx, id)) };
  if (about === "date") return { about: "date" as const, ...(await adminDates(ctx, id)) };
  if (about === "partner") return { about: "partner" as const, ...(await partnersToCredit(ctx)) };
  if (about === "add_ons") return { about: "add_ons" as const, ...(await addOnsToChange(ctx, id)) };
  const change = Change.safeParse({
    kind: query.get("kind"),
    ...(query.has("departure_id") ? { departure_id: query.get("departure_id") } : {}),
    ...(query.get("kind") === "add" ? { names: query.getAll("names") } : {}),
    ...(query.get("kind") === "remove" ? { positions: query.getAll("positions").map(Number) } : {}),
    ...(query.get("kind") === "add_ons" ? { add_ons: addOnsPosted(query.getAll("add_ons")) } : {}),
  });
  if (!change.success) throw data(null, { status: 400 });
  return { about: "change" as const, ...(await changeQuotes(ctx, id, change.data)) };
}
