import { fail, ok } from "#src/kernel/result.ts";
import { canOpenBooking } from "#src/modules/booking/queries.server.ts";
import { refundsOfBooking, updateRefund } from "#src/modules/payments/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

/** The guest whose payment found no places wants the money now rather than after the day to think. Asking twice changes nothing. */
export async function refundUnplacedNow(
  ctx: Context,
  { bookingId, token }: { bookingId: string; token: string | null },
) {
  if (!(await canOpenBooking(ctx, bookingId, token))) return fail("booking_not_found");
  const waiting = (await refundsOfBooking(ctx.db, bookingId)).filter(
    (r) => r.reason === "unplaced" && r.status === "requested",
  );
  await ctx.db.transaction().execute(async (tx) => {
    for (const { id } of waiting) {
      await updateRefund(tx, id, { due_at: ctx.now });
      await addJob(tx, "refund.submit", { refundId: id }, { key: `refund:${id}`, runAt: ctx.now });
      await audit(tx, ctx, { action: "refund.hurried", subject: ["booking", bookingId] });
    }
  });
  return ok({ refunds: waiting.length });
}
