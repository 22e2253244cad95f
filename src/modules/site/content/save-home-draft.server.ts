import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { contentOf, draftOf, isSame, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import type { SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { storedSections } from "#src/modules/site/content/store.server.ts";
import { holdDrafts, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A section to save, and the version of its draft that it was typed on. */
export type SectionToSave = { key: SectionKey; version: number; draft: SectionDraft };
/** A section that somebody else saved meanwhile: nothing of it was stored. */
export type MetSection = { key: SectionKey; version: number; draft: SectionDraft; by: string | null };

/**
 * Saves sections as drafts, which guests don't see; whoever may change contents. A section that is like the published one again has
 * no draft any more. `met` are those that somebody else changed since; the others are saved. The audit log tells when a person
 * begins a section's draft or takes it over, not each of its savings. Refusal: forbidden {missing}.
 */
export async function saveHomeDraft(ctx: Context, sections: readonly SectionToSave[]) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  if (sections.length === 0) return ok({ saved: [], met: [] });
  return ctx.db.transaction().execute(async (tx) => {
    const keys = sections.map(({ key }) => key);
    const rows = await holdDrafts(tx, keys, ctx.now);
    const published = await storedSections(tx);
    const saved: { key: SectionKey; version: number; draft: SectionDraft }[] = [];
    const met: MetSection[] = [];
    for (const { key, version, draft } of sections) {
      const row = rows.find(({ section_key }) => section_key === key)!;
      const visible = draftOf(key, published.find(({ section_key }) => section_key === key)?.content);
      const current = row.content === null ? visible : draftOf(key, row.content);
      // what was sent twice is saved already
      if (isSame(key, current, draft)) saved.push({ key, version: row.version, draft });
      else if (row.version !== version) met.push({ key, version: row.version, draft: current, by: row.by });
      else {
        const content = isSame(key, visible, draft) ? null : contentOf(key, draft);
        await writeDraft(tx, key, { content, by: ctx.actor.userId, at: ctx.now });
        if (row.content === null || row.saved_by !== ctx.actor.userId)
          await audit(tx, ctx, { action: "home_draft.saved", subject: ["home_section", key] });
        saved.push({ key, version: version + 1, draft });
      }
    }
    return ok({ saved, met });
  });
}
