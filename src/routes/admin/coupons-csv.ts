import { CouponFilter } from "#src/modules/sales/coupons/schema.ts";
import { couponsSheet } from "#src/modules/sales/coupons/write-csv.server.ts";
import { fromReplica } from "#src/platform/context.server.ts";
import { refused, sentSheet, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/coupons-csv";

/** The filtered list of coupons, as a file. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = fromReplica(await staffContext(context));
  const file = await couponsSheet(ctx, CouponFilter.parse(Object.fromEntries(new URL(request.url).searchParams)));
  if (!file.ok) throw refused(file);
  return sentSheet(ctx, file.sheet, "coupons.csv");
}
