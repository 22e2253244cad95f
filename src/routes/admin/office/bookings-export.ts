import { data } from "react-router";
import { exportBookings, type Format } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { todayAtHome } from "#src/modules/office/booking-admin/queries.server.ts";
import { bookingQueryIn } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { Chosen } from "#src/modules/office/booking-admin/schema.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { streamedFile } from "#src/platform/stream-file.server.ts";
import { XLSX_TYPE, xlsx } from "#src/platform/write-xlsx.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/bookings-export";

/** Exports are audited, so they take a POST; a GET returns nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  await staffContext(context);
  throw data(null, { status: 405, headers: { allow: "POST" } });
}

/** The selected bookings, or all that match a view of the list. */
export async function action({ context, request }: Route.ActionArgs) {
  const read = Chosen.safeParse(Object.fromEntries(await request.formData()));
  if (!read.success) throw data(null, { status: 400 });
  const { ids, all, query } = read.data;
  const chosen = all ? { query: bookingQueryIn(query) } : { ids };
  return fileOf(await staffContext(context), request, chosen);
}

async function fileOf(ctx: RequestContext, request: Request, chosen: Parameters<typeof exportBookings>[1]) {
  const format: Format = new URL(request.url).pathname.endsWith(".xlsx") ? "xlsx" : "csv";
  const result = await exportBookings(ctx, chosen, format);
  if (!result.ok) throw refused(result);
  const name = `bookings-${todayAtHome(ctx.now)}.${format}`;
  if (format === "csv") return sentSheet(ctx, result.sheet, name);
  return streamedFile(xlsx(result.title, result.sheet), { name, type: XLSX_TYPE });
}
