import type { Currency } from "#src/kernel/money.ts";
import type { About } from "#src/modules/ledger/post-entries.server.ts";
import type { Posting } from "#src/modules/ledger/rules/accounts.ts";

type Payment = {
  id: string;
  booking_id: string;
  provider: string;
  mode: string;
  amount: number;
  currency: Currency;
  charged_amount: number | null;
  charged_currency: string | null;
};

type Refund = { id: string; attempts: number; amount: number; currency: Currency };

/** The clearing account of what people pay back from elsewhere: no provider holds it. */
export const BY_HAND = "by_hand";

/** What a payment really brought, as far as that is known: what was asked for where its provider hasn't said. */
export const moneyOfPayment = (payment: Payment): { amount: number; currency: Currency } => ({
  amount: payment.charged_amount ?? payment.amount,
  currency: (payment.charged_currency ?? payment.currency) as Currency,
});

/** What moves of a payment's money are written under. */
export const aboutPayment = (payment: Payment, refund?: { id: string }): About => ({
  bookingId: payment.booking_id,
  paymentId: payment.id,
  refundId: refund?.id,
  provider: payment.provider,
  test: payment.mode === "sandbox",
});

/** Money of a payment is with its provider. */
export const captured = (paymentId: string, money: { amount: number; currency: Currency }): Posting => ({
  key: `payment:${paymentId}:captured`,
  kind: "captured",
  ...money,
});

/** A refund is to be made; so much of it takes a sale back. */
export const promised = ({ id, amount, currency }: Omit<Refund, "attempts">, takenBack: number): Posting[] => [
  { key: `refund:${id}:taken_back`, kind: "sale_taken_back", amount: takenBack, currency },
  { key: `refund:${id}:promised`, kind: "refund_promised", amount, currency },
];

/** The present try of a refund has gone through. */
export const refunded = ({ id, attempts, amount, currency }: Refund): Posting => ({
  key: `refund:${id}:${attempts}:refunded`,
  kind: "refunded",
  amount,
  currency,
});

/** A refund that had gone through came back. */
export const returned = ({ id, attempts, amount, currency }: Refund): Posting => ({
  key: `refund:${id}:${attempts}:returned`,
  kind: "refund_returned",
  amount,
  currency,
});

type Money = { amount: number; currency: Currency };

/** The bank has taken a disputed payment's money. */
export const chargedBack = (disputeId: string, money: Money): Posting => ({
  key: `dispute:${disputeId}:charged_back`,
  kind: "charged_back",
  ...money,
});

/** The dispute was won: the money is back. */
export const chargeBackReturned = (disputeId: string, money: Money): Posting => ({
  key: `dispute:${disputeId}:returned`,
  kind: "charge_back_returned",
  ...money,
});

/** The dispute was lost: so much of a sale brought nothing. */
export const lostToDispute = (disputeId: string, money: Money): Posting => ({
  key: `dispute:${disputeId}:lost`,
  kind: "sale_taken_back",
  ...money,
});

/** So much of a refund isn't made after all: what it was for went back another way, which is named. */
export const dropped = (
  { id, currency }: { id: string; currency: Currency },
  { amount, instead }: { amount: number; instead: string },
): Posting => ({ key: `refund:${id}:dropped:${instead}`, kind: "refund_dropped", amount, currency });
