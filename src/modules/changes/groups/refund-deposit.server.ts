import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import { returnableOf } from "#src/modules/changes/groups/rules/deposit.ts";
import { depositById } from "#src/modules/changes/groups/store/deposits.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import { refundPart } from "#src/modules/money/payments/refund-part.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Refunds a deposit where it came from: what was kept of it, or all that is left while its booking waits for the rest, which has to be
 * paid as a whole then. Idempotent. Requires `bookings.change` and `payments.change`. Refusals: forbidden {missing}, deposit_not_found,
 * nothing_bought (it is unpaid, or has paid for the booking), already_paid, payment_under_way and provider_unavailable (the rest is being
 * paid), and those of `refundPart`.
 */
export async function refundDeposit(ctx: Context, { id }: { id: string }) {
  for (const missing of ["bookings.change", "payments.change"] as const)
    if (!can(ctx.actor, missing)) return fail("forbidden", { missing });
  const deposit = isUuid(id) ? await depositById(ctx.db, id) : undefined;
  if (!deposit || !reaches(ctx.actor, deposit.city_id)) return fail("deposit_not_found");
  const { credit, state, booking_id: bookingId } = deposit;
  // sent twice it has gone back
  if (state === "returned") return ok({});
  const amount = returnableOf(deposit);
  if (credit === null || amount === 0) return fail("nothing_bought");
  // a page on which the rest is paid asks for too little now
  const open = state === "kept" ? "closed" : await tryClosing(ctx, bookingId);
  if (open !== "closed") return fail(NOT_CLOSED[open]);
  const { payment_id } = credit;
  return refundPart(ctx, { payment_id, amount, reason: "goodwill", only_of: id }, `deposit:${id}`);
}

const NOT_CLOSED = {
  paid: "already_paid",
  pending: "payment_under_way",
  unanswered: "provider_unavailable",
} as const;
