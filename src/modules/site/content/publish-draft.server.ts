import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { after } from "#src/modules/site/content/keep-own-pages.server.ts";
import {
  auditedAs,
  drafted,
  isUnseen,
  lockDraft,
  type LockedDraft,
  putDraft,
  type SeenVersions,
  tagOf,
  toldOf,
} from "#src/modules/site/content/lock-draft.server.ts";
import { ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import { contentOf, draftOf, isSame, type SectionDraft } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftedPage } from "#src/modules/site/content/rules/home-fields.ts";
import type { PageKey } from "#src/modules/site/content/rules/page-fields.ts";
import { lastContentChange, storedSections } from "#src/modules/site/content/store.server.ts";
import { addVersion, publishSection, versionRows } from "#src/modules/site/content/store/home.server.ts";
import { currentVersion } from "#src/modules/site/content/store/pages.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

export type DraftToPublish = { versions: SeenVersions; note: string };

/**
 * Publishes all drafts of a page at once; whoever may change contents. The whole page is kept as a version, and before the first one
 * also the page as it was. From the end of the transaction on it is what guests see and, of the terms, agree to. Returns the id of
 * the version, how many sections it changed, and whether it is Ronda's own text. Refusals: forbidden {missing}, nothing_to_publish,
 * changed_meanwhile (a draft is not of the version that the person saw).
 */
export async function publishDraft(ctx: Context, page: DraftedPage, { versions, note }: DraftToPublish) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const drafts = drafted(await lockDraft(ctx, tx, page));
    if (drafts.length === 0) return fail("nothing_to_publish");
    if (drafts.some((draft) => isUnseen(draft, versions))) return fail("changed_meanwhile");
    const published =
      page === "home"
        ? await publishHome(ctx, tx, drafts, note)
        : await publishPage(ctx, tx, page, { draft: drafts[0]!.current, note });
    for (const draft of drafts) await putDraft(ctx, tx, page, draft, null);
    const texts = toldOf(drafts.map(({ key, visible, current }) => ({ key, old: visible, now: current })));
    const { kind, subject } = auditedAs(page);
    const changes = { ...texts, ...(note === "" ? {} : { note: [null, note] as const }) };
    await audit(tx, ctx, { action: `${kind}.published`, subject, changes });
    return ok({ ...published, sections: drafts.length });
  });
}

async function publishHome(ctx: Context, tx: Tx, drafts: readonly LockedDraft[], note: string) {
  await keepAsItWas(tx, await storedSections(tx), ctx.now);
  for (const { row } of drafts) await publishSection(tx, row.section_key, row.content, ctx.now);
  const sections = await storedSections(tx);
  return { id: await addVersion(tx, { sections, note, by: ctx.actor.userId, at: ctx.now }), isOwn: false };
}

/** The page of a new installation, too: it shows Ronda's own texts, to which its editors may want to go back. */
async function keepAsItWas(tx: Tx, sections: readonly StoredSection[], now: Date) {
  if ((await versionRows(tx, 1)).length > 0) return;
  const before = new Date(now.getTime() - 1);
  await addVersion(tx, { sections, note: "", by: null, at: (await lastContentChange(tx)) ?? before });
}

/** A draft that says what Ronda's own text says is that text again. */
async function publishPage(
  ctx: Context,
  tx: Tx,
  page: PageKey,
  { draft, note }: { draft: SectionDraft; note: string },
) {
  const [latest, own] = [await currentVersion(tx, page), await ownPage(ctx, page)];
  const isOwn = isSame(page, draft, draftOf(page, own.content));
  const [tag, at] = [tagOf(page), after(latest?.published_at, ctx.now)];
  // the page as it was, also where no start has kept it yet
  if (!latest) {
    const first = { sections: [{ section_key: page, content: own.content }], note: "", by: null };
    await addVersion(tx, { ...first, at: new Date(at.getTime() - 1) }, { tag, own: own.version });
  }
  const version = {
    sections: [{ section_key: page, content: contentOf(page, draft) }],
    note,
    by: ctx.actor.userId,
    at,
  };
  return { id: await addVersion(tx, version, { tag, own: isOwn ? own.version : null }), isOwn };
}
