import { clockIn } from "#src/kernel/local-time.ts";
import { crawlsSold } from "#src/modules/site/catalog/queries.server.ts";
import type { Resale } from "#src/modules/programs/resellers/schema.ts";
import { nightsForResale } from "#src/modules/sales/schedule/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Capabilities } from "#src/octo/capabilities.ts";
import { withFacts, writingOf, writtenFor } from "#src/octo/read-catalogue.ts";
import { availabilityOf } from "#src/octo/write-availability.ts";
import { bookingOf } from "#src/octo/write-booking.ts";
import { CURRENCY, partsOf, pricingOf } from "#src/octo/write-pricing.ts";
import { productOf } from "#src/octo/write-product.ts";

/** Resales as bookings, each with its product and night as they are now, also where these are no longer sold. */
export async function bookingsFrom(ctx: Context, capabilities: Capabilities, resales: readonly Resale[]) {
  const unique = (ids: readonly string[]) => [...new Set(ids)];
  const partnerId = ctx.actor.key?.partnerId ?? null;
  const ids = unique(resales.map((resale) => resale.departure_id));
  const [crawls, nights, writing, written] = await Promise.all([
    crawlsSold(ctx, unique(resales.map((resale) => resale.crawl_id))),
    nightsForResale(ctx, { ids, currency: CURRENCY, people: null, partnerId }),
    writingOf(ctx, capabilities),
    writtenFor(ctx, capabilities, null),
  ]);
  const products = await withFacts(ctx, crawls, capabilities);
  return resales.map((resale) => {
    const night = nights.find(({ id }) => id === resale.departure_id) ?? null;
    const { crawl, facts } = products.find(({ crawl: { id } }) => id === resale.crawl_id)!;
    const pricing = pricingOf({ retail: resale.total, original: resale.total, net: resale.net });
    const [one = pricing] = partsOf(pricing, Math.max(1, resale.people.length));
    const minutes = night ? (night.ends_at.getTime() - night.starts_at.getTime()) / 60_000 : 0;
    const starts = night ? [clockIn(night.starts_at, night.time_zone)] : ["20:00"];
    const hours = facts.hours ?? { starts, shortest: minutes, longest: minutes };
    return bookingOf(resale, {
      product: productOf(crawl, { ...facts, hours }, writing, one),
      night: night && availabilityOf(night, written),
      isPriced: capabilities.has("pricing"),
      isTrial: ctx.actor.key?.test === true,
    });
  });
}
