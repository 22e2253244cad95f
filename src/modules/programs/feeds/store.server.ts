import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

export type FeedNight = {
  id: string;
  crawl_id: string;
  date: string;
  starts_at: Date;
  ends_at: Date;
  zone: string;
  status: "scheduled" | "cancelled";
  version: number;
  city: string;
  city_es: string | null;
  meeting_place: string;
  meeting_place_es: string | null;
  meeting_point: string;
  meeting_point_es: string | null;
  map_url: string | null;
};

/** The nights of crawls that aren't over at `from` and start before `until`, cancelled ones too, no private ones, by start. */
export async function nightsToAnnounce(
  db: Db,
  crawlIds: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<FeedNight[]> {
  const { rows } = await sql<FeedNight>`
    select n.id, n.crawl_id, n.date::text as date, n.starts_at, n.ends_at, n.time_zone as zone, n.status, n.version, n.city,
      n.city_es, n.meeting_place, n.meeting_place_es, n.meeting_point, n.meeting_point_es, n.map_url
    from night_facts n
    where n.crawl_id = any(${crawlIds}::uuid[]) and n.ends_at > ${from} and n.starts_at < ${until} and not n.is_private
    order by n.starts_at, n.id`.execute(db);
  return rows;
}
