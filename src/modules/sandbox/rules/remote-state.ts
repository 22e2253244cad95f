import type { Currency } from "#src/kernel/money.ts";
import type { SessionState } from "#src/modules/sandbox/rules/outcome.ts";
import type { RemoteState } from "#src/platform/payment-provider.server.ts";

type Session = { state: string; currency: string; charged_amount: number | null; failure_reason: string | null };

/** A session as the shop is told of it. */
export function remoteState(session: Session): RemoteState {
  const state = session.state as SessionState;
  if (state === "open" || state === "pending") return { status: state };
  if (state !== "paid") return { status: state, reason: session.failure_reason ?? state };
  // the table's own check: a paid session has an amount
  return { status: "paid", money: { amount: session.charged_amount!, currency: session.currency as Currency } };
}
