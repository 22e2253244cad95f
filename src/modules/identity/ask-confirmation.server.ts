import { type Confirmation, confirmationToken } from "#src/modules/identity/grant-confirmation.server.ts";
import { emailChangeAsked, verificationAsked } from "#src/modules/identity/events.ts";
import { mayMail } from "#src/modules/identity/limit-mail.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** Emails the link that confirms an address to that address, unless its mailbox has had enough of them. */
export async function askConfirmation(ctx: Context, tx: Tx, confirmation: Confirmation): Promise<void> {
  const { kind, userId, email } = confirmation;
  const link = { userId, email, language: ctx.locale, ...confirmationToken(ctx, confirmation) };
  const event =
    kind === "sign_up" ? verificationAsked(link) : emailChangeAsked({ ...link, newEmail: confirmation.newEmail });
  const mailbox = kind === "sign_up" ? email : confirmation.newEmail;
  if (await mayMail(ctx, event.name, mailbox)) await ctx.publish(ctx, tx, event);
}
