import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";

const line = (required: string, max: number) =>
  z.string({ error: required }).overwrite(toOneLine).min(1, required).max(max, "errors.tooLong");

/** A message to the operator (spec sections 3 and 5). Error messages are text ids. */
export const SendMessage = z
  .strictObject({
    name: line("errors.messageName", 120),
    email: z
      .string({ error: "errors.messageEmail" })
      .overwrite(toOneLine)
      .max(254, "errors.messageEmail")
      .pipe(z.email("errors.messageEmail")),
    subject: line("errors.messageSubject", 150),
    message: z
      .string({ error: "errors.messageText" })
      .overwrite(toPlainText)
      .min(10, "errors.messageText")
      .max(4000, "errors.tooLong"),
    language: z.enum(LOCALES, "errors.language"),
  })
  .meta({ id: "SendMessage" });
export type SendMessage = z.infer<typeof SendMessage>;

/** An answer to a message, with its form's key. `seen`: how many answers there were when it was opened. */
export const AnswerMessage = z.strictObject({
  text: z
    .string("messages-admin.error.text")
    .overwrite(toPlainText)
    .min(1, "messages-admin.error.text")
    .max(4000, "messages-admin.error.long"),
  key: z.string().regex(/^[\w-]{8,100}$/),
  seen: z.coerce.number().int().min(0),
  done: z.boolean(),
});
export type AnswerMessage = z.infer<typeof AnswerMessage>;

/** So many saved replies there may be: all of them are in one choice. */
export const MOST_REPLIES = 100;

const savedText = z.string().overwrite(toPlainText).max(4000, "messages-admin.error.long");

/** A text to answer messages with, in either language or both; `id` is made by its form. */
export const SaveReply = z
  .object({
    id: z.uuid(),
    name: z
      .string("messages-replies.error.name")
      .overwrite(toOneLine)
      .min(1, "messages-replies.error.name")
      .max(80, "messages-replies.error.long"),
    text_en: savedText,
    text_es: savedText,
  })
  .refine(({ text_en, text_es }) => text_en !== "" || text_es !== "", {
    path: ["text_en"],
    message: "messages-replies.error.text",
  });
export type SaveReply = z.infer<typeof SaveReply>;

/** A saved reply; a text is empty where it has none in that language. */
export type SavedReply = { id: string; name: string; text_en: string; text_es: string };

/** A message in the list; times are ISO instants. */
export type ListedMessage = {
  id: string;
  name: string;
  email: string;
  subject: string;
  start: string;
  language: string;
  site: string;
  status: string;
  answers: number;
  at: string;
};

/** Staff's answer; `by` is null where the account is gone. */
export type Answer = { id: string; text: string; by: string | null; at: string };

/** A message with everything that was done about it. */
export type OpenMessage = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  language: string;
  status: string;
  /** It may be spam. */
  isSuspect: boolean;
  at: string;
  doneBy: string | null;
  doneAt: string | null;
  answers: Answer[];
};
