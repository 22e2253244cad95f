import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What partners and campaigns brought by day, beside daily_sales and counted with it (0018): of the bookings that have either, with
// the people who came. '' is no campaign.
const statements = `
create table daily_partners (
  basis text not null check (basis in ('sale', 'service')),
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  partner_id uuid,
  campaign text not null,
  bookings integer not null,
  guests integer not null,
  came integer not null,
  revenue bigint not null,
  unique nulls not distinct (basis, day, crawl_id, currency, test, partner_id, campaign)
);
create index daily_partners_of_one on daily_partners (partner_id, basis, day);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
