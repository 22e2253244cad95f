import { homeContentIn } from "#src/modules/content/rules.ts";
import type { HomeContent } from "#src/modules/content/schema.ts";
import { storedSections } from "#src/modules/content/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The home page's stored texts in the page's language. Anyone may read. */
export const homeContent = async (ctx: Context): Promise<HomeContent> =>
  homeContentIn(ctx.locale, await storedSections(ctx.db));
