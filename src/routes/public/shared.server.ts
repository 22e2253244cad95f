import { textsFor } from "#src/modules/settings/queries.server.ts";
import { listCities } from "#src/modules/catalog/queries.server.ts";
import { listGallery, listInstagramPosts, speakerOf } from "#src/modules/content/queries.server.ts";
import type { HomePart } from "#src/modules/content/rules/home-layout.ts";
import { organization, webSite } from "#src/modules/content/rules/structured-data.ts";
import type { HomeContent } from "#src/modules/content/schema.ts";
import { testimonials } from "#src/modules/reviews/queries.server.ts";
import { bookingData, usualPrice } from "#src/modules/schedule/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Number of testimonials on the home page (spec section 2.5). */
export const SHOWN_TESTIMONIALS = 3;

type HomeTexts = { content: HomeContent; parts: HomePart[] };

/** All that the home page shows, with these texts: those that guests see, or drafts for a preview. */
export async function homeData(ctx: Context, request: Request, texts: HomeTexts | Promise<HomeTexts>) {
  const [{ content: stored, parts }, flash, gallery, posts, booking, cities] = await Promise.all([
    texts,
    testimonials(ctx, SHOWN_TESTIMONIALS),
    listGallery(ctx),
    listInstagramPosts(ctx),
    bookingData(ctx, new URL(request.url).searchParams, null),
    listCities(ctx),
  ]);
  // reviews by this site's guests first, then the editor's texts
  const content = {
    ...stored,
    testimonials: { items: [...flash, ...stored.testimonials.items].slice(0, SHOWN_TESTIMONIALS) },
  };
  const price = await usualPrice(ctx);
  const [by, { t }] = await Promise.all([speakerOf(ctx), textsFor(ctx, ctx.locale)]);
  const things = [organization(by, t("site.footer.description"), content.footer), webSite(by)];
  const places = cities.map(({ id, name, image }) => ({ id, name, image }));
  return { content, parts, gallery, posts, booking, price, things, cities: places };
}
