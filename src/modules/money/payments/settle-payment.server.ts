import { paysLater } from "#src/kernel/pay-method.ts";
import type { Money } from "#src/kernel/money.ts";
import { creditStillFor } from "#src/modules/money/credits/queries.server.ts";
import {
  bankPaying,
  bankRefused,
  changeLost,
  paymentBought,
  paymentNeedsReview,
  paymentUnseated,
  voucherIssued,
} from "#src/modules/money/payments/events.ts";
import { postEntries } from "#src/modules/base/ledger/post-entries.server.ts";
import type { LockedPurchase, Placement, Purchasable } from "#src/modules/money/payments/questions.ts";
import { lockPurchase, purchaseOf, eventFacts } from "#src/modules/money/payments/lock-purchase.server.ts";
import { requestRefund } from "#src/modules/money/payments/request-refund.server.ts";
import {
  answerBy,
  isAtBank,
  nextPollAt,
  owed,
  paymentMayBecome,
  unseatedRefundAt,
} from "#src/modules/money/payments/rules/payment.ts";
import { aboutPayment, captured } from "#src/modules/money/payments/rules/books.ts";
import { isFinalNo } from "#src/modules/money/payments/rules/final-no.ts";
import {
  beginCapture,
  closeOthersOpen,
  disputesOfPayment,
  endCapture,
  hasOneAtBank,
  lastAttemptEnd,
  markSucceeded,
  type PaymentRow,
  paymentById,
  paymentForUpdate,
  refundsOfPayment,
  updatePayment,
} from "#src/modules/money/payments/store.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { RemoteState } from "#src/platform/payment-provider.server.ts";

/**
 * Settles one payment: fetches its state from the provider, then has what was paid for delivered, or its money sent back,
 * in one transaction. Webhook, return page, poller and sweeper all call this, in any order and any number of times, with one
 * outcome (rule payments-2). Throws, with nothing changed, when the provider can't be reached.
 */
export async function settlePayment(ctx: Context, paymentId: string): Promise<void> {
  const payment = await paymentById(ctx.db, paymentId);
  if (payment) await settleKnown(ctx, payment);
}

/**
 * The same for a payment that was read just now. Returns whether its provider's state was stored; `note` then runs in the transaction
 * that stores it.
 */
export async function settleKnown(
  ctx: Context,
  payment: PaymentRow,
  note?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  if (!payment.external_id || payment.status === "succeeded" || payment.review_reason) return false;
  const provider = ctx.providers[payment.provider];
  if (!provider) throw new Error(`provider ${payment.provider} is not configured`);
  const remoteState = await provider.fetchState(payment.external_id);
  // the guest was told that nothing was charged, and anyone can open the page that asks again
  if (remoteState.status === "approved" && isFinalNo(payment, ctx.now)) return false;
  const remote = remoteState.status === "approved" ? await takeApproved(ctx, payment, remoteState) : remoteState;
  if (remote.status === "paid" && payment.part_id !== null) await makeRoomForLate(ctx, payment);
  if ((await applyState(ctx, payment, remote, { stopsIfLate: true, note })) !== "late") return true;
  await makeRoomForLate(ctx, payment);
  await applyState(ctx, payment, remote, { note });
  return true;
}

/**
 * Captures money the payer has approved, once it is certain to buy something: the amount matches, what it buys is secured (again
 * if it had lapsed, rule payments-9), and so is the credit that pays the rest. Otherwise captures nothing.
 */
async function takeApproved(ctx: Context, payment: PaymentRow, { money, bookingId }: Approved): Promise<RemoteState> {
  if (bookingId !== undefined && bookingId !== payment.purchase_id)
    return { status: "failed", reason: "wrong_booking" };
  if (money.amount !== payment.amount || money.currency !== payment.currency)
    return { status: "failed", reason: money.currency === payment.currency ? "wrong_amount" : "wrong_currency" };
  const lost = await purchaseLost(ctx, payment);
  return lost ? { status: "cancelled", reason: lost } : capture(ctx, payment);
}

/**
 * Captures under a number that is stored before the call: whatever becomes of its answer, the next approval has another. Calls at
 * the same time share it (the payer's return and the company's message come together), or a declined card would be asked twice.
 */
async function capture({ db, now, providers }: Context, payment: PaymentRow): Promise<RemoteState> {
  const tryNumber = await beginCapture(db, payment.id, now);
  const state = await providers[payment.provider]!.capture!(payment.external_id!, tryNumber);
  await endCapture(db, payment.id, tryNumber);
  return state;
}

type Approved = Extract<RemoteState, { status: "approved" }>;

/** Secures what is being paid for, and the credit beside it, before capture: why that fails, or null. */
async function purchaseLost(ctx: Context, payment: PaymentRow): Promise<string | null> {
  const { purchasable, of } = purchaseOf(ctx, payment);
  const described = await purchasable.describe(ctx, of);
  if (!described) return "places_gone";
  const held = await purchasable.secure(ctx, described, { for: "capture" });
  if (!held.ok) return held.reason === "sold_out" || of.part !== null ? "places_gone" : held.reason;
  if (of.part !== null) return null;
  // removed or voided meanwhile, or used for another purchase
  const rest = described.price.amount_minor - payment.amount;
  return (await creditStillFor(ctx, of.id)) < rest ? "credit_gone" : null;
}

type Storing = {
  /** does nothing for money that finds its purchase lapsed, and returns `late` */
  stopsIfLate?: boolean;
  /** runs in the same transaction */
  note?: ((tx: Tx) => Promise<void>) | undefined;
};

/**
 * Stores a provider's state of a payment. Idempotent. Makes no room: who makes it calls this, and would recurse.
 */
export const applyState = (
  ctx: Context,
  payment: PaymentRow,
  remote: RemoteState,
  { stopsIfLate = false, note }: Storing = {},
): Promise<"stored" | "late"> =>
  ctx.db.transaction().execute(async (tx) => {
    const purchase = await lockPurchase(ctx, tx, payment);
    if (stopsIfLate && remote.status === "paid" && purchase.lapsed) return "late";
    const current = await paymentForUpdate(tx, payment.id);
    if (current && !current.review_reason) await store(ctx, tx, { purchase, payment: current }, remote);
    await note?.(tx);
    return "stored";
  });

async function store(ctx: Context, tx: Tx, locked: Locked, remote: RemoteState): Promise<void> {
  if (remote.status === "paid") await applyPaid(ctx, tx, locked, remote);
  else if ("reason" in remote) await applyEnd(ctx, tx, locked, remote);
  else await keepAsking(ctx, tx, locked, remote);
}

/** A payment that arrives after its purchase lapsed competes for what it buys: others that lapsed make room first. */
export async function makeRoomForLate(ctx: Context, payment: PaymentRow): Promise<void> {
  const { purchasable, of } = purchaseOf(ctx, payment);
  const described = await purchasable.describe(ctx, of);
  if (described) await purchasable.secure(ctx, described, { for: "late" });
}

export type Locked = { purchase: LockedPurchase; payment: PaymentRow };

/** Inside a transaction that has locked purchase and payment: records that the provider has the guest's money. Idempotent. */
export async function applyPaid(
  ctx: Context,
  tx: Tx,
  { purchase, payment }: Locked,
  { money, chargeId, fee }: { money: Money; chargeId: string | null; fee?: Money | undefined },
): Promise<void> {
  if (!paymentMayBecome(payment.status, "succeeded")) return;
  const charged = {
    charge_id: chargeId,
    charged_amount: money.amount,
    charged_currency: money.currency,
    ...(fee ? { fee_amount: fee.amount, fee_currency: fee.currency } : {}),
  };
  await postEntries(tx, ctx.now, aboutPayment(payment), [captured(payment.id, money)]);
  if (money.amount !== payment.amount || money.currency !== payment.currency) return review(ctx, tx, payment, charged);
  const placement = await finishPaid(
    ctx,
    tx,
    { purchase, payment: { ...payment, ...charged } },
    { paid: payment.amount },
  );
  if (BOUGHT.includes(placement)) await publishBought(ctx, tx, payment);
}

/**
 * Inside a transaction that has locked purchase and payment: uses received money for what it was for, or refunds it. `payment`
 * says what was charged, `paid` what it counts as (minor units; staff may have decided), `letOff` what the price is lowered by. The
 * caller publishes what was bought.
 */
export async function finishPaid(
  ctx: Context,
  tx: Tx,
  { purchase, payment }: Locked,
  money: { paid: number; letOff?: { amount: number; key: string } },
): Promise<Placement> {
  const purchasable = ctx.ask.purchasable(purchase.of.kind);
  const placement = await purchasable.deliver(ctx, tx, purchase, { ...money, paymentId: payment.id });
  await markSucceeded(tx, payment, placement, ctx.now);
  await audit(tx, ctx, {
    action: "payment.succeeded",
    subject: [payment.kind, payment.purchase_id],
    changes: { payment: [payment.status, "succeeded"], placement: [null, placement] },
  });
  await returnUnusable(ctx, tx, payment, placement);
  if (BOUGHT.includes(placement)) await closeOthersOpen(tx, payment);
  return placement;
}

/** Publishes that money bought something, after everything else is written: the receipt number is locked from here on. */
export async function publishBought(ctx: Context, tx: Tx, payment: PaymentRow) {
  if (payment.amount > 0) await ctx.publish(ctx, tx, paymentBought({ paymentId: payment.id, kind: payment.kind }));
}

/** Placements that bought what the payment was for. */
export const BOUGHT: readonly (string | null)[] = [
  "in_time",
  "seats_free",
  "tolerance",
  "change_made",
  "moved",
  "delivered",
];

/** Refunds money that bought nothing: at once if that is certain, after the guest's time to decide if the seats were gone. */
async function returnUnusable(ctx: Context, tx: Tx, payment: PaymentRow, placement: Placement): Promise<void> {
  if (BOUGHT.includes(placement)) return;
  // money in dispute is promised all the same; its refund waits for the bank
  const amount = owed(payment, await refundsOfPayment(tx, payment.id), await disputesOfPayment(tx, payment.id));
  if (amount === 0) return;
  const whole = { paymentId: payment.id, amount, key: `${placement}:${payment.id}` };
  if (placement !== "unplaced") {
    await requestRefund(ctx, tx, { ...whole, reason: placement, dueAt: ctx.now });
    if (placement === "change_lost") await ctx.publish(ctx, tx, changeLost(eventFacts(payment)));
    return;
  }
  const { purchasable, of } = purchaseOf(ctx, payment);
  const described = await purchasable.describe({ ...ctx, db: tx }, of);
  const refundAt = unseatedRefundAt(ctx.now, described?.startsAt ?? ctx.now);
  await requestRefund(ctx, tx, { ...whole, reason: "unplaced", dueAt: refundAt });
  await ctx.publish(ctx, tx, paymentUnseated({ ...eventFacts(payment), refundAt: refundAt.toISOString() }));
}

async function review(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  charged: {
    charge_id: string | null;
    charged_amount: number;
    charged_currency: string;
    fee_amount?: number;
    fee_currency?: string;
  },
): Promise<void> {
  const { charged_amount: amount, charged_currency: currency } = charged;
  const reason = currency === payment.currency ? "wrong_amount" : "wrong_currency";
  await updatePayment(tx, payment.id, { ...charged, review_reason: reason, next_poll_at: null });
  await audit(tx, ctx, {
    action: "payment.needs_review",
    subject: [payment.kind, payment.purchase_id],
    changes: { amount: [payment.amount, amount], currency: [payment.currency, currency] },
  });
  await ctx.publish(ctx, tx, paymentNeedsReview({ ...eventFacts(payment), reason }));
}

async function keepAsking(ctx: Context, tx: Tx, { purchase, payment }: Locked, remote: RemoteState): Promise<void> {
  if (payment.status === "succeeded") return; // an answer from before the money came
  if (remote.status === "pending" && isBanks(payment, remote)) return waitForBank(ctx, tx, { purchase, payment });
  // an answer from before the guest had paid
  if (isAtBank(payment)) return;
  const until = paysLater(payment.method) && remote.status === "pending" ? remote.until : undefined;
  const issued = until && payment.voucher_until === null ? until : null;
  const isKept = issued !== null && (await extend(ctx, tx, purchase, { by: "voucher", until: issued })) !== null;
  const declined = remote.status === "open" && remote.declined === true;
  const waits = payment.status === "created" || payment.status === "pending";
  await updatePayment(tx, payment.id, {
    ...(waits ? { status: "pending" as const, failure_reason: declined ? "declined" : null } : {}),
    ...(issued ? { voucher_until: issued, expires_at: issued } : {}),
    // the payment page has ended by then
    ...(issued && remote.status === "pending" && remote.voucherUrl ? { redirect_url: remote.voucherUrl } : {}),
    // a declined payment continues only when the payer chooses again, which the provider reports
    next_poll_at: declined ? null : nextPollAt(payment.created_at, issued ?? payment.expires_at, ctx.now),
  });
  if (isKept) await ctx.publish(ctx, tx, voucherIssued(eventFacts(payment)));
}

const extend: Purchasable["extend"] = (ctx, tx, purchase, wait) =>
  ctx.ask.purchasable(purchase.of.kind).extend(ctx, tx, purchase, wait);

const giveUp: Purchasable["giveUp"] = (ctx, tx, purchase, wait) =>
  ctx.ask.purchasable(purchase.of.kind).giveUp(ctx, tx, purchase, wait);

/** Whether what is pending is a payment that a bank has to make, and not a voucher that its guest has. */
const isBanks = ({ voucher_until }: PaymentRow, { until }: { until?: Date | undefined }) =>
  voucher_until === null && until === undefined;

/** The guest has paid and their bank hasn't: keeps the places for a while, once, and tells the guest. */
async function waitForBank(ctx: Context, tx: Tx, { purchase, payment }: Locked): Promise<void> {
  const { id: paymentId } = payment;
  if (isAtBank(payment)) {
    await updatePayment(tx, paymentId, { next_poll_at: nextPollAt(payment.created_at, answerBy(payment), ctx.now) });
    return;
  }
  const result = await extend(ctx, tx, purchase, { by: "bank" });
  const waiting = { bank_since: ctx.now, expires_at: result ?? payment.expires_at };
  await updatePayment(tx, paymentId, {
    ...waiting,
    status: "pending",
    failure_reason: null,
    next_poll_at: nextPollAt(payment.created_at, answerBy(waiting), ctx.now),
  });
  await audit(tx, ctx, {
    action: "payment.at_bank",
    subject: purchase.subject,
    changes: { payment: [payment.status, "pending"] },
  });
  await ctx.publish(ctx, tx, bankPaying(eventFacts(payment)));
}

/**
 * A bank refused: what was to be paid is kept for as long as another payment takes, or one that was begun. While another bank is
 * still processing a payment for the same, it is kept for that one, whose outcome is reported.
 */
async function bankRefusal(ctx: Context, tx: Tx, { purchase, payment }: Locked): Promise<void> {
  const { purchase_id: purchaseId, part_id: partId } = payment;
  if (await hasOneAtBank(tx, purchaseId, partId)) return;
  const { holdLimitMinutes } = await appSettings({ db: tx });
  const toPayAnew = ctx.now.getTime() + holdLimitMinutes * 60_000;
  const other = (await lastAttemptEnd(tx, payment, ctx.now))?.getTime() ?? 0;
  await giveUp(ctx, tx, purchase, { by: "bank", until: new Date(Math.max(toPayAnew, other + 60_000)) });
  // who has paid another way since has been told that they are booked
  if (!purchase.delivered) await ctx.publish(ctx, tx, bankRefused(eventFacts(payment)));
}

/** The attempt ended without money. The booking keeps its hold: another attempt may follow. */
async function applyEnd(
  ctx: Context,
  tx: Tx,
  { purchase, payment }: Locked,
  remote: { status: string; reason: string },
): Promise<void> {
  const status = remote.status === "failed" ? "failed" : "cancelled";
  if (!paymentMayBecome(payment.status, status)) {
    // approved too late and not captured: the reason it wasn't captured says more than `expired`
    if (remote.status === "cancelled" && payment.status === "cancelled" && payment.failure_reason === "expired")
      await updatePayment(tx, payment.id, { failure_reason: remote.reason });
    return;
  }
  await updatePayment(tx, payment.id, { status, failure_reason: remote.reason, next_poll_at: null });
  if (payment.voucher_until) await endVoucherHold(ctx, tx, { purchase, payment });
  if (payment.bank_since) await bankRefusal(ctx, tx, { purchase, payment });
  await audit(tx, ctx, {
    action: `payment.${status}`,
    subject: [payment.kind, payment.purchase_id],
    changes: { payment: [payment.status, status], reason: [null, remote.reason] },
  });
}

/** The end of a voucher must not end another attempt under way: the hold outlives that by a minute of clock skew. */
async function endVoucherHold(ctx: Context, tx: Tx, { purchase, payment }: Locked): Promise<void> {
  const end = await lastAttemptEnd(tx, payment, ctx.now);
  await giveUp(ctx, tx, purchase, { by: "voucher", until: end && new Date(end.getTime() + 60_000) });
}
