import { restored } from "#src/kernel/csv.ts";
import type { Locale } from "#src/kernel/localized.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import type { Pair } from "#src/kernel/pair.ts";
import type { Permission } from "#src/modules/base/identity/rules/permissions.ts";
import type { BoardText, SourceKey } from "#src/modules/office/translations/rules/board.ts";
import { type FileRow, hashesOf } from "#src/modules/office/translations/rules/file.ts";
import { tidied } from "#src/modules/office/translations/rules/slots.ts";
import type { NewTexts, Sentence, SourceRecord, TextProblem } from "#src/modules/office/translations/rules/source.ts";

/** A text that a file changes, or would if it weren't for `problem`. */
export type PlannedText = {
  line: number;
  key: string;
  label: string;
  href: string;
  changes: { language: Locale; old: string; now: string }[];
  problem: Sentence | null;
};

/** What a file changes of a record: all of it, or nothing where a text or the record has a problem. */
export type PlannedRecord = {
  source: SourceKey;
  id: string;
  name: string;
  problem: Sentence | null;
  texts: PlannedText[];
};

/** What a file would change; `unknown` are its keys that no text has, `same` counts the texts that it leaves as they are. */
export type ImportPlan = { records: PlannedRecord[]; unknown: { line: number; key: string }[]; same: number };

/** Whether anything of a record can be imported, and then all of it is. */
export const isReady = ({ problem, texts }: PlannedRecord): boolean =>
  problem === null && texts.every((text) => text.problem === null) && texts.length > 0;

/** How texts are identified, as their cells stand in the file and as a text would stand there. */
export type Hashing = { ofCell: (cell: string) => string; ofText: (text: string) => string };

type ImportInput = {
  records: readonly SourceRecord[];
  rows: readonly FileRow[];
  hashing: Hashing;
  may: (needs: Permission) => boolean;
};

/**
 * What a file changes of the texts as they are now. A cell that is as it was exported changes nothing, whatever became of the text
 * since; one that is empty neither: texts are removed in their editors. A text that was changed in the file and here is refused.
 */
export function planImport({ records, rows, hashing, may }: ImportInput) {
  const texts = new Map(records.flatMap((record) => record.texts.map((text) => [text.key, { record, text }] as const)));
  const first = new Map<string, FileRow>();
  const planned = new Map<SourceRecord, PlannedText[]>();
  const plan: ImportPlan = { records: [], unknown: [], same: 0 };
  for (const row of rows) {
    const current = texts.get(row.key);
    const earlier = first.get(row.key);
    if (!earlier) first.set(row.key, row);
    if (!current) plan.unknown.push({ line: row.line, key: row.key });
    else if (earlier) {
      if (earlier.en !== row.en || earlier.es !== row.es)
        add(current.record, { ...unchanged(row, current.text), problem: { message: "translations.problem.twice" } });
    } else {
      const text = plannedText(row, current.text, hashing);
      if (text) add(current.record, text);
      else plan.same += 1;
    }
  }
  function add(record: SourceRecord, text: PlannedText) {
    const its = planned.get(record) ?? [];
    its.push(text);
    planned.set(record, its);
  }
  const ready: { record: SourceRecord; texts: NewTexts; keys: readonly string[] }[] = [];
  for (const [record, its] of planned) {
    const newRecord = newTexts(record, its);
    const whole = checked(record, its, { made: newRecord, may: may(record.needs) });
    plan.records.push(whole);
    if (isReady(whole)) ready.push({ record, texts: newRecord, keys: its.map(({ key }) => key) });
  }
  return { plan, ready };
}

const unchanged = (row: FileRow, { label, href }: BoardText): PlannedText => ({
  line: row.line,
  key: row.key,
  label,
  href: href.es,
  changes: [],
  problem: null,
});

/** Null where the file leaves the text as it is. */
function plannedText(row: FileRow, text: BoardText, { ofCell, ofText }: Hashing): PlannedText | null {
  const exported = hashesOf(row.fingerprint);
  const differs = LOCALES.filter((language) => {
    const cell = tidied(row[language]);
    if (cell === "" || tidied(restored(cell)) === tidied(text[language])) return false;
    return ofCell(cell) !== exported?.[language];
  });
  if (differs.length === 0) return null;
  const changes = differs.map((language) => ({
    language,
    old: text[language],
    now: tidied(restored(tidied(row[language]))),
  }));
  // of a list's item both languages have to be as they were, or a translation would land on the item that stands there now
  const isMet = (text.isInList ? LOCALES : differs).some(
    (language) =>
      ofText(text[language]) !== exported?.[language] && tidied(restored(row[language])) !== tidied(text[language]),
  );
  const problem: Sentence | null = !exported
    ? { message: "translations.problem.fingerprint" }
    : isMet
      ? { message: "translations.problem.meanwhile" }
      : null;
  return { ...unchanged(row, text), href: text.href[differs[0]!], changes, problem };
}

/** The new texts of a record, by field. */
function newTexts(record: SourceRecord, planned: readonly PlannedText[]): NewTexts {
  const now = new Map(record.texts.map((text) => [text.key, text]));
  return new Map(
    planned
      .filter(({ changes }) => changes.length > 0)
      .map(({ key, changes }) => {
        const { en, es } = now.get(key)!;
        const over: Partial<Pair> = Object.fromEntries(changes.map((change) => [change.language, change.now]));
        return [record.fieldOf(key), { en, es, ...over }];
      }),
  );
}

const problemText = ({ message, values }: TextProblem): Sentence => (values ? { message, values } : { message });

function checked(
  record: SourceRecord,
  texts: readonly PlannedText[],
  { made: result, may }: { made: NewTexts; may: boolean },
): PlannedRecord {
  const problems = record.problemsOf(result);
  const problemOf = (text: PlannedText) => {
    const found = problems.find(({ field }) => field === record.fieldOf(text.key));
    return text.problem ?? (found ? problemText(found) : null);
  };
  const whole = texts.map((text) => ({ ...text, problem: problemOf(text) }));
  // what is wrong elsewhere in the record, not in a text of the file
  const other = problems.find(({ field }) => !texts.some(({ key }) => record.fieldOf(key) === field));
  const { source, id, name } = record;
  const problem: Sentence | null = may
    ? other
      ? { message: "translations.problem.record" }
      : null
    : { message: "translations.problem.forbidden" };
  return { source, id, name, problem, texts: whole };
}
