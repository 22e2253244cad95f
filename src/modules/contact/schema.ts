import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { isOneLine, isPlainText } from "#src/kernel/plain-text.ts";

const line = (required: string, max: number) =>
  z.string({ error: required }).trim().min(1, required).max(max, "errors.tooLong").refine(isOneLine, "errors.control");

/** A message to the people behind the site (spec sections 3 and 5). Every message is the id of a text. */
export const SendMessage = z
  .strictObject({
    name: line("errors.messageName", 120),
    email: z
      .string({ error: "errors.messageEmail" })
      .trim()
      .max(254, "errors.messageEmail")
      .pipe(z.email("errors.messageEmail")),
    subject: line("errors.messageSubject", 150),
    message: z
      .string({ error: "errors.messageText" })
      .trim()
      .min(10, "errors.messageText")
      .max(4000, "errors.tooLong")
      .refine(isPlainText, "errors.control"),
    language: z.enum(LOCALES, "errors.language"),
  })
  .meta({ id: "SendMessage" });
export type SendMessage = z.infer<typeof SendMessage>;
