import { staffWho } from "#src/modules/base/identity/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import type { tillCounted } from "#src/modules/evening/till/events.ts";

/** A till was counted: tells whom it names, in the language of their account, once per count. Who may sell no more gets none. */
export async function notifyTaker(
  ctx: Context,
  tx: Tx,
  { tillId, round, takerId }: ReturnType<typeof tillCounted>["payload"],
): Promise<void> {
  const taker = (await staffWho(ctx, "sales.door", tx)).find(({ id }) => id === takerId);
  if (!taker) return;
  const dedupeKey = `till.${tillId}.${round}.counted`;
  const to = { bookingId: null, dedupeKey, language: taker.language, recipient: taker.email };
  await queueEmail(ctx, tx, { kind: "till_to_take", payload: { userId: takerId, tillId, round }, ...to });
}
