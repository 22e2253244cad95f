import type { Locale } from "#src/kernel/localized.ts";
import { accountOf } from "#src/modules/base/identity/queries.server.ts";
import type { ACCOUNT } from "#src/modules/mail/notifications/kinds/account.ts";
import type { Email } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** What it takes to queue an email: also the command line has this much. */
type Teller = Pick<Context, "db" | "locale" | "now">;
type AccountKind = Exclude<keyof typeof ACCOUNT, "role_offered">;

/**
 * Queues an email to the owner of an account, at its address and in its language unless others are named. It stands apart from what
 * words such emails, which the command line can't load.
 */
export async function notifyOwner(
  ctx: Teller,
  tx: Tx,
  email: Email<AccountKind>,
  recipient?: string,
  language?: Locale,
): Promise<void> {
  const { userId } = email.payload;
  const account = await accountOf(ctx, userId, tx);
  if (!account) throw new Error(`no account ${userId} to write to`);
  await queueEmail(ctx, tx, {
    ...email,
    bookingId: null,
    dedupeKey: `account.${userId}.${email.kind}.${crypto.randomUUID()}`,
    language: language ?? account.language ?? ctx.locale,
    recipient: recipient ?? account.email,
  });
}
