import { ok } from "#src/kernel/result.ts";
import { planTexts } from "#src/modules/office/translations/plan-texts.server.ts";
import type { FileRow } from "#src/modules/office/translations/rules/file.ts";
import { type ImportedRecord, savingProblem } from "#src/modules/office/translations/rules/import-answer.ts";
import { isReady } from "#src/modules/office/translations/rules/import-plan.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Puts the texts of a file's rows in their places, record by record through the use case that its editor saves by: a page becomes a
 * draft, a city or crawl is saved. A record is changed by all of its rows or by none. What was imported already is left alone.
 * Needs `content.change`, and each record what its use case needs. Refusal: forbidden {missing}.
 */
export async function importTexts(ctx: Context, rows: readonly FileRow[]) {
  const planned = await planTexts(ctx, rows);
  if (!planned.ok) return planned;
  const { plan, ready } = planned;
  const records: ImportedRecord[] = [];
  // one after the other: sections of one page share their locks
  for (const { record, texts } of ready) {
    const result = await record.save(texts);
    const { source, id, name } = record;
    records.push({ source, id, name, texts: texts.size, problem: result.ok ? null : savingProblem(result.reason) });
  }
  const refused = plan.records.filter((record) => !isReady(record));
  for (const { source, id, name, texts, problem } of refused) {
    const why = problem ?? texts.find((text) => text.problem)?.problem ?? null;
    records.push({ source, id, name, texts: texts.length, problem: why });
  }
  return ok({ records, same: plan.same });
}
