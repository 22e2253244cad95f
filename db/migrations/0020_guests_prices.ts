import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/**
 * What this means to older releases (platform/migration-plan.ts): nothing. They accept a coupon from a guest any number of times, and apply a
 * rule to everybody: rules for certain guests are written once all servers run this release. */
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

// A rule for guests of one partner; one for whoever has so many nights, this one included, in so many days before or after it.
const RULES = `
  alter table price_rules add column partner_id uuid references partners (id),
    add column nights_from integer check (nights_from between 2 and 100),
    add column nights_days integer check (nights_days between 1 and 365),
    add constraint price_rules_nights_in_days check ((nights_from is null) = (nights_days is null))`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [COUPONS, RULES]) await sql.raw(text).execute(db);
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
};
