import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// how many visits come to each step of buying, as counts alone (docs/decisions/171). `funnel_bookings` says of a booking that isn't
// paid yet by what kind of device and source it came, until it is paid or over: then it is a count too.
const statements = `
create table funnel_days (
  day date not null,
  step text not null check (step in ('saw', 'chose', 'checkout', 'proceeded', 'started', 'paid')),
  device text not null check (device in ('phone', 'tablet', 'desktop')),
  language text not null check (language in ('en', 'es')),
  source text not null check (source in ('direct', 'partner', 'search', 'social', 'link', 'unknown')),
  test boolean not null default false,
  count integer not null check (count > 0),
  primary key (day, step, device, language, source, test)
);
create table funnel_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  device text not null check (device in ('phone', 'tablet', 'desktop')),
  source text not null check (source in ('direct', 'partner', 'search', 'social', 'link', 'unknown')),
  started boolean not null default false
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
