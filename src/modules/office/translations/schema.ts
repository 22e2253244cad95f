import { z } from "zod";
import { jsonText } from "#src/kernel/json-text.ts";
import { MOST_FILE_BYTES, MOST_FILE_ROWS } from "#src/modules/office/translations/rules/file.ts";

const row = z.strictObject({
  line: z.number().int(),
  key: z.string().max(400),
  en: z.string(),
  es: z.string(),
  fingerprint: z.string().max(100),
});

/** The rows of a file that a preview showed, as its page posts them. */
export const ImportRows = jsonText(z.array(row).min(1).max(MOST_FILE_ROWS), MOST_FILE_BYTES * 2);
export type ImportRows = z.infer<typeof ImportRows>;

const MISSING = "translations.file.missing";
/** A file of texts; a form without a chosen file sends one without a name. */
export const TextsFile = z.object({ file: z.file(MISSING).refine(({ name }) => name !== "", MISSING) });
