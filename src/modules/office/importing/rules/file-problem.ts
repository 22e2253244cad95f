import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { MOST_ROWS } from "#src/modules/office/importing/rules/fields.ts";

const MESSAGES: Readonly<Record<string, MessageId>> = {
  file_too_large: "importing.file.tooLarge",
  file_unreadable: "importing.file.unreadable",
  file_empty: "importing.file.empty",
  file_too_long: "importing.file.tooLong",
  file_too_wide: "importing.file.tooWide",
};

/** Why a file can't be read, at its field. `line`: where it can't. */
export const fileProblem = (reason: string, line: number): FieldError => ({
  id: "file",
  message: MESSAGES[reason] ?? "importing.failed",
  values: { line, most: MOST_ROWS },
});
