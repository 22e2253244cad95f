import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { publishedPage } from "#src/modules/site/content/publish-page.server.ts";
import { draftOf, told } from "#src/modules/site/content/rules/home-draft.ts";
import { type PageKey, pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { holdDrafts, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Throws the draft of a page away; whoever may change contents. The audit log keeps what it said. Refusals: forbidden {missing},
 * nothing_to_discard, changed_meanwhile (it is not of the version that the person saw).
 */
export async function discardPageDraft(ctx: Context, { page, version }: { page: PageKey; version: number }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const tag = pageTag(page);
    const row = (await holdDrafts(tx, [page], ctx.now, tag))[0]!;
    if (row.content === null) return fail("nothing_to_discard");
    if (row.version !== version) return fail("changed_meanwhile");
    const changes = { [page]: told(page, draftOf(page, row.content), await publishedPage(ctx, tx, page)) };
    await writeDraft(tx, page, { content: null, by: ctx.actor.userId, at: ctx.now }, tag);
    await audit(tx, ctx, { action: "page_draft.discarded", subject: ["page", page], changes });
    return ok({ page });
  });
}
