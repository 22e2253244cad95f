import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { depositById } from "#src/modules/changes/groups/store/deposits.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Refunds what is left of a deposit that was kept, where it came from; idempotent. Requires `bookings.change` and `payments.change`. Refusals: forbidden
 * {missing}, deposit_not_found, nothing_bought (it isn't kept), and those of `refundPart`.
 */
export async function refundDeposit(ctx: Context, { id }: { id: string }) {
  for (const missing of ["bookings.change", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  const deposit = isUuid(id) ? await depositById(ctx.db, id) : undefined;
  if (!deposit || !reaches(ctx.actor, deposit.city_id)) return fail("deposit_not_found");
  const { credit, state } = deposit;
  // sent twice it has gone back
  if (state === "returned") return ok({});
  if (credit === null || state !== "kept") return fail("nothing_bought");
  const { payment_id, expired: amount } = credit;
  return refundPart(ctx, { payment_id, amount, reason: "goodwill", only_of: id }, `deposit:${id}`);
}
