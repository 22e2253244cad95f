import { data } from "react-router";
import { tableToJoin } from "#src/modules/sales/booking/read-table.server.ts";
import { insteadOf } from "#src/modules/sales/schedule/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import { PRIVATE } from "#src/routes/shared/headers.server.ts";
import type { Route } from "./+types/table";

export const headers = () => PRIVATE;

/** A friends' table behind the link that is passed on. Opening it changes nothing: chat apps open links too. */
export async function loader({ context, params: { code } }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const found = await tableToJoin(ctx, code);
  if (!found.ok) return data({ table: null, instead: null }, { status: 404, headers: PRIVATE });
  const { table } = found;
  const { state, on_sale: onSale, night } = table;
  const instead = state === "open" || onSale > 0 ? null : await insteadOf(ctx, night.departure_id);
  return data({ table, instead }, { headers: PRIVATE });
}

export default later(
  "page-table",
  async () => (await import("#src/modules/sales/booking/components/table-page.tsx")).default,
  "touched",
);
