import { randomCode } from "#src/kernel/codes.ts";
import { type Delivery, PLANS } from "#src/modules/money/sandbox/rules/delivery.ts";
import type { EventType } from "#src/modules/money/sandbox/rules/outcome.ts";
import { addEvent } from "#src/modules/money/sandbox/store.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";

type Happening = { session: string; type: EventType; now: Date; delivery?: Delivery; delay?: number };

/** Records what happened to a session and schedules its messages (`delay` ms later), in the same transaction. */
export async function recordEvent(tx: Tx, { session, type, now, delivery = "normal", delay = 0 }: Happening) {
  const plan = PLANS[delivery];
  await record(tx, session, type, now, sendTimes(now, plan.event, delay));
  // only a payment with an earlier state can have messages out of order
  if (plan.older.length > 0 && type !== "payment.pending")
    await record(tx, session, "payment.pending", new Date(now.getTime() - 1000), sendTimes(now, plan.older, delay));
}

const sendTimes = (now: Date, waits: readonly number[], delay: number) =>
  waits.map((wait) => (wait + delay === 0 ? undefined : new Date(now.getTime() + wait + delay)));

async function record(tx: Tx, session: string, type: EventType, created: Date, sends: (Date | undefined)[]) {
  const id = `sbe_${randomCode(20)}`;
  const body = JSON.stringify({ id, type, session, created: Math.floor(created.getTime() / 1000) });
  await addEvent(tx, { id, session_id: session, type, body });
  for (const [i, runAt] of sends.entries())
    await addJob(tx, "sandbox.deliver", { event: id, copy: i + 1, attempt: 1 }, { runAt });
}
