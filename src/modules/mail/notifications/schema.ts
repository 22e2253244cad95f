import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { jsonText } from "#src/kernel/json-text.ts";

/** The texts of a kind in one language, by message id. */
const texts = z.record(z.string(), z.string());

/** What an operator typed, by language and message id; the rules of its kind check it text by text. */
const typedTexts = jsonText(z.strictObject({ en: texts, es: texts }), 200_000);
const language = z.enum(["en", "es"]);
const reference = z.string().overwrite(toOneLine).max(20);

/** What the editor of a kind's texts posts. */
export const SaveTemplate = z.object({ base: z.coerce.number().int().positive(), texts: typedTexts });
export const RestoreTemplate = z.object({
  base: z.coerce.number().int().positive(),
  version: z.coerce.number().int().positive(),
});
export const TestTemplate = z.object({
  language,
  texts: typedTexts,
  reference,
  example: z.stringbool(),
  key: z.uuid(),
});

/** What the editor asks its preview for. `at` is a case of the kind, "" for the usual one. */
export const TemplatePreview = z.object({
  language,
  texts: typedTexts,
  reference,
  at: z.string().max(30),
  example: z.stringbool(),
});
