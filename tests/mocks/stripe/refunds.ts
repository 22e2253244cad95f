import type { z } from "zod";
import { type Happened, newId, type Refund } from "#tests/mocks/stripe/objects.ts";
import type { CreateRefund, Range } from "#tests/mocks/stripe/parameters.ts";
import { missing, Refusal } from "#tests/mocks/stripe/refusal.ts";
import { type Sessions, within } from "#tests/mocks/stripe/sessions.ts";

type Book = { now: () => number; happened: Happened; sessions: Sessions };

/** Refunds of charges. `refunding` sets the status of new refunds, or the code with which all are refused. */
export function openRefunds({ now, happened, sessions }: Book) {
  const refunds = new Map<string, Refund>();
  const refunding: { becomes: "succeeded" | "pending" | "insufficient_funds"; refuses: string | null } = {
    becomes: "succeeded",
    refuses: null,
  };

  function createRefund(input: z.infer<typeof CreateRefund>): Refund {
    if (!input.payment_intent === !input.charge)
      throw new Refusal("You must provide one of: charge, payment_intent.", {
        code: "parameter_missing",
        param: "payment_intent",
      });
    const charge = input.payment_intent ? sessions.chargeOf(input.payment_intent) : sessions.charge(input.charge!);
    if (!charge) throw missing("charge", input.charge!);
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
    const amount = input.amount ?? left;
    if (amount < 1)
      throw new Refusal("Invalid positive integer", { code: "parameter_invalid_integer", param: "amount" });
    if (amount > left)
      throw new Refusal(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
        param: "amount",
      });
    charge.amount_refunded += amount;
    const { becomes } = refunding;
    const refund: Refund = {
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
      metadata: input.metadata,
    };
    refunds.set(refund.id, refund);
    happened("refund.created", refund);
    return refund;
  }

  function refundNamed(id: string): Refund {
    const found = refunds.get(id);
    if (!found) throw missing("refund", id);
    return found;
  }

  /** A pending refund succeeds, or is returned by the guest's bank, even long after it succeeded. */
  function refundBecomes(id: string, status: "succeeded" | "failed"): void {
    const found = refundNamed(id);
    if (found.status === "failed" || (status === "succeeded" && found.status !== "pending"))
      throw new Error(`refund ${id} is ${found.status}`);
    delete found.pending_reason;
    found.status = status;
    if (status === "failed") {
      found.failure_reason = "expired_or_canceled_card";
      sessions.charge(found.charge)!.amount_refunded -= found.amount;
    }
    happened("refund.updated", found);
    if (status === "failed") happened("refund.failed", found);
  }

  return {
    refunding,
    createRefund,
    refund: refundNamed,
    refundBecomes,
    /** Newest first, as in Stripe. */
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
  };
}
