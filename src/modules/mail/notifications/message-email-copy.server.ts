import { dateIn, dateInSentence, HOME_ZONE, timeIn } from "#src/kernel/local-time.ts";
import type { StoredMessage } from "#src/modules/site/messages/queries.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import type { MessageSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import { linesOf } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { MessageMailKind } from "#src/modules/mail/notifications/schema.ts";
import type { EmailCopy } from "#src/modules/mail/notifications/email-copy.server.ts";

/** The text of an email about a message sent to us. */
export function messageText(context: EmailContext, { kind, message, answer }: MessageSubject): EmailCopy {
  if (!message) throw new Error(`no email of kind ${kind} without a message`);
  const words: Record<
    MessageMailKind,
    (context: EmailContext, message: StoredMessage, answer: MessageSubject["answer"]) => EmailCopy
  > = {
    message_received: received,
    staff_message: toStaff,
    message_answered: answered,
  };
  return words[kind](context, message, answer);
}

/** Never quotes the message: otherwise anyone could make us email any text to any address. */
const received = ({ t }: EmailContext): EmailCopy => ({
  subject: t("emails.message.subject"),
  preview: t("emails.message.text"),
  title: t("emails.message.title"),
  paragraphs: [t("emails.message.text"), t("emails.message.more")],
  reason: t("emails.message.reason"),
});

function answered({ t, locale }: EmailContext, message: StoredMessage, answer: MessageSubject["answer"]): EmailCopy {
  const date = dateInSentence(dateIn(message.created_at, HOME_ZONE), locale);
  return {
    subject: t("emails.answer.subject", { subject: message.subject }),
    preview: t("emails.answer.preview", { date }),
    title: t("emails.answer.title", { name: message.name }),
    paragraphs: linesOf(answer?.text ?? ""),
    points: [[t("emails.answer.yours", { date }), message.message]],
    reason: t("emails.answer.reason"),
  };
}

function toStaff({ t, locale }: EmailContext, message: StoredMessage): EmailCopy {
  const { name, email, created_at: at } = message;
  // quoted: a guest could otherwise word it as if we had written it
  const subject = t("emails.staff.message.subject", { subject: message.subject });
  const moment = { date: dateInSentence(dateIn(at, HOME_ZONE), locale), time: timeIn(at, HOME_ZONE, locale) };
  return {
    subject,
    preview: t("emails.staff.message.text", { name }),
    title: subject,
    paragraphs: linesOf(message.message),
    facts: [
      [t("emails.staff.message.from"), name],
      [t("emails.staff.message.email"), email],
      [t("emails.staff.message.time"), t("emails.moment", moment)],
      [t("emails.staff.message.language"), message.language === "es" ? "Español" : "English"],
    ],
    points: [[t("emails.staff.message.answer"), t("emails.staff.message.text", { name })]],
    reason: t("emails.staff.reason"),
    replyTo: email,
  };
}
