import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What a phone tells out of a night's hours, too late or of somebody else's night (docs/decisions/116), and how much a phone that
// counts no more has handed over since: `barred_at` is when it was first met without its user having the right any more.
const statements = `
alter table checkin_events drop constraint checkin_events_concern_check;
alter table checkin_events add constraint checkin_events_concern_check check (concern in
  ('cancelled', 'unpaid', 'void', 'other_night', 'revoked_device', 'told_late', 'out_of_hours', 'not_theirs')) not valid;
alter table door_devices
  add column barred_at timestamptz,
  add column handed_over integer not null default 0;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
