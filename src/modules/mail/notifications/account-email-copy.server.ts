import { localizedPath } from "#src/kernel/localized.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { AccountSubject, InvitationSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import type { AccountEmail } from "#src/modules/mail/notifications/schema.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";

/** The text of an account email. `origin` is the site that its links lead to. */
export function accountText(context: EmailContext, { account, ...email }: AccountSubject, origin: string): EmailCopy {
  if (!account) throw new Error(`no email of kind ${email.kind} without an account`);
  const link = (path: string) => origin + localizedPath(path, context.locale);
  const { preview, ...words } = wordsOf(context, email, link);
  return { ...words, preview: preview ?? words.paragraphs[0] ?? words.title };
}

type AccountWords = Omit<EmailCopy, "preview"> & { preview?: string };
type Link = (path: string) => string;

// no email contains a name: a sign-up with somebody else's address could otherwise send them any text that fits in one
function wordsOf({ t }: EmailContext, email: AccountEmail, link: Link): AccountWords {
  const objection = { action: { href: link("/forgot-password"), label: t("emails.account.newPassword") } };
  const reason = t("emails.account.reason");
  switch (email.kind) {
    case "account_verify":
      return {
        subject: t("emails.verify.subject"),
        title: t("emails.verify.title"),
        paragraphs: [t("emails.verify.text"), t("emails.verify.until")],
        action: { href: withToken(link("/verify-email"), email.payload.token), label: t("emails.verify.action") },
        reason: t("emails.verify.reason"),
      };
    case "account_reset":
      return {
        subject: t("emails.reset.subject"),
        title: t("emails.reset.title"),
        paragraphs: [t("emails.reset.text"), t("emails.reset.until")],
        action: { href: withToken(link("/reset-password"), email.payload.token), label: t("emails.reset.action") },
        reason: t("emails.reset.reason"),
      };
    case "account_exists":
      return {
        subject: t("emails.exists.subject"),
        title: t("emails.exists.title"),
        paragraphs: [t("emails.exists.text"), t("emails.exists.forgot", { link: link("/forgot-password") })],
        action: { href: link("/login"), label: t("emails.exists.action") },
        reason: t("emails.exists.reason"),
      };
    case "account_guessed":
      if (email.payload.what === "code")
        return {
          subject: t("emails.guessedCode.subject"),
          title: t("emails.guessedCode.title"),
          paragraphs: [t("emails.guessedCode.text"), t("emails.guessedCode.todo"), t("emails.guessedCode.you")],
          ...objection,
          reason,
        };
      return {
        subject: t("emails.guessed.subject"),
        title: t("emails.guessed.title"),
        paragraphs: [t("emails.guessed.text"), t("emails.guessed.you"), t("emails.guessed.todo")],
        ...objection,
        reason,
      };
    case "account_password_changed":
      return {
        subject: t("emails.passwordChanged.subject"),
        title: t("emails.passwordChanged.title"),
        paragraphs: [
          t(email.payload.by === "link" ? "emails.passwordChanged.byLink" : "emails.passwordChanged.byOwner"),
          t("emails.account.notYou"),
        ],
        ...objection,
        reason,
      };
    case "account_email_change":
      return {
        subject: t("emails.emailChange.subject"),
        title: t("emails.emailChange.title"),
        paragraphs: [t("emails.emailChange.text", { email: email.payload.newEmail }), t("emails.verify.until")],
        action: { href: withToken(link("/verify-email"), email.payload.token), label: t("emails.verify.action") },
        reason: t("emails.emailChange.reason"),
      };
    case "account_email_changed":
      return {
        subject: t("emails.emailChanged.subject"),
        title: t("emails.emailChanged.title"),
        paragraphs: [t("emails.emailChanged.text", { email: email.payload.newEmail }), t("emails.emailChanged.notYou")],
        reason,
      };
    case "account_second_factor":
      return {
        subject: t(email.payload.enabled ? "emails.secondFactor.on" : "emails.secondFactor.off"),
        title: t(email.payload.enabled ? "emails.secondFactor.on" : "emails.secondFactor.off"),
        paragraphs: [
          t(email.payload.enabled ? "emails.secondFactor.onText" : "emails.secondFactor.offText"),
          t("emails.account.notYou"),
        ],
        ...objection,
        reason,
      };
  }
}

/** The text of an email that offers a role. Contains no name, for the reason above. */
export function invitationText({ t, locale }: EmailContext, about: InvitationSubject, origin: string): EmailCopy {
  const { invitation, payload } = about;
  if (!invitation) throw new Error("no email about an invitation that is gone");
  const role = t(`identity-admin.role.${invitation.role}`);
  return {
    subject: t("emails.invitation.subject", { role }),
    preview: t("emails.invitation.text", { role }),
    title: t("emails.invitation.title"),
    paragraphs: [t("emails.invitation.text", { role }), t("emails.invitation.how"), t("emails.invitation.until")],
    action: {
      href: withToken(origin + localizedPath("/invitation", locale), payload.token),
      label: t("emails.invitation.action"),
    },
    reason: t("emails.invitation.reason"),
  };
}

/** The URL of an emailed link; of a sent email only the page is known. */
const withToken = (page: string, token: string | null): string =>
  token === null ? page : `${page}?token=${encodeURIComponent(token)}`;
