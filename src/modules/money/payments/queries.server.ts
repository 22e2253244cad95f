import { createHash } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { CURRENCIES, type Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { isCash, paysLater } from "#src/kernel/pay-method.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { sayCode } from "#src/modules/base/audit/rules/say-entry.ts";
import { otherDates } from "#src/modules/sales/booking/plan-change.server.ts";
import { refundOf } from "#src/modules/sales/booking/rules/cancellation.ts";
import { seatsOfDeparture } from "#src/modules/sales/booking/queries.server.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { creditsOf } from "#src/modules/sales/credits/queries.server.ts";
import type { RefundChoice } from "#src/modules/money/payments/price-cancellation.server.ts";
import { refundableSum } from "#src/modules/money/payments/price-change.server.ts";
import {
  moneyOfBookings,
  paymentById,
  type PaymentRow,
  paymentsOfBooking,
  paymentsOfBookings,
  refundsOfBooking,
  refundsOfBookings,
  refundsOfPayment,
  voucherPeople,
} from "#src/modules/money/payments/store.server.ts";
export { bookingsWithMoney, firstPayments } from "#src/modules/money/payments/store.server.ts";
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
import { METHOD_PROVIDERS } from "#src/modules/money/payments/rules/method-providers.ts";
import { laterWays } from "#src/modules/money/payments/rules/spei.ts";
import { type ProgressRow, progressOf } from "#src/modules/money/payments/rules/cancel-progress.ts";
import {
  confirmationWord,
  confirmationWordOfSeveral,
  countedTogether,
  dueOfEach,
  previewCancellation,
  previewText,
  withoutMoneyOf,
} from "#src/modules/money/payments/rules/cancel-preview.ts";
import {
  nightOffBooking,
  cancellationOf,
  countedOf,
  countedOfBookings,
  departureToCancel,
  endedBookings,
  paidOfEnd,
  refundsOfEnd,
  termsOf,
} from "#src/modules/money/payments/store/departure.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isAtBank, isDisputed, isUndecided, shownRefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import type { Method, PaymentState, ProviderName } from "#src/modules/money/payments/schema.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { type ByHand, byHandOf } from "#src/modules/money/payments/rules/by-hand.ts";
import { charges, paysOnline } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";

/**
 * What the guest of a booking without places may still decide: about a payment that came too late (`unplaced`), or a night that we
 * called off (`night_off`). `money` is how much of the price was money, `back` how much of it goes back without a decision (minor
 * units), `refunds` by which refunds, `until` when.
 */
export type Undecided = {
  why: "unplaced" | "night_off";
  refunds: RefundRows;
  money: number;
  back: number;
  until: Date;
};

/**
 * What is undecided about an unseated booking; null where nothing is. The whole of its price must still be there: not partly
 * refunded elsewhere nor disputed. Reads only.
 */
export async function undecidedOf(ctx: { db: Db | Tx; now: Date }, bookingId: string): Promise<Undecided | null> {
  const [payments, refunds] = [await paymentsOfBooking(ctx.db, bookingId), await refundsOfBooking(ctx.db, bookingId)];
  const paymentOf = ({ payment_id }: RefundRows[number]) => payments.find(({ id }) => id === payment_id);
  const isWhole = (refund: RefundRows[number]) => {
    const payment = paymentOf(refund);
    return payment !== undefined && payment.amount === refund.amount && !isDisputed(payment);
  };
  const late = refunds.find(
    (refund) => refund.reason === "unplaced" && isUndecided(refund, ctx.now) && isWhole(refund),
  );
  if (late) return { why: "unplaced", refunds: [late], money: late.amount, back: late.amount, until: late.due_at };
  const off = await nightOffBooking(ctx.db, bookingId);
  if (!off?.choose_until || off.choose_until <= ctx.now) return null;
  const due = refunds.filter(({ reason, status }) => reason === "departure_cancelled" && status !== "dropped");
  const money = off.total_price - off.credit;
  const back = due.reduce((sum, { amount }) => sum + amount, 0);
  if (back < money || !due.every((refund) => isUndecided(refund, ctx.now))) return null;
  if (payments.some((payment) => payment.status === "succeeded" && isDisputed(payment))) return null;
  return { why: "night_off", refunds: due, money, back, until: off.choose_until };
}

/** The payment state of a booking. Contains nothing private; the caller checks access. */
export async function paymentStateOf(ctx: Context, bookingId: string): Promise<PaymentState> {
  const [payments, refunds] = await Promise.all([
    paymentsOfBooking(ctx.db, bookingId),
    refundsOfBooking(ctx.db, bookingId),
  ]);
  return stateOf(payments, refunds, ctx.now);
}

/** The payment state of each booking, by id. */
export async function paymentStatesOf(ctx: Context, bookingIds: readonly string[]): Promise<Map<string, PaymentState>> {
  if (bookingIds.length === 0) return new Map();
  const [payments, refunds] = await Promise.all([
    paymentsOfBookings(ctx.db, bookingIds),
    refundsOfBookings(ctx.db, bookingIds),
  ]);
  const of = <Row extends { booking_id: string }>(rows: Row[], id: string) => rows.filter((r) => r.booking_id === id);
  return new Map(bookingIds.map((id) => [id, stateOf(of(payments, id), of(refunds, id), ctx.now)]));
}

type RefundRows = Awaited<ReturnType<typeof refundsOfBooking>>;

/** Money of a wrong amount or currency that was refunded is treated as never received. */
const isSentBack = ({ status, placement }: PaymentRow) => status === "succeeded" && placement === null;

function stateOf(all: PaymentRow[], refunds: RefundRows, now: Date): PaymentState {
  const payments = all.filter((payment) => !isSentBack(payment));
  const own = payments.filter((payment) => payment.change_id === null);
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
  return {
    last: state(),
    failure_reason: last?.failure_reason ?? null,
    continue_url: last && isDeclined(last) ? last.redirect_url : null,
    voucher: voucherOf(own),
    bank: bankOf(own, now),
    twice: twiceOf(refunds),
    cash_back: refunds.some(
      (r) => isMoney(r) && r.status !== "succeeded" && payments.some((p) => p.id === r.payment_id && isCash(p.method)),
    ),
    change: changeStateOf(payments.filter((payment) => payment.change_id !== null)),
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
  const again = refunds.filter((refund) => refund.reason === "duplicate" && isMoney(refund));
  if (again.length === 0) return null;
  return { amount_minor: again.reduce((sum, { amount }) => sum + amount, 0), currency: again[0]!.currency };
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
/** The voucher waiting to be paid. */
function voucherOf(own: readonly PaymentRow[]): PaymentState["voucher"] {
  const waiting = own.find((p) => p.voucher_until && (p.status === "pending" || p.status === "created"));
  if (!waiting) return null;
  const { amount: amount_minor, currency, voucher_until: until, redirect_url: url } = waiting;
  const method = waiting.method === "spei" ? ("spei" as const) : ("oxxo" as const);
  return { amount_minor, currency, method, until: until!.toISOString(), url: url! };
}

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
  if (payments.some((one) => one.change_id === payment.change_id && isAtBank(one))) return "at_bank";
  if (isDeclined(payment)) return "failed";
  return payment.status === "failed" || payment.status === "cancelled" ? payment.status : "open";
}

/** The other departures a booking can move to, with the price difference. The caller checks access. */
export const datesToMoveTo = async (ctx: Context, bookingId: string, byStaff = false) =>
  otherDates(ctx, { bookingId, refundable: await refundableSum(ctx.db, bookingId), byStaff });

/** On return from a provider: settles open payments. If a provider doesn't answer, the webhook and the poller settle later. */
export async function settleOpenPayments(ctx: Context, bookingId: string): Promise<void> {
  const open = (await paymentsOfBooking(ctx.db, bookingId)).filter((p) => p.status !== "succeeded");
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
 * The ways of paying later (cash at OXXO, a transfer) that may be offered for a booking's bill now. Checked again, under the
 * departure's lock, when one is chosen.
 */
export async function laterOpen(
  ctx: Context,
  {
    id,
    number_of_people: people,
    departure,
  }: Pick<BookingView, "id" | "number_of_people"> & {
    departure: Pick<BookingView["departure"], "departure_id" | "starts_at">;
  },
  bill: Total,
): Promise<Method[]> {
  const settings = await appSettings(ctx);
  if (!settings.oxxoEnabled && !settings.speiEnabled) return [];
  const [seats, voucher_people] = await Promise.all([
    seatsOfDeparture(ctx, departure.departure_id),
    voucherPeople(ctx.db, departure.departure_id, id, ctx.now),
  ]);
  const of = { starts_at: new Date(departure.starts_at), total_spots: seats, voucher_people };
  return laterWays(settings, { ...bill, people }, of, ctx.now);
}

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

/** How guests pay us directly; null where they can pay online, or in practice, where the sandbox is. */
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
export const storedMoney = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0
    ? Promise.resolve({ payments: [], refunds: [], credits: [] })
    : moneyOfBookings(ctx.db, bookingIds).then(async (money) => ({
        ...money,
        credits: (await Promise.all(bookingIds.map((id) => creditsOf(ctx, id)))).flat(),
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
export const differencesOfBooking = ({ db }: Pick<Context, "db">, bookingId: string) =>
  standingDifferences(db, { bookingId });

/** The current differences between the ledger and the tills. The caller checks access. */
export const differencesOfTills = ({ db }: Pick<Context, "db">) => standingDifferences(db, "tills");

/**
 * What cancelling a departure would do now, with a fingerprint of what was counted; null if there is no such departure. The
 * caller checks access.
 */
export async function cancelPreviewIn(
  ctx: { db: Db | Tx; now: Date; providers: Context["providers"] },
  departureId: string,
) {
  const departure = isUuid(departureId) ? await departureToCancel(ctx.db, departureId) : undefined;
  if (!departure) return null;
  const counted = await countedOf(ctx.db, departureId);
  const providers = Object.keys(ctx.providers);
  const fingerprint = createHash("sha256")
    .update(previewText(counted, providers, ctx.now))
    .digest("base64url");
  return { departure, counted, preview: previewCancellation(counted, providers, ctx.now), fingerprint };
}

/**
 * What cancelling some bookings now would do under a refund rule: together, and each, with a fingerprint of both. Those that are
 * cancelled or have lapsed are left out. The caller checks access.
 */
export async function cancelPreviewOfBookings(
  ctx: { db: Db | Tx; now: Date; providers: Context["providers"] },
  ids: readonly string[],
  choice: RefundChoice,
) {
  const [all, terms] = [await countedOfBookings(ctx.db, ids), await termsOf(ctx.db, ids)];
  const byOperator = choice === "operator";
  // one unit stands for whatever was paid: the rule gives back all of it or nothing
  const keeps = (id: string) =>
    choice === "none" || refundOf({ paid: 1, startsAt: terms.get(id)!.starts_at, now: ctx.now, byOperator }) === 0;
  const counted = withoutMoneyOf(all, keeps);
  const providers = Object.keys(ctx.providers);
  const fingerprint = createHash("sha256")
    .update(previewText(counted, providers, ctx.now))
    .digest("base64url");
  const each = dueOfEach(counted, providers, ctx.now).map((one) => ({
    ...one,
    currency: terms.get(one.id)!.currency,
  }));
  return { preview: previewCancellation(counted, providers, ctx.now), each, fingerprint };
}

/**
 * The page that cancels a departure: a preview of it or, once cancelled, its progress. Requires `schedule.change` and
 * `payments.change`. Refusals: forbidden {missing}, departure_not_found.
 */
export async function cancellationPage(ctx: Context, departureId: string) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  const result = await cancelPreviewIn(ctx, departureId);
  if (!result) return fail("departure_not_found");
  const { city_id, ends_at, ...departure } = result.departure;
  const about = { ...departure, over: ends_at <= ctx.now, word: confirmationWord(city_id, departure.date) };
  const { offChoiceHours: choiceHours } = await appSettings(ctx);
  if (departure.status === "cancelled")
    return ok({ departure: about, preview: null, board: await boardOf(ctx, departureId), choiceHours });
  const { preview, fingerprint } = result;
  return ok({
    departure: about,
    preview: { ...preview, fingerprint, counted: ctx.now.toISOString() },
    board: null,
    choiceHours,
  });
}

/**
 * The page that cancels several departures: a preview of those that can still be cancelled, each and all together, and the
 * progress of those that are cancelled. Unknown ones are left out. Requires `schedule.change` and `payments.change`. Refusal:
 * forbidden {missing}.
 */
export async function cancellationsPage(ctx: Context, departureIds: readonly string[]) {
  if (!can(ctx.actor, "schedule.change")) return fail("forbidden", { missing: "schedule.change" });
  if (!can(ctx.actor, "payments.change")) return fail("forbidden", { missing: "payments.change" });
  const nights: NonNullable<Awaited<ReturnType<typeof cancelPreviewIn>>>[] = [];
  for (const id of new Set(departureIds)) {
    const preview = await cancelPreviewIn(ctx, id);
    if (preview) nights.push(preview);
  }
  const about = ({ departure: { ends_at, ...departure } }: (typeof nights)[number]) => ({
    ...departure,
    over: ends_at <= ctx.now,
  });
  const ahead = nights.filter(({ departure }) => departure.status === "scheduled" && departure.ends_at > ctx.now);
  const cancelled = nights.filter(({ departure }) => departure.status === "cancelled");
  const boards = [];
  for (const night of cancelled)
    boards.push({ departure: about(night), board: await boardOf(ctx, night.departure.id) });
  const all = countedTogether(ahead.map(({ counted }) => counted));
  return ok({
    ahead: ahead.map((night) => ({
      departure: about(night),
      fingerprint: night.fingerprint,
      bookings: night.preview.bookings,
      people: night.preview.people,
      back: night.preview.back.map(({ money }) => money),
    })),
    over: nights.length - ahead.length - cancelled.length,
    boards,
    board: progressOf(boards.flatMap(({ board }) => board.rows)),
    preview: previewCancellation(all, Object.keys(ctx.providers), ctx.now),
    counted: ctx.now.toISOString(),
    word: confirmationWordOfSeveral(ahead.length, ctx.locale),
    choiceHours: (await appSettings(ctx)).offChoiceHours,
  });
}

async function boardOf(ctx: Context, departureId: string) {
  const [cancellation, bookings] = await Promise.all([
    cancellationOf(ctx.db, departureId),
    endedBookings(ctx.db, departureId),
  ]);
  const ids = bookings.map(({ id }) => id);
  const { t } = await i18nFor(ctx.locale);
  const [refunds, emails, paid] =
    ids.length === 0
      ? [[], [], []]
      : await Promise.all([refundsOfEnd(ctx.db, ids), ctx.ask.cancellationEmails(ctx.db, ids), paidOfEnd(ctx.db, ids)]);
  const rows = bookings.map(({ id, reference, name, people, ended }): ProgressRow => {
    const email = emails.findLast((one) => one.booking_id === id);
    const paidIn = (kind: "money" | "credit") =>
      paid
        .filter((one) => one.booking_id === id && one.kind === kind)
        .map(({ amount, currency }) => ({ amount, currency }));
    return {
      id,
      reference,
      name,
      people,
      ended,
      paid: { money: paidIn("money"), credit: paidIn("credit") },
      refunds: refunds
        .filter((one) => one.booking_id === id)
        .map(({ id: refundId, status, waits, amount, currency, last_error: error, ...of }) => ({
          id: refundId,
          status: shownRefundStatus({ status }, of),
          waits: isUndecided({ status, ...of }, ctx.now) ? "choice" : waits,
          money: { amount, currency },
          error: error && sayCode(error, t),
        })),
      email: email ? { status: email.status, error: email.last_error } : null,
    };
  });
  const { asked_at, by = null, note_en = "", note_es = "", choose_until, rebooked = 0 } = cancellation ?? {};
  return {
    ...progressOf(rows),
    asked: asked_at?.toISOString() ?? null,
    by,
    note: { en: note_en, es: note_es },
    choose_until: choose_until?.toISOString() ?? null,
    rebooked,
  };
}
