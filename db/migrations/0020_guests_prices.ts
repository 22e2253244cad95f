import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): nothing. They accept a coupon from a guest any number of times. */
export const breaksBefore: string | null = null;

/** A guest's bookings with a coupon, by the mailbox that they are kept with: without it each check would read all of the coupon's. */
export const indexes: readonly BigIndex[] = [
  {
    name: "bookings_by_guest_and_coupon",
    on: "on bookings (held_email, coupon_id) where held_email is not null and coupon_id is not null",
  },
];

// How many bookings of one guest may use it; null: any number.
const COUPONS = "alter table coupons add column most_per_guest integer check (most_per_guest > 0)";

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(COUPONS).execute(db);
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
