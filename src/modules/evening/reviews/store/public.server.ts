import { sql } from "kysely";
import type { Locale } from "#src/kernel/localized.ts";
import type { Db } from "#src/platform/db.server.ts";

/**
 * Reviews with words that guests agreed to show with first name and country, whose guests' data still exists and that staff left
 * standing. `test`: whether those of unpaid test bookings count.
 */
const shownOf = (db: Db, crawlIds: readonly string[], test: boolean) =>
  db
    .selectFrom("ratings as r")
    .innerJoin("booking_facts as b", "b.id", "r.booking_id")
    .where(sql<boolean>`r.crawl_id = any(${[...crawlIds]}::uuid[])`)
    .where("r.consent", "=", true)
    .where("r.hidden", "=", false)
    .where("r.comment", "<>", "")
    .where("b.first_name", "<>", "")
    .$if(!test, (rows) => rows.where("b.test", "=", false));

type CrawlReviews = { crawlId: string; test: boolean };

/** A crawl's newest shown reviews, in one language or in every one. */
export const newestShown = (
  db: Db,
  { crawlId, test, language, limit }: CrawlReviews & { language?: Locale; limit: number },
) =>
  shownOf(db, [crawlId], test)
    .select(["r.id", "r.stars", "r.comment", "r.language", "b.first_name", "b.country", "b.date"])
    .$if(language !== undefined, (rows) => rows.where("r.language", "=", language!))
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .execute();

/** How many shown reviews a crawl has in each language. */
export const countShown = (db: Db, { crawlId, test }: CrawlReviews) =>
  shownOf(db, [crawlId], test)
    .select(["r.language", sql<number>`count(*)::int`.as("count")])
    .groupBy("r.language")
    .execute();

/** The crawl of a departure with what its reviews come to. */
export const ratedCrawlOf = (db: Db, departureId: string) =>
  db
    .selectFrom("night_facts as d")
    .innerJoin("pub_crawls as c", "c.id", "d.crawl_id")
    .select(["c.id", "c.review_count as count", sql<number>`c.rating::float8`.as("rating")])
    .where("d.id", "=", departureId)
    .executeTakeFirst();

/** How many reviews of a crawl gave how many stars: every one that its average counts. */
export const countStars = (db: Db, crawlId: string) =>
  db
    .selectFrom("ratings")
    .select(["stars", sql<number>`count(*)::int`.as("count")])
    .where("crawl_id", "=", crawlId)
    .groupBy("stars")
    .execute();

/** One shown review per crawl with at least `stars`, in a language: what staff published first, then the newest. */
export const praiseOf = (
  db: Db,
  { crawlIds, test, language, stars }: { crawlIds: readonly string[]; test: boolean; language: Locale; stars: number },
) =>
  shownOf(db, crawlIds, test)
    .distinctOn("r.crawl_id")
    .select(["r.crawl_id", "r.comment", "b.first_name", "b.country"])
    .where("r.language", "=", language)
    .where("r.stars", ">=", stars)
    .orderBy("r.crawl_id")
    .orderBy("r.published", "desc")
    .orderBy("r.created_at", "desc")
    .execute();
