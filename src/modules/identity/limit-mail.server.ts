import type { Context } from "#src/platform/context.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** Emails of one kind to one address per hour, so that nobody can flood somebody else's mailbox. */
const EMAIL_LIMIT: Limit = { max: 5, seconds: 3600 };

/** Whether an email for this event may still go to this mailbox, and counts it. The caller's response must not reveal it. */
export const mayMail = (ctx: Pick<Context, "pool" | "secret" | "now">, event: string, mailbox: string) =>
  mayUse(ctx.pool, [`mail:${event}:${sign(ctx.secret, `mailbox:${mailbox.toLowerCase()}`)}`], EMAIL_LIMIT, ctx.now);
