import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Site } from "#src/kernel/site.ts";
import { wordsSearched } from "#src/kernel/spelling.ts";
import { LOW_STARS } from "#src/modules/evening/reviews/rules/review.ts";
import type { ReviewFilter } from "#src/modules/evening/reviews/rules/review-list.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { anywhere, containsWord, textsNear } from "#src/platform/search-words.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

// without the address, which isn't for everyone who reads reviews
const GUEST = sql`findable(concat_ws(' ', b.first_name, b.last_name, b.reference))`;

const rated = (db: Db) =>
  db
    .selectFrom("ratings as r")
    .innerJoin("booking_facts as b", "b.id", "r.booking_id")
    .innerJoin("pub_crawls as c", "c.id", "r.crawl_id")
    .innerJoin("cities as city", "city.id", "c.city_id");

const isOpen = sql<boolean>`(r.stars <= ${sql.lit(LOW_STARS)} and r.handled_at is null)`;
const isAnswered = sql<boolean>`exists (select from rating_answers a where a.rating_id = r.id)`;

/** A filter, with the cities whose reviews are read; null: every city. */
export type ReviewQuery = Omit<ReviewFilter, "page" | "city" | "open"> & { cities: readonly string[] | null };

const ofCities = (cities: readonly string[]) => sql<boolean>`c.city_id = any(${[...cities]}::text[])`;

const matching = (db: Db, { view, stars, crawl, cities, from, until, answered, q }: ReviewQuery) =>
  rated(db)
    .$if(view === "tasks", (rows) => rows.where(isOpen))
    .$if(view === "published", (rows) => rows.where("r.published", "=", true))
    .$if(stars !== null, (rows) => rows.where("r.stars", "=", stars!))
    .$if(crawl !== null, (rows) => rows.where("r.crawl_id", "=", crawl!))
    .$if(cities !== null, (rows) => rows.where(ofCities(cities!)))
    .$if(from !== null, (rows) => rows.where("b.date", ">=", from!))
    .$if(until !== null, (rows) => rows.where("b.date", "<=", until!))
    .$if(answered === "yes", (rows) => rows.where(isAnswered))
    .$if(answered === "no", (rows) => rows.where(sql<boolean>`not ${isAnswered}`))
    .where((e) =>
      e.and(
        wordsSearched(q).map((word) => e.or([containsWord(GUEST, word, 1), e("r.comment", "ilike", anywhere(word))])),
      ),
    );

/** Names and references of reviewed bookings near a search text. */
export const textsNearReviews = (db: Db, search: string, cities: readonly string[] | null): Promise<string[]> =>
  textsNear(db, search, {
    from: sql`ratings r join booking_facts b on b.id = r.booking_id join pub_crawls c on c.id = r.crawl_id`,
    text: GUEST,
    shown: sql`concat_ws(' ', b.first_name, b.last_name, b.reference)`,
    where: cities === null ? [] : [ofCities(cities)],
  });

const columns = (rows: ReturnType<typeof rated>) =>
  rows
    .select([
      "r.id",
      "r.booking_id",
      "r.stars",
      "r.comment",
      "r.consent",
      "r.published",
      "r.hidden",
      "r.created_at",
      "r.language",
    ])
    .select(["b.reference", "b.first_name", "b.last_name", "b.country", "b.email", "b.language as booking_language"])
    .select(["b.date", "c.title", "c.title_es", "city.name as city", "city.name_es as city_es", "r.handled_at"])
    .select(isOpen.as("open"))
    .select(sql<number>`(select count(*)::int from rating_answers a where a.rating_id = r.id)`.as("answers"));

/** A page of reviews, newest first. */
export const reviewsPage = (db: Db, { page, ...filter }: ReviewQuery & { page: number }, limit: number) =>
  columns(matching(db, filter))
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

/** Counts of a filter's reviews: all, open tasks, published; and their average. */
export const countReviewsOf = (db: Db, filter: Omit<ReviewQuery, "view">) =>
  matching(db, { ...filter, view: "all" })
    .select([
      sql<number>`count(*)::int`.as("all"),
      sql<number>`count(*) filter (where ${isOpen})::int`.as("tasks"),
      sql<number>`count(*) filter (where r.published)::int`.as("published"),
      sql<number | null>`round(avg(r.stars), 1)::float8`.as("average"),
    ])
    .executeTakeFirstOrThrow();

export const reviewById = (db: Db, id: string) =>
  columns(rated(db))
    .leftJoin("user as u", "u.id", "r.handled_by")
    .select("u.name as handled_by")
    .where("r.id", "=", id)
    .executeTakeFirst();

export const repliesOf = (db: Db | Tx, reviewId: string) =>
  db
    .selectFrom("rating_answers as a")
    .leftJoin("user as u", "u.id", "a.answered_by")
    .select(["a.id", "a.text", "a.created_at", "u.name as by"])
    .where("a.rating_id", "=", reviewId)
    .orderBy("a.created_at")
    .orderBy("a.id")
    .execute();

/** One reply with its review; undefined when there is none. */
export const replyById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("rating_answers as a")
    .innerJoin("ratings as r", "r.id", "a.rating_id")
    .select(["a.text", "r.stars", "r.comment"])
    .where("a.id", "=", id)
    .executeTakeFirst();

/** A booking's review, as an email to staff needs it. */
export const reviewOfBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom("ratings")
    .select(["stars", "comment", "handled_at"])
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();

/** Locks a review with its booking's email address, so that concurrent changes run one after the other. */
export const holdReview = (tx: Tx, id: string) =>
  tx
    .selectFrom("ratings as r")
    .innerJoin("bookings as b", "b.id", "r.booking_id")
    .select(["r.id", "r.booking_id", "r.consent", "r.comment", "r.published", "r.hidden", "r.handled_at", "b.email"])
    .where("r.id", "=", id)
    .forUpdate("r")
    .executeTakeFirst();

export const setReview = (
  tx: Tx,
  id: string,
  row: { published?: boolean; hidden?: boolean; handled_at?: Date | null; handled_by?: string | null },
) => tx.updateTable("ratings").set(row).where("id", "=", id).execute();

/** Whether this form has already submitted a reply. */
export const isRepliedBy = async (tx: Tx, formKey: string): Promise<boolean> =>
  (await tx.selectFrom("rating_answers").select("id").where("form_key", "=", formKey).executeTakeFirst()) !== undefined;

export const addReply = (tx: Tx, row: Insertable<Tables["rating_answers"]>) =>
  tx.insertInto("rating_answers").values(row).returning("id").executeTakeFirstOrThrow();

/** The filters' choices: reviewed crawls, with their cities; of some cities, or null: of every one. */
export const reviewedCrawls = (db: Db, cities: readonly string[] | null) =>
  db
    .selectFrom("pub_crawls as c")
    .innerJoin("cities as city", "city.id", "c.city_id")
    .select(["c.id", "c.title", "c.title_es", "city.id as city_id", "city.name as city", "city.name_es as city_es"])
    .where((e) => e.exists(e.selectFrom("ratings as r").whereRef("r.crawl_id", "=", "c.id").select("r.id")))
    .$if(cities !== null, (crawls) => crawls.where(ofCities(cities!)))
    .orderBy(inLetters("c.title"))
    .execute();

/**
 * A site's newest published reviews in a language, of guests whose data still exists: first name and country, which is what
 * they consented to, and the email that tells guests apart. `test`: whether unpaid test bookings count.
 */
export const publishedReviews = (
  db: Db,
  { site, locale, test, limit }: { site: Site; locale: Locale; test: boolean; limit: number },
) =>
  db
    .selectFrom("ratings as r")
    .innerJoin("booking_facts as b", "b.id", "r.booking_id")
    .select(["r.comment", "b.first_name", "b.country", "b.email"])
    .where("r.published", "=", true)
    .where("r.hidden", "=", false)
    .where("r.language", "=", locale)
    .where("r.comment", "<>", "")
    .where("b.site_tag", "=", site)
    .where("b.first_name", "<>", "")
    .$if(!test, (rows) => rows.where("b.test", "=", false))
    .orderBy("r.created_at", "desc")
    .limit(limit)
    .execute();

/** Removes the text of replies to guests of anonymized bookings. */
export const forgetReplies = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .updateTable("rating_answers")
    .set({ text: "" })
    .where("rating_id", "in", (e) => e.selectFrom("ratings").select("id").where("booking_id", "in", bookingIds))
    .execute();
