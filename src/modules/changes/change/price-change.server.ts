import { fail, ok } from "#src/kernel/result.ts";
import { type AdminChange, planChange } from "#src/modules/sales/booking/plan-change.server.ts";
import { canOpenBooking } from "#src/modules/sales/booking/queries.server.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { beforeIn, takeInTurn } from "#src/modules/money/payments/rules/paid-before.ts";
import { refundableParts, refundableSum } from "#src/modules/money/payments/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type ChangeRequest = { booking_id: string; token: string | null; admin?: AdminChange; mayAlready?: true };

/** Why an actor may not change a booking; null where they may, or where the caller has checked that already. */
export async function whyNot(ctx: Context, { booking_id: id, token, admin, mayAlready }: ChangeRequest) {
  if (mayAlready) return null;
  if (admin && !can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" });
  return (await canOpenBooking(ctx, id, token)) ? null : fail("booking_not_found");
}

/**
 * Prices a change of a confirmed booking, without side effects, to show the difference before it is accepted. Requires access;
 * with `admin`, `bookings.change`. `before`: how much of what goes back another system took (minor units). Refusals: booking_not_found, forbidden {missing}, those of `planChange`, sold_out {left}.
 */
export async function priceChange(ctx: Context, request: ChangeRequest & { change: Change }) {
  const refusal = await whyNot(ctx, request);
  if (refusal) return refusal;
  const { booking_id: id, change, admin } = request;
  const most = await refundableSum(ctx.db, id);
  const planned = await planChange(ctx, ctx.db, { bookingId: id, change, refundable: most, admin });
  if (!planned.ok) return planned;
  const { take, left, quote, why, difference } = planned.plan;
  const before = beforeIn(takeInTurn(await refundableParts(ctx.db, id), Math.max(0, -difference)));
  return take > left ? fail("sold_out", { left }) : ok({ quote, before, why });
}
