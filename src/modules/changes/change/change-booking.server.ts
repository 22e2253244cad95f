import { createHash } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { changeOverCap, enterChange } from "#src/modules/sales/booking/make-change.server.ts";
import { type ChangePlan, type AdminChange, planChange } from "#src/modules/sales/booking/plan-change.server.ts";
import { changeAskedFor, changeWaiting } from "#src/modules/sales/booking/queries.server.ts";
import { freeLapsedHolds } from "#src/modules/sales/booking/release-hold.server.ts";
import type { Change, ChangeQuote } from "#src/modules/sales/booking/schema.ts";
import { returnCredit } from "#src/modules/money/credits/settle-credit.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { priceChange, whyNot } from "#src/modules/changes/change/price-change.server.ts";
import { beforeIn, takeInTurn } from "#src/modules/money/payments/rules/paid-before.ts";
import { refundableParts, refundableSum } from "#src/modules/money/payments/queries.server.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import { tryClosing } from "#src/modules/money/payments/close-attempts.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { isBusy, violated } from "#src/platform/transaction.server.ts";

type ChangeInput = {
  booking_id: string;
  token: string | null;
  change: Change;
  /** set when staff make the change */
  admin?: AdminChange;
  /** set where the caller has checked that the actor may make this very change */
  mayAlready?: true;
  /** what was shown before it was accepted */
  expected: { version: number; difference_minor: number; currency: Currency };
};

/**
 * Changes a confirmed booking as quoted: at once if nothing is left to pay (any difference is refunded in the same transaction),
 * otherwise its seats are held until the difference is paid. `key` (a UUID created with the form) makes it idempotent. Requires
 * access; replaces a change still waiting for payment. Refusals: booking_not_found, idempotency_conflict, booking_changed (a
 * concurrent change won), quote_changed {quote}, sold_out {left}, already_paid (the waiting change), provider_unavailable, busy,
 * changes_used, add_on_sold_out {left}, unpaid_places {unpaid, booking_id} and unpaid_change {because} where too many places are held unpaid, and those of
 * `planChange`. With `admin`, requires `bookings.change` (`forbidden {missing}`), and `payments.change` if money is
 * refunded.
 */
export async function changeBooking(ctx: Context, input: ChangeInput, key: string) {
  const refusal = await whyNot(ctx, input);
  if (refusal) return refusal;
  if (!isUuid(key)) return fail("idempotency_conflict");
  const requestHash = createHash("sha256")
    .update(JSON.stringify([input.booking_id, input.change, input.expected, ...(input.admin ? [input.admin] : [])]))
    .digest("base64url");
  const before = await answerBefore(ctx, key, requestHash);
  if (before) return before;
  const waiting = await changeWaiting(ctx, input.booking_id);
  if (waiting && waiting.id !== key) {
    // don't close the waiting change's payment page for a form that can't replace it
    const refused = await whyRefused(ctx, input);
    if (refused) return refused;
    const closed = await tryClosing(ctx, input.booking_id);
    if (closed === "paid") return fail("already_paid");
    // a slow bank may still pay; money that arrives for a dropped change is refunded automatically
    if (closed === "unanswered") return fail("provider_unavailable");
  }
  try {
    const changed = await attempt(ctx, input, key, requestHash);
    if (changed.ok || !("lapsed" in changed) || changed.lapsed === null) return changed;
    // settle lapsed baskets with their provider, then try what they had
    const { booking_id: bookingId, change } = input;
    const ids = change.kind === "add_ons" ? change.add_ons.map(({ id }) => id) : [];
    await freeLapsedHolds(ctx, changed.lapsed, { ids, bookingId });
    return await attempt(ctx, input, key, requestHash);
  } catch (error) {
    // the same form handled concurrently, or a key that is the id of something else
    if (violated(error) === "purchases_pkey")
      return (await answerBefore(ctx, key, requestHash)) ?? fail("idempotency_conflict");
    // deleted since it was offered
    if (violated(error) === "change_add_ons_add_on_id_fkey") return fail("add_on_unknown");
    if (isBusy(error)) return fail("busy");
    const over = await changeOverCap(ctx, error);
    if (over) return over;
    throw error;
  }
}

/** The earlier answer to the same form; null for a new one. */
async function answerBefore(ctx: { db: Db | Tx }, key: string, requestHash: string) {
  const previous = await changeAskedFor(ctx, key);
  if (!previous) return null;
  if (previous.request_hash !== requestHash) return fail("idempotency_conflict");
  return previous.status === "made"
    ? ok({ state: "applied" as const })
    : ok({ state: "to_pay" as const, change_id: key });
}

/** Why a change can't be made as agreed, as far as that shows without locks; null if it seems possible. */
async function whyRefused(ctx: Context, { expected, ...wish }: ChangeInput) {
  const priced = await priceChange(ctx, wish);
  if (!priced.ok) return priced;
  return priced.quote.version === expected.version ? otherThan(expected, priced.quote) : fail("booking_changed");
}

const otherThan = (expected: ChangeInput["expected"], quote: ChangeQuote) =>
  quote.difference.amount_minor === expected.difference_minor && quote.difference.currency === expected.currency
    ? null
    : fail("quote_changed", { quote });

async function attempt(
  ctx: Context,
  { booking_id: bookingId, change, admin, expected }: ChangeInput,
  id: string,
  requestHash: string,
) {
  const rollback = new Error("seats not taken");
  let plan: ChangePlan | undefined;
  let short: Exclude<Awaited<ReturnType<typeof enterChange>>, string> | undefined;
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const { version } = await lockBooking(tx, bookingId);
      // a duplicate may have been handled while this one waited for the lock
      const twin = await answerBefore({ db: tx }, id, requestHash);
      if (twin) return twin;
      if (version !== expected.version) return fail("booking_changed");
      const refundable = await refundableSum(tx, bookingId);
      const planned = await planChange(ctx, tx, { bookingId, change, refundable, admin });
      if (!planned.ok) return planned;
      plan = planned.plan;
      const { difference, quote } = plan;
      const other = otherThan(expected, quote);
      if (other) return other;
      if (admin && difference < 0 && !can(ctx.actor, "payments.change"))
        return fail("forbidden", { missing: "payments.change" });
      const amount = Math.max(0, -difference);
      const parts = takeInTurn(await refundableParts(tx, bookingId), amount);
      const entry = { id, requestHash, byStaff: admin !== undefined, before: beforeIn(parts) };
      const entered = await enterChange(ctx, tx, plan, entry);
      if (typeof entered === "object") short = entered;
      if (entered === "no_seats" || short) throw rollback;
      if (entered === "changes_used") return fail("changes_used");
      if (amount > 0) await giveBack(ctx, tx, bookingId, { amount, parts, changeId: id });
      return difference > 0 ? ok({ state: "to_pay" as const, change_id: id }) : ok({ state: "applied" as const });
    });
  } catch (error) {
    if (error !== rollback || !plan) throw error;
    const { left, lapsedPeople, to } = plan;
    if (short) return { ...short, lapsed: to };
    // seats counted as free a moment ago may be held by lapsed baskets
    return fail("sold_out", { left: Math.min(left, plan.take - 1), lapsed: lapsedPeople > 0 ? to : null });
  }
}

type Part = { paymentId: string; amount: number };

/** Refunds an amount, newest payment first, each by its own method; what was paid with credit comes last. */
async function giveBack(
  ctx: Context,
  tx: Tx,
  bookingId: string,
  { amount, parts, changeId }: { amount: number; parts: readonly Part[]; changeId: string },
) {
  let rest = amount;
  for (const { paymentId, amount: part } of parts) {
    rest -= part;
    await requestRefund(ctx, tx, {
      paymentId,
      amount: part,
      reason: "customer",
      key: `change:${changeId}:${paymentId}`,
      dueAt: ctx.now,
    });
  }
  rest -= await returnCredit(ctx, tx, { purchaseId: bookingId, amount: rest, key: changeId, takesBack: false });
  if (rest > 0) throw new Error(`${rest} of booking ${bookingId} can't be given back`);
}
