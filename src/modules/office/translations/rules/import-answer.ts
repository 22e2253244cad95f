import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import type { SourceKey } from "#src/modules/office/translations/rules/board.ts";
import type { FileRow } from "#src/modules/office/translations/rules/file.ts";
import { type ImportPlan, isReady } from "#src/modules/office/translations/rules/import-plan.ts";
import type { Sentence } from "#src/modules/office/translations/rules/source.ts";

/** What became of a record; `problem` is null where its texts were saved. */
export type ImportedRecord = { source: SourceKey; id: string; name: string; texts: number; problem: Sentence | null };

/** What a file would change, with the rows that do. */
type Preview = { file: string; plan: ImportPlan; rows: readonly FileRow[] };

export type ImportExtra = {
  preview: Preview;
  /** what was done */
  outcome: { records: ImportedRecord[]; same: number };
};
/** The answer to a file of texts, whose problem stands at its field. */
export type ImportAnswer = FormAnswer<ImportExtra>;

const SAVING: Partial<Record<string, MessageId>> = {
  changed_meanwhile: "translations.problem.meanwhile",
  forbidden: "translations.problem.forbidden",
  crawl_not_found: "translations.problem.gone",
  crawl_deleted: "translations.problem.gone",
  city_not_found: "translations.problem.gone",
  item_not_found: "translations.problem.gone",
  item_deleted: "translations.problem.gone",
  picture_not_found: "translations.problem.gone",
};

/** Why a record wasn't saved, in words. */
export const savingProblem = (reason: string): Sentence => ({
  message: SAVING[reason] ?? "translations.problem.record",
});

const FILE: Partial<Record<string, MessageId>> = {
  file_too_large: "translations.file.tooLarge",
  file_not_utf8: "translations.file.notUtf8",
  file_without_columns: "translations.file.noColumns",
  file_unreadable: "translations.file.unreadable",
  file_too_long: "translations.file.tooLong",
};

/** Why a file can't be imported; `line` is where reading it stopped. */
export const fileProblem = (reason: string, line = 0): FieldError => ({
  id: "file",
  message: FILE[reason] ?? "translations.file.failed",
  values: { line },
});

type Planned = { plan: ImportPlan; ready: readonly { keys: readonly string[] }[] };

/** A preview, with the rows of the file that change what can be imported. */
export function previewOf(file: string, { plan, ready }: Planned, rows: readonly FileRow[]): Preview {
  const ids = new Set(ready.flatMap(({ keys }) => keys));
  return { file, plan, rows: rows.filter(({ key }) => ids.has(key)) };
}

/** How many texts a plan imports, of how many records. */
export function countReady({ records }: ImportPlan) {
  const ready = records.filter(isReady);
  return { records: ready.length, texts: ready.reduce((sum, { texts }) => sum + texts.length, 0) };
}
