import { i18nFor } from "#src/locales/i18n.ts";
import { homeContentIn } from "#src/modules/content/rules.ts";
import type { Speaker } from "#src/modules/content/rules/structured-data.ts";
import type { HomeContent } from "#src/modules/content/schema.ts";
import { lastContentChange, storedSections } from "#src/modules/content/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The home page's stored texts in the page's language. Anyone may read. */
export const homeContent = async (ctx: Context): Promise<HomeContent> =>
  homeContentIn(ctx.locale, await storedSections(ctx.db));

/** The UTC day (YYYY-MM-DD) of the last change of the home page's stored texts; null while none is stored. Anyone may read. */
export const homeChangedOn = async (ctx: Context): Promise<string | null> =>
  (await lastContentChange(ctx.db))?.toISOString().slice(0, 10) ?? null;

/** Who speaks in a page's structured data. */
export const speakerOf = async (ctx: Context): Promise<Speaker> => {
  const { t } = await i18nFor(ctx.locale);
  return { origin: ctx.settings.BASE_URL, name: t("common.brand"), locale: ctx.locale };
};
