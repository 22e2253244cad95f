import { fail } from "#src/kernel/result.ts";
import { discardDraft } from "#src/modules/site/content/discard-draft.server.ts";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import { restoreVersion } from "#src/modules/site/content/restore-version.server.ts";
import type { DraftReply } from "#src/modules/site/content/rules/draft-answer.ts";
import { type DraftedPage, draftKeysOf } from "#src/modules/site/content/rules/home-fields.ts";
import { draftErrors } from "#src/modules/site/content/rules/page-errors.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { DiscardDraft, PublishDraft, RestoreVersion, SaveDraft } from "#src/modules/site/content/schema.ts";
import { type Act, act } from "#src/routes/shared/act.server.ts";

const HOME_WORDS = {
  publish: "content-admin.flash.publish",
  discard: "content-admin.flash.discard",
  restore: "content-admin.flash.restore",
} as const;
const PAGE_WORDS = {
  publish: "content-pages.flash.publish",
  discard: "content-pages.flash.discard",
  restore: "content-pages.flash.restore",
} as const;

/** What the editor of the home page or of a plain page does with its draft. */
export function draftActs(page: DraftedPage): Record<"save" | "publish" | "discard" | "restore", Act<DraftReply>> {
  const keys = draftKeysOf(page);
  const words = page === "home" ? HOME_WORDS : PAGE_WORDS;
  return {
    save: act({
      // the form doesn't send what has an error, nor another page
      input: SaveDraft.refine(({ sections }) =>
        sections.every(({ key, draft }) => keys.includes(key) && draftErrors(key, draft).length === 0),
      ),
      run: async (ctx, { sections }) => {
        const result = await saveDraft(ctx, page, sections);
        // refused, so that the page is read again
        if (!result.ok || result.met.length === 0) return result;
        return fail("changed_meanwhile", { saved: result.saved, met: result.met });
      },
      done: ({ saved, met }) => ({ saved, met }),
      refusal: ({ saved, met }) => ({ saved, met }),
    }),
    publish: act({
      input: PublishDraft,
      run: (ctx, input) => publishDraft(ctx, page, input),
      done: words.publish,
    }),
    discard: act({
      input: DiscardDraft,
      run: (ctx, input) => discardDraft(ctx, page, input),
      done: words.discard,
    }),
    restore: act({
      input: RestoreVersion,
      run: (ctx, input) => restoreVersion(ctx, page, input),
      done: words.restore,
    }),
  };
}
