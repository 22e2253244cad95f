import type { Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { accountOf } from "#src/modules/base/identity/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Trial } from "#src/modules/mail/notifications/schema.ts";
import { emailByKey } from "#src/modules/mail/notifications/store/templates.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { mayUse, secondsLeft } from "#src/platform/rate-limit.server.ts";

/** Emails that one person may send to themselves. */
const MOST = { max: 20, seconds: 3600 };

type ToSend = Trial & { bookingId: string | null; language: Locale };

/**
 * Queues an email to whoever asks for it, at the address of their account; once per `key`. `note` writes its audit entry. The caller
 * checks permissions. Refusals: no_address, too_many_attempts {retry_after}.
 */
export async function queueTrial(
  ctx: Context,
  email: ToSend,
  key: string,
  note: (tx: Tx, id: string) => Promise<void>,
) {
  const { userId } = ctx.actor;
  const account = userId === null ? undefined : await accountOf(ctx, userId);
  if (!account) return fail("no_address");
  const dedupeKey = `trial.${account.id}.${key}`;
  const sent = await emailByKey(ctx.db, dedupeKey);
  if (sent) return ok({ id: sent.id });
  if (!(await mayUse(ctx.pool, [`trial:${account.id}`], MOST, ctx.now)))
    return fail("too_many_attempts", { retry_after: secondsLeft(MOST, ctx.now) });
  return ctx.db.transaction().execute(async (tx) => {
    const isNew = await queueEmail(ctx, tx, { ...email, dedupeKey, recipient: account.email });
    const { id } = (await emailByKey(tx, dedupeKey))!;
    if (isNew) await note(tx, id);
    return ok({ id });
  });
}
