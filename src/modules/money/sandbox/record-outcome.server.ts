import { fail, ok } from "#src/kernel/result.ts";
import { recordEvent } from "#src/modules/money/sandbox/record-event.server.ts";
import { chargedAmount, EFFECTS, voucherUntil } from "#src/modules/money/sandbox/rules/outcome.ts";
import type { OutcomeInput } from "#src/modules/money/sandbox/schema.ts";
import { disputeSession, moveSession, sessionAt, sessionById } from "#src/modules/money/sandbox/store.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

const DISPUTE_DELAY = 5000;

/**
 * Applies an outcome to a session and sends its message to the shop. Anyone with the session's id may: it is a secret, as on any
 * hosted page. Refusals: not_found, wrong_state {state}.
 */
export async function recordOutcome(ctx: { db: Db; now: Date }, sessionId: string, input: OutcomeInput) {
  return ctx.db.transaction().execute(async (tx) => {
    const session = await sessionAt(tx, sessionId, ctx.now);
    if (!session) return fail("not_found");
    const changed = await change(tx, session, input, ctx.now);
    if (!changed) return fail("wrong_state", { state: (await sessionById(tx, sessionId))!.state });
    const { delivery } = input;
    await recordEvent(tx, { session: session.id, type: EFFECTS[input.outcome].event, now: ctx.now, delivery });
    if (input.dispute && (await disputeSession(tx, session.id)))
      await recordEvent(tx, {
        session: session.id,
        type: "dispute.created",
        now: ctx.now,
        delivery,
        delay: DISPUTE_DELAY,
      });
    return ok({ session: changed });
  });
}

function change(
  tx: Tx,
  session: { id: string; method: string; amount: number; refunds_fail: boolean; voucher_until: Date | null },
  input: OutcomeInput,
  now: Date,
) {
  if (input.outcome === "dispute") return disputeSession(tx, session.id);
  const { from, to, failure = null } = EFFECTS[input.outcome];
  return moveSession(tx, session.id, from, {
    state: to,
    ...(to === "paid" ? { paid_at: now } : {}),
    charged_amount: chargedAmount(input.outcome, session.amount),
    failure_reason: failure,
    voucher_until: voucherUntil(session.method, input.outcome, now) ?? session.voucher_until,
    refunds_fail: session.refunds_fail || input.refunds_fail,
  });
}
