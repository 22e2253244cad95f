import { ownPage } from "#src/modules/site/content/read-own-page.server.ts";
import { type Content, draftOf, type SectionDraft, listChanges } from "#src/modules/site/content/rules/home-draft.ts";
import { type DraftedPage, type DraftKey, draftKeysOf } from "#src/modules/site/content/rules/home-fields.ts";
import { type PageKey, pageTag } from "#src/modules/site/content/rules/page-fields.ts";
import { storedSections } from "#src/modules/site/content/store.server.ts";
import { type DraftRow, HOME_TAG, holdDrafts, writeDraft } from "#src/modules/site/content/store/home.server.ts";
import { currentVersion } from "#src/modules/site/content/store/pages.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** The versions of the drafts that a person has seen, by section or page. */
export type SeenVersions = Partial<Record<DraftKey, number>>;

/** A section or page whose draft is locked: what guests see of it, and what its editor has (the same where there is no draft). */
export type LockedDraft = { key: DraftKey; row: DraftRow; visible: SectionDraft; current: SectionDraft };

/** What drafts and versions of a page are stored under. */
export const tagOf = (page: DraftedPage): string => (page === "home" ? HOME_TAG : pageTag(page));

/** How a page stands in the audit log: its record, and how its actions begin. */
export const auditedAs = (page: DraftedPage) =>
  page === "home"
    ? ({ kind: "home", subject: ["home_page", HOME_TAG] } as const)
    : ({ kind: "page", subject: ["page", page] } as const);

/** What guests see of a plain page as its editor has it: the newest version, or Ronda's own text where none is kept yet. */
export async function publishedPage(ctx: Context, db: Db | Tx, page: PageKey): Promise<SectionDraft> {
  const latest = await currentVersion(db, page);
  // also of Ronda's own text: another release may have kept it
  return draftOf(page, latest ? latest.content : (await ownPage(ctx, page)).content);
}

/** Locks the drafts of a page, or of some sections of it, until the transaction ends. */
export async function lockDraft(ctx: Context, tx: Tx, page: DraftedPage, keys = draftKeysOf(page)) {
  const rows = await holdDrafts(tx, keys, ctx.now, tagOf(page));
  const visible = await published(ctx, tx, page);
  return keys.map((key): LockedDraft => {
    const row = rows.find(({ section_key }) => section_key === key)!;
    const view = visible(key);
    return { key, row, visible: view, current: row.content === null ? view : draftOf(key, row.content) };
  });
}

async function published(ctx: Context, tx: Tx, page: DraftedPage): Promise<(key: DraftKey) => SectionDraft> {
  if (page !== "home") {
    const view = await publishedPage(ctx, tx, page);
    return () => view;
  }
  const stored = await storedSections(tx);
  return (key) => draftOf(key, stored.find(({ section_key }) => section_key === key)?.content);
}

/** Those of which there is a draft. */
export const drafted = <Draft extends LockedDraft>(locked: readonly Draft[]): Draft[] =>
  locked.filter(({ row }) => row.content !== null);

/** Whether somebody changed a draft after the person saw it: an act on it would be one on texts that nobody has read. */
export const isUnseen = ({ key, row }: LockedDraft, versions: SeenVersions): boolean => versions[key] !== row.version;

/** Stores the draft of a locked section or page; null removes it. */
export const putDraft = (ctx: Context, tx: Tx, page: DraftedPage, { key }: LockedDraft, content: Content | null) =>
  writeDraft(tx, key, { content, by: ctx.actor.userId, at: ctx.now }, tagOf(page));

/** What an audit entry tells of drafts, by section or page: the old and new texts of its fields. */
export const toldOf = (drafts: readonly { key: DraftKey; old: SectionDraft; now: SectionDraft }[]) =>
  Object.fromEntries(drafts.map(({ key, old, now }) => [key, listChanges(key, old, now)] as const));
