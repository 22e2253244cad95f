import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails about a message sent to us. */
export const MESSAGE = {
  message_received: kind({
    payload: z.strictObject({ messageId: id }),
    owner: "message",
    to: "guests",
    urgency: "at_once",
    texts: [
      ["subject", "emails.message.subject"],
      ["heading", "emails.message.title"],
      ["text", "emails.message.text"],
      ["text", "emails.message.more"],
    ],
  }),
  staff_message: kind({
    payload: z.strictObject({ messageId: id }),
    owner: "message",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subject", "emails.staff.message.subject", { must: ["subject"] }],
      ["noteHeading", "emails.staff.message.answer"],
      ["note", "emails.staff.message.text", { may: ["name"] }],
    ],
  }),
  message_answered: kind({
    payload: z.strictObject({ messageId: id, answerId: id }),
    owner: "message",
    to: "guests",
    urgency: "soon",
    texts: [
      ["subject", "emails.answer.subject", { must: ["subject"] }],
      ["preview", "emails.answer.preview", { may: ["date"] }],
      ["heading", "emails.answer.title", { may: ["name"] }],
      ["noteHeading", "emails.answer.yours", { may: ["date"] }],
    ],
  }),
};
