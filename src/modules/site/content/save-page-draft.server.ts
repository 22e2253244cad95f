import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { publishedPage } from "#src/modules/site/content/publish-page.server.ts";
import { contentOf, draftOf, isSame, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import { type PageKey, pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { holdDrafts, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A page to save, and the version of its draft that it was typed on. */
export type PageToSave = { key: PageKey; version: number; draft: SectionDraft };

/**
 * Saves a page as a draft, which guests don't see; whoever may change contents. One that is like the published page again is no
 * draft any more. If somebody else saved it meanwhile, nothing is stored: `met` is theirs. The audit log tells when a person begins
 * the draft or takes it over, not each of its savings. Refusal: forbidden {missing}.
 */
export async function savePageDraft(ctx: Context, { key, version, draft }: PageToSave) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const tag = pageTag(key);
    const row = (await holdDrafts(tx, [key], ctx.now, tag))[0]!;
    const visible = await publishedPage(ctx, tx, key);
    const current = row.content === null ? visible : draftOf(key, row.content);
    // what was sent twice is saved already
    if (isSame(key, current, draft)) return ok({ saved: [{ key, version: row.version, draft }], met: [] });
    if (row.version !== version)
      return ok({ saved: [], met: [{ key, version: row.version, draft: current, by: row.by }] });
    const content = isSame(key, visible, draft) ? null : contentOf(key, draft);
    await writeDraft(tx, key, { content, by: ctx.actor.userId, at: ctx.now }, tag);
    if (row.content === null || row.saved_by !== ctx.actor.userId)
      await audit(tx, ctx, { action: "page_draft.saved", subject: ["page", key] });
    return ok({ saved: [{ key, version: version + 1, draft }], met: [] });
  });
}
