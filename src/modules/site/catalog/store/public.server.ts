import { sql } from "kysely";
import { isUuid } from "#src/kernel/codes.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

const crawls = (db: Db) =>
  db
    .selectFrom("pub_crawls")
    .innerJoin("cities", "cities.id", "pub_crawls.city_id")
    .selectAll("pub_crawls")
    .select(["cities.name as city_name", "cities.name_es as city_name_es", "cities.time_zone"])
    .select("cities.is_active as is_city_active");

export type CrawlRow = Awaited<ReturnType<typeof activeCrawls>>[number];

/** Active crawls of active cities, newest first (spec section 7). */
export const activeCrawls = (db: Db) =>
  crawls(db)
    .where("pub_crawls.is_active", "=", true)
    .where("cities.is_active", "=", true)
    .orderBy("pub_crawls.created_at", "desc")
    .orderBy("pub_crawls.id")
    .execute();

/** Crawls by id, also hidden and deleted ones. */
export const crawlsByIds = (db: Db, ids: readonly string[]) => crawls(db).where("pub_crawls.id", "in", ids).execute();

export type CityRow = Awaited<ReturnType<typeof allCities>>[number];

/** All cities, in menu order. */
export const allCities = (db: Db | Tx) =>
  db.selectFrom("cities").selectAll().orderBy("position").orderBy("id").execute();

/** A crawl by id, slug, or a former slug that no other crawl uses now. */
export const crawlByIdOrSlug = (db: Db, idOrSlug: string) =>
  crawls(db)
    .where((where) =>
      where.or([
        where(isUuid(idOrSlug) ? "pub_crawls.id" : "pub_crawls.slug", "=", idOrSlug),
        where("pub_crawls.former_slugs", "@>", sql<string[]>`array[${idOrSlug}]::text[]`),
      ]),
    )
    // a current slug wins over a former one, then active crawls over hidden ones
    .orderBy(sql`(pub_crawls.slug = ${idOrSlug} or pub_crawls.id::text = lower(${idOrSlug}))`, "desc")
    .orderBy("pub_crawls.is_active", "desc")
    .limit(1)
    .executeTakeFirst();

/** All crawls that aren't deleted, to choose from. */
export const crawlChoices = (db: Db | Tx) =>
  db
    .selectFrom("pub_crawls")
    .select(["id", "title", "title_es"])
    .where("deleted_at", "is", null)
    .orderBy(inLetters("title"))
    .execute();
