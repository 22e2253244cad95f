import type {
  accountExists,
  emailChangeAsked,
  emailChanged,
  passwordChanged,
  resetAsked,
  roleOffered,
  secondFactorChanged,
  verificationAsked,
} from "#src/modules/identity/events.ts";
import { accountOf, invitationOf } from "#src/modules/identity/queries.server.ts";
import { queueEmail } from "#src/modules/notifications/queue-email.server.ts";
import type { AccountMail } from "#src/modules/notifications/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers about accounts: each queues one mail, in the language of the account's owner.

type Told<DomainEvent extends (payload: never) => { payload: object }> = ReturnType<DomainEvent>["payload"];

export const tellVerificationAsked = (
  ctx: Context,
  tx: Tx,
  { userId, email, token, until }: Told<typeof verificationAsked>,
) => tell(ctx, tx, { kind: "account_verify", payload: { userId, token, until } }, email);

export const tellResetAsked = (ctx: Context, tx: Tx, { userId, email, token, until }: Told<typeof resetAsked>) =>
  tell(ctx, tx, { kind: "account_reset", payload: { userId, token, until } }, email);

export const tellAccountExists = (ctx: Context, tx: Tx, { userId, email }: Told<typeof accountExists>) =>
  tell(ctx, tx, { kind: "account_exists", payload: { userId } }, email);

export const tellPasswordChanged = (ctx: Context, tx: Tx, { userId, by }: Told<typeof passwordChanged>) =>
  tell(ctx, tx, { kind: "account_password_changed", payload: { userId, by } });

export const tellEmailChangeAsked = (
  ctx: Context,
  tx: Tx,
  { userId, newEmail, token, until }: Told<typeof emailChangeAsked>,
) => tell(ctx, tx, { kind: "account_email_change", payload: { userId, newEmail, token, until } }, newEmail);

/** Goes to the address that was: its reader can no longer change anything, and must be able to object. */
export const tellEmailChanged = (ctx: Context, tx: Tx, { userId, email, oldEmail }: Told<typeof emailChanged>) =>
  tell(ctx, tx, { kind: "account_email_changed", payload: { userId, newEmail: email } }, oldEmail);

export const tellSecondFactorChanged = (
  ctx: Context,
  tx: Tx,
  { userId, email, enabled }: Told<typeof secondFactorChanged>,
) => tell(ctx, tx, { kind: "account_second_factor", payload: { userId, enabled } }, email);

/** Invited to a role: the link, in the language that the invitation names. */
export async function tellRoleOffered(ctx: Context, tx: Tx, payload: Told<typeof roleOffered>): Promise<void> {
  const { invitationId } = payload;
  const invitation = await invitationOf(ctx, invitationId, tx);
  if (!invitation) throw new Error(`no invitation ${invitationId} to write about`);
  await queueEmail(ctx, tx, {
    kind: "role_offered",
    payload,
    bookingId: null,
    dedupeKey: `invitation.${invitationId}.1`,
    language: invitation.language,
    recipient: invitation.email,
  });
}

async function tell(ctx: Context, tx: Tx, mail: AccountMail, recipient?: string): Promise<void> {
  const { userId } = mail.payload;
  const account = await accountOf(ctx, userId, tx);
  if (!account) throw new Error(`no account ${userId} to write to`);
  await queueEmail(ctx, tx, {
    ...mail,
    bookingId: null,
    dedupeKey: `account.${userId}.${mail.kind}.${crypto.randomUUID()}`,
    language: account.language ?? ctx.locale,
    recipient: recipient ?? account.email,
  });
}
