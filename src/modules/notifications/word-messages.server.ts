import { clockIn, dateIn, dateInSentence, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { ContactMessage } from "#src/modules/contact/queries.server.ts";
import type { Letter } from "#src/modules/notifications/emails/layout.tsx";
import type { MessageSubject } from "#src/modules/notifications/read-subject.server.ts";
import { linesOf } from "#src/modules/notifications/rules.ts";
import type { MessageMailKind } from "#src/modules/notifications/schema.ts";
import type { Words } from "#src/modules/notifications/word-letters.server.ts";

/** The words of a letter about a message that somebody sent us. */
export function messageText(letter: Letter, { kind, message, answer }: MessageSubject): Words {
  if (!message) throw new Error(`no letter of kind ${kind} without a message`);
  const words: Record<
    MessageMailKind,
    (letter: Letter, message: ContactMessage, answer: MessageSubject["answer"]) => Words
  > = {
    message_received: received,
    staff_message: toStaff,
    message_answered: answered,
  };
  return words[kind](letter, message, answer);
}

/** Repeats nothing of what was written: else anyone could have us mail their words to any address. */
const received = ({ t }: Letter): Words => ({
  subject: t("mail.message.subject"),
  preview: t("mail.message.text"),
  title: t("mail.message.title"),
  paragraphs: [t("mail.message.text"), t("mail.message.more")],
  reason: t("mail.message.reason"),
});

function answered({ t, locale }: Letter, message: ContactMessage, answer: MessageSubject["answer"]): Words {
  const date = dateInSentence(dateIn(message.created_at, HOME_ZONE), locale);
  return {
    subject: t("mail.answer.subject", { subject: message.subject }),
    preview: t("mail.answer.preview", { date }),
    title: t("mail.answer.title", { name: message.name }),
    paragraphs: linesOf(answer?.text ?? ""),
    points: [[t("mail.answer.yours", { date }), message.message]],
    reason: t("mail.answer.reason"),
  };
}

function toStaff({ t, locale }: Letter, message: ContactMessage): Words {
  const { name, email, subject, created_at: at } = message;
  const moment = { date: dateInSentence(dateIn(at, HOME_ZONE), locale), time: clockIn(at, HOME_ZONE) };
  return {
    subject: t("mail.staff.message.subject", { subject }),
    preview: t("mail.staff.message.text", { name }),
    title: subject,
    paragraphs: linesOf(message.message),
    facts: [
      [t("mail.staff.message.from"), name],
      [t("mail.staff.message.email"), email],
      [t("mail.staff.message.time"), t("mail.moment", moment)],
      [t("mail.staff.message.language"), message.language === "es" ? "Español" : "English"],
    ],
    points: [[t("mail.staff.message.answer"), t("mail.staff.message.text", { name })]],
    reason: t("mail.staff.reason"),
    replyTo: email,
  };
}
