import { MAX_TRIES, STUCK_MS } from "#src/modules/notifications/rules/delivery.ts";
import { addSending, overdueEmails, requeueStuck } from "#src/modules/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Job: requeues emails whose worker died while sending, and re-adds lost jobs. Idempotent. */
export async function requeueStuckEmails(ctx: Context): Promise<void> {
  const before = new Date(ctx.now.getTime() - STUCK_MS);
  await ctx.db.transaction().execute(async (tx) => {
    const stuck = await requeueStuck(tx, before, MAX_TRIES);
    const waiting = [...stuck.filter((email) => email.status === "retry"), ...(await overdueEmails(tx, before))];
    await addSending(
      tx,
      waiting.map(({ id }) => id),
    );
  });
}
