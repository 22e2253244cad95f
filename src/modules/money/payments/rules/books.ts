import type { Currency } from "#src/kernel/money.ts";
import type { About } from "#src/modules/base/ledger/post-entries.server.ts";
import type { Posting } from "#src/modules/base/ledger/rules/accounts.ts";
import { isPractice } from "#src/modules/base/settings/rules/practice.ts";

type Payment = {
  id: string;
  purchase_id: string;
  provider: string;
  mode: string;
  amount: number;
  currency: Currency;
  charged_amount: number | null;
  charged_currency: string | null;
};

type Refund = { id: string; attempts: number; amount: number; currency: Currency };

/** The clearing account of refunds paid by hand: no provider holds it. */
export const BY_HAND = "by_hand";

/** The clearing account of a refund that staff recorded: what goes back on a card comes off what the terminal's bank owes us. */
export const holderOfHandRefund = ({ provider }: Pick<Payment, "provider">): string =>
  provider === "terminal" ? provider : BY_HAND;

/** The money a payment brought, or the amount asked for until its provider reports it. */
export const moneyOfPayment = (payment: Payment): { amount: number; currency: Currency } => ({
  amount: payment.charged_amount ?? payment.amount,
  currency: (payment.charged_currency ?? payment.currency) as Currency,
});

/** The references under which a payment's ledger entries are posted. */
export const aboutPayment = (payment: Payment, refund?: { id: string }): About => ({
  purchaseId: payment.purchase_id,
  paymentId: payment.id,
  refundId: refund?.id,
  provider: payment.provider,
  test: isPractice(payment.mode),
});

/** The provider has received a payment's money. */
export const captured = (paymentId: string, money: { amount: number; currency: Currency }): Posting => ({
  key: `payment:${paymentId}:captured`,
  kind: "captured",
  ...money,
});

/** A refund undoes so much of a sale. */
export const takenOff = ({ id, currency }: Pick<Refund, "id" | "currency">, amount: number): Posting => ({
  key: `refund:${id}:taken_back`,
  kind: "sale_taken_back",
  amount,
  currency,
});

/** A refund is due; `takenBack` of it undoes a sale. */
export const promised = ({ id, amount, currency }: Omit<Refund, "attempts">, takenBack: number): Posting[] => [
  takenOff({ id, currency }, takenBack),
  { key: `refund:${id}:promised`, kind: "refund_promised", amount, currency },
];

/** The current try of a refund succeeded. */
export const refunded = ({ id, attempts, amount, currency }: Refund): Posting => ({
  key: `refund:${id}:${attempts}:refunded`,
  kind: "refunded",
  amount,
  currency,
});

/** A refund that had succeeded came back. */
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

/** The dispute was lost: this much of a sale brought nothing. */
export const lostToDispute = (disputeId: string, money: Money): Posting => ({
  key: `dispute:${disputeId}:lost`,
  kind: "sale_taken_back",
  ...money,
});

/** Part of a refund isn't made after all, because its money went back another way (`instead`). */
export const dropped = (
  { id, currency }: { id: string; currency: Currency },
  { amount, instead }: { amount: number; instead: string },
): Posting => ({ key: `refund:${id}:dropped:${instead}`, kind: "refund_dropped", amount, currency });
