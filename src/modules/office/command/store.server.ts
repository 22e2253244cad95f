import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

type Span = { from: string; to: string; cities: readonly string[] | null };

/** Departures of these cities (null: all) between two dates, by date: departures searched by name are near. */
export const departuresBetween = (db: Db, { from, to, cities }: Span, limit: number) =>
  db
    .selectFrom("night_facts as d")
    .select([
      "d.id",
      "d.date",
      "d.start_time",
      "d.total_spots",
      "d.available_spots",
      "d.status",
      "d.title",
      "d.title_es",
    ])
    .select(["d.city", "d.city_es"])
    .where("d.date", ">=", from)
    .where("d.date", "<=", to)
    .$if(cities !== null, (q) => q.where(sql<boolean>`d.city_id = any(${cities}::text[])`))
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
