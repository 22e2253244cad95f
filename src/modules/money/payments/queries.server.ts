import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { isCash, isPaidBefore, paysLater } from "#src/kernel/pay-method.ts";
import { creditIn, storedCredits } from "#src/modules/money/credits/queries.server.ts";
import {
  disputesOfPayment,
  moneyOfPurchases,
  paymentById,
  type PaymentRow,
  paymentsOf,
  paymentsOfSeveral,
  refundsOf,
  refundsOfSeveral,
  refundsOfPayment,
} from "#src/modules/money/payments/store.server.ts";
export { hasAttempt, purchasesWithMoney, firstPayments } from "#src/modules/money/payments/store.server.ts";
import { lastProof, standingDifferences } from "#src/modules/money/payments/store/ledger-check.server.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import {
  type Listing,
  paymentsToCompare,
  refundsToCompare,
} from "#src/modules/money/payments/store/comparison.server.ts";
import {
  paymentsDisputed,
  paymentsInReview,
  paymentsLongAtBank,
  paymentsUnanswered,
  paymentsWarned,
  refundsUndone,
} from "#src/modules/money/payments/store/admin.server.ts";
import { deadEventRows, eventById } from "#src/modules/money/payments/store/inbox.server.ts";
import { METHOD_PROVIDERS } from "#src/modules/base/settings/rules/payment-companies.ts";
import { isAtBank, isDisputed, isUndecided, owed, refundable } from "#src/modules/money/payments/rules/payment.ts";
import type { Method, PaymentState, ProviderName } from "#src/modules/money/payments/schema.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { type ByHand, byHandOf } from "#src/modules/money/payments/rules/by-hand.ts";
import { charges, paysOnline } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";

/** A refund with what it is about. */
export type { RefundRow } from "#src/modules/money/payments/store.server.ts";
/** The payments of a purchase in the order of their attempts, and its refunds, oldest first. The caller checks access. */
export { paymentsOf, refundsOf } from "#src/modules/money/payments/store.server.ts";

/**
 * What is owed of each payment that succeeded for a purchase if all of it has to go back (minor units): `waits` while a bank decides
 * about it, `disputed` where one has decided or will.
 */
export async function owedParts(on: Db | Tx, purchaseId: string) {
  const succeeded = (await paymentsOf(on, purchaseId)).filter((payment) => payment.status === "succeeded");
  return Promise.all(
    succeeded.map(async (payment) => ({
      paymentId: payment.id,
      method: payment.method,
      paid: payment.amount,
      owed: owed(payment, await refundsOfPayment(on, payment.id), await disputesOfPayment(on, payment.id)),
      waits: payment.dispute_state === "open",
      disputed: isDisputed(payment),
    })),
  );
}

/**
 * Until when a purchase may still be paid by an attempt that is open; null where none is. A bank may have its own time for it, so that it
 * is open for longer.
 */
export async function payableUntil(on: Db | Tx, purchaseId: string, now: Date): Promise<Date | null> {
  const open = (await paymentsOf(on, purchaseId)).filter(
    ({ status, review_reason: review, expires_at: end }) =>
      // one that was never opened at its company ends by itself
      (status === "pending" && review === null) || (status === "created" && end > now),
  );
  return open.length === 0 ? null : new Date(Math.max(...open.map(({ expires_at: end }) => end.getTime())));
}

/** The payment state of a booking. Contains nothing private; the caller checks access. */
export async function paymentStateOf(ctx: Context, purchaseId: string): Promise<PaymentState> {
  const [payments, refunds] = await Promise.all([paymentsOf(ctx.db, purchaseId), refundsOf(ctx.db, purchaseId)]);
  return stateOf(payments, refunds, ctx.now);
}

/** The payment state of each booking, by id. */
export async function paymentStatesOf(
  ctx: Context,
  purchaseIds: readonly string[],
): Promise<Map<string, PaymentState>> {
  if (purchaseIds.length === 0) return new Map();
  const [payments, refunds] = await Promise.all([
    paymentsOfSeveral(ctx.db, purchaseIds),
    refundsOfSeveral(ctx.db, purchaseIds),
  ]);
  const of = <Row extends { purchase_id: string }>(rows: Row[], id: string) => rows.filter((r) => r.purchase_id === id);
  return new Map(purchaseIds.map((id) => [id, stateOf(of(payments, id), of(refunds, id), ctx.now)]));
}

type RefundRows = Awaited<ReturnType<typeof refundsOf>>;

/** Money of a wrong amount or currency that was refunded is treated as never received. */
const isSentBack = ({ status, placement }: PaymentRow) => status === "succeeded" && placement === null;

function stateOf(all: PaymentRow[], refunds: RefundRows, now: Date): PaymentState {
  const payments = all.filter((payment) => !isSentBack(payment));
  const own = payments.filter((payment) => payment.part_id === null);
  const last = own.at(-1);
  const unplaced = refunds.filter((r) => r.reason === "unplaced" && r.status !== "dropped");
  const undecided = unplaced.find((refund) => isUndecided(refund, now));
  const unseated = undecided ?? unplaced.at(-1);
  const state = (): PaymentState["last"] => {
    if (own.some((p) => p.status === "succeeded")) return "succeeded";
    if (own.some((p) => p.review_reason)) return "review";
    if (!last) return "none";
    if (isDeclined(last)) return "failed";
    return last.status === "failed" || last.status === "cancelled" ? last.status : "open";
  };
  const goingBack = (isWay: (method: string) => boolean) =>
    refunds.filter(
      (r) => isMoney(r) && r.status !== "succeeded" && payments.some((p) => p.id === r.payment_id && isWay(p.method)),
    );
  return {
    last: state(),
    failure_reason: last?.failure_reason ?? null,
    continue_url: last && isDeclined(last) ? last.redirect_url : null,
    voucher: voucherOf(own),
    voucher_lapsed: last !== undefined && hasLapsed(last),
    bank: bankOf(own, now),
    twice: twiceOf(refunds),
    cash_back: goingBack(isCash).length > 0,
    before_back: sumOf(goingBack(isPaidBefore)),
    change: changeStateOf(payments.filter((payment) => payment.part_id !== null)),
    unplaced: unseated
      ? {
          amount_minor: unseated.amount,
          refund_at: unseated.due_at.toISOString(),
          refunded: !undecided && unseated.status !== "credited",
          credited: unseated.status === "credited",
        }
      : null,
    night_off: nightOffOf(refunds, now),
    refunds: refunds
      .filter((r) => isMoney(r) && !mayChooseDate(r, now))
      .map((r) => ({
        amount_minor: r.amount,
        currency: r.currency,
        status: payments.some((p) => p.id === r.payment_id && waitsForBank(p, r)) ? "disputed" : r.status,
      })),
  };
}

/** What goes back because the same was paid again. */
function twiceOf(refunds: RefundRows): PaymentState["twice"] {
  return sumOf(refunds.filter((refund) => refund.reason === "duplicate" && isMoney(refund)));
}

/** The sum of a booking's refunds; null where there are none. */
function sumOf(refunds: RefundRows) {
  if (refunds.length === 0) return null;
  return { amount_minor: refunds.reduce((sum, { amount }) => sum + amount, 0), currency: refunds[0]!.currency };
}

/** Whether a refund is of a night that we called off, whose guest may still choose another date. */
const mayChooseDate = (refund: RefundRows[number], now: Date): boolean =>
  refund.reason === "departure_cancelled" && isUndecided(refund, now);

/** The money of a night that we called off, while its guest may still choose another date. */
function nightOffOf(refunds: RefundRows, now: Date): PaymentState["night_off"] {
  const due = refunds.filter((refund) => mayChooseDate(refund, now));
  if (due.length === 0) return null;
  const amount_minor = due.reduce((sum, { amount }) => sum + amount, 0);
  return { amount_minor, choose_until: due[0]!.due_at.toISOString() };
}

/** Whether the payer's card or account was declined and the same payment can continue with another one. */
const isDeclined = ({ status, failure_reason: reason }: PaymentRow) => status === "pending" && reason === "declined";
/** Whether a purchase has a voucher, or a transfer, that waits to be paid. */
export const hasVoucher = async (on: Db | Tx, purchaseId: string): Promise<boolean> =>
  voucherOf(await paymentsOf(on, purchaseId)) !== null;

/** The voucher waiting to be paid. */
function voucherOf(own: readonly PaymentRow[]): PaymentState["voucher"] {
  const waiting = own.find((p) => p.voucher_until && (p.status === "pending" || p.status === "created"));
  if (!waiting) return null;
  const { amount: amount_minor, currency, voucher_until: until, redirect_url: url } = waiting;
  const method = waiting.method === "spei" ? ("spei" as const) : ("oxxo" as const);
  return { amount_minor, currency, method, until: until!.toISOString(), url: url! };
}

/** Whether a voucher, or a transfer, ended without money. Each company names that in its own way. */
const hasLapsed = ({ voucher_until: until, status }: PaymentRow): boolean =>
  until !== null && (status === "failed" || status === "cancelled");

/** The payment that a bank is still making, unless another one has paid; its places are kept until its `expires_at`. */
function bankOf(own: readonly PaymentRow[], now: Date): PaymentState["bank"] {
  const waiting = own.find(isAtBank);
  if (!waiting || own.some(({ status }) => status === "succeeded")) return null;
  const { amount: amount_minor, currency, bank_since: since, expires_at: until } = waiting;
  return {
    amount_minor,
    currency,
    since: since!.toISOString(),
    until: until > now && until > since! ? until.toISOString() : null,
  };
}

/** Whether a refund is held back because a bank is deciding about its payment. */
const waitsForBank = (payment: PaymentRow, { status, first_asked_at }: RefundRows[number]) =>
  payment.dispute_state === "open" && status !== "succeeded" && first_asked_at === null;

/** Whether a refund returns money, as opposed to one the guest exchanged for something else. */
const isMoney = ({ status }: RefundRows[number]) => status !== "dropped" && status !== "credited";

/** The payment state of the newest change. */
function changeStateOf(payments: readonly PaymentRow[]): PaymentState["change"] {
  const payment = payments.at(-1);
  if (!payment) return "none";
  if (payment.review_reason) return "review";
  // a second payment for a change already made is refunded, but the change stands
  if (payment.status === "succeeded") return payment.placement === "change_lost" ? "lost" : "made";
  if (payments.some((one) => one.part_id === payment.part_id && isAtBank(one))) return "at_bank";
  if (isDeclined(payment)) return "failed";
  return payment.status === "failed" || payment.status === "cancelled" ? payment.status : "open";
}

/** What can still be refunded of each payment received, newest first, in minor units of the booking's currency. */
export async function refundableParts(
  on: Db | Tx,
  purchaseId: string,
): Promise<{ paymentId: string; method: string; left: number }[]> {
  const succeeded = (await paymentsOf(on, purchaseId)).filter((payment) => payment.status === "succeeded");
  const parts = await Promise.all(
    succeeded.map(async (payment) => ({
      paymentId: payment.id,
      method: payment.method,
      left: refundable(payment, await refundsOfPayment(on, payment.id)),
    })),
  );
  return parts.toReversed();
}

/** The total that can be refunded for a booking, as money or to the credit it used. */
export async function refundableSum(on: Db | Tx, purchaseId: string): Promise<number> {
  const [parts, credit] = [await refundableParts(on, purchaseId), await creditIn({ db: on }, purchaseId)];
  return parts.reduce((sum, { left }) => sum + left, credit?.amount ?? 0);
}

/** On return from a provider: settles open payments. If a provider doesn't answer, the webhook and the poller settle later. */
export async function settleOpenPayments(ctx: Context, purchaseId: string): Promise<void> {
  const open = (await paymentsOf(ctx.db, purchaseId)).filter((p) => p.status !== "succeeded");
  // at once: the guest who comes back waits for a silent provider once
  await Promise.all(
    open.map((payment) =>
      settlePayment(ctx, payment.id).catch((error: Error) =>
        log("warn", "payment.not_settled", { payment: payment.id, error: error.message }),
      ),
    ),
  );
}

export type PayOption = { provider: ProviderName; method: Method };

type Paying = Pick<Context, "db" | "providers">;
type Total = { amount_minor: number; currency: Currency };

/**
 * The payment methods offered for a total: `free` for zero, otherwise what the configured providers support and charge in its
 * currency; those that are paid later only where `later` (`laterOpen`) has them.
 */
export async function paymentOptions(ctx: Paying, total: Total, later: readonly Method[] = []): Promise<PayOption[]> {
  if (total.amount_minor === 0) return [{ provider: "free", method: "free" }];
  const { providerCurrencies } = await appSettings(ctx);
  return METHOD_PROVIDERS.flatMap(({ method, providers }) => {
    const provider =
      paysLater(method) && !later.includes(method) ? undefined : providers.find((name) => ctx.providers[name]);
    return provider && charges(provider, total.currency, providerCurrencies) ? [{ provider, method }] : [];
  });
}

/** How guests pay us directly; null where they can pay online, or in practice, where that is simulated. */
export const byHandWays = async (ctx: Paying): Promise<ByHand | null> =>
  byHandOf(await appSettings(ctx), paysOnline(Object.keys(ctx.providers)));

/**
 * The payment methods that a guest of this site can use, in whichever currency; cash at OXXO while it is switched on. Where nothing can
 * be paid online, how they pay us directly: `door` and `transfer`. Public.
 */
export async function usableMethods(ctx: Paying): Promise<(PayOption["method"] | "door" | "transfer")[]> {
  const byHand = await byHandWays(ctx);
  if (byHand) return [...(byHand.door ? ["door" as const] : []), ...(byHand.transfer ? ["transfer" as const] : [])];
  const { providerCurrencies, oxxoEnabled, speiEnabled } = await appSettings(ctx);
  const canCharge = (provider: string) =>
    CURRENCIES.some((currency) => charges(provider, currency, providerCurrencies));
  return METHOD_PROVIDERS.filter(
    ({ method, providers }) =>
      (method !== "oxxo" || oxxoEnabled) &&
      (method !== "spei" || speiEnabled) &&
      providers.some((name) => ctx.providers[name] && canCharge(name)),
  ).map(({ method }) => method);
}

/** The provider for the payment method that a guest chooses; null if it is not offered for the total. */
export const optionFor = async (
  ctx: Paying,
  total: Total,
  method: unknown,
  later: readonly Method[] = [],
): Promise<PayOption | null> =>
  (await paymentOptions(ctx, total, later)).find((option) => option.method === method) ?? null;

/** Payments, refunds and credits of bookings, for a data export to their owner. Checks no access. */
export const storedMoney = (ctx: Pick<Context, "db">, purchaseIds: readonly string[]) =>
  purchaseIds.length === 0
    ? Promise.resolve({ payments: [], refunds: [], credits: [] })
    : moneyOfPurchases(ctx.db, purchaseIds).then(async (money) => ({
        ...money,
        credits: await storedCredits(ctx, purchaseIds),
      }));

/** Payments and refunds to compare with a provider's listing: those it names, and those of its period. */
export async function moneyToCompare(ctx: Pick<Context, "db">, listing: Listing) {
  const [payments, refunds] = await Promise.all([
    paymentsToCompare(ctx.db, listing),
    refundsToCompare(ctx.db, listing),
  ]);
  return { payments, refunds };
}

/** A payment, and whether it is decided: paid, or left to staff to review. */
export async function decidedPayment(ctx: Pick<Context, "db">, paymentId: string) {
  const payment = await paymentById(ctx.db, paymentId);
  return payment && { ...payment, decided: payment.status === "succeeded" || payment.review_reason !== null };
}

/** Whether a refund of a payment is stored under the provider's id. */
export const isRefundKnown = async (ctx: Pick<Context, "db">, paymentId: string, externalId: string) =>
  (await refundsOfPayment(ctx.db, paymentId)).some((refund) => refund.external_id === externalId);

/** The payments and refunds that staff should look at. The caller checks `payments.read`. */
export async function moneyToLookAfter(ctx: Pick<Context, "db" | "now">) {
  const [reviews, banks, unanswered, disputes, warnings, refunds] = await Promise.all([
    paymentsInReview(ctx.db),
    paymentsLongAtBank(ctx.db, ctx.now),
    paymentsUnanswered(ctx.db, new Date(ctx.now.getTime() - ANSWERED_MS)),
    paymentsDisputed(ctx.db),
    paymentsWarned(ctx.db, new Date(ctx.now.getTime() - WARNED_MS)),
    refundsUndone(ctx.db, ctx.now),
  ]);
  return { reviews, banks, unanswered, disputes, warnings, refunds };
}
/** Most payments are decided by then. */
const ANSWERED_MS = 3_600_000;
/** A warning without a dispute by then stays without: banks open most disputes within two months. */
const WARNED_MS = 60 * 24 * 3_600_000;

/** Dead provider messages, newest first. The caller checks `payments.read`. */
export const deadEvents = (ctx: Pick<Context, "db">) => deadEventRows(ctx.db, 50);

/** One dead message; undefined once it is processed or retried. */
export async function deadEvent(ctx: Pick<Context, "db">, id: string) {
  const event = await eventById(ctx.db, id);
  return event?.dead_at ? event : undefined;
}

/** The result of the last ledger check; null before the first one. The caller checks access. */
export async function ledgerCheck({ db }: Pick<Context, "db">) {
  const proof = await lastProof(db);
  return proof
    ? { at: proof.at, ok: proof.differences === 0, differences: await standingDifferences(db, "all") }
    : null;
}

/** The current differences between the ledger and a booking's rows. The caller checks access. */
export const differencesOfBooking = ({ db }: Pick<Context, "db">, purchaseId: string) =>
  standingDifferences(db, { purchaseId });

/** The current differences between the ledger and the tills. The caller checks access. */
export const differencesOfTills = ({ db }: Pick<Context, "db">) => standingDifferences(db, "tills");
