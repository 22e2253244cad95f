import { localizedPath } from "#src/kernel/localized.ts";
import type { Letter } from "#src/modules/notifications/emails/layout.tsx";
import type { AccountSubject, InvitationSubject } from "#src/modules/notifications/read-subject.server.ts";
import type { AccountMail } from "#src/modules/notifications/schema.ts";
import type { Words } from "#src/modules/notifications/word-letters.server.ts";

/** The words of a letter about an account. `origin` is the address of the site, where its links lead. */
export function accountText(letter: Letter, { account, ...mail }: AccountSubject, origin: string): Words {
  if (!account) throw new Error(`no letter of kind ${mail.kind} without an account`);
  const link = (path: string) => origin + localizedPath(path, letter.locale);
  const { preview, ...words } = wordsOf(letter, mail, link);
  return { ...words, preview: preview ?? words.paragraphs[0] ?? words.title };
}

type AccountWords = Omit<Words, "preview"> & { preview?: string };
type Link = (path: string) => string;

// no letter says a name: whoever signs up with somebody else's address could have us mail them whatever a name can hold
function wordsOf({ t }: Letter, mail: AccountMail, link: Link): AccountWords {
  const objection = { action: { href: link("/forgot-password"), label: t("mail.account.newPassword") } };
  const reason = t("mail.account.reason");
  switch (mail.kind) {
    case "account_verify":
      return {
        subject: t("mail.verify.subject"),
        title: t("mail.verify.title"),
        paragraphs: [t("mail.verify.text"), t("mail.verify.until")],
        action: { href: withToken(link("/verify-email"), mail.payload.token), label: t("mail.verify.action") },
        reason: t("mail.verify.reason"),
      };
    case "account_reset":
      return {
        subject: t("mail.reset.subject"),
        title: t("mail.reset.title"),
        paragraphs: [t("mail.reset.text"), t("mail.reset.until")],
        action: { href: withToken(link("/reset-password"), mail.payload.token), label: t("mail.reset.action") },
        reason: t("mail.reset.reason"),
      };
    case "account_exists":
      return {
        subject: t("mail.exists.subject"),
        title: t("mail.exists.title"),
        paragraphs: [t("mail.exists.text"), t("mail.exists.forgot", { link: link("/forgot-password") })],
        action: { href: link("/login"), label: t("mail.exists.action") },
        reason: t("mail.exists.reason"),
      };
    case "account_password_changed":
      return {
        subject: t("mail.passwordChanged.subject"),
        title: t("mail.passwordChanged.title"),
        paragraphs: [
          t(mail.payload.by === "link" ? "mail.passwordChanged.byLink" : "mail.passwordChanged.byOwner"),
          t("mail.account.notYou"),
        ],
        ...objection,
        reason,
      };
    case "account_email_change":
      return {
        subject: t("mail.emailChange.subject"),
        title: t("mail.emailChange.title"),
        paragraphs: [t("mail.emailChange.text", { email: mail.payload.newEmail }), t("mail.verify.until")],
        action: { href: withToken(link("/verify-email"), mail.payload.token), label: t("mail.verify.action") },
        reason: t("mail.emailChange.reason"),
      };
    case "account_email_changed":
      return {
        subject: t("mail.emailChanged.subject"),
        title: t("mail.emailChanged.title"),
        paragraphs: [t("mail.emailChanged.text", { email: mail.payload.newEmail }), t("mail.emailChanged.notYou")],
        reason,
      };
    case "account_second_factor":
      return {
        subject: t(mail.payload.enabled ? "mail.secondFactor.on" : "mail.secondFactor.off"),
        title: t(mail.payload.enabled ? "mail.secondFactor.on" : "mail.secondFactor.off"),
        paragraphs: [
          t(mail.payload.enabled ? "mail.secondFactor.onText" : "mail.secondFactor.offText"),
          t("mail.account.notYou"),
        ],
        ...objection,
        reason,
      };
  }
}

/** The words of a letter that offers a role. It names nobody, for the reason above. */
export function invitationText({ t, locale }: Letter, about: InvitationSubject, origin: string): Words {
  const { invitation, payload } = about;
  if (!invitation) throw new Error("no letter about an invitation that is gone");
  const role = t(`people.role.${invitation.role}`);
  return {
    subject: t("mail.invitation.subject", { role }),
    preview: t("mail.invitation.text", { role }),
    title: t("mail.invitation.title"),
    paragraphs: [t("mail.invitation.text", { role }), t("mail.invitation.how"), t("mail.invitation.until")],
    action: {
      href: withToken(origin + localizedPath("/invitation", locale), payload.token),
      label: t("mail.invitation.action"),
    },
    reason: t("mail.invitation.reason"),
  };
}

/** The address of a mailed link; of a mail that has left only its page is known. */
const withToken = (page: string, token: string | null): string =>
  token === null ? page : `${page}?token=${encodeURIComponent(token)}`;
