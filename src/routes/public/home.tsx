import { i18nFor } from "#src/locales/i18n.ts";
import { listCities } from "#src/modules/catalog/queries.server.ts";
import { homeContent, listGallery, listInstagramPosts, speakerOf } from "#src/modules/content/queries.server.ts";
import { organization, webSite } from "#src/modules/content/rules/structured-data.ts";
import { bookingData, usualPrice } from "#src/modules/schedule/queries.server.ts";
import { testimonials } from "#src/modules/reviews/queries.server.ts";
import { requestContext } from "#src/platform/context.server.ts";
import { later } from "#src/ui/later.tsx";
import type { Route } from "./+types/home";

export { FailedCrawls as ErrorBoundary } from "#src/modules/catalog/components/late-failed-crawls.tsx";

/** Number of testimonials on the page (spec section 2.5). */
const SHOWN = 3;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const [stored, flash, gallery, posts, booking, cities] = await Promise.all([
    homeContent(ctx),
    testimonials(ctx, SHOWN),
    listGallery(ctx),
    listInstagramPosts(ctx),
    bookingData(ctx, new URL(request.url).searchParams, null),
    listCities(ctx),
  ]);
  // reviews by this site's guests first, then the editor's texts
  const content = { ...stored, testimonials: { items: [...flash, ...stored.testimonials.items].slice(0, SHOWN) } };
  const price = await usualPrice(ctx);
  const [by, { t }] = await Promise.all([speakerOf(ctx), i18nFor(ctx.locale)]);
  const things = [organization(by, t("site.footer.description"), content.footer), webSite(by)];
  const places = cities.map(({ id, name, image }) => ({ id, name, image }));
  return { content, gallery, posts, booking, price, things, cities: places };
}

export default later(
  "page-home",
  async () => (await import("#src/routes/public/components/home.tsx")).default,
  "touched",
);
