import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): nothing. They accept a coupon of one city or crawl everywhere. */
export const breaksBefore: string | null = null;

// A coupon may be valid in one city, or for one crawl; nulls: everywhere.
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table coupons add column city_id text references cities (id), add column crawl_id uuid references pub_crawls (id),
      add constraint coupons_one_place check (city_id is null or crawl_id is null)`.execute(db);
};
