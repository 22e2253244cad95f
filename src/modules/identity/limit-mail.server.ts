import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Emails of one kind to one address per hour, so that nobody can flood somebody else's mailbox. */
const EMAIL_LIMIT: Limit = { max: 5, seconds: 3600 };

/**
 * Whether an email for this event may still go to this mailbox, and counts it, in the caller's transaction: whoever holds one of the
 * pool's connections must not wait for another. The caller's response must not reveal it.
 */
export const mayMail = ({ secret, now }: Pick<Context, "secret" | "now">, tx: Tx, event: string, mailbox: string) =>
  mayUse(statementsOf(tx), [`mail:${event}:${sign(secret, "mailbox", mailbox.toLowerCase())}`], EMAIL_LIMIT, now);
