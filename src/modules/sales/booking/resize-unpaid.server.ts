import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { growNight, shrinkNight } from "#src/modules/sales/booking/make-change.server.ts";
import { atAgreedTotal } from "#src/modules/sales/booking/rules/change-price.ts";
import { bookingWithDeparture } from "#src/modules/sales/booking/store/booking.server.ts";
import { lockDepartures, resizePending } from "#src/modules/sales/booking/store/change.server.ts";
import { takeOffCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import type { PriceRule } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { freeSeats, takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

type Resized = { bookingId: string; people: number; total: number; rule: PriceRule | null; byStaff: boolean };

/**
 * Call with the booking locked and its attempts closed: an unpaid booking is for other people, at another agreed total (minor units of its
 * currency), and is kept as long as before. A group's own night has as many places as it then needs. Codes that would pay for it are to be
 * applied again. `rule`: what makes its price lower, if anything; unless `byStaff`, whoever waits for places goes first. The caller checks
 * who may, and what was paid already. Refusals: not_payable (it is paid, or has ended), sold_out.
 */
export async function resizeUnpaid(ctx: Context, tx: Tx, { bookingId, people, total, rule, byStaff }: Resized) {
  const row = await bookingWithDeparture(tx, bookingId);
  if (!row || row.status !== "pending" || row.hold_expires_at <= ctx.now) return fail("not_payable");
  const { scheduled_crawl_id: departure, number_of_people: before, total_price: was } = row;
  const more = people - before;
  await lockDepartures(tx, [departure]);
  if (more > 0) await growNight(ctx, tx, { to: departure, take: more });
  const behindList = byStaff ? null : { practice: practises(ctx) };
  if (more > 0 && !(await takeSeats(statementsOf(tx), departure, more, { now: ctx.now, byStaff, behindList })))
    return fail("sold_out");
  if (more < 0) {
    await freeSeats(statementsOf(tx), departure, -more);
    await shrinkNight(ctx, tx, departure, -more);
  }
  await takeOffCredit(tx, bookingId, null);
  await resizePending(tx, bookingId, { people, rule, ...atAgreedTotal(row, people, total) });
  await audit(tx, ctx, {
    action: "booking.changed",
    subject: ["booking", bookingId],
    changes: { people: [before, people], total_price: [was, total] },
  });
  return ok({ currency: row.currency as Currency });
}
