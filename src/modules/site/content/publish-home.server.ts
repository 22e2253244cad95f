import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { draftOf, told } from "#src/modules/site/content/rules/home-draft.ts";
import { isSectionKey, SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import type { StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import { lastContentChange, storedSections } from "#src/modules/site/content/store.server.ts";
import {
  addVersion,
  type DraftRow,
  holdDrafts,
  publishSection,
  versionRows,
  writeDraft,
} from "#src/modules/site/content/store/home.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** The versions of the drafts that a person has seen. */
export type SeenVersions = Partial<Record<SectionKey, number>>;
export type ToPublish = { versions: SeenVersions; note: string };

/**
 * Publishes all drafts of the home page at once; whoever may change contents. The whole page is kept as a version; before the first
 * one also the page as it was. Refusals: forbidden {missing}, nothing_to_publish, changed_meanwhile.
 */
export async function publishHome(ctx: Context, { versions, note }: ToPublish) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const rows = await holdDrafts(tx, SECTION_KEYS, ctx.now);
    const drafts = rows.filter(({ content }) => content !== null);
    if (drafts.length === 0) return fail("nothing_to_publish");
    if (drafts.some((draft) => isUnseen(draft, versions))) return fail("changed_meanwhile");
    const before = await storedSections(tx);
    await keepAsItWas(tx, before, ctx.now);
    for (const { section_key, content } of drafts) {
      await publishSection(tx, section_key, content, ctx.now);
      await writeDraft(tx, section_key, { content: null, by: ctx.actor.userId, at: ctx.now });
    }
    const sections = await storedSections(tx);
    const id = await addVersion(tx, { sections, note, by: ctx.actor.userId, at: ctx.now });
    const changes = { ...draftChanges(before, drafts), ...(note === "" ? {} : { note: [null, note] as const }) };
    await audit(tx, ctx, { action: "home.published", subject: ["home_page", "cdmx"], changes });
    return ok({ id, sections: drafts.length });
  });
}

/** The page of a new installation, too: it shows Ronda's own texts, to which its editors may want to go back. */
async function keepAsItWas(tx: Tx, sections: readonly StoredSection[], now: Date) {
  if ((await versionRows(tx, 1)).length > 0) return;
  const before = new Date(now.getTime() - 1);
  await addVersion(tx, { sections, note: "", by: null, at: (await lastContentChange(tx)) ?? before });
}

/** Whether somebody changed a draft after the person saw it: an act on it would be one on texts that nobody has read. */
export const isUnseen = ({ section_key, version }: DraftRow, seen: SeenVersions): boolean =>
  seen[section_key as SectionKey] !== version;

/** What drafts change of the published page, for an audit entry: by section, the old and new texts of its fields. */
export const draftChanges = (published: readonly StoredSection[], drafts: readonly DraftRow[]) =>
  Object.fromEntries(
    drafts.flatMap(({ section_key: key, content }) => {
      if (!isSectionKey(key)) return [];
      const old = draftOf(key, published.find(({ section_key }) => section_key === key)?.content);
      return [[key, told(key, old, draftOf(key, content))] as const];
    }),
  );
