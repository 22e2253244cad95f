import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ok } from "#src/kernel/result.ts";
import { fingerprintOf } from "#src/modules/office/translations/rules/file.ts";
import { planImport } from "#src/modules/office/translations/rules/import-plan.ts";
import type { SourceRecord } from "#src/modules/office/translations/rules/source.ts";

const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 12);
const hashing = { ofCell: hash, ofText: hash };
const key = "pages/faq/items.1.title";

/** The text that stands at a place now, with nothing in Spanish. */
const record = (en: string, isInList: boolean): SourceRecord => ({
  source: "pages",
  id: "faq",
  name: "FAQ",
  isDraft: false,
  needs: "content.change",
  texts: [{ key, label: "Question", en, es: "", href: { en: "/", es: "/" }, older: null, isInList }],
  fieldOf: () => "items.1.title",
  problemsOf: () => [],
  save: async () => ok({}),
});

/** The problems of a file that was exported while "Is it safe?" stood there, and translates it. */
const problems = (now: SourceRecord) =>
  planImport({
    records: [now],
    rows: [
      {
        line: 2,
        key,
        en: "Is it safe?",
        es: "¿Es seguro?",
        fingerprint: fingerprintOf({ en: hash("Is it safe?"), es: hash("") }),
      },
    ],
    hashing,
    may: () => true,
  }).plan.records.flatMap(({ texts }) => texts.map(({ problem }) => problem?.message ?? null));

test("a translation doesn't land on the item of a list that stands in its place now", () => {
  expect(problems(record("Is it safe?", true))).toEqual([null]);
  expect(problems(record("Do you have vegan drinks?", true))).toEqual(["translations.problem.meanwhile"]);
});

test("where the place is no list's, English may have been reworded meanwhile", () =>
  expect(problems(record("Is it safe there?", false))).toEqual([null]));
