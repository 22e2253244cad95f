import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { partnerChanged } from "#src/modules/sales/booking/events.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingState } from "#src/modules/sales/booking/queries.server.ts";
import type { Verdict } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { judgeBooking } from "#src/modules/sales/booking/credit-partner.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Decision = {
  booking_id: string;
  /** null: it is to be decided again */
  verdict: Verdict | null;
  /** whose booking it was, and what was decided of it, when this was decided */
  expected: { partner_id: string; verdict: Verdict | null };
};

/**
 * Decides whether a booking in doubt is its partner's own (`own`: it earns them nothing) or a guest's (`theirs`); a decision may be
 * changed or taken back. Commission follows in the same transaction. Repeating it changes nothing. Needs `affiliates.change`, and tells nothing
 * of the guest. Refusals: forbidden {missing}, booking_not_found, no_doubt, partner_changed (decided or changed by somebody else
 * meanwhile).
 */
export async function decideDoubt(ctx: Context, { booking_id, verdict, expected }: Decision) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  if (!isUuid(booking_id) || !(await bookingState(ctx, booking_id))) return fail("booking_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, booking_id);
    if (booking.partner_id !== expected.partner_id) return fail("partner_changed");
    if (booking.partner_doubts === null) return fail("no_doubt");
    const had = booking.partner_verdict;
    if (had === verdict) return ok({});
    if (had !== expected.verdict) return fail("partner_changed");
    await judgeBooking(tx, booking_id, verdict);
    await audit(tx, ctx, {
      action: "booking.partner_judged",
      subject: ["booking", booking_id],
      changes: { partner_verdict: [had, verdict] },
    });
    await ctx.publish(ctx, tx, partnerChanged({ bookingIds: [booking_id], cause: "verdict", former: null }));
    return ok({});
  });
}
