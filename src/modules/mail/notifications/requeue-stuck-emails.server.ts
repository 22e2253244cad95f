import { MAX_TRIES, STUCK_MS, unsure } from "#src/modules/mail/notifications/rules/delivery.ts";
import {
  addSending,
  brokenOff,
  endTry,
  overdueEmails,
  requeueStuck,
} from "#src/modules/mail/notifications/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { eachInTurn } from "#src/platform/each-in-turn.server.ts";

/** Job: requeues emails whose worker died while sending, closes those that were handed over, re-adds lost jobs. Idempotent. */
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
  const handedOver = await brokenOff(ctx.db, { before });
  const naming = { event: "email.not_closed", about: ({ id }: (typeof handedOver)[number]) => ({ email: id }) };
  await eachInTurn(handedOver, naming, (email) => endTry(ctx.db, email, unsure(email)));
}
