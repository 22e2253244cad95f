import { randomBytes } from "node:crypto";
import type { z } from "zod";
import type { CreateRefund, CreateSession, Range } from "#tests/mocks/stripe/parameters.ts";
import { missing, Refusal } from "#tests/mocks/stripe/refusal.ts";

export const API_VERSION = "2026-10-28.endive";

type Metadata = Record<string, string>;
export type Session = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  payment_intent: string | null;
  amount_total: number;
  currency: string;
  locale: string;
  metadata: Metadata;
  allowed_payment_method_types: string[];
  success_url: string;
  cancel_url: string | null;
  expires_at: number;
  url: string | null;
} & Record<string, unknown>;
export type Intent = {
  id: string;
  object: "payment_intent";
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Metadata;
  next_action: { type: string; oxxo_display_details: Record<string, unknown> } | null;
  last_payment_error: { code: string; decline_code: string } | null;
  latest_charge: string | null;
} & Record<string, unknown>;
export type Charge = {
  id: string;
  object: "charge";
  status: "succeeded" | "failed";
  captured: boolean;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  created: number;
  disputed: boolean;
  metadata: Metadata;
  payment_intent: string;
  payment_method_details: { type: string };
} & Record<string, unknown>;
export type Refund = {
  id: string;
  object: "refund";
  status: "pending" | "requires_action" | "succeeded" | "failed" | "canceled";
  pending_reason?: string;
  failure_reason?: string;
  amount: number;
  currency: string;
  created: number;
  charge: string;
  payment_intent: string;
  metadata: Metadata;
};
export type Dispute = {
  id: string;
  object: "dispute";
  status: string;
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  created: number;
};
export type Happened = (type: string, object: object) => void;

const HALF_HOUR = 30 * 60;
const DAY = 24 * 3600;
const LEAST: Record<string, number> = { mxn: 1000, usd: 50, eur: 50, gbp: 30, cad: 50 };
// as Stripe's own, by the card that was tried
export const DECLINES = ["card_declined", "insufficient_funds"] as const;
export type Decline = (typeof DECLINES)[number];

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/**
 * What Stripe keeps for a merchant, and what can happen there. Every change announces the message that Stripe sends of it; changes
 * that its documentation doesn't allow are refused.
 */
export function openAccount({ clock, origin, happened }: { clock: () => Date; origin: string; happened: Happened }) {
  const sessions = new Map<string, Session>();
  /** what of a session isn't told again: the line's name and the data for its intent */
  const plans = new Map<string, { name: string; intent: { description?: string | undefined; metadata: Metadata } }>();
  const intents = new Map<string, Intent>();
  const charges = new Map<string, Charge>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  /** what becomes of refunds that are asked for from now on */
  const refunding: { becomes: "succeeded" | "pending" | "insufficient_funds"; refuses: string | null } = {
    becomes: "succeeded",
    refuses: null,
  };
  const now = () => Math.floor(clock().getTime() / 1000);

  function createSession(asked: z.infer<typeof CreateSession>): Session {
    const { line_items, expand: _, payment_intent_data, ...rest } = asked;
    const currencies = new Set(line_items.map((line) => line.price_data.currency));
    if (currencies.size > 1) throw new Refusal("All line items must have the same currency.", { param: "line_items" });
    const currency = line_items[0]!.price_data.currency;
    const total = line_items.reduce((sum, line) => sum + line.quantity * line.price_data.unit_amount, 0);
    if (total < LEAST[currency]!)
      throw new Refusal("The Checkout Session's total amount must convert to at least 50 cents.", {
        code: "amount_too_small",
      });
    const ends = asked.expires_at ?? now() + DAY;
    if (ends < now() + HALF_HOUR)
      throw new Refusal("The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.", {
        param: "expires_at",
      });
    if (ends > now() + DAY)
      throw new Refusal("The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.", {
        param: "expires_at",
      });
    const types = (asked.allowed_payment_method_types ?? ["card"]).filter(
      (type) => type !== "oxxo" || (currency === "mxn" && total <= 1_000_000),
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
      cancel_url: asked.cancel_url ?? null,
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

  /** A session as it is now: one whose time is over has expired. */
  function session(id: string): Session {
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
    const found = session(id);
    if (found.status !== "open")
      throw new Refusal(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${found.status}\`.`,
      );
    close(found);
    return found;
  }

  function openFor(id: string, type: string): Session {
    const found = session(id);
    if (found.status !== "open") throw new Error(`the page of ${id} is ${found.status}`);
    if (!found.allowed_payment_method_types.includes(type)) throw new Error(`${type} is not offered on ${id}`);
    return found;
  }

  function intentOf(found: Session): Intent {
    const known = found.payment_intent && intents.get(found.payment_intent);
    if (known) return known;
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

  /** The guest's card is good. `wrong` charges something else than was asked for, which Stripe never does. */
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

  /** The bank says no: the page stays open for another card. */
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

  /** The guest takes a voucher along: the page is done, the money is not there. */
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

  function voucherOf(id: string): [Session, Intent] {
    const found = session(id);
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

  function createRefund(asked: z.infer<typeof CreateRefund>): Refund {
    if (!asked.payment_intent === !asked.charge)
      throw new Refusal("You must provide one of: charge, payment_intent.", {
        code: "parameter_missing",
        param: "payment_intent",
      });
    const charge = asked.payment_intent ? chargeOf(asked.payment_intent) : charges.get(asked.charge!);
    if (!charge) throw missing("charge", asked.charge!);
    if (refunding.refuses)
      throw new Refusal(`This charge can't be refunded: ${refunding.refuses}`, { code: refunding.refuses });
    if (charge.payment_method_details.type === "oxxo")
      throw new Refusal("Refunds are not supported for this payment method.", { code: "charge_not_refundable" });
    if (charge.disputed)
      throw new Refusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
        code: "charge_disputed",
      });
    const left = charge.amount_captured - charge.amount_refunded;
    if (left === 0)
      throw new Refusal(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
    const amount = asked.amount ?? left;
    if (amount < 1)
      throw new Refusal("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
    if (amount > left)
      throw new Refusal(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: "amount",
      });
    charge.amount_refunded += amount;
    const { becomes } = refunding;
    const made: Refund = {
      id: newId("re"),
      object: "refund",
      status: becomes === "succeeded" ? "succeeded" : "pending",
      ...(becomes === "succeeded"
        ? {}
        : { pending_reason: becomes === "pending" ? "processing" : "insufficient_funds" }),
      amount,
      currency: charge.currency,
      created: now(),
      charge: charge.id,
      payment_intent: charge.payment_intent,
      metadata: asked.metadata,
    };
    refunds.set(made.id, made);
    happened("refund.created", made);
    return made;
  }

  function refund(id: string): Refund {
    const found = refunds.get(id);
    if (!found) throw missing("refund", id);
    return found;
  }

  /** A refund that waited arrives, or comes back from the guest's bank, even long after it had succeeded. */
  function refundBecomes(id: string, status: "succeeded" | "failed"): void {
    const found = refund(id);
    if (found.status === "failed" || (status === "succeeded" && found.status !== "pending"))
      throw new Error(`refund ${id} is ${found.status}`);
    delete found.pending_reason;
    found.status = status;
    if (status === "failed") {
      found.failure_reason = "expired_or_canceled_card";
      charges.get(found.charge)!.amount_refunded -= found.amount;
    }
    happened("refund.updated", found);
    if (status === "failed") happened("refund.failed", found);
  }

  /** The cardholder goes to their bank. */
  function isDisputed(intent: string, amount?: number): Dispute {
    const charge = chargeOf(intent);
    charge.disputed = true;
    const opened: Dispute = {
      id: newId("du"),
      object: "dispute",
      status: "needs_response",
      amount: amount ?? charge.amount_captured,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intent,
      reason: "fraudulent",
      created: now(),
    };
    disputes.set(opened.id, opened);
    happened("charge.dispute.created", opened);
    return opened;
  }

  function dispute(id: string): Dispute {
    const found = disputes.get(id);
    if (!found) throw missing("dispute", id);
    return found;
  }

  function disputeBecomes(id: string, status: "under_review" | "won" | "lost"): void {
    const found = dispute(id);
    if (found.status === "won" || found.status === "lost") throw new Error(`dispute ${id} is ${found.status}`);
    found.status = status;
    happened(status === "under_review" ? "charge.dispute.updated" : "charge.dispute.closed", found);
    if (status === "won") charges.get(found.charge)!.disputed = false;
  }

  /** The card's issuer suspects fraud. */
  function warns(intent: string): void {
    const charge = chargeOf(intent);
    happened("radar.early_fraud_warning.created", {
      id: newId("issfr"),
      object: "radar.early_fraud_warning",
      actionable: true,
      charge: charge.id,
      payment_intent: intent,
      fraud_type: "made_with_stolen_card",
      created: now(),
    });
  }

  const within = (created: number, { gt, gte, lt, lte }: Range = {}) =>
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte);

  return {
    refunding,
    createSession,
    session,
    expireSession,
    intent: (id: string) => intents.get(id),
    nameOn: (id: string) => plans.get(id)?.name ?? "",
    pays,
    declines,
    takesVoucher,
    voucherIsPaid,
    voucherLapses,
    createRefund,
    refund,
    refundBecomes,
    isDisputed,
    dispute,
    disputeBecomes,
    warns,
    /** Newest first, as Stripe lists. */
    listRefunds: (of: {
      payment_intent?: string | undefined;
      charge?: string | undefined;
      created?: Range | undefined;
    }) =>
      Array.from(refunds.values())
        .toReversed()
        .filter(
          (one) =>
            (!of.payment_intent || one.payment_intent === of.payment_intent) &&
            (!of.charge || one.charge === of.charge) &&
            within(one.created, of.created),
        ),
    listCharges: (of: { payment_intent?: string | undefined; created?: Range | undefined }) =>
      Array.from(charges.values())
        .toReversed()
        .filter(
          (one) => (!of.payment_intent || one.payment_intent === of.payment_intent) && within(one.created, of.created),
        ),
  };
}
export type Account = ReturnType<typeof openAccount>;
