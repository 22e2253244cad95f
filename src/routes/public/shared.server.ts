import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { textsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { listCities } from "#src/modules/site/catalog/queries.server.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { listGallery, listInstagramPosts, speakerOf, usualHome } from "#src/modules/site/content/queries.server.ts";
import type { HomePart } from "#src/modules/site/content/rules/home-layout.ts";
import { organization, webSite } from "#src/modules/site/content/rules/structured-data.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import type { CalendarProof, NightProof } from "#src/modules/site/catalog/rules/proof.ts";
import { quotesOf, ratedNight, testimonials } from "#src/modules/evening/reviews/queries.server.ts";
import { bookingData, usualPrice } from "#src/modules/sales/schedule/queries.server.ts";
import { guidesForGuests } from "#src/modules/evening/guides/queries.server.ts";
import { placesOfNight, routesForGuests } from "#src/modules/evening/stops/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { orElse } from "#src/platform/or-else.server.ts";

/** Number of testimonials on the home page (spec section 2.5). */
export const SHOWN_TESTIMONIALS = 3;

/**
 * The crawls and nights of a page's booking panel, with what stands beside their prices; null where they couldn't be read, and the
 * rest of the page stands.
 */
export async function bookingOf(ctx: Context, query: URLSearchParams, only: PubCrawl | null) {
  const booking = await orElse("crawls.unreadable", bookingData(ctx, query, only), null);
  return booking && { ...booking, proof: await calendarProof(ctx, booking) };
}

type Calendar = { crawls: readonly { id: string }[]; departures: readonly { id: string }[] };

async function calendarProof(ctx: Context, { crawls, departures }: Calendar): Promise<CalendarProof> {
  const ids = crawls.map(({ id }) => id);
  const nights = departures.map(({ id }) => id);
  const [quotes, routes, guides] = await Promise.all([
    orElse("reviews.unreadable", quotesOf(ctx, ids), {}),
    orElse("stops.unreadable", routesForGuests(ctx, ids), {}),
    orElse("guides.unreadable", guidesForGuests(ctx, nights), {}),
  ]);
  const named = Object.entries(routes).map(([crawl, stops]) => [crawl, stops.map(({ name }) => name)] as const);
  return { quotes, bars: Object.fromEntries(named), guides };
}

/** What stands beside the price of one night, at the checkout. What can't be read is left out. */
export async function proofOfNight(ctx: Context, departureId: string): Promise<NightProof> {
  const [rated, places, guides] = await Promise.all([
    orElse("reviews.unreadable", ratedNight(ctx, departureId), null),
    orElse("stops.unreadable", placesOfNight(ctx, departureId), null),
    orElse("guides.unreadable", guidesForGuests(ctx, [departureId]), {}),
  ]);
  return { rated, meeting: places?.meeting ?? null, bars: places?.bars ?? [], guides: guides[departureId] ?? [] };
}

type HomeTexts = { content: HomeContent; parts: HomePart[] };

/**
 * All that the home page shows, with these texts: those that guests see, or drafts for a preview. What can't be read takes down
 * itself alone: null, or the page's own texts (`areTextsRead`).
 */
export async function homeData(ctx: Context, request: Request, texts: HomeTexts | Promise<HomeTexts>) {
  const [read, flash, gallery, posts, booking, cities, price] = await Promise.all([
    orElse("content.unreadable", Promise.resolve(texts), null),
    orElse("reviews.unreadable", testimonials(ctx, SHOWN_TESTIMONIALS), []),
    listGallery(ctx),
    orElse("instagram.unreadable", listInstagramPosts(ctx), null),
    bookingOf(ctx, new URL(request.url).searchParams, null),
    orElse("cities.unreadable", listCities(ctx), []),
    orElse("crawls.unreadable", usualPrice(ctx), null),
  ]);
  const { content: stored, parts } = read ?? (await usualHome(ctx));
  // reviews by this site's guests first, then the editor's texts
  const content = {
    ...stored,
    testimonials: { items: [...flash, ...stored.testimonials.items].slice(0, SHOWN_TESTIMONIALS) },
  };
  const [by, { t }] = await Promise.all([speakerOf(ctx), textsFor(ctx, ctx.locale)]);
  const things = [organization(by, t("site.footer.description"), content.footer), webSite(by)];
  const places = cities.map(({ id, name, image }) => ({ id, name, image }));
  const today = booking?.today ?? dateIn(ctx.now, HOME_ZONE);
  const areTextsRead = read !== null;
  return { content, parts, gallery, posts, booking, price, things, today, areTextsRead, cities: places };
}
