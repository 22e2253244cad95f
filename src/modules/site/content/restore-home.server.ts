import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { isUnseen, type SeenVersions } from "#src/modules/site/content/publish-home.server.ts";
import { contentOf, draftOf, isSame, told } from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS } from "#src/modules/site/content/rules/home-fields.ts";
import { storedSections } from "#src/modules/site/content/store.server.ts";
import { holdDrafts, versionRow, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Makes an earlier version of the home page the draft, in place of the one there is; whoever may change contents. Guests see it once
 * it is published, and the audit log keeps what it took the place of. Refusals: forbidden {missing}, version_not_found,
 * nothing_to_restore (the draft is like it already), changed_meanwhile (a draft that it replaces is not of the version that the
 * person saw).
 */
export async function restoreHome(ctx: Context, { id, versions }: { id: string; versions: SeenVersions }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const version = isUuid(id) ? await versionRow(tx, id) : undefined;
    if (!version) return fail("version_not_found");
    const rows = await holdDrafts(tx, SECTION_KEYS, ctx.now);
    const published = await storedSections(tx);
    const replaced = SECTION_KEYS.flatMap((key) => {
      const row = rows.find(({ section_key }) => section_key === key)!;
      const visible = draftOf(key, published.find(({ section_key }) => section_key === key)?.content);
      const wanted = draftOf(key, version.sections[key]);
      const current = row.content === null ? visible : draftOf(key, row.content);
      return isSame(key, wanted, current) ? [] : [{ key, row, visible, wanted, current }];
    });
    if (replaced.length === 0) return fail("nothing_to_restore");
    const drafts = replaced.filter(({ row }) => row.content !== null);
    if (drafts.some(({ row }) => isUnseen(row, versions))) return fail("changed_meanwhile");
    for (const { key, visible, wanted } of replaced) {
      const content = isSame(key, wanted, visible) ? null : contentOf(key, wanted);
      await writeDraft(tx, key, { content, by: ctx.actor.userId, at: ctx.now });
    }
    const changes = {
      version: [null, version.published_at.toISOString()] as const,
      ...Object.fromEntries(drafts.map(({ key, current, wanted }) => [key, told(key, current, wanted)])),
    };
    await audit(tx, ctx, { action: "home_draft.restored", subject: ["home_page", "cdmx"], changes });
    return ok({ sections: replaced.length });
  });
}
