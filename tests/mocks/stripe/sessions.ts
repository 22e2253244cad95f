import type { z } from "zod";
import {
  type Charge,
  type Customer,
  type Happened,
  type Intent,
  type Metadata,
  newId,
  type Session,
} from "#tests/mocks/stripe/objects.ts";
import type { CreateCustomer, CreateSession, Range } from "#tests/mocks/stripe/parameters.ts";
import { missing, Refusal } from "#tests/mocks/stripe/refusal.ts";

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3600;
const LEAST: Record<string, number> = { mxn: 1000, usd: 50, eur: 50, gbp: 30, cad: 50 };
// as Stripe's own, by the card that was tried
export const DECLINES = ["card_declined", "insufficient_funds"] as const;
export type Decline = (typeof DECLINES)[number];

type Book = { now: () => number; origin: string; happened: Happened };

/** Hosted pages and their payments. A page is open, then complete or expired; its intent exists once a payment was tried. */
export function openSessions({ now, origin, happened }: Book) {
  const sessions = new Map<string, Session>();
  /** parts of a session not in its object: the line's name and the data for its intent */
  const plans = new Map<string, { name: string; intent: { description?: string | undefined; metadata: Metadata } }>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const customers = new Map<string, Customer>();
  /** what a customer has transferred and no payment took */
  const cash = new Map<string, number>();

  function createSession(input: z.infer<typeof CreateSession>): Session {
    const { line_items, expand: _, payment_intent_data, ...rest } = input;
    const currencies = new Set(line_items.map((line) => line.price_data.currency));
    if (currencies.size > 1) throw new Refusal("All line items must have the same currency.", { param: "line_items" });
    const currency = line_items[0]!.price_data.currency;
    const total = line_items.reduce((sum, line) => sum + line.quantity * line.price_data.unit_amount, 0);
    if (total < LEAST[currency]!)
      throw new Refusal("The Checkout Session's total amount must convert to at least 50 cents.", {
        code: "amount_too_small",
      });
    if (input.payment_method_options?.card?.installments?.enabled && currency !== "mxn")
      throw new Refusal("Installments are only supported in mxn.", {
        param: "payment_method_options[card][installments][enabled]",
      });
    if (input.customer && input.customer_email)
      throw new Refusal("You may only specify one of these parameters: customer, customer_email.");
    if (input.customer && !customers.has(input.customer))
      throw new Refusal(`No such customer: '${input.customer}'`, { code: "resource_missing", param: "customer" });
    const isTransfer = input.allowed_payment_method_types?.includes("customer_balance");
    if (isTransfer && !input.customer)
      throw new Refusal("A customer is required to use customer_balance.", { param: "customer" });
    if (isTransfer && !input.payment_method_options?.customer_balance)
      throw new Refusal("customer_balance needs payment_method_options.", { param: "payment_method_options" });
    const ends = input.expires_at ?? now() + DAY;
    if (ends < now() + HALF_HOUR)
      throw new Refusal("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
        param: "expires_at",
      });
    if (ends > now() + DAY)
      throw new Refusal("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
        param: "expires_at",
      });
    const types = (input.allowed_payment_method_types ?? ["card"]).filter(
      (type) =>
        (type !== "oxxo" || (currency === "mxn" && total <= 1_000_000)) &&
        (type !== "customer_balance" || currency === "mxn"),
    );
    if (types.length === 0) throw new Refusal("No valid payment method types for this Checkout Session.");
    const id = newId("cs_test");
    const session: Session = {
      ...rest,
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_subtotal: total,
      amount_total: total,
      currency,
      created: now(),
      livemode: false,
      allowed_payment_method_types: types,
      payment_method_types: types,
      cancel_url: input.cancel_url ?? null,
      expires_at: ends,
      url: `${origin}/c/pay/${id}`,
    };
    sessions.set(id, session);
    plans.set(id, {
      name: line_items.map((line) => line.price_data.product_data.name).join(", "),
      intent: payment_intent_data ?? { metadata: {} },
    });
    return session;
  }

  /** A session in its current state; expires it if its time is over. */
  function sessionNamed(id: string): Session {
    const found = sessions.get(id);
    if (!found) throw missing("checkout.session", id);
    if (found.status === "open" && found.expires_at <= now()) close(found);
    return found;
  }

  function close(found: Session): void {
    Object.assign(found, { status: "expired", url: null });
    happened("checkout.session.expired", found);
  }

  function expireSession(id: string): Session {
    const found = sessionNamed(id);
    if (found.status !== "open")
      throw new Refusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${found.status}\`.`,
      );
    close(found);
    return found;
  }

  function openFor(id: string, type: string): Session {
    const found = sessionNamed(id);
    if (found.status !== "open") throw new Error(`the page of ${id} is ${found.status}`);
    if (!found.allowed_payment_method_types.includes(type)) throw new Error(`${type} is not offered on ${id}`);
    return found;
  }

  function intentOf(found: Session): Intent {
    const existing = found.payment_intent && intents.get(found.payment_intent);
    if (existing) return existing;
    const data = plans.get(found.id)!.intent;
    const intent: Intent = {
      id: newId("pi"),
      object: "payment_intent",
      status: "requires_payment_method",
      amount: found.amount_total,
      amount_received: 0,
      currency: found.currency,
      created: now(),
      description: data.description ?? null,
      metadata: data.metadata,
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      cancellation_reason: null,
    };
    intents.set(intent.id, intent);
    found.payment_intent = intent.id;
    return intent;
  }

  function take(intent: Intent, type: string): void {
    const charge: Charge = {
      id: newId("ch"),
      object: "charge",
      status: "succeeded",
      captured: true,
      paid: true,
      amount: intent.amount,
      amount_captured: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      created: now(),
      disputed: false,
      metadata: { ...intent.metadata },
      payment_intent: intent.id,
      payment_method_details: { type },
    };
    charges.set(charge.id, charge);
    Object.assign(intent, {
      status: "succeeded",
      amount_received: intent.amount,
      latest_charge: charge.id,
      next_action: null,
    });
    happened("payment_intent.succeeded", intent);
    happened("charge.succeeded", charge);
  }

  /** The guest's card succeeds. `wrong` charges a different amount or currency, which Stripe never does. */
  function pays(id: string, wrong: { amount?: number; currency?: string } = {}): Session {
    const found = openFor(id, "card");
    Object.assign(
      found,
      wrong.amount === undefined ? {} : { amount_total: wrong.amount },
      wrong.currency === undefined ? {} : { currency: wrong.currency },
    );
    take(intentOf(found), "card");
    Object.assign(found, { status: "complete", payment_status: "paid", url: null });
    happened("checkout.session.completed", found);
    return found;
  }

  /** The bank declines: the page stays open for another card. */
  function declines(id: string, why: Decline = "card_declined"): Session {
    const found = openFor(id, "card");
    const intent = intentOf(found);
    intent.last_payment_error = {
      code: "card_declined",
      decline_code: why === "card_declined" ? "generic_decline" : why,
    };
    happened("payment_intent.payment_failed", intent);
    return found;
  }

  /** The guest takes a voucher: the page is complete, but unpaid. */
  function takesVoucher(id: string): Session {
    const found = openFor(id, "oxxo");
    const intent = intentOf(found);
    const options = found["payment_method_options"] as { oxxo?: { expires_after_days?: number } } | undefined;
    const days = options?.oxxo?.expires_after_days ?? 5;
    Object.assign(intent, {
      status: "requires_action",
      next_action: {
        type: "oxxo_display_details",
        oxxo_display_details: {
          expires_after: now() + days * DAY,
          number: "12345678901234",
          hosted_voucher_url: `${origin}/voucher/${id}`,
        },
      },
    });
    Object.assign(found, { status: "complete", url: null });
    happened("payment_intent.requires_action", intent);
    happened("checkout.session.completed", found);
    return found;
  }

  function createCustomer({ email, metadata }: z.infer<typeof CreateCustomer>): Customer {
    const customer: Customer = { id: newId("cus"), object: "customer", email: email ?? null, created: now(), metadata };
    customers.set(customer.id, customer);
    cash.set(customer.id, 0);
    return customer;
  }

  /** The guest takes the account number: the page is complete, but unpaid. */
  function takesAccount(id: string): Session {
    const found = openFor(id, "customer_balance");
    const intent = intentOf(found);
    Object.assign(intent, {
      status: "requires_action",
      next_action: {
        type: "display_bank_transfer_instructions",
        display_bank_transfer_instructions: {
          type: "mx_bank_transfer",
          amount_remaining: intent.amount,
          currency: intent.currency,
          hosted_instructions_url: `${origin}/voucher/${id}`,
          reference: null,
        },
      },
    });
    Object.assign(found, { status: "complete", url: null });
    happened("payment_intent.requires_action", intent);
    happened("checkout.session.completed", found);
    return found;
  }

  /** Money arrives at a customer's account: it pays what is left, in part or whole; more stays with the customer. */
  function transfers(id: string, amount: number): void {
    const found = sessionNamed(id);
    const intent = found.payment_intent ? intents.get(found.payment_intent) : undefined;
    const instructions = intent?.next_action?.display_bank_transfer_instructions;
    if (!intent || !instructions) throw new Error(`${id} waits for no transfer`);
    const left = instructions.amount_remaining - amount;
    if (left > 0) {
      instructions.amount_remaining = left;
      happened("payment_intent.partially_funded", intent);
      return;
    }
    take(intent, "customer_balance");
    cash.set(found["customer"] as string, -left);
    found.payment_status = "paid";
    happened("checkout.session.async_payment_succeeded", found);
  }

  function cashOf(customer: string): object {
    const available = cash.get(customer);
    if (available === undefined) throw missing("customer", customer);
    return {
      object: "cash_balance",
      customer,
      available: available === 0 ? null : { mxn: available },
      livemode: false,
    };
  }

  function voucherOf(id: string): [Session, Intent] {
    const found = sessionNamed(id);
    const intent = found.payment_intent ? intents.get(found.payment_intent) : undefined;
    if (intent?.status !== "requires_action") throw new Error(`${id} has no voucher that can be paid`);
    return [found, intent];
  }

  function voucherIsPaid(id: string): void {
    const [found, intent] = voucherOf(id);
    take(intent, "oxxo");
    found.payment_status = "paid";
    happened("checkout.session.async_payment_succeeded", found);
  }

  function voucherLapses(id: string): void {
    const [found, intent] = voucherOf(id);
    Object.assign(intent, {
      status: "requires_payment_method",
      next_action: null,
      last_payment_error: { code: "payment_intent_payment_attempt_expired", decline_code: "" },
    });
    happened("payment_intent.payment_failed", intent);
    happened("checkout.session.async_payment_failed", found);
  }

  function chargeOf(intent: string): Charge {
    const found = intents.get(intent);
    if (!found)
      throw new Refusal(`No such payment_intent: '${intent}'`, {
        status: 404,
        code: "resource_missing",
        param: "payment_intent",
      });
    const charge = found.latest_charge ? charges.get(found.latest_charge) : undefined;
    if (!charge)
      throw new Refusal("This PaymentIntent does not have a successful charge to refund.", {
        code: "payment_intent_unexpected_state",
        param: "payment_intent",
      });
    return charge;
  }

  return {
    createSession,
    session: sessionNamed,
    expireSession,
    listSessions: () => Array.from(sessions.keys(), sessionNamed).toReversed(),
    intent: (id: string) => intents.get(id),
    nameOn: (id: string) => plans.get(id)?.name ?? "",
    pays,
    declines,
    takesVoucher,
    voucherIsPaid,
    voucherLapses,
    createCustomer,
    cashOf,
    takesAccount,
    transfers,
    chargeOf,
    charge: (id: string) => charges.get(id),
    /** Newest first, as in Stripe. */
    listCharges: (of: { payment_intent?: string | undefined; created?: Range | undefined }) =>
      Array.from(charges.values())
        .toReversed()
        .filter(
          (one) => (!of.payment_intent || one.payment_intent === of.payment_intent) && within(one.created, of.created),
        ),
  };
}
export type Sessions = ReturnType<typeof openSessions>;

/** Whether a time in Unix seconds is within a list's range filter. */
export const within = (created: number, { gt, gte, lt, lte }: Range = {}) =>
  (gt === undefined || created > gt) &&
  (gte === undefined || created >= gte) &&
  (lt === undefined || created < lt) &&
  (lte === undefined || created <= lte);
