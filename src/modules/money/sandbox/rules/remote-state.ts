import type { Currency } from "#src/kernel/money.ts";
import type { SessionState } from "#src/modules/money/sandbox/rules/outcome.ts";
import type { EventTopic, ProviderEvent, RemoteState } from "#src/platform/payment-provider.server.ts";

type Session = {
  id: string;
  state: string;
  currency: string;
  charged_amount: number | null;
  failure_reason: string | null;
  voucher_until: Date | null;
};

/** A session's state as reported to the shop. */
export function remoteState(session: Session): RemoteState {
  const state = session.state as SessionState;
  if (state === "open") return { status: "open" };
  if (state === "pending")
    return session.voucher_until ? { status: "pending", until: session.voucher_until } : { status: "pending" };
  if (state !== "paid") return { status: state, reason: session.failure_reason ?? state };
  // a check constraint: a paid session has an amount
  return {
    status: "paid",
    money: { amount: session.charged_amount!, currency: session.currency as Currency },
    chargeId: session.id,
  };
}

/** A message's topic: the first part of its type. */
export const topicOf = (type: string): EventTopic => type.split(".")[0] as "payment" | "refund" | "dispute";

/** A message's references. A session is its own charge here, and its own dispute. */
export const refsOf = ({ type, session }: { type: string; session: string }): ProviderEvent["refs"] =>
  topicOf(type) === "dispute" ? { externalId: session, disputeId: session } : { externalId: session };
