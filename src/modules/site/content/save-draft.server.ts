import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { auditedAs, lockDraft, putDraft } from "#src/modules/site/content/lock-draft.server.ts";
import type { MetSection, SavedSection } from "#src/modules/site/content/rules/draft-answer.ts";
import { contentOf, isSame } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftedPage } from "#src/modules/site/content/rules/home-fields.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Saves sections of a page as drafts (each over the version that it was typed on), which guests don't see; whoever may change contents. A section that is like the published one
 * again has no draft anymore. `met` are those that somebody else changed since, of which nothing is stored; the others are saved.
 * The audit log tells when a person begins a section's draft or takes it over, not each of its savings. Refusal: forbidden {missing}.
 */
export async function saveDraft(ctx: Context, page: DraftedPage, sections: readonly SavedSection[]) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const saved: SavedSection[] = [];
  const met: MetSection[] = [];
  if (sections.length === 0) return ok({ saved, met });
  const keys = sections.map(({ key }) => key);
  return ctx.db.transaction().execute(async (tx) => {
    const locked = await lockDraft(ctx, tx, page, keys);
    for (const { key, version, draft } of sections) {
      const one = locked.find((other) => other.key === key)!;
      const { row, visible, current } = one;
      // what was sent twice is saved already
      if (isSame(key, current, draft)) saved.push({ key, version: row.version, draft });
      else if (row.version !== version) met.push({ key, version: row.version, draft: current, by: row.by });
      else {
        await putDraft(ctx, tx, page, one, isSame(key, visible, draft) ? null : contentOf(key, draft));
        const { kind, subject } = auditedAs(page);
        if (row.content === null || row.saved_by !== ctx.actor.userId)
          await audit(tx, ctx, {
            action: `${kind}_draft.saved`,
            subject: page === "home" ? ["home_section", key] : subject,
          });
        saved.push({ key, version: version + 1, draft });
      }
    }
    return ok({ saved, met });
  });
}
