import { ok } from "#src/kernel/result.ts";
import { listRecords } from "#src/modules/office/translations/list-records.server.ts";
import {
  type BoardFilter,
  type BoardRecord,
  type BoardText,
  countByLanguage,
  countStates,
  filtered,
  SOURCES,
} from "#src/modules/office/translations/rules/board.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Characters of a text that the board shows. */
const MOST_SHOWN = 240;

/**
 * The board of languages: how many texts are in which state, in all and by source, and the records that a filter lets through with
 * the beginnings of their texts. Needs `content.change`. Refusal: forbidden {missing}.
 */
export async function languageBoard(ctx: Context, filter: BoardFilter) {
  const listed = await listRecords(ctx);
  if (!listed.ok) return listed;
  const { records } = listed;
  const all = records.flatMap(({ texts }) => texts);
  const inSource = filtered(records, { ...filter, state: null }).flatMap(({ texts }) => texts);
  return ok({
    languages: countByLanguage(all),
    states: countStates(inSource),
    sources: SOURCES.filter((source) => records.some((record) => record.source === source)),
    records: filtered(records, filter).map(visibleRecord),
  });
}

const visibleRecord = ({ source, id, name, isDraft, texts }: BoardRecord): BoardRecord => ({
  source,
  id,
  name,
  isDraft,
  texts: texts.map((text): BoardText => ({ ...text, en: cut(text.en), es: cut(text.es) })),
});

const cut = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).trimEnd()}…` : text);
