import { groupDepositChanged } from "#src/modules/changes/groups/events.ts";
import { depositAfter } from "#src/modules/changes/groups/rules/deposit.ts";
import {
  depositOfBooking,
  type DepositRow,
  freeDeposits,
  lockDeposit,
  setDepositState,
} from "#src/modules/changes/groups/store/deposits.server.ts";
import { undecidedOf } from "#src/modules/changes/unseated/queries.server.ts";
import { keepCredit } from "#src/modules/money/credits/void-credit.server.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import type { bookingCancelled } from "#src/modules/sales/booking/events.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/**
 * A group's booking ended: keeps its deposit where the rest never came. What isn't kept goes back by `settleDeposits`, which also keeps what
 * a bank decides about, as far as it leaves it.
 */
export async function keepDeposit(
  ctx: Context,
  tx: Tx,
  { bookingId, ...ending }: ReturnType<typeof bookingCancelled>["payload"],
): Promise<void> {
  if (depositAfter(ending) !== "kept") return;
  const id = await depositOfBooking(tx, bookingId);
  const row = id === undefined ? undefined : await lockDeposit(tx, id);
  if (row?.state === "paid") await keep(ctx, tx, row);
}

async function keep(ctx: Context, tx: Tx, row: DepositRow): Promise<void> {
  if (row.credit === null || row.credit.at_bank) return;
  await keepCredit(ctx, tx, row.credit.payment_id);
  await change(ctx, tx, row, "kept");
}

/**
 * Job: decides about what is free of deposits. It goes back, the way it was paid, where we cancelled, the booking's rule gave it back, or
 * the booking was paid without it; while the guest of a night that was called off may still choose another date, it waits for that. What a
 * bank was deciding about as its booking lapsed is kept, once the bank leaves it. Idempotent.
 */
export async function settleDeposits(ctx: Context): Promise<void> {
  const naming = { event: "group_deposit.not_settled", about: (id: string) => ({ deposit: id }) };
  const due = await freeDeposits(ctx.db);
  await eachInTurn(
    due.map(({ id }) => id),
    naming,
    (id) =>
      ctx.db.transaction().execute(async (tx) => {
        const { booking_id: bookingId } = due.find((one) => one.id === id)!;
        await lockBooking(tx, bookingId);
        const row = await lockDeposit(tx, id);
        if (row?.state !== "paid" || row.credit === null || row.left === 0 || row.booking_status === "pending") return;
        const { cancel_reason: reason, confirmed_at: paidAt } = row;
        if (reason !== null && depositAfter({ reason, wasConfirmed: paidAt !== null }) === "kept")
          return keep(ctx, tx, row);
        if (row.booking_status === "cancelled" && (await undecidedOf({ db: tx, now: ctx.now }, bookingId))) return;
        await requestRefund(ctx, tx, {
          paymentId: row.credit.payment_id,
          amount: row.left,
          reason: "customer",
          key: `group_deposit:${id}:${row.credit.voided}`,
          dueAt: ctx.now,
          takesBack: true,
        });
        await change(ctx, tx, row, "returned");
      }),
  );
}

async function change(ctx: Context, tx: Tx, row: DepositRow, became: "kept" | "returned"): Promise<void> {
  const { id, quote_id: quoteId } = row;
  if (became === "kept") await setDepositState(tx, id, "kept");
  await audit(tx, ctx, {
    action: `booking.deposit_${became}`,
    subject: ["booking", row.booking_id],
    changes: { amount: [null, row.left] },
  });
  await ctx.publish(ctx, tx, groupDepositChanged({ depositId: id, quoteId, became }));
}
