import { isUuid } from "#src/kernel/codes.ts";
import { fail } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { depositById } from "#src/modules/changes/groups/store/deposits.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Refunds a deposit that was kept, where it came from; idempotent. Requires `bookings.change` and `payments.change`. Refusals: forbidden
 * {missing}, deposit_not_found, nothing_bought (it isn't kept), and those of `refundPart`.
 */
export async function refundDeposit(ctx: Context, { id }: { id: string }) {
  for (const missing of ["bookings.change", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  const deposit = isUuid(id) ? await depositById(ctx.db, id) : undefined;
  if (!deposit || !reaches(ctx.actor, deposit.city_id)) return fail("deposit_not_found");
  const { credit, amount } = deposit;
  // sent twice it is the same refund
  if (credit === null || !["kept", "returned"].includes(deposit.state)) return fail("nothing_bought");
  return refundPart(ctx, { payment_id: credit.payment_id, amount, reason: "goodwill", only_of: id }, `deposit:${id}`);
}
