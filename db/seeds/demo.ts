import { insertAccounts } from "#db/seeds/demo/accounts.ts";
import { insertAddOns } from "#db/seeds/demo/add-ons.ts";
import { insertBars } from "#db/seeds/demo/bars.ts";
import { insertBookings } from "#db/seeds/demo/booked.ts";
import { fillerBookings, luciasBookings, takenSeats } from "#db/seeds/demo/bookings.ts";
import { insertDepartures, plannedDepartures } from "#db/seeds/demo/calendar.ts";
import { insertCoupons } from "#db/seeds/demo/coupons.ts";
import { CALENDAR_CRAWLS, CITIES, CRAWLS } from "#db/seeds/demo/crawls.ts";
import { insertPartners } from "#db/seeds/demo/partners.ts";
import { insertYear } from "#db/seeds/demo/year.ts";
import { insertGuides } from "#db/seeds/demo/guides.ts";
import { GALLERY, homeOn, POSTS } from "#db/seeds/demo/home.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Settings } from "#src/platform/env.server.ts";

/**
 * The demo data: what a visitor, a customer and an operator need to see every state of the product without adding anything.
 * Relative to `now`: 90 days of departures from today, as full as their bookings make them, and before it the year of a business
 * that runs (left out where `DEMO_YEAR` is off).
 */
export async function loadDemo(tx: Tx, settings: Settings, now: Date): Promise<void> {
  await tx.insertInto("cities").values(CITIES).execute();
  await tx
    .insertInto("pub_crawls")
    .values(
      CRAWLS.map((crawl) => ({
        ...crawl,
        prices: JSON.stringify(crawl.prices),
        picture_alts: JSON.stringify(crawl.picture_alts),
      })),
    )
    .execute();
  await insertBars(tx);
  await insertAddOns(tx);
  await tx
    .insertInto("app_settings")
    .values([
      { key: "calendar_crawl_ids", value: CALENDAR_CRAWLS.map((crawl) => crawl.id).join(",") },
      { key: "default_crawl_id", value: CALENDAR_CRAWLS[0].id },
      { key: "show_limited_availability", value: "true" },
      { key: "limited_availability_threshold", value: "50" },
    ])
    .execute();
  await insertHome(tx, dateIn(now, HOME_ZONE));
  const { lucia, staff } = await insertAccounts(tx, settings.ADMIN_EMAILS);
  const coupons = await insertCoupons(tx, now);
  const departures = plannedDepartures(now);
  const lucias = luciasBookings(departures, lucia, coupons, now);
  const bookings = [...lucias, ...fillerBookings(departures, takenSeats(lucias), settings.DEMO_YEAR ? 74 : 12, now)];
  await insertDepartures(tx, departures, takenSeats(bookings));
  await insertGuides(tx, departures, takenSeats(bookings), now);
  const receipts = settings.DEMO_YEAR ? await insertYear(tx, now, staff) : 0;
  await insertBookings(tx, bookings, receipts);
  await insertPartners(tx, now);
  // the guest of the night before last is asked for a review now, not at the next full hour
  await addJob(tx, "ratings.ask", {});
}

async function insertHome(tx: Tx, today: string): Promise<void> {
  const sections = Object.entries(homeOn(today)).map(([section_key, content]) => ({
    section_key,
    site_tag: "cdmx",
    content: JSON.stringify(content),
  }));
  await tx.insertInto("home_page_content").values(sections).execute();
  const images = GALLERY.map((image, position) => ({ ...image, site_tag: "cdmx", position }));
  await tx.insertInto("gallery_images").values(images).execute();
  const posts = POSTS.map((post, display_order) => ({ ...post, display_order }));
  await tx.insertInto("instagram_posts").values(posts).execute();
}
