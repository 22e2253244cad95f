import type { SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { type HomeFieldError, homeFieldErrors } from "#src/modules/site/content/rules/home-errors.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import { isPage, KINDS_OF, type PageKey } from "#src/modules/site/content/rules/page-fields.ts";

/** Why a section of the home page or a plain page can't be saved. */
export const draftErrors = (key: DraftKey, draft: SectionDraft): HomeFieldError[] =>
  isPage(key) ? pageErrors(key, draft) : homeFieldErrors(key, draft);

/** Why a page can't be saved: an error of a field, or a kind of block that the page doesn't have. */
export function pageErrors(page: PageKey, draft: SectionDraft): HomeFieldError[] {
  const kinds: readonly string[] = KINDS_OF[page];
  const strange = draft.items.flatMap(({ kind = "" }, at): HomeFieldError[] =>
    kinds.includes(kind) ? [] : [{ path: `items.${at}.kind`, message: "content-pages.error.kind" }],
  );
  return [...homeFieldErrors(page, draft), ...strange];
}
