import { randomUUID } from "node:crypto";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { paysLater } from "#src/kernel/pay-method.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockDepartureOf } from "#src/modules/sales/booking/keep-voucher.server.ts";
import { keepForPaying } from "#src/modules/sales/booking/make-change.server.ts";
import { bookingToPay, openChange } from "#src/modules/sales/booking/queries.server.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { retakeHold } from "#src/modules/sales/booking/retake-hold.server.ts";
import { creditIn } from "#src/modules/sales/credits/queries.server.ts";
import { takes } from "#src/modules/money/payments/rules/method-providers.ts";
import { paysInMonths } from "#src/modules/money/payments/rules/installments.ts";
import { laterWays } from "#src/modules/money/payments/rules/spei.ts";
import { nextPollAt } from "#src/modules/money/payments/rules/payment.ts";
import type { StartPayment } from "#src/modules/money/payments/schema.ts";
import { settlePayment } from "#src/modules/money/payments/settle-payment.server.ts";
import {
  insertPayment,
  keepStarted,
  markOpened,
  type PaymentRow,
  paymentById,
  startingFacts,
  voucherPeople,
} from "#src/modules/money/payments/store.server.ts";
import { appSettings, storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { charges } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

type Wished = StartPayment & { booking_id: string; change_id?: string };

/**
 * Starts paying a booking, or a change of it: secures its seats, writes the payment, opens the attempt at the provider and
 * returns where to redirect the guest. Anyone with the booking's id may pay (rule permissions-4). Idempotent by `key`; the same key
 * for another booking or provider is an `idempotency_conflict`. Refusals: booking_not_found, not_payable, provider_not_offered,
 * provider_unavailable, email_code_needed, email_code_wrong and too_many_attempts (as in `retakeHold`), sold_out, coupon_used_up, renewals_used, unpaid_places, unpaid_nearby, price_changed (not what was displayed, or credit was applied or removed),
 * departure_past, departure_cancelled, payment_at_bank (a bank is still paying, and the guest hasn't said that they pay again all
 * the same: `second`).
 */
export async function startPayment(ctx: Context, input: Wished, key: string) {
  const found = await bookingToPay(ctx, input.booking_id);
  if (!found) return fail("booking_not_found");
  const { booking, row } = found;
  const provider = ctx.providers[input.provider];
  const { change_id: changeId } = input;
  const credit = changeId === undefined ? await creditIn(ctx, booking.id) : null;
  const bill = { ...booking.total, amount_minor: booking.total.amount_minor - (credit?.amount ?? 0) };
  const starting = { bookingId: booking.id, changeId: changeId ?? null, key };
  const { answer: previous, request_hash: previousRequest, at_bank } = await startingFacts(ctx.db, starting);
  // a change's id implies its price; a retry gets the same answer as before
  if (!previous && changeId === undefined && isOther(input.displayed_total, bill)) return fail("price_changed");
  const isFree = changeId === undefined && bill.amount_minor === 0;
  if (!provider || isFree !== (input.provider === "free")) return fail("provider_not_offered");
  if (!isFree && !takes(input.provider, input.method)) return fail("provider_not_offered");
  const { providerCurrencies, installmentsFrom } = await appSettings(ctx);
  if (!isFree && !charges(input.provider, booking.total.currency, providerCurrencies))
    return fail("provider_not_offered");
  const request = JSON.stringify([booking.id, input.provider, input.method, ...(changeId ? [changeId] : [])]);

  if (previous && previousRequest !== request) return fail("idempotency_conflict");
  const change = changeId === undefined ? null : await openChange(ctx, booking.id);
  const isDropped = changeId !== undefined && change?.id !== changeId;
  let payment: Started | undefined = previous ? await paymentById(ctx.db, previous.payment_id) : undefined;
  if (previous && !payment) throw new Error(`payment ${previous.payment_id} is gone`);
  if (!payment) {
    if (isDropped) return fail("not_payable");
    // before the places are taken again; asked once more under the lock
    if (at_bank && input.second !== true) return fail("payment_at_bank");
    const attempt = { bill: change ? change.quote.difference : bill, credit: credit?.amount ?? 0, input, key, request };
    const written = await secure(ctx, attempt, row).catch((error: unknown) => {
      if (violated(error) === "idempotency_keys_pkey") return ok({ result: "key_taken" as const });
      throw error;
    });
    if (!written.ok) return written;
    const { result } = written;
    if (result === "key_taken") return startPayment(ctx, input, key); // its answer can be read now
    if (typeof result === "string") return fail(result);
    payment = result!;
  }
  if (payment.redirect_url) return ok({ payment_id: payment.id, redirect_url: payment.redirect_url });
  if (isDropped) return fail("not_payable"); // dropped between a first try that opened nothing and this one
  const date = change?.quote.after.date ?? booking.departure.date;
  const page = ctx.origin + localizedPath(`/booking-confirmation/${booking.id}`, booking.language);
  const opened = await provider
    .createAttempt({
      paymentId: payment.id,
      bookingId: booking.id,
      reference: booking.reference,
      site: ctx.site,
      attempt: payment.attempt,
      money: { amount: payment.amount, currency: payment.currency },
      method: input.method,
      installments: paysInMonths({ amount_minor: payment.amount, currency: payment.currency }, installmentsFrom),
      description: `${booking.departure.crawl_title} · ${shortDate(date, booking.language)} · ${booking.reference}`,
      customerEmail: row.email,
      locale: booking.language,
      expiresAt: payment.expires_at,
      successUrl: `${page}?payment=returned`,
      cancelUrl: `${page}?payment=cancelled`,
    })
    .catch((error: Error) => log("warn", "payment.not_opened", { payment: payment.id, error: error.message }));
  if (!opened) return fail("provider_unavailable");
  await markOpened(ctx.db, payment.id, opened);
  if (isFree) await settlePayment(ctx, payment.id);
  return ok({ payment_id: payment.id, redirect_url: opened.redirectUrl });
}

type PayableRow = NonNullable<Awaited<ReturnType<typeof bookingToPay>>>["row"];

type Bill = { amount_minor: number; currency: Currency };

/** Whether the displayed total differs from the amount due now. */
const isOther = (displayed: Bill | undefined, now: Bill): boolean =>
  displayed !== undefined && (displayed.amount_minor !== now.amount_minor || displayed.currency !== now.currency);

type AttemptInput = {
  bill: Bill;
  /** the part of the booking's total not on the bill, as read before */
  credit: number;
  input: Wished;
  key: string;
  request: string;
};

/** An attempt that was written and is to be opened. */
type Started = Pick<PaymentRow, "id" | "attempt" | "amount" | "currency" | "expires_at" | "redirect_url">;

/** Secures the seats of what is paid for, and writes the attempt in the same transaction. Refusals as in `retakeHold`. */
async function secure(ctx: Context, attempt: AttemptInput, row: PayableRow) {
  const { booking_id: bookingId, change_id: changeId, method, email_code: code } = attempt.input;
  if (changeId === undefined) {
    const meanwhile = (tx: Tx, expires: Date) => writePayment(ctx, tx, attempt, expires);
    return retakeHold(ctx, bookingId, { paying: true, voucher: paysLater(method), code }, { row, meanwhile });
  }
  const result = await ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, bookingId);
    const held = await keepForPaying(ctx, tx, bookingId, changeId);
    // cancelled, paid or dropped since it was read
    return held && status === "confirmed"
      ? writePayment(ctx, tx, attempt, held.hold_expires_at)
      : ("not_payable" as const);
  });
  return ok({ result });
}

/** Writes the payment before the redirect, with the key that answers a retry; the booking must be locked. `ends`: when its hold does. */
async function writePayment(ctx: Context, tx: Tx, { bill, credit, input, key, request }: AttemptInput, ends: Date) {
  const { booking_id, change_id = null } = input;
  // credit applied, removed or released since it was read
  if (change_id === null && ((await creditIn({ db: tx }, booking_id))?.amount ?? 0) !== credit)
    return "price_changed" as const;
  const facts = await startingFacts(tx, { bookingId: booking_id, changeId: change_id, key });
  if (facts.at_bank && input.second !== true) return "payment_at_bank" as const;
  if (facts.answer) return "key_taken" as const;
  const settings = await storedSettings({ db: ctx.db, tx });
  if (paysLater(input.method)) {
    // count under the departure's lock: two concurrent vouchers must not both take the last of the quota
    const departure = await lockDepartureOf(tx, booking_id);
    const people = await voucherPeople(tx, departure.id, booking_id, ctx.now);
    const attempt = { ...bill, people: departure.people };
    const open: string[] = laterWays(settings, attempt, { ...departure, voucher_people: people }, ctx.now);
    if (change_id || !open.includes(input.method)) return "provider_not_offered" as const;
  }
  // the hold outlives the provider's session by a minute of clock skew (rule seats-5); a hold extended for a voucher doesn't
  // count
  const page = Math.min(ends.getTime(), ctx.now.getTime() + settings.holdLimitMinutes * 60_000);
  const expires_at = new Date(page - 60_000);
  const id = randomUUID();
  const { amount_minor: amount, currency } = bill;
  await keepStarted(tx, key, request, { payment_id: id });
  await insertPayment(tx, {
    id,
    booking_id,
    change_id,
    provider: input.provider,
    method: input.provider === "free" ? "free" : input.method,
    mode: ctx.settings.PAYMENTS_MODE,
    amount,
    currency,
    expires_at,
    next_poll_at: nextPollAt(ctx.now, expires_at, ctx.now),
    created_at: ctx.now,
  });
  await audit(tx, ctx, {
    action: "payment.started",
    subject: ["booking", booking_id],
    changes: { provider: [null, input.provider], amount: [null, amount] },
  });
  return { id, attempt: facts.attempt, amount, currency, expires_at, redirect_url: null };
}
