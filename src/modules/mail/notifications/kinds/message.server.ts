import { dateIn, dateInSentence, HOME_ZONE, timeIn } from "#src/kernel/local-time.ts";
import { messageAnswerOf, messageOf, type StoredMessage } from "#src/modules/site/messages/queries.server.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { linesOf } from "#src/modules/mail/notifications/rules/delivery.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";

type Answer = Awaited<ReturnType<typeof messageAnswerOf>>;

// a message stays as written, whatever its state
const OF_A_MESSAGE = {
  read: async (ctx: Context, { payload }: { payload: { messageId: string } }) => ({
    message: await messageOf(ctx, payload.messageId),
  }),
  whyWithheld: ({ message }: { message: StoredMessage | undefined }) => (message ? null : "the message is gone"),
  example: (now: Date) => ({ message: exampleMessage(now) }),
};

const requireMessage = (message: StoredMessage | undefined): StoredMessage => {
  if (!message) throw new Error("no email about a message that is gone");
  return message;
};

export const MESSAGE_SENDINGS = {
  /** Never quotes the message: otherwise anyone could make us email any text to any address. */
  message_received: sending("message_received", {
    ...OF_A_MESSAGE,
    words: ({ t }) => ({
      subject: t("emails.message.subject"),
      preview: t("emails.message.text"),
      title: t("emails.message.title"),
      paragraphs: [t("emails.message.text"), t("emails.message.more")],
      reason: t("emails.message.reason"),
    }),
  }),
  staff_message: sending("staff_message", {
    ...OF_A_MESSAGE,
    words({ t, locale }, about) {
      const { name, email, created_at: at, ...message } = requireMessage(about.message);
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
    },
  }),
  message_answered: sending("message_answered", {
    read: async (ctx, { payload: { messageId, answerId } }) => ({
      answer: await messageAnswerOf(ctx, answerId),
      message: await messageOf(ctx, messageId),
    }),
    whyWithheld: ({ message, answer }) => (message ? (answer ? null : "the answer is gone") : "the message is gone"),
    words({ t, locale }, about) {
      const message = requireMessage(about.message);
      const date = dateInSentence(dateIn(message.created_at, HOME_ZONE), locale);
      return {
        subject: t("emails.answer.subject", { subject: message.subject }),
        preview: t("emails.answer.preview", { date }),
        title: t("emails.answer.title", { name: message.name }),
        paragraphs: linesOf(about.answer?.text ?? ""),
        points: [[t("emails.answer.yours", { date }), message.message]],
        reason: t("emails.answer.reason"),
      };
    },
    example: (now) => ({
      message: exampleMessage(now),
      answer: { text: "Of course. Book two groups of six.", created_at: now } as Answer,
    }),
  }),
};

function exampleMessage(now: Date): StoredMessage {
  return {
    id: NOBODY,
    name: "Sofía",
    email: "sofia@example.com",
    subject: "A group of twelve",
    message: "Can we come as a group of twelve?",
    language: "en",
    site_tag: "cdmx",
    status: "open",
    created_at: now,
  };
}

const languageOf = ({ language }: StoredMessage) => (language === "es" ? "es" : "en");

export const MESSAGE_ANSWERS = {
  "message.received": [
    // to the sender, in the language of the page they wrote on, unless their mailbox has had enough: anybody can type anybody's
    async (ctx, tx, { messageId }) => {
      const message = await messageOf(ctx, messageId, tx);
      if (!message) throw new Error(`no message ${messageId} to confirm`);
      if (!(await mayMail(ctx, tx, "message_received", message.email))) return;
      await queueEmail(ctx, tx, {
        kind: "message_received",
        payload: { messageId },
        bookingId: null,
        dedupeKey: `message.${messageId}.received.1`,
        language: languageOf(message),
        recipient: message.email,
      });
    },
    // replying to it replies to the sender
    (ctx, tx, { messageId }) =>
      queueToStaff(ctx, tx, `message.${messageId}.staff`, {
        kind: "staff_message",
        payload: { messageId },
        bookingId: null,
      }),
  ],
  "message.answered": [
    async (ctx, tx, { messageId, answerId }) => {
      const message = await messageOf(ctx, messageId, tx);
      if (!message) throw new Error(`no message ${messageId} to answer`);
      await queueEmail(ctx, tx, {
        kind: "message_answered",
        payload: { messageId, answerId },
        bookingId: null,
        dedupeKey: `message.${messageId}.answer.${answerId}`,
        language: languageOf(message),
        recipient: message.email,
      });
    },
  ],
} satisfies Partial<Handlers>;
