import { ok } from "#src/kernel/result.ts";
import type { Text } from "#src/locales/i18n.ts";
import { pageHistory, pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { isSame } from "#src/modules/site/content/rules/home-draft.ts";
import { pageErrors } from "#src/modules/site/content/rules/page-errors.ts";
import { type PageKey, PAGES } from "#src/modules/site/content/rules/page-fields.ts";
import { PAGE_WORDS } from "#src/modules/site/content/rules/page-words.ts";
import { saveSection } from "#src/modules/office/translations/read-home.server.ts";
import { homeSlots } from "#src/modules/office/translations/rules/home-slots.ts";
import { recordOf, type SourceRecord } from "#src/modules/office/translations/rules/source.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The plain pages as their editor has them: with drafts, which an import adds to. Refusal: forbidden {missing}. */
export async function readPlainPages(ctx: Context, t: Text) {
  const read = await Promise.all(PAGES.map((page) => readPage(ctx, page, t)));
  const refused = read.find((one) => !one.ok);
  return refused ?? ok({ records: read.flatMap((one) => (one.ok ? [one.record] : [])) });
}

async function readPage(ctx: Context, page: PageKey, t: Text) {
  const [content, past] = await Promise.all([pageToEdit(ctx, page), pageHistory(ctx, page)]);
  if (!content.ok) return content;
  if (!past.ok) return past;
  const isDraft = !isSame(page, content.published, content.draft);
  const record: SourceRecord = recordOf({
    source: "pages",
    id: page,
    name: t(PAGE_WORDS[page]),
    isDraft,
    editor: `/admin/pages/${page}`,
    needs: "content.change",
    draft: content.draft,
    slots: homeSlots(page, t),
    history: past.versions,
    draftedAt: isDraft ? (content.saved?.at ?? null) : content.publishedAt,
    check: (draft) => pageErrors(page, draft),
    save: (draft) => saveSection(ctx, page, { key: page, version: content.version, draft }),
  });
  return ok({ record });
}
