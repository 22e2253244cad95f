import { ok } from "#src/kernel/result.ts";
import type { Sheet } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { hashOfText } from "#src/modules/office/translations/hash-text.server.ts";
import { listRecords } from "#src/modules/office/translations/list-records.server.ts";
import {
  type BoardFilter,
  filtered,
  SOURCE_WORDS,
  STATED,
  stateOf,
} from "#src/modules/office/translations/rules/board.ts";
import { COLUMNS, fingerprintOf } from "#src/modules/office/translations/rules/file.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The texts that a filter lets through as a sheet, each with a key that stays and a fingerprint, by which an import
 * sees what was changed since. Needs `content.change`. Refusal: forbidden {missing}.
 */
export async function textsSheet(ctx: Context, filter: BoardFilter) {
  const listed = await listRecords(ctx);
  if (!listed.ok) return listed;
  const { t } = await i18nFor(ctx.locale);
  const rows = filtered(listed.records, filter).flatMap(({ source, name, texts }) =>
    texts.map((text) => [
      text.key,
      [t(SOURCE_WORDS[source]), name, text.label].join(" › "),
      text.en,
      text.es,
      t(STATED[stateOf(text)]),
      fingerprintOf({ en: hashOfText(text.en), es: hashOfText(text.es) }),
    ]),
  );
  // the headings are keys, by which an import finds its columns in any language
  return ok({ sheet: { head: COLUMNS, parts: [rows] } satisfies Sheet });
}
