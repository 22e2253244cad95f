import { inLocale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { homeContentIn, withContact } from "#src/modules/content/rules/home-content.ts";
import type { Speaker } from "#src/modules/content/rules/structured-data.ts";
import { type GalleryImage, type HomeContent, type InstagramPost, OwnPicture } from "#src/modules/content/schema.ts";
import { activeImages, activePosts, lastContentChange, storedSections } from "#src/modules/content/store.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";

/** The home page's stored texts in the page's language; contact that its footer doesn't give is that of the settings. Public. */
export async function homeContent(ctx: Context): Promise<HomeContent> {
  const [sections, { contact }] = await Promise.all([storedSections(ctx.db), appSettings(ctx)]);
  const content = homeContentIn(ctx.locale, sections);
  return { ...content, footer: withContact(content.footer, contact) };
}

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
  return rows.map(({ id, image_url, caption }) => ({ id, link: image_url, caption }));
}

/** The UTC day (YYYY-MM-DD) of the last change of the home page's stored texts; null while none is stored. Public. */
export const homeChangedOn = async (ctx: Context): Promise<string | null> =>
  (await lastContentChange(ctx.db))?.toISOString().slice(0, 10) ?? null;

/** The site's identity for structured data. */
export const speakerOf = async (ctx: Context): Promise<Speaker> => {
  const { t } = await i18nFor(ctx.locale);
  return { origin: ctx.origin, name: t("common.brand"), locale: ctx.locale };
};
