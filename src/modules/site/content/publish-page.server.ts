import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { after } from "#src/modules/site/content/keep-own-pages.server.ts";
import { ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import { contentOf, draftOf, isSame, type SectionDraft, told } from "#src/modules/site/content/rules/home-draft.ts";
import { type PageKey, pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { addVersion, holdDrafts, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { currentVersion, type PageVersion } from "#src/modules/site/content/store/pages.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** `version` is that of the draft that the person has seen. */
export type PageToPublish = { page: PageKey; version: number; note: string };

/**
 * Publishes the draft of a page; whoever may change contents. It is kept as a version, and from the end of the transaction on it is
 * what guests see and agree to. A draft that says what Ronda's own text says is that text again. Refusals: forbidden {missing},
 * nothing_to_publish, changed_meanwhile.
 */
export async function publishPage(ctx: Context, { page, version, note }: PageToPublish) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const tag = pageTag(page);
    const row = (await holdDrafts(tx, [page], ctx.now, tag))[0]!;
    if (row.content === null) return fail("nothing_to_publish");
    if (row.version !== version) return fail("changed_meanwhile");
    const [latest, own] = [await currentVersion(tx, page), await ownPage(ctx, page)];
    const before = await contentSeen(ctx, page, latest);
    const draft = draftOf(page, row.content);
    const isOwn = isSame(page, draft, draftOf(page, own.content));
    const at = after(latest?.published_at, ctx.now);
    // the page as it was, also where no start has kept it yet
    if (!latest) {
      const first = { sections: [{ section_key: page, content: own.content }], note: "", by: null };
      await addVersion(tx, { ...first, at: new Date(at.getTime() - 1) }, { tag, own: own.version });
    }
    const sections = [{ section_key: page, content: contentOf(page, draft) }];
    const by = ctx.actor.userId;
    const id = await addVersion(tx, { sections, note, by, at }, { tag, own: isOwn ? own.version : null });
    await writeDraft(tx, page, { content: null, by, at: ctx.now }, tag);
    const changes = { [page]: told(page, before, draft), ...(note === "" ? {} : { note: [null, note] as const }) };
    await audit(tx, ctx, { action: "page.published", subject: ["page", page], changes });
    return ok({ id, isOwn });
  });
}

/** What guests see of a page as its editor has it: the newest version, or Ronda's own text where none is kept yet. */
export const publishedPage = async (ctx: Context, db: Db | Tx, page: PageKey): Promise<SectionDraft> =>
  contentSeen(ctx, page, await currentVersion(db, page));

// also of Ronda's own text: another release may have kept it
const contentSeen = async (ctx: Context, page: PageKey, latest: PageVersion | undefined): Promise<SectionDraft> =>
  draftOf(page, latest ? latest.content : (await ownPage(ctx, page)).content);
