import type { messageAnswered, messageReceived } from "#src/modules/site/messages/events.ts";
import { messageOf } from "#src/modules/site/messages/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Event handler: queues an email to the sender, in the language of the page they wrote on, that their message arrived, unless their
 * mailbox has had enough: anybody can type anybody's.
 */
export async function notifySender(
  ctx: Context,
  tx: Tx,
  { messageId }: ReturnType<typeof messageReceived>["payload"],
): Promise<void> {
  const message = await messageOf(ctx, messageId, tx);
  if (!message) throw new Error(`no message ${messageId} to confirm`);
  if (!(await mayMail(ctx, tx, "message_received", message.email))) return;
  await queueEmail(ctx, tx, {
    kind: "message_received",
    payload: { messageId },
    bookingId: null,
    dedupeKey: `message.${messageId}.received.1`,
    language: message.language === "es" ? "es" : "en",
    recipient: message.email,
  });
}

/** Event handler: queues staff's answer, in the message's language. */
export async function notifyAnswer(
  ctx: Context,
  tx: Tx,
  { messageId, answerId }: ReturnType<typeof messageAnswered>["payload"],
): Promise<void> {
  const message = await messageOf(ctx, messageId, tx);
  if (!message) throw new Error(`no message ${messageId} to answer`);
  await queueEmail(ctx, tx, {
    kind: "message_answered",
    payload: { messageId, answerId },
    bookingId: null,
    dedupeKey: `message.${messageId}.answer.${answerId}`,
    language: message.language === "es" ? "es" : "en",
    recipient: message.email,
  });
}
