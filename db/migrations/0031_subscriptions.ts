import { type Kysely, sql } from "kysely";

/**
 * What this means to older releases (platform/migration-plan.ts): it only adds. What a subscription is told meanwhile, they send in the
 * form of an endpoint that staff added.
 */
export const breaksBefore: string | null = null;

const TEXTS = [
  // A program subscribes for itself (docs/decisions/223): its endpoint is told only what its key may read.
  `alter table webhook_endpoints add column key_id uuid references api_keys`,
  // what its messages carry besides ours, sealed with the application's secret
  `alter table webhook_endpoints add column headers text constraint webhook_endpoints_headers_check check (length(headers) <= 20000)`,
  // made for trying out: it is told of no booking
  `alter table webhook_endpoints add column is_trial boolean not null default false`,
  `create index webhook_endpoints_key on webhook_endpoints (key_id) where key_id is not null`,
  // what was last told of a crawl: a change is what differs from it
  `create table webhook_crawls (
    crawl_id uuid primary key references pub_crawls on delete cascade,
    state text not null
  )`,
  // a hold is told once by itself, and again each time it is taken again
  `create unique index webhook_events_first_held on webhook_events (subject) where type = 'booking.held' and detail = '{}'`,
  `drop index webhook_events_held`,
  // each round looks for the holds that no event tells of yet
  `create index webhook_events_held on webhook_events (subject) where type = 'booking.held'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS) await sql.raw(text).execute(db);
}
