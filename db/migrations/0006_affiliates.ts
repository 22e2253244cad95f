import { type Kysely, sql } from "kysely";

// A visitor is a keyed hash of the browser or the address, so that nobody is found by reading the table; it is forgotten after a
// while (null). The unique indexes hold two requests that arrive at once to one row an hour.
const HOUR = "date_bin('1 hour', at, timestamptz '2000-01-01 00:00Z')";

const statements = `
create table affiliate_visits (
  id bigint generated always as identity primary key,
  affiliate_code text not null check (length(affiliate_code) between 1 and 64),
  visitor text,
  user_agent text not null default '' check (length(user_agent) <= 300),
  referrer text not null default '' check (length(referrer) <= 300),
  site_tag text not null,
  at timestamptz not null
);
create unique index affiliate_visits_once_an_hour on affiliate_visits (affiliate_code, visitor, (${HOUR}));
create index affiliate_visits_to_forget on affiliate_visits (at) where visitor is not null;

create table qr_scans (
  id bigint generated always as identity primary key,
  qr_code_id text not null check (length(qr_code_id) between 1 and 64),
  visitor text,
  site_tag text not null,
  at timestamptz not null
);
create unique index qr_scans_once_an_hour on qr_scans (qr_code_id, visitor, (${HOUR}));
create index qr_scans_to_forget on qr_scans (at) where visitor is not null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
