import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { publishedPage } from "#src/modules/site/content/publish-page.server.ts";
import { ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import { contentOf, draftOf, isSame, type SectionDraft, told } from "#src/modules/site/content/rules/home-draft.ts";
import { OWN_TEXT, type PageKey, pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { holdDrafts, versionRow, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { pageVersionOf } from "#src/modules/site/content/store/pages.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** `id` is that of a version, or `OWN_TEXT`; `version` that of the draft that the person has seen. */
export type PageToRestore = { page: PageKey; id: string; version: number };

/**
 * Makes an earlier version of a page, or Ronda's own text, the draft, in place of the one there is; whoever may change contents.
 * Guests see it once it is published, and the audit log keeps what it took the place of. Refusals: forbidden {missing},
 * version_not_found, nothing_to_restore (the draft is like it already), changed_meanwhile (a draft that it replaces is not of the
 * version that the person saw).
 */
export async function restorePage(ctx: Context, { page, id, version }: PageToRestore) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const tag = pageTag(page);
    const wanted = await wantedOf(ctx, tx, page, id);
    if (!wanted) return fail("version_not_found");
    const row = (await holdDrafts(tx, [page], ctx.now, tag))[0]!;
    const visible = await publishedPage(ctx, tx, page);
    const current = row.content === null ? visible : draftOf(page, row.content);
    if (isSame(page, wanted.draft, current)) return fail("nothing_to_restore");
    if (row.content !== null && row.version !== version) return fail("changed_meanwhile");
    const content = isSame(page, wanted.draft, visible) ? null : contentOf(page, wanted.draft);
    await writeDraft(tx, page, { content, by: ctx.actor.userId, at: ctx.now }, tag);
    const changes = {
      version: [null, wanted.name] as const,
      ...(row.content === null ? {} : { [page]: told(page, current, wanted.draft) }),
    };
    await audit(tx, ctx, { action: "page_draft.restored", subject: ["page", page], changes });
    return ok({ page });
  });
}

async function wantedOf(
  ctx: Context,
  tx: Tx,
  page: PageKey,
  id: string,
): Promise<{ draft: SectionDraft; name: string } | null> {
  if (id === OWN_TEXT) return { draft: draftOf(page, (await ownPage(ctx, page)).content), name: "Ronda" };
  const row = isUuid(id) ? await versionRow(tx, id, pageTag(page)) : undefined;
  if (!row) return null;
  return { draft: draftOf(page, pageVersionOf(page, row).content), name: row.published_at.toISOString() };
}
