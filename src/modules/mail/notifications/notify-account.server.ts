import type { Locale } from "#src/kernel/localized.ts";
import type {
  accountExists,
  accountGuessed,
  emailChangeAsked,
  emailChanged,
  passwordChanged,
  resetAsked,
  roleOffered,
  secondFactorChanged,
  verificationAsked,
} from "#src/modules/base/identity/events.ts";
import { accountOf, invitationOf } from "#src/modules/base/identity/queries.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { AccountEmail } from "#src/modules/mail/notifications/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers for accounts: each queues one email, in the owner's language.

/** What it takes to queue an email: also the command line has this much. */
type Teller = Pick<Context, "db" | "locale" | "now">;
type PayloadOf<DomainEvent extends (payload: never) => { payload: object }> = ReturnType<DomainEvent>["payload"];

export const notifyVerificationAsked = (
  ctx: Context,
  tx: Tx,
  { userId, email, token, until, language }: PayloadOf<typeof verificationAsked>,
) =>
  // in the page's language: that of a profile which nobody has confirmed is anybody's choice
  tell(ctx, tx, { kind: "account_verify", payload: { userId, token, until } }, email, language);

export const notifyResetAsked = (ctx: Context, tx: Tx, { userId, email, token, until }: PayloadOf<typeof resetAsked>) =>
  tell(ctx, tx, { kind: "account_reset", payload: { userId, token, until } }, email);

export const notifyAccountExists = (ctx: Context, tx: Tx, { userId, email }: PayloadOf<typeof accountExists>) =>
  tell(ctx, tx, { kind: "account_exists", payload: { userId } }, email);

export const notifyGuessed = (ctx: Context, tx: Tx, { userId, email, what }: PayloadOf<typeof accountGuessed>) =>
  tell(ctx, tx, { kind: "account_guessed", payload: { userId, what } }, email);

export const notifyPasswordChanged = (ctx: Context, tx: Tx, { userId, by }: PayloadOf<typeof passwordChanged>) =>
  tell(ctx, tx, { kind: "account_password_changed", payload: { userId, by } });

export const notifyEmailChangeAsked = (
  ctx: Context,
  tx: Tx,
  { userId, newEmail, token, until }: PayloadOf<typeof emailChangeAsked>,
) => tell(ctx, tx, { kind: "account_email_change", payload: { userId, newEmail, token, until } }, newEmail);

/** Sent to the old address: its reader can no longer change anything, and must be able to object. */
export const notifyEmailChanged = (ctx: Context, tx: Tx, { userId, email, oldEmail }: PayloadOf<typeof emailChanged>) =>
  tell(ctx, tx, { kind: "account_email_changed", payload: { userId, newEmail: email } }, oldEmail);

export const notifySecondFactorChanged = (
  ctx: Teller,
  tx: Tx,
  { userId, email, enabled }: PayloadOf<typeof secondFactorChanged>,
) => tell(ctx, tx, { kind: "account_second_factor", payload: { userId, enabled } }, email);

/** The invitation's link, in the invitation's language. */
export async function notifyRoleOffered(ctx: Context, tx: Tx, payload: PayloadOf<typeof roleOffered>): Promise<void> {
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

async function tell(ctx: Teller, tx: Tx, email: AccountEmail, recipient?: string, language?: Locale) {
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
