import { otherDates } from "#src/modules/sales/booking/plan-change.server.ts";
import { refundableSum } from "#src/modules/money/payments/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The other departures a booking can move to, with the price difference. The caller checks access. */
export const datesToMoveTo = async (ctx: Context, bookingId: string, byStaff = false) =>
  otherDates(ctx, { bookingId, refundable: await refundableSum(ctx.db, bookingId), byStaff });
