import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { contentOf, draftOf, isSame } from "#src/modules/content/rules/home-draft.ts";
import { SECTION_KEYS } from "#src/modules/content/rules/home-fields.ts";
import { storedSections } from "#src/modules/content/store.server.ts";
import { holdDrafts, versionRow, writeDraft } from "#src/modules/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Makes an earlier version of the home page the draft, in place of the one there is; whoever may change contents. Guests see it once
 * it is published. Refusals: forbidden {missing}, version_not_found, nothing_to_restore (the draft is like it already).
 */
export async function restoreHome(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const version = isUuid(id) ? await versionRow(tx, id) : undefined;
    if (!version) return fail("version_not_found");
    const rows = await holdDrafts(tx, SECTION_KEYS, ctx.now);
    const published = await storedSections(tx);
    let restored = 0;
    for (const key of SECTION_KEYS) {
      const row = rows.find(({ section_key }) => section_key === key)!;
      const visible = draftOf(key, published.find(({ section_key }) => section_key === key)?.content);
      const wanted = draftOf(key, version.sections[key]);
      if (isSame(key, wanted, row.content === null ? visible : draftOf(key, row.content))) continue;
      const content = isSame(key, wanted, visible) ? null : contentOf(key, wanted);
      await writeDraft(tx, key, { content, by: ctx.actor.userId, at: ctx.now });
      restored++;
    }
    if (restored === 0) return fail("nothing_to_restore");
    const changes = { version: [null, version.published_at.toISOString()] as const };
    await audit(tx, ctx, { action: "home_draft.restored", subject: ["home_page", "cdmx"], changes });
    return ok({ sections: restored });
  });
}
