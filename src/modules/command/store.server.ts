import type { Db } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

/** Departures between two dates with crawl and city, by date: departures searched by name are near. */
export const departuresBetween = (db: Db, from: string, to: string, limit: number) =>
  db
    .selectFrom("scheduled_crawls as d")
    .innerJoin("pub_crawls as c", "c.id", "d.crawl_id")
    .innerJoin("cities", "cities.id", "c.city_id")
    .select([
      "d.id",
      "d.date",
      "d.start_time",
      "d.total_spots",
      "d.available_spots",
      "d.status",
      "c.title",
      "c.title_es",
    ])
    .select(["cities.name as city", "cities.name_es as city_es"])
    .where("d.date", ">=", from)
    .where("d.date", "<=", to)
    .orderBy("d.date")
    .orderBy("d.start_time")
    .orderBy("d.id")
    .limit(limit)
    .execute();

export const allCrawls = (db: Db) =>
  db
    .selectFrom("pub_crawls as c")
    .innerJoin("cities", "cities.id", "c.city_id")
    .select(["c.id", "c.title", "c.title_es", "c.is_active", "cities.name as city", "cities.name_es as city_es"])
    .orderBy("c.is_active", "desc")
    .orderBy(inLetters("c.title"))
    .orderBy("c.id")
    .execute();
