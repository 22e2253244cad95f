import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { depositRef } from "#src/modules/changes/groups/rules/deposit.ts";
import type { TakeDeposit } from "#src/modules/changes/groups/schema.ts";
import { depositById } from "#src/modules/changes/groups/store/deposits.server.ts";
import { takePayment } from "#src/modules/money/payments/take-payment.server.ts";
import { fail } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Staff record a deposit that they received; idempotent by the form's key. `amount` (minor units) is what was shown. Requires
 * `bookings.change`. Refusals: forbidden {missing}, deposit_not_found, and those of `takePayment`.
 */
export async function takeDeposit(ctx: Context, { id, key, amount, currency, ...money }: TakeDeposit) {
  if (!can(ctx.actor, "bookings.change")) return fail("forbidden", { missing: "bookings.change" as const });
  const deposit = await depositById(ctx.db, id);
  if (!deposit || !reaches(ctx.actor, deposit.city_id)) return fail("deposit_not_found");
  const expected = { amount_minor: amount, currency };
  return takePayment(ctx, { of: depositRef(id), ...money, expected }, key);
}
