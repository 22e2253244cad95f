import { localizedPath } from "#src/kernel/localized.ts";
import { type Account, accountOf, type Invitation, invitationOf } from "#src/modules/base/identity/queries.server.ts";
import { isOpen } from "#src/modules/base/identity/rules/roles.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { ACCOUNT } from "#src/modules/mail/notifications/kinds/account.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import { type EmailCopy, sending, type Stored } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { exampleSecret, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { notifyOwner } from "#src/modules/mail/notifications/notify-owner.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";

type AccountKind = Exclude<keyof typeof ACCOUNT, "role_offered">;
type PayloadOf<One extends AccountKind> = Stored<One>["payload"];
type About<One extends AccountKind> = { account: Account | undefined; payload: PayloadOf<One>; now: Date };
type AccountWords = Omit<EmailCopy, "preview"> & { preview?: string };

type AccountParts<One extends AccountKind> = {
  words: (t: EmailContext["t"], payload: PayloadOf<One>, link: (path: string) => string) => AccountWords;
  example: (now: Date, at: Case | null) => PayloadOf<One>;
  /** why it isn't to be sent though there is the account */
  unless?: (about: About<One> & { account: Account }) => string | null;
};

/** An email to the owner of an account. None contains a name: a sign-up with somebody else's address could otherwise send them any text that fits in one. */
const toOwner = <One extends AccountKind>(kind: One, { words, example, unless }: AccountParts<One>) =>
  sending(kind, {
    read: async (ctx, { payload }): Promise<About<One>> => ({
      account: await accountOf(ctx, payload.userId),
      payload,
      now: ctx.now,
    }),
    whyWithheld: ({ account, ...about }) =>
      account ? (unless?.({ account, ...about }) ?? null) : "the account is gone",
    words({ t, locale }, { account, payload }, { base }) {
      if (!account) throw new Error(`no email of kind ${kind} without an account`);
      const { preview, ...copy } = words(t, payload, (path) => base + localizedPath(path, locale));
      return { ...copy, preview: preview ?? copy.paragraphs[0] ?? copy.title };
    },
    example: (now, at) => ({
      account: { id: NOBODY, email: "sofia@example.com", emailVerified: true, language: null },
      payload: example(now, at),
      now,
    }),
  });

const ifTooOld = ({ payload: { until }, now }: { payload: { until: string }; now: Date }): string | null =>
  new Date(until) <= now ? "its link is too old" : null;

/** The URL of an emailed link; of a sent email only the page is known. */
const withToken = (page: string, token: string | null): string =>
  token === null ? page : `${page}?token=${encodeURIComponent(token)}`;

/** Where an owner who didn't do what the email tells takes the account back. */
const objection = (t: EmailContext["t"], link: (path: string) => string) => ({
  action: { href: link("/forgot-password"), label: t("emails.account.newPassword") },
  reason: t("emails.account.reason"),
});

const EXAMPLE_ADDRESS = "sofia.ruiz@example.com";

export const ACCOUNT_SENDINGS = {
  account_verify: toOwner("account_verify", {
    words: (t, { token }, link) => ({
      subject: t("emails.verify.subject"),
      title: t("emails.verify.title"),
      paragraphs: [t("emails.verify.text"), t("emails.verify.until")],
      action: { href: withToken(link("/verify-email"), token), label: t("emails.verify.action") },
      reason: t("emails.verify.reason"),
    }),
    unless: (about) => (about.account.emailVerified ? "the address is proved already" : ifTooOld(about)),
    example: (now) => ({ userId: NOBODY, ...exampleSecret(now) }),
  }),
  account_reset: toOwner("account_reset", {
    words: (t, { token }, link) => ({
      subject: t("emails.reset.subject"),
      title: t("emails.reset.title"),
      paragraphs: [t("emails.reset.text"), t("emails.reset.until")],
      action: { href: withToken(link("/reset-password"), token), label: t("emails.reset.action") },
      reason: t("emails.reset.reason"),
    }),
    unless: ifTooOld,
    example: (now) => ({ userId: NOBODY, ...exampleSecret(now) }),
  }),
  account_exists: toOwner("account_exists", {
    words: (t, _payload, link) => ({
      subject: t("emails.exists.subject"),
      title: t("emails.exists.title"),
      paragraphs: [t("emails.exists.text"), t("emails.exists.forgot", { link: link("/forgot-password") })],
      action: { href: link("/login"), label: t("emails.exists.action") },
      reason: t("emails.exists.reason"),
    }),
    example: () => ({ userId: NOBODY }),
  }),
  account_guessed: toOwner("account_guessed", {
    words: (t, { what }, link) =>
      what === "code"
        ? {
            subject: t("emails.guessedCode.subject"),
            title: t("emails.guessedCode.title"),
            paragraphs: [t("emails.guessedCode.text"), t("emails.guessedCode.todo"), t("emails.guessedCode.you")],
            ...objection(t, link),
          }
        : {
            subject: t("emails.guessed.subject"),
            title: t("emails.guessed.title"),
            paragraphs: [t("emails.guessed.text"), t("emails.guessed.you"), t("emails.guessed.todo")],
            ...objection(t, link),
          },
    example: (_now, at) => ({ userId: NOBODY, what: at === "codeGuessed" ? "code" : "password" }),
  }),
  account_password_changed: toOwner("account_password_changed", {
    words: (t, { by }, link) => ({
      subject: t("emails.passwordChanged.subject"),
      title: t("emails.passwordChanged.title"),
      paragraphs: [
        t(by === "link" ? "emails.passwordChanged.byLink" : "emails.passwordChanged.byOwner"),
        t("emails.account.notYou"),
      ],
      ...objection(t, link),
    }),
    example: (_now, at) => ({ userId: NOBODY, by: at === "byLink" ? "link" : "owner" }),
  }),
  account_email_change: toOwner("account_email_change", {
    words: (t, { newEmail, token }, link) => ({
      subject: t("emails.emailChange.subject"),
      title: t("emails.emailChange.title"),
      paragraphs: [t("emails.emailChange.text", { email: newEmail }), t("emails.verify.until")],
      action: { href: withToken(link("/verify-email"), token), label: t("emails.verify.action") },
      reason: t("emails.emailChange.reason"),
    }),
    unless: (about) =>
      about.account.email === about.payload.newEmail ? "the address is changed already" : ifTooOld(about),
    example: (now) => ({ userId: NOBODY, newEmail: EXAMPLE_ADDRESS, ...exampleSecret(now) }),
  }),
  account_email_changed: toOwner("account_email_changed", {
    words: (t, { newEmail }) => ({
      subject: t("emails.emailChanged.subject"),
      title: t("emails.emailChanged.title"),
      paragraphs: [t("emails.emailChanged.text", { email: newEmail }), t("emails.emailChanged.notYou")],
      reason: t("emails.account.reason"),
    }),
    example: () => ({ userId: NOBODY, newEmail: EXAMPLE_ADDRESS }),
  }),
  account_second_factor: toOwner("account_second_factor", {
    words: (t, { enabled }, link) => ({
      subject: t(enabled ? "emails.secondFactor.on" : "emails.secondFactor.off"),
      title: t(enabled ? "emails.secondFactor.on" : "emails.secondFactor.off"),
      paragraphs: [
        t(enabled ? "emails.secondFactor.onText" : "emails.secondFactor.offText"),
        t("emails.account.notYou"),
      ],
      ...objection(t, link),
    }),
    example: (_now, at) => ({ userId: NOBODY, enabled: at !== "off" }),
  }),
  // it contains no name either
  role_offered: sending("role_offered", {
    read: async (ctx, { payload }) => ({
      invitation: await invitationOf(ctx, payload.invitationId),
      token: payload.token,
      now: ctx.now,
    }),
    whyWithheld: ({ invitation, now }) => (invitation && isOpen(invitation, now) ? null : "the invitation is over"),
    words({ t, locale }, { invitation, token }, { base }) {
      if (!invitation) throw new Error("no email about an invitation that is gone");
      const role = t(`identity-admin.role.${invitation.role}`);
      return {
        subject: t("emails.invitation.subject", { role }),
        preview: t("emails.invitation.text", { role }),
        title: t("emails.invitation.title"),
        paragraphs: [t("emails.invitation.text", { role }), t("emails.invitation.how"), t("emails.invitation.until")],
        action: {
          href: withToken(base + localizedPath("/invitation", locale), token),
          label: t("emails.invitation.action"),
        },
        reason: t("emails.invitation.reason"),
      };
    },
    example: (now) => {
      const { token, until } = exampleSecret(now);
      return { invitation: { ...EXAMPLE_INVITATION, expires_at: new Date(until) }, token, now };
    },
  }),
};

const EXAMPLE_INVITATION = {
  role: "support",
  accepted_at: null,
  revoked_at: null,
} as Invitation;

export const ACCOUNT_ANSWERS = {
  // in the page's language: an unconfirmed profile's language may be anybody's choice
  "account.verification_asked": [
    (ctx, tx, { userId, email, token, until, language }) =>
      notifyOwner(ctx, tx, { kind: "account_verify", payload: { userId, token, until } }, email, language),
  ],
  "account.reset_asked": [
    (ctx, tx, { userId, email, token, until }) =>
      notifyOwner(ctx, tx, { kind: "account_reset", payload: { userId, token, until } }, email),
  ],
  "account.exists": [
    (ctx, tx, { userId, email }) => notifyOwner(ctx, tx, { kind: "account_exists", payload: { userId } }, email),
  ],
  "account.guessed": [
    (ctx, tx, { userId, email, what }) =>
      notifyOwner(ctx, tx, { kind: "account_guessed", payload: { userId, what } }, email),
  ],
  "account.password_changed": [
    (ctx, tx, { userId, by }) => notifyOwner(ctx, tx, { kind: "account_password_changed", payload: { userId, by } }),
  ],
  "account.email_change_asked": [
    (ctx, tx, { userId, newEmail, token, until }) =>
      notifyOwner(ctx, tx, { kind: "account_email_change", payload: { userId, newEmail, token, until } }, newEmail),
  ],
  // to the old address: its reader can no longer change anything, and must be able to object
  "account.email_changed": [
    (ctx, tx, { userId, email, oldEmail }) =>
      notifyOwner(ctx, tx, { kind: "account_email_changed", payload: { userId, newEmail: email } }, oldEmail),
  ],
  "account.second_factor_changed": [
    (ctx, tx, { userId, email, enabled }) =>
      notifyOwner(ctx, tx, { kind: "account_second_factor", payload: { userId, enabled } }, email),
  ],
  // in the invitation's language
  "role.offered": [
    async (ctx, tx, payload) => {
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
    },
  ],
} satisfies Partial<Handlers>;
