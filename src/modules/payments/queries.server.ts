import { convert, type Currency } from "#src/kernel/money.ts";
import { otherDates } from "#src/modules/booking/plan-change.server.ts";
import { placesOfNight } from "#src/modules/booking/queries.server.ts";
import type { BookingView } from "#src/modules/booking/schema.ts";
import { creditsOf } from "#src/modules/credits/queries.server.ts";
import { refundableSum } from "#src/modules/payments/price-change.server.ts";
import {
  invoiceRequestOf,
  moneyOfBookings,
  type PaymentRow,
  paymentsOfBooking,
  paymentsOfBookings,
  refundsOfBooking,
  refundsOfBookings,
  voucherPeople,
} from "#src/modules/payments/store.server.ts";
import { settlePayment } from "#src/modules/payments/settle-payment.server.ts";
import { takesOxxo } from "#src/modules/payments/rules/oxxo.ts";
import { isUndecided } from "#src/modules/payments/rules.ts";
import type { Method, PaymentState, ProviderName } from "#src/modules/payments/schema.ts";
import { appSettings, currencyRates } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";

/** The refunds of a booking whose payment found no places and for which its guest may still choose something else, oldest first. */
export const undecidedOf = async (ctx: { db: Db | Tx; now: Date }, bookingId: string) =>
  (await refundsOfBooking(ctx.db, bookingId)).filter((refund) => isUndecided(refund, ctx.now));

/** The state of paying a booking. Access is the caller's matter; nothing private is in it. */
export async function paymentStateOf(ctx: Context, bookingId: string): Promise<PaymentState> {
  const [payments, refunds] = await Promise.all([
    paymentsOfBooking(ctx.db, bookingId),
    refundsOfBooking(ctx.db, bookingId),
  ]);
  return stateOf(payments, refunds, ctx.now);
}

/** The state of paying each of several bookings, by their ids. */
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

function stateOf(payments: PaymentRow[], refunds: RefundRows, now: Date): PaymentState {
  const own = payments.filter((payment) => payment.change_id === null);
  const last = own.at(-1);
  const unplaced = refunds.filter((r) => r.reason === "unplaced" && r.status !== "dropped");
  const undecided = unplaced.find((refund) => isUndecided(refund, now));
  const shown = undecided ?? unplaced.at(-1);
  const state = (): PaymentState["last"] => {
    if (own.some((p) => p.status === "succeeded")) return "succeeded";
    if (own.some((p) => p.review_reason)) return "review";
    if (!last) return "none";
    return last.status === "failed" || last.status === "cancelled" ? last.status : "open";
  };
  return {
    last: state(),
    failure_reason: last?.failure_reason ?? null,
    voucher: voucherOf(own),
    cash_back: refunds.some(
      (r) =>
        isMoney(r) && r.status !== "succeeded" && payments.some((p) => p.id === r.payment_id && p.method === "oxxo"),
    ),
    change: changeStateOf(payments.findLast((payment) => payment.change_id !== null)),
    unplaced: shown
      ? {
          amount_minor: shown.amount,
          refund_at: shown.due_at.toISOString(),
          refunded: !undecided && shown.status !== "credited",
          credited: shown.status === "credited",
        }
      : null,
    refunds: refunds.filter(isMoney).map((r) => ({ amount_minor: r.amount, currency: r.currency, status: r.status })),
  };
}

/** The voucher that waits to be paid. */
function voucherOf(own: readonly PaymentRow[]): PaymentState["voucher"] {
  const waiting = own.find((p) => p.voucher_until && (p.status === "pending" || p.status === "created"));
  return waiting ? { until: waiting.voucher_until!.toISOString(), url: waiting.redirect_url! } : null;
}

/** Whether a refund is one of money that goes back, not one that its guest exchanged for something else. */
const isMoney = ({ status }: RefundRows[number]) => status !== "dropped" && status !== "credited";

/** How paying for the newest change stands. */
function changeStateOf(payment: PaymentRow | undefined): PaymentState["change"] {
  if (!payment) return "none";
  if (payment.review_reason) return "review";
  // a second payment of a change that is made goes back, but the change stands
  if (payment.status === "succeeded") return payment.placement === "change_lost" ? "lost" : "made";
  return payment.status === "failed" || payment.status === "cancelled" ? payment.status : "open";
}

/** The other nights to which a booking can be moved, with what that costs or gives back. Access is the caller's to check. */
export const datesToMoveTo = async (ctx: Context, bookingId: string) =>
  otherDates(ctx, { bookingId, refundable: await refundableSum(ctx.db, bookingId) });

/** What a guest wants on an invoice and how that stands; null before it is asked for. Access is the caller's to check. */
export async function invoiceOf(ctx: Pick<Context, "db">, bookingId: string) {
  const row = await invoiceRequestOf(ctx.db, bookingId);
  return row ? { ...row, created_at: row.created_at.toISOString() } : null;
}

/** On coming back from a provider: settles what is open. A provider that does not answer leaves it to the webhook and the poller. */
export async function settleOpenPayments(ctx: Context, bookingId: string): Promise<void> {
  const open = (await paymentsOfBooking(ctx.db, bookingId)).filter((p) => p.status !== "succeeded");
  for (const payment of open)
    await settlePayment(ctx, payment.id).catch((error: Error) =>
      log("warn", "payment.not_settled", { payment: payment.id, error: error.message }),
    );
}

/** A total in Mexican pesos by the stored rate, where it is in another currency (payments.md: pesos are always shown). */
export async function totalInPesos(ctx: Context, total: { amount_minor: number; currency: Currency }) {
  if (total.currency === "MXN") return null;
  const { perUsd } = await currencyRates(ctx);
  const { amount, currency } = convert({ amount: total.amount_minor, currency: total.currency }, "MXN", perUsd);
  return { amount_minor: amount, currency };
}

/** Who takes each way to pay, in the order of preference: the embedded company plays whatever no real one is configured for. */
const TAKERS = [
  ["card", ["stripe", "sandbox"]],
  ["apple_pay", ["stripe", "sandbox"]],
  ["paypal", ["paypal", "sandbox"]],
  ["oxxo", ["stripe", "sandbox"]],
] as const satisfies [Method, ProviderName[]][];

export type PayOption = { provider: ProviderName; method: Method };

/** Whether cash at OXXO may be offered for a booking's bill now. Looked at again, under the night's lock, when it is chosen. */
export async function oxxoOpen(
  ctx: Context,
  { id, number_of_people: people, night }: Pick<BookingView, "id" | "number_of_people" | "night">,
  bill: { amount_minor: number; currency: Currency },
): Promise<boolean> {
  const { oxxoEnabled } = await appSettings(ctx);
  if (!oxxoEnabled) return false;
  const [places, voucher_people] = await Promise.all([
    placesOfNight(ctx, night.departure_id),
    voucherPeople(ctx.db, night.departure_id, id, ctx.now),
  ]);
  const of = { starts_at: new Date(night.starts_at), total_spots: places, voucher_people };
  return takesOxxo(oxxoEnabled, { ...bill, people }, of, ctx.now);
}

/**
 * The ways to pay that are offered for a total: free for nothing, else what the configured providers can do; cash at OXXO only
 * where `oxxo` says so (`oxxoOpen`).
 */
export function paymentOptions(
  ctx: Pick<Context, "providers">,
  total: { amount_minor: number },
  oxxo = false,
): PayOption[] {
  if (total.amount_minor === 0) return [{ provider: "free", method: "free" }];
  return TAKERS.flatMap(([method, takers]) => {
    const provider = method === "oxxo" && !oxxo ? undefined : takers.find((name) => ctx.providers[name]);
    return provider ? [{ provider, method }] : [];
  });
}

/** Who is paid when a guest chooses a way to pay; null when it is not offered for the total. */
export const optionFor = (
  ctx: Pick<Context, "providers">,
  total: { amount_minor: number },
  method: unknown,
  oxxo = false,
): PayOption | null => paymentOptions(ctx, total, oxxo).find((option) => option.method === method) ?? null;

/** What was paid and paid back for bookings, and the credit that was given instead. For an owner's own data; checks no access. */
export const storedMoney = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0
    ? Promise.resolve({ payments: [], refunds: [], invoices: [], credits: [] })
    : moneyOfBookings(ctx.db, bookingIds).then(async (money) => ({
        ...money,
        credits: (await Promise.all(bookingIds.map((id) => creditsOf(ctx, id)))).flat(),
      }));
