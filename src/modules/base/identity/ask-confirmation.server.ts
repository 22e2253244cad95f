import { confirmationToken } from "#src/modules/base/identity/grant-confirmation.server.ts";
import { emailChangeAsked, verificationAsked } from "#src/modules/base/identity/events.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { accountForUpdate } from "#src/modules/base/identity/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Entry = { userId: string; email: string };

/** Emails an unconfirmed account the link that confirms its address, unless its mailbox has reached its limit of emails. */
export async function askConfirmation(ctx: Context, tx: Tx, { userId, email }: Entry): Promise<void> {
  // it may have been confirmed, or given way to an account that moved to its address
  if ((await accountForUpdate(tx, userId))?.email_verified !== false) return;
  const link = confirmationToken(ctx, { kind: "sign_up", userId, email });
  const event = verificationAsked({ userId, email, language: ctx.locale, ...link });
  if (await mayMail(ctx, tx, event.name, email)) await ctx.publish(ctx, tx, event);
}

/** Emails a new address the link that moves an account there, unless its mailbox has reached its limit of emails. */
export async function askEmailChange(ctx: Context, tx: Tx, { newEmail, ...entry }: Entry & { newEmail: string }) {
  const link = confirmationToken(ctx, { kind: "email_change", newEmail, ...entry });
  const event = emailChangeAsked({ ...entry, newEmail, language: ctx.locale, ...link });
  if (await mayMail(ctx, tx, event.name, newEmail)) await ctx.publish(ctx, tx, event);
}
