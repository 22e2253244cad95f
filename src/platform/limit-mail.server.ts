import { mailboxOf } from "#src/kernel/mailbox.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { type Act, mayDo, retryAfter, takeBack } from "#src/platform/limit-strangers.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";
import { sign } from "#src/platform/secrets.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

/** Emails of one kind to one mailbox per hour, so that nobody can flood somebody else's. */
const OF_A_KIND: Limit = { max: 5, seconds: 3600 };

/** The same for all kinds together: more, or somebody who has us send one kind would block another that the mailbox's owner needs. */
const OF_ALL_KINDS = 15;

/**
 * Whether an email that anybody can have us send, of this kind, may still go to the mailbox behind this address, and counts it, in the
 * caller's transaction: whoever holds one of the pool's connections must not wait for another. The caller's response must not reveal
 * it.
 */
export function mayMail(
  { secret, now }: Pick<Context, "secret" | "now">,
  tx: Tx,
  kind: string,
  email: string,
): Promise<boolean> {
  const mailbox = sign(secret, "mailbox", mailboxOf(email));
  const all = { key: `mail:${mailbox}`, max: OF_ALL_KINDS };
  return mayUse(statementsOf(tx), [`mail:${kind}:${mailbox}`, all], OF_A_KIND, now);
}

const ASKED: Act = { name: "mails", limit: { max: 100, seconds: 3600 } };

/**
 * Counts that somebody asks for an email to an address that nobody has shown to be theirs, of which there is an end in all: from
 * half of STRANGER_MAILS_PER_HOUR on, each network has few. To be called before it is known whether there is anything to send, so
 * that the answer reveals nothing. `forgive` takes it back. Refusal: too_many_attempts {retry_after}.
 */
export async function countMail(ctx: Pick<Context, "secret" | "now" | "actor" | "pool" | "settings">) {
  const most = ctx.settings.STRANGER_MAILS_PER_HOUR;
  const act = { ...ASKED, all: { brake: Math.ceil(most / 2), most } };
  if (!(await mayDo(ctx, act))) return fail("too_many_attempts", { retry_after: retryAfter(ctx, act) });
  return ok({ forgive: () => takeBack(ctx, act) });
}
