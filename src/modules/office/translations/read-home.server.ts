import { fail, ok } from "#src/kernel/result.ts";
import type { Text } from "#src/locales/i18n.ts";
import { homeHistory, homeToEdit } from "#src/modules/site/content/queries.server.ts";
import type { SavedSection } from "#src/modules/site/content/rules/draft-answer.ts";
import { isSame } from "#src/modules/site/content/rules/home-draft.ts";
import { homeFieldErrors } from "#src/modules/site/content/rules/home-errors.ts";
import { type DraftedPage, SECTION_KEYS } from "#src/modules/site/content/rules/home-fields.ts";
import { SECTION_WORDS } from "#src/modules/site/content/rules/home-words.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { homeSlots } from "#src/modules/office/translations/rules/home-slots.ts";
import { recordOf, type SourceRecord } from "#src/modules/office/translations/rules/source.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The sections of the home page as their editor has them: with drafts, which an import adds to. Refusal: forbidden {missing}. */
export async function readHome(ctx: Context, t: Text) {
  const [home, past] = await Promise.all([homeToEdit(ctx), homeHistory(ctx)]);
  if (!home.ok) return home;
  if (!past.ok) return past;
  const records = SECTION_KEYS.map((section): SourceRecord => {
    const draft = home.draft[section];
    const isDraft = !isSame(section, home.published[section], draft);
    return recordOf({
      source: "home",
      id: section,
      name: t(SECTION_WORDS[section]),
      isDraft,
      editor: `/admin/home-content?section=${section}`,
      needs: "content.change",
      draft,
      slots: homeSlots(section, t),
      history: past.versions.map(({ at, draft: page }) => ({ at, draft: page[section] })),
      draftedAt: isDraft ? (home.saved?.at ?? null) : home.publishedAt,
      check: (into) => homeFieldErrors(section, into),
      save: (into) => saveSection(ctx, "home", { key: section, version: home.versions[section], draft: into }),
    });
  });
  return ok({ records });
}

/** Saves a section of the home page, or a plain page, as a draft. Refusals: forbidden {missing}, changed_meanwhile. */
export async function saveSection(ctx: Context, page: DraftedPage, section: SavedSection) {
  const result = await saveDraft(ctx, page, [section]);
  return result.ok && result.met.length > 0 ? fail("changed_meanwhile") : result;
}
