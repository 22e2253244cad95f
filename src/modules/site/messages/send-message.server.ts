import { createHash } from "node:crypto";
import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { messageReceived } from "#src/modules/site/messages/events.ts";
import type { SendMessage } from "#src/modules/site/messages/schema.ts";
import { addMessage, hashOfForm } from "#src/modules/site/messages/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { type Act, mayDo, retryAfter } from "#src/platform/limit-strangers.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** Messages per hour: per address, which a hostel shares, per browser and per mailbox that gets the confirmation. */
export const MESSAGES: Act = {
  name: "contact",
  limit: { max: 10, seconds: 3600 },
  all: { brake: 200, most: 2000 },
};

/**
 * Stores a message to us and publishes it, in one transaction. Anyone may write, within the limit. `key` is the form's
 * idempotency key. `trap` is the honeypot field, which bots fill in, and occasionally a browser for its user: such a message is
 * stored as suspect, and nobody is notified until staff say that it isn't spam (`judge-message`). Refusals: too_many_attempts
 * {retry_after}, idempotency_conflict (another message under the same key).
 */
export async function sendMessage(
  ctx: Context,
  input: SendMessage,
  { key, trap = "" }: { key: string; trap?: string },
) {
  const { browser, userId } = ctx.actor;
  // the confirmation goes to whatever address was entered, which must not be flooded from many network addresses
  const mailbox = mailboxOf(input.email);
  if (!(await mayDo(ctx, MESSAGES, [{ who: mailbox }, { who: browser }])))
    return fail("too_many_attempts", { retry_after: retryAfter(ctx, MESSAGES) });
  const request_hash = hashOf(input);
  return ctx.db.transaction().execute(async (tx) => {
    const form_key = `${key}.${sign(ctx.secret, "mailbox", input.email.toLowerCase())}`;
    const is_suspect = trap !== "";
    const row = {
      ...input,
      form_key,
      request_hash,
      is_suspect,
      site_tag: ctx.site,
      user_id: userId,
      created_at: ctx.now,
    };
    const added = await addMessage(tx, row);
    if (!added) return (await hashOfForm(tx, form_key)) === request_hash ? ok({}) : fail("idempotency_conflict");
    await audit(tx, ctx, { action: "message.received", subject: ["message", added.id] });
    if (!is_suspect) await ctx.publish(ctx, tx, messageReceived({ messageId: added.id }));
    return ok({});
  });
}

const hashOf = (input: SendMessage) => createHash("sha256").update(JSON.stringify(input)).digest("base64url");

/** Sends a form's message: the same form submitted twice is one message; one edited after going back is another. */
export const submitMessage = (ctx: Context, input: SendMessage, { key, trap }: { key: string; trap: string }) =>
  sendMessage(ctx, input, { key: `${key}.${hashOf(input)}`, trap });
