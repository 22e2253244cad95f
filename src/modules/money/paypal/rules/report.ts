import { keptOf, moneyOf } from "#src/modules/money/paypal/rules/amount.ts";
import type { Dispute, Transaction } from "#src/modules/money/paypal/schema.ts";
import { isCurrency } from "#src/kernel/money.ts";
import type { DisputeState, Movement } from "#src/platform/payment-provider.server.ts";

/** Outcomes in which the payer gets the money (Disputes v1, `outcome_code`). */
const LOST: readonly string[] = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"];

/** The state of a dispute. If it ends in neither's favor, or PayPal pays it, we keep the money. */
export function disputeState({
  status,
  reason,
  dispute_amount: amount,
  dispute_outcome: outcome,
}: Dispute): DisputeState {
  const lost = LOST.includes(outcome?.outcome_code ?? "");
  return {
    state: status === "RESOLVED" ? (lost ? "lost" : "won") : "open",
    money: moneyOf(amount),
    reason: reason.toLowerCase(),
  };
}

/** The longest period of one PayPal report. */
const LONGEST_REPORT_MS = 31 * 24 * 3_600_000;

/** Splits a period into spans that one report can cover. */
export function reportSpans(from: Date, until: Date): { from: Date; until: Date }[] {
  const spans: { from: Date; until: Date }[] = [];
  for (let start = from.getTime(); start < until.getTime(); start += LONGEST_REPORT_MS)
    spans.push({ from: new Date(start), until: new Date(Math.min(start + LONGEST_REPORT_MS, until.getTime())) });
  return spans;
}

/** The code of refunds made by the seller; those PayPal makes after a dispute have other T11 codes. */
const REFUND_CODE = "T1107";
/** The codes of payments between accounts, which include checkout charges. */
const PAYMENT_CODE = /^T00/;

/**
 * A line of PayPal's report as a movement between a guest and us; null for anything else: fees, transfers, conversions, money
 * sent, pending or denied.
 */
export function movementOf(info: Transaction): Movement | null {
  if (info.transaction_status !== "S" || !isCurrency(info.transaction_amount.currency_code)) return null;
  const { amount, currency } = moneyOf(info.transaction_amount);
  const { transaction_event_code: code, transaction_id: externalId, paypal_reference_id: reference } = info;
  const common = { externalId, paymentId: null, at: new Date(info.transaction_initiation_date) };
  if (code === REFUND_CODE && amount < 0) {
    const chargeId = info.paypal_reference_id_type === "TXN" ? (reference ?? null) : null;
    return { ...common, kind: "refund", chargeId, money: { amount: -amount, currency } };
  }
  if (PAYMENT_CODE.test(code) && amount > 0)
    return {
      ...common,
      kind: "charge",
      chargeId: externalId,
      money: { amount, currency },
      fee: keptOf(info.fee_amount),
    };
  return null;
}
