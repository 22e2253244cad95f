import { isUuid } from "#src/kernel/codes.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Site } from "#src/kernel/site.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { homeContentFor, type StoredSection } from "#src/modules/site/content/rules/home-content.ts";
import type { Speaker } from "#src/modules/site/content/rules/structured-data.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import {
  type GalleryImage,
  type HomeContent,
  type InstagramPost,
  OwnPicture,
  type StaffImage,
  type StaffPost,
} from "#src/modules/site/content/schema.ts";
import { allPosts, imageById, postById, siteImages } from "#src/modules/site/content/store/items.server.ts";
import {
  activeImages,
  activePosts,
  lastContentChange,
  storedSections,
} from "#src/modules/site/content/store.server.ts";
import { appSettings, storedSettings } from "#src/modules/base/settings/queries.server.ts";
import { changesOf, draftOf, homeDraftOf, type HomeVersion } from "#src/modules/site/content/rules/home-draft.ts";
import { SECTION_KEYS, type SectionKey } from "#src/modules/site/content/rules/home-fields.ts";
import { type HomePart, shownParts } from "#src/modules/site/content/rules/home-layout.ts";
import { ownTexts } from "#src/modules/site/content/rules/own-texts.ts";
import { readPreviewEnd } from "#src/modules/site/content/rules/preview-link.ts";
import { type DraftRow, draftRows, versionRow, versionRows } from "#src/modules/site/content/store/home.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

// every page of the site has one
const footers = keptPerDatabase(async (db) => {
  const [stored, { contact }] = await Promise.all([storedSections(db), storedSettings({ db })]);
  const footerIn = (locale: Locale) => homeContentFor(locale, stored, contact).footer;
  return { en: footerIn("en"), es: footerIn("es") };
});

/** The footer of every page in the page's language, kept until pages change. Public. */
export const siteFooter = async ({ db, locale }: Pick<Context, "db" | "locale">): Promise<HomeContent["footer"]> =>
  (await footers(db))[locale];

/** Drops the kept footers after a change, so that the next page reads them again. */
export const forgetFooters = ({ db }: Pick<Context, "db">): void => footers.forget(db);

/** The home page's stored texts in the page's language; contact that its footer doesn't give is that of the settings. Public. */
export const homeContent = async (ctx: Context): Promise<HomeContent> => contentOf(ctx, await storedSections(ctx.db));

async function contentOf(ctx: Context, stored: readonly StoredSection[]): Promise<HomeContent> {
  const { contact } = await appSettings(ctx);
  return homeContentFor(ctx.locale, stored, contact);
}

/** The home page's stored texts in the page's language, and its parts in order. Public. */
export async function homePage(ctx: Context): Promise<{ content: HomeContent; parts: HomePart[] }> {
  const stored = await storedSections(ctx.db);
  return { content: await contentOf(ctx, stored), parts: shownParts(stored) };
}

/** The home page with its own texts and parts, as where nothing is stored. Public. */
export const usualHome = async (ctx: Context): Promise<{ content: HomeContent; parts: HomePart[] }> => ({
  content: await contentOf(ctx, []),
  parts: shownParts([]),
});

/** The site's gallery pictures, none of other hosts. A failed read is logged and gives an empty gallery (spec section 8). Public. */
export async function listGallery(ctx: Context): Promise<GalleryImage[]> {
  const rows = await orElse("gallery.unreadable", activeImages(ctx.db, ctx.site), []);
  return rows
    .filter(({ image_url }) => OwnPicture.safeParse(image_url).success)
    .map(({ id, image_url, alt, alt_es }) => ({ id, src: image_url, alt: inLocale(ctx.locale, alt, alt_es) }));
}

/** The home page's Instagram posts. Public. */
export async function listInstagramPosts(ctx: Context): Promise<InstagramPost[]> {
  const rows = await activePosts(ctx.db);
  return rows.map(({ id, image_url, picture, caption }) => ({ id, link: image_url, picture, caption }));
}

/** The UTC day (YYYY-MM-DD) of the last change of the home page's stored texts; null while none is stored. Public. */
export const homeChangedOn = async (ctx: Context): Promise<string | null> =>
  (await lastContentChange(ctx.db))?.toISOString().slice(0, 10) ?? null;

/** The site's identity for structured data. */
export const speakerOf = async (ctx: Context): Promise<Speaker> => {
  const { brand } = await appSettings(ctx);
  return { origin: ctx.origin, name: brand, locale: ctx.locale };
};

/** What of the home page's drafts is stored: the drafts over what is published. */
async function draftedSections(ctx: Context): Promise<StoredSection[]> {
  const [published, drafts] = await Promise.all([storedSections(ctx.db), draftRows(ctx.db)]);
  const drafted = drafts.filter(({ content }) => content !== null);
  const isDrafted = (key: string) => drafted.some(({ section_key }) => section_key === key);
  return [...published.filter(({ section_key }) => !isDrafted(section_key)), ...drafted].map(
    ({ section_key, content }) => ({ section_key, content }),
  );
}

/** The home page's sections for their editor, with their drafts. Refusal: forbidden {missing}. */
export async function homeToEdit(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const [stored, rows, [latest], changedAt, en, es] = await Promise.all([
    storedSections(ctx.db),
    draftRows(ctx.db),
    versionRows(ctx.db, 1),
    lastContentChange(ctx.db),
    i18nFor("en"),
    i18nFor("es"),
  ]);
  const published = homeDraftOf(stored);
  const drafted = rows.filter(({ content }) => content !== null);
  const draft = { ...published, ...Object.fromEntries(drafted.map(ofRow)) };
  const versions = Object.fromEntries(
    SECTION_KEYS.map((key) => [key, rows.find(({ section_key }) => section_key === key)?.version ?? 0]),
  ) as Record<SectionKey, number>;
  const saved = drafted.toSorted((a, b) => b.saved_at.getTime() - a.saved_at.getTime())[0];
  return ok({
    published,
    draft,
    versions,
    saved: saved ? { at: saved.saved_at.toISOString(), by: saved.by } : null,
    publishedAt: (latest?.published_at ?? changedAt)?.toISOString() ?? null,
    publishedBy: latest?.by ?? null,
    own: { en: ownTexts(en.t), es: ownTexts(es.t) },
  });
}
const ofRow = ({ section_key, content }: DraftRow) => [section_key, draftOf(section_key as SectionKey, content)];

const MOST_VERSIONS = 50;

/** The home page's versions, newest first, each with what it changed of the one before. Refusal: forbidden {missing}. */
export async function listHomeVersions(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const rows = await versionRows(ctx.db, MOST_VERSIONS + 1);
  const drafts = rows.map(({ sections }) => homeDraftOf(sectionsOf(sections)));
  const versions: HomeVersion[] = rows.slice(0, MOST_VERSIONS).map(({ id, note, published_at, by }, at) => ({
    id,
    note,
    at: published_at.toISOString(),
    by,
    changes: drafts[at + 1] ? changesOf(drafts[at + 1]!, drafts[at]!) : null,
  }));
  return ok({ versions });
}

/** The home page's versions as form values, oldest first, as far as they are listed. Refusal: forbidden {missing}. */
export async function homeHistory(ctx: Context) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const rows = await versionRows(ctx.db, MOST_VERSIONS);
  return ok({
    versions: rows.toReversed().map(({ sections, published_at }) => ({
      at: published_at.toISOString(),
      draft: homeDraftOf(sectionsOf(sections)),
    })),
  });
}

const sectionsOf = (sections: Record<string, unknown>): StoredSection[] =>
  Object.entries(sections).map(([section_key, content]) => ({ section_key, content }));

/** What opens a preview: a shared link's end and key, or a version's id, which only staff may see. */
export type AskedPreview = { until: string | null; key: string | null; version: string | null };

/**
 * The home page's texts for a preview: its drafts, or an earlier version. Opens for whoever may change contents, and for the holder
 * of a shared link until it ends. `until` is that end, null for staff. Refusals: forbidden {missing}, version_not_found.
 */
export async function previewHome(ctx: Context, { until, key, version }: AskedPreview) {
  const end = readPreviewEnd(until, ctx.now);
  const isShared = end !== null && sameToken(key ?? "", sign(ctx.secret, "home-preview", ctx.site, end));
  if (!isShared && !can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const row = version !== null && isUuid(version) && !isShared ? await versionRow(ctx.db, version) : undefined;
  if (version !== null && !row) return fail("version_not_found");
  const sections = row ? sectionsOf(row.sections) : await draftedSections(ctx);
  return ok({
    sections,
    version: row ? row.published_at.toISOString() : null,
    until: isShared ? new Date(end * 1000).toISOString() : null,
  });
}

type ImageRow = Awaited<ReturnType<typeof siteImages>>[number];
const staffImage = ({ image_url, alt_es, deleted_at, id, alt, is_active, version }: ImageRow): StaffImage => ({
  id,
  src: image_url,
  alt,
  alt_es: alt_es ?? "",
  is_active,
  version,
  deleted: deleted_at !== null,
  foreign: !OwnPicture.safeParse(image_url).success,
});

type PostRow = Awaited<ReturnType<typeof allPosts>>[number];
const staffPost = ({ image_url, picture, deleted_at, id, caption, is_active, version }: PostRow): StaffPost => ({
  id,
  link: image_url,
  picture: picture ?? "",
  caption,
  is_active,
  version,
  deleted: deleted_at !== null,
});

/**
 * A site's gallery for its editors, hidden pictures included, and the one that is open, even if it was deleted meanwhile (null:
 * none, or none of that id). Refusal: forbidden {missing}.
 */
export async function galleryForStaff(ctx: Context, { site, open }: { site: Site; open: string | null }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const [rows, opened] = await Promise.all([
    siteImages(ctx.db, site),
    open !== null && isUuid(open) ? imageById(ctx.db, open) : undefined,
  ]);
  return ok({ images: rows.map(staffImage), opened: opened ? staffImage(opened) : null });
}

/**
 * The Instagram posts for their editors, hidden ones included, and the one that is open, even if it was deleted meanwhile (null:
 * none, or none of that id). Refusal: forbidden {missing}.
 */
export async function postsForStaff(ctx: Context, { open }: { open: string | null }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const [rows, opened] = await Promise.all([
    allPosts(ctx.db),
    open !== null && isUuid(open) ? postById(ctx.db, open) : undefined,
  ]);
  return ok({ posts: rows.map(staffPost), opened: opened ? staffPost(opened) : null });
}
