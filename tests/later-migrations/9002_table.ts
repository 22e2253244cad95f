import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds, and what they don't write has a default. */
export const breaksBefore: string | null = null;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table booking_seats (
    booking_id uuid primary key references bookings on delete cascade,
    status text not null default 'pending',
    created_at timestamptz not null default now()
  )`.execute(db);
  await sql`create function seat_bookings() returns trigger language plpgsql as $$
    begin insert into booking_seats (booking_id) values (new.id); return new; end $$`.execute(db);
  await sql`create trigger bookings_have_seats after insert on bookings for each row execute function seat_bookings()`.execute(
    db,
  );
};
