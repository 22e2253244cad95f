import { randomUUID } from "node:crypto";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { paysLater } from "#src/kernel/pay-method.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { lockDepartureOf } from "#src/modules/sales/booking/keep-voucher.server.ts";
import { keepForPaying } from "#src/modules/sales/booking/make-change.server.ts";
import { findBooking, openChange } from "#src/modules/sales/booking/queries.server.ts";
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
  hasOneAtBank,
  insertPayment,
  keepAnswer,
  keptAnswer,
  markOpened,
  paymentById,
  voucherPeople,
} from "#src/modules/money/payments/store.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { charges } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import { type Context, systemContext } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";

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
  const booking = await findBooking({ ...ctx, actor: systemContext(ctx).actor }, input.booking_id, null);
  if (!booking?.private) return fail("booking_not_found");
  const provider = ctx.providers[input.provider];
  const { change_id: changeId } = input;
  const credit = changeId === undefined ? await creditIn(ctx, booking.id) : null;
  const bill = { ...booking.total, amount_minor: booking.total.amount_minor - (credit?.amount ?? 0) };
  const previous = await keptAnswer(ctx.db, "payment", key);
  // a change's id implies its price; a retry gets the same answer as before
  if (!previous && changeId === undefined && isOther(input.displayed_total, bill)) return fail("price_changed");
  const isFree = changeId === undefined && bill.amount_minor === 0;
  if (!provider || isFree !== (input.provider === "free")) return fail("provider_not_offered");
  if (!isFree && !takes(input.provider, input.method)) return fail("provider_not_offered");
  const { providerCurrencies, installmentsFrom } = await appSettings(ctx);
  if (!isFree && !charges(input.provider, booking.total.currency, providerCurrencies))
    return fail("provider_not_offered");
  const request = JSON.stringify([booking.id, input.provider, input.method, ...(changeId ? [changeId] : [])]);

  if (previous && previous.request_hash !== request) return fail("idempotency_conflict");
  let paymentId = (previous?.answer as { payment_id: string } | undefined)?.payment_id;
  const change = changeId === undefined ? null : await openChange(ctx, booking.id);
  const isDropped = changeId !== undefined && change?.id !== changeId;
  if (!paymentId) {
    if (isDropped) return fail("not_payable");
    // before the places are taken again; asked once more under the lock
    if (await isUnderWay(ctx.db, input)) return fail("payment_at_bank");
    const securing = { paying: true, voucher: paysLater(input.method), code: input.email_code };
    const held = change ? null : await retakeHold(ctx, booking.id, securing);
    if (held && !held.ok) return held;
    const written = await writePayment(ctx, {
      bill: change ? change.quote.difference : bill,
      credit: credit?.amount ?? 0,
      input,
      key,
      request,
      expires: held?.expires ?? null,
    });
    if (written === "key_taken") return startPayment(ctx, input, key); // its answer can be read now
    if (written === "under_way") return fail("payment_at_bank");
    if (written === "not_pending") return fail("not_payable");
    if (written === "later_closed") return fail("provider_not_offered");
    if (written === "other_bill") return fail("price_changed");
    paymentId = written.paymentId;
  }

  const payment = await paymentById(ctx.db, paymentId);
  if (!payment) throw new Error(`payment ${paymentId} is gone`);
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
      customerEmail: booking.private.email,
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

type Bill = { amount_minor: number; currency: Currency };

/** Whether a bank is still making a payment for the same, and the guest doesn't know or doesn't want two. */
const isUnderWay = async (db: Context["db"] | Tx, { booking_id, change_id, second }: Wished) =>
  second !== true && (await hasOneAtBank(db, booking_id, change_id ?? null));

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
  /** the end of the booking's hold; a change has its own */
  expires: Date | null;
};

/** Writes the payment before the redirect, with the key that answers a retry. */
function writePayment(ctx: Context, { bill, credit, input, key, request, expires }: AttemptInput) {
  const { booking_id, change_id = null } = input;
  return ctx.db.transaction().execute(async (tx) => {
    const { status } = await lockBooking(tx, booking_id);
    // credit applied, removed or released since it was read
    if (change_id === null && ((await creditIn({ db: tx }, booking_id))?.amount ?? 0) !== credit)
      return "other_bill" as const;
    const ends = change_id === null ? expires : (await keepForPaying(ctx, tx, booking_id, change_id))?.hold_expires_at;
    // cancelled, paid or dropped since its seats were secured
    if (!ends || status !== (change_id === null ? "pending" : "confirmed")) return "not_pending" as const;
    if (await isUnderWay(tx, input)) return "under_way" as const;
    if (paysLater(input.method)) {
      // count under the departure's lock: two concurrent vouchers must not both take the last of the quota
      const departure = await lockDepartureOf(tx, booking_id);
      const settings = await appSettings({ db: tx });
      const people = await voucherPeople(tx, departure.id, booking_id, ctx.now);
      const attempt = { ...bill, people: departure.people };
      const open: string[] = laterWays(settings, attempt, { ...departure, voucher_people: people }, ctx.now);
      if (change_id || !open.includes(input.method)) return "later_closed" as const;
    }
    // the hold outlives the provider's session by a minute of clock skew (rule seats-5); a hold extended for a voucher doesn't
    // count
    const { holdLimitMinutes } = await appSettings({ db: tx });
    const page = Math.min(ends.getTime(), ctx.now.getTime() + holdLimitMinutes * 60_000);
    const expires_at = new Date(page - 60_000);
    const payment_id = randomUUID();
    if (!(await keepAnswer(tx, { scope: "payment", key, request_hash: request, answer: { payment_id } })))
      return "key_taken" as const;
    await insertPayment(tx, {
      id: payment_id,
      booking_id,
      change_id,
      provider: input.provider,
      method: input.provider === "free" ? "free" : input.method,
      mode: ctx.settings.PAYMENTS_MODE,
      amount: bill.amount_minor,
      currency: bill.currency,
      expires_at,
      next_poll_at: nextPollAt(ctx.now, expires_at, ctx.now),
      created_at: ctx.now,
    });
    await audit(tx, ctx, {
      action: "payment.started",
      subject: ["booking", booking_id],
      changes: { provider: [null, input.provider], amount: [null, bill.amount_minor] },
    });
    return { paymentId: payment_id };
  });
}
