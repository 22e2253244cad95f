import { type Dispute, type Happened, newId } from "#tests/mocks/stripe/objects.ts";
import { missing } from "#tests/mocks/stripe/refusal.ts";
import type { Sessions } from "#tests/mocks/stripe/sessions.ts";

type Book = { now: () => number; happened: Happened; sessions: Sessions };

/** Disputes of charges, and fraud warnings. */
export function openDisputes({ now, happened, sessions }: Book) {
  const disputes = new Map<string, Dispute>();

  /** The cardholder disputes a charge. */
  function isDisputed(intent: string, amount?: number): Dispute {
    const charge = sessions.chargeOf(intent);
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

  function disputeNamed(id: string): Dispute {
    const found = disputes.get(id);
    if (!found) throw missing("dispute", id);
    return found;
  }

  function disputeBecomes(id: string, status: "under_review" | "won" | "lost"): void {
    const found = disputeNamed(id);
    if (found.status === "won" || found.status === "lost") throw new Error(`dispute ${id} is ${found.status}`);
    found.status = status;
    happened(status === "under_review" ? "charge.dispute.updated" : "charge.dispute.closed", found);
    if (status === "won") sessions.charge(found.charge)!.disputed = false;
  }

  /** The card's issuer suspects fraud. */
  function warns(intent: string): void {
    const charge = sessions.chargeOf(intent);
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

  return {
    isDisputed,
    listDisputes: () => [...disputes.values()].toReversed(),
    dispute: disputeNamed,
    disputeBecomes,
    warns,
  };
}
