import { randomUUID } from "node:crypto";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { takes } from "#src/modules/base/settings/rules/payment-companies.ts";
import { paysInMonths } from "#src/modules/money/payments/rules/installments.ts";
import type { Described, PurchaseRef, Secured } from "#src/modules/money/payments/questions.ts";
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
} from "#src/modules/money/payments/store.server.ts";
import { appSettings, storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { charges } from "#src/modules/base/settings/rules/app-settings.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { log } from "#src/platform/log.server.ts";
import type { PaymentProvider } from "#src/platform/payment-provider.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

type Wished = StartPayment & { of: PurchaseRef };

/**
 * Starts paying for a purchase: secures it, writes the payment, opens the attempt at the provider and returns where to redirect the
 * guest. Anyone with its id may pay (rule permissions-4). Idempotent by `key`; the same key for another purchase or provider is an
 * `idempotency_conflict`. Refusals: purchase_not_found, not_payable, provider_not_offered, provider_unavailable, price_changed (not
 * what was displayed, or credit was applied or removed), payment_at_bank (a bank is still paying, and the guest hasn't said that they
 * pay again all the same: `second`), and those of `NotSecured`.
 */
export async function startPayment(ctx: Context, input: Wished, key: string) {
  const { of } = input;
  const purchasable = ctx.ask.purchasable(of.kind);
  const purchase = await purchasable.describe(ctx, of);
  if (!purchase) return fail("purchase_not_found");
  const provider = ctx.providers[input.provider];
  const credit = of.part === null ? await creditIn(ctx, of.id) : null;
  const bill = { ...purchase.price, amount_minor: purchase.price.amount_minor - (credit?.amount ?? 0) };
  const starting = { purchaseId: of.id, partId: of.part, key };
  const { answer: previous, request_hash: previousRequest, at_bank } = await startingFacts(ctx.db, starting);
  // a part's id implies its price; a retry gets the same answer as before
  if (!previous && of.part === null && isOther(input.displayed_total, bill)) return fail("price_changed");
  const isFree = of.part === null && bill.amount_minor === 0;
  if (!provider || isFree !== (input.provider === "free")) return fail("provider_not_offered");
  if (!isFree && !takes(input.provider, input.method)) return fail("provider_not_offered");
  const { providerCurrencies, installmentsFrom } = await appSettings(ctx);
  if (!isFree && !charges(input.provider, bill.currency, providerCurrencies)) return fail("provider_not_offered");
  const request = JSON.stringify([of.id, input.provider, input.method, ...(of.part ? [of.part] : [])]);

  if (previous && previousRequest !== request) return fail("idempotency_conflict");
  let payment: Started | undefined = previous ? await paymentById(ctx.db, previous.payment_id) : undefined;
  if (previous && !payment) throw new Error(`payment ${previous.payment_id} is gone`);
  if (!payment) {
    if (!purchase.open) return fail("not_payable");
    // before it is secured again; asked once more under the lock
    if (at_bank && input.second !== true) return fail("payment_at_bank");
    const how = { for: "payment" as const, method: input.method, bill, code: input.email_code };
    const attempt = { bill, credit: credit?.amount ?? 0, input, key, request };
    const written = await purchasable
      .secure(ctx, purchase, how, (tx, secured) => writePayment(ctx, tx, attempt, secured))
      .catch((error: unknown) => {
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
  if (!purchase.open) return fail("not_payable"); // dropped between a first try that opened nothing and this one
  // written by a first try that opened nothing, and since then its price was changed
  if (payment.amount !== bill.amount_minor) return fail("price_changed");
  const redirectUrl = await openAttempt(ctx, purchase, payment, {
    provider,
    method: input.method,
    months: paysInMonths({ amount_minor: payment.amount, currency: payment.currency }, installmentsFrom),
  });
  if (redirectUrl === null) return fail("provider_unavailable");
  if (isFree) await settlePayment(ctx, payment.id);
  return ok({ payment_id: payment.id, redirect_url: redirectUrl });
}

/** Opens an attempt that was written at its provider. Returns where it is paid; null where the provider doesn't answer. */
async function openAttempt(
  ctx: Context,
  purchase: Described,
  payment: Started,
  { provider, method, months }: { provider: PaymentProvider; method: StartPayment["method"]; months: boolean },
): Promise<string | null> {
  const pageAfter = (outcome: "returned" | "cancelled") => {
    const url = new URL(ctx.origin + purchase.path);
    url.searchParams.set("payment", outcome);
    return url.href;
  };
  const opened = await provider
    .createAttempt({
      paymentId: payment.id,
      bookingId: purchase.of.id,
      reference: purchase.reference,
      site: ctx.site,
      attempt: payment.attempt,
      money: { amount: payment.amount, currency: payment.currency },
      method,
      installments: months,
      description: purchase.text,
      customerEmail: purchase.email,
      locale: purchase.language,
      expiresAt: payment.expires_at,
      successUrl: pageAfter("returned"),
      cancelUrl: pageAfter("cancelled"),
    })
    .catch((error: Error) => log("warn", "payment.not_opened", { payment: payment.id, error: error.message }));
  if (!opened) return null;
  await markOpened(ctx.db, payment.id, opened);
  return opened.redirectUrl;
}

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

/** Writes the payment before the redirect, with the key that answers a retry, where what it is for was secured. */
async function writePayment(
  ctx: Context,
  tx: Tx,
  { bill, credit, input, key, request }: AttemptInput,
  { locked, until: ends, price }: Secured,
) {
  const { id: purchase_id, part: part_id } = input.of;
  // its price was changed, or credit applied, removed or released, since it was read
  if (price !== bill.amount_minor + credit) return "price_changed" as const;
  if (part_id === null && ((await creditIn({ db: tx }, purchase_id))?.amount ?? 0) !== credit)
    return "price_changed" as const;
  const facts = await startingFacts(tx, { purchaseId: purchase_id, partId: part_id, key });
  if (facts.at_bank && input.second !== true) return "payment_at_bank" as const;
  if (facts.answer) return "key_taken" as const;
  const settings = await storedSettings({ db: ctx.db, tx });
  // the hold outlives the provider's session by a minute of clock skew (rule seats-5); a hold extended for a voucher doesn't
  // count
  const page = Math.min(ends.getTime(), ctx.now.getTime() + settings.holdLimitMinutes * 60_000);
  const expires_at = new Date(page - 60_000);
  const id = randomUUID();
  const { amount_minor: amount, currency } = bill;
  await keepStarted(tx, key, request, { payment_id: id });
  await insertPayment(tx, {
    id,
    purchase_id,
    part_id,
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
    subject: locked.subject,
    changes: { provider: [null, input.provider], amount: [null, amount] },
  });
  return { id, attempt: facts.attempt, amount, currency, expires_at, redirect_url: null };
}
