import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { readCatalog } from "#src/modules/office/translations/read-catalog.server.ts";
import { readEmails } from "#src/modules/office/translations/read-emails.server.ts";
import { readHome } from "#src/modules/office/translations/read-home.server.ts";
import { readGallery, readLibrary } from "#src/modules/office/translations/read-pictures.server.ts";
import { readPlainPages } from "#src/modules/office/translations/read-plain-pages.server.ts";
import type { SourceRecord } from "#src/modules/office/translations/rules/source.ts";
import type { Context } from "#src/platform/context.server.ts";

/** What reads the records of each source, in the order of the board. A source that the person may not see is left out. */
const READERS = [readHome, readPlainPages, readGallery, readCatalog, readEmails, readLibrary];

/** All records with texts in two languages, for whoever may change contents. Refusal: forbidden {missing}. */
export async function listRecords(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const { t } = await i18nFor(ctx.locale);
  const records: SourceRecord[] = [];
  // one after the other: together they would ask for more connections than a page should
  for (const reader of READERS) {
    const read = await reader(ctx, t);
    if (read.ok) records.push(...read.records);
  }
  return ok({ records: records.filter(({ texts }) => texts.length > 0) });
}
