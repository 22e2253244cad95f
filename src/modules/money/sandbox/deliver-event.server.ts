import { waitAfter } from "#src/modules/money/sandbox/rules/delivery.ts";
import { SIGNATURE_HEADER, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";
import { DeliveryJob } from "#src/modules/money/sandbox/schema.ts";
import { countTry, eventById } from "#src/modules/money/sandbox/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import type { Settings } from "#src/platform/env.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { log } from "#src/platform/log.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";

export const WEBHOOK_SECRET = "sandbox-webhook";
const PATIENCE = 5000;

/**
 * Job: sends a message to the shop over HTTP. Without a 2xx answer, resends after 1 s, 5 s, 30 s, 2 min, 10 min and 1 h, signed
 * again each time. May deliver more than once, as any webhook.
 */
export async function deliverEvent(ctx: { db: Db; settings: Settings; now: Date }, payload: unknown): Promise<void> {
  const job = DeliveryJob.parse(payload);
  const event = await eventById(ctx.db, job.event);
  if (!event) return;
  const secret = await sharedSecret(ctx.db, WEBHOOK_SECRET);
  const signature = await signatureFor(secret, event.body, ctx.now);
  if (await arrives(`${ctx.settings.BASE_URL}/webhooks/sandbox`, event.body, signature))
    await countTry(ctx.db, event.id, ctx.now);
  else await tryAgainLater(ctx, job);
}

async function arrives(url: string, body: string, signature: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", [SIGNATURE_HEADER]: signature },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // refused, reset or too slow: all the same to a sender
  }
}

async function tryAgainLater(ctx: { db: Db; now: Date }, job: DeliveryJob): Promise<void> {
  const wait = waitAfter(job.attempt);
  await ctx.db.transaction().execute(async (tx) => {
    await countTry(tx, job.event, null);
    if (wait === null) return;
    const next = { ...job, attempt: job.attempt + 1 };
    const key = `sandbox:${job.event}:${job.copy}:${next.attempt}`; // this job may run twice
    await addJob(tx, "sandbox.deliver", next, { key, runAt: new Date(ctx.now.getTime() + wait) });
  });
  if (wait === null) log("warn", "sandbox.delivery_given_up", { message: job.event });
}
