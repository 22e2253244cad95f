import type Stripe from "stripe";
import { dateIn } from "#src/kernel/local-time.ts";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import type { Attempt } from "#src/platform/payment-provider.server.ts";

type Params = Stripe.Checkout.SessionCreateParams;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// Link appears beside cards wherever Stripe offers it: this list only filters what the account, payer and currency allow
const CARDS = ["card", "link"];

/** Stripe's types of each payment method. Wallets are cards on Stripe's page: which one the guest chose here is only recorded. */
const TYPES: Partial<Record<PayMethod, string[]>> = {
  card: CARDS,
  apple_pay: CARDS,
  google_pay: CARDS,
  oxxo: ["oxxo"],
  spei: ["customer_balance"],
};

/** Whether a payment method goes through Stripe. */
export const isPaidHere = (method: PayMethod): boolean => TYPES[method] !== undefined;

/**
 * The parameters of an attempt's hosted page in Stripe's API (rule payments-12). Their enums are open types, so only tests catch a
 * wrong value. `customer`: who transfers (SPEI), known to Stripe before.
 */
export function sessionParams(attempt: Attempt, now: Date, customer?: string): Params {
  const { bookingId, paymentId, site, money } = attempt;
  const metadata = { booking: bookingId, attempt: String(attempt.attempt), site, payment: paymentId };
  return {
    mode: "payment",
    ui_mode: "hosted_page",
    submit_type: "book",
    locale: attempt.locale === "es" ? "es-419" : "en",
    client_reference_id: bookingId,
    ...(customer ? { customer } : attempt.customerEmail === "" ? {} : { customer_email: attempt.customerEmail }),
    // one line for the whole total: rounding parts separately would drift from it
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: money.currency.toLowerCase(),
          unit_amount: money.amount, // all our currencies have two minor digits, as at Stripe
          product_data: { name: attempt.description },
        },
      },
    ],
    metadata: { ...metadata, method: attempt.method, ...payBy(attempt) },
    payment_intent_data: { description: attempt.description, metadata },
    // the guest agreed to a total in one currency; Stripe must not offer another
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: TYPES[attempt.method]!,
    ...methodOptions(attempt, now),
    expires_at: pageEnd(attempt.expiresAt, now),
    success_url: attempt.successUrl,
    cancel_url: attempt.cancelUrl,
  };
}

const TRANSFER_MS = 48 * HOUR;

/** Until when a transfer is waited for, in Unix seconds: Stripe itself would wait forever. */
const payBy = ({ method, expiresAt }: Attempt): { pay_by?: string } =>
  method === "spei" ? { pay_by: String(Math.floor((expiresAt.getTime() + TRANSFER_MS) / SECOND)) } : {};

function methodOptions(
  { method, installments, expiresAt }: Attempt,
  now: Date,
): Pick<Params, "payment_method_options"> {
  if (method === "oxxo")
    return { payment_method_options: { oxxo: { expires_after_days: voucherDays(expiresAt, now) } } };
  if (method === "spei") {
    const transfer = { funding_type: "bank_transfer", bank_transfer: { type: "mx_bank_transfer" } } as const;
    return { payment_method_options: { customer_balance: transfer } };
  }
  return installments ? { payment_method_options: { card: { installments: { enabled: true } } } } : {};
}

// Stripe refuses less than 30 min and more than 24 h, both by its own clock when the request arrives
const SHORTEST = 30 * MINUTE + 10 * SECOND;
const LONGEST = 24 * HOUR - 10 * SECOND;

/** Where the limits decide, the page closes on a multiple of this: a retry within it sends the same parameters. */
export const PAGE_STEP = 5 * MINUTE;

/**
 * When the page closes, in Unix seconds: a minute after the attempt ends, which is when its hold does, within Stripe's limits.
 * Between those the result doesn't depend on `now`, and at them only by steps (`PAGE_STEP`), so that a retry sends the same parameters.
 */
export function pageEnd(expiresAt: Date, now: Date): number {
  const end = expiresAt.getTime() + MINUTE;
  const earliest = Math.ceil((now.getTime() + SHORTEST) / PAGE_STEP) * PAGE_STEP;
  const latest = Math.floor((now.getTime() + LONGEST) / PAGE_STEP) * PAGE_STEP;
  if (end < now.getTime() + SHORTEST) return earliest / SECOND;
  return Math.ceil(Math.min(end, latest) / SECOND);
}

// vouchers end at 23:59 there, whatever the site's time zone
const VOUCHER_ZONE = "America/Mexico_City";

/** Whole days a voucher can be paid, 1 to 7: its last day ends before the attempt does. */
export function voucherDays(expiresAt: Date, now: Date): number {
  const day = (at: Date) => Temporal.PlainDate.from(dateIn(at, VOUCHER_ZONE));
  const { days } = day(now).until(day(new Date(expiresAt.getTime() + MINUTE)));
  return Math.min(Math.max(days - 1, 1), 7);
}
