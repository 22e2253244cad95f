import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/*
 * What every purchase is to the lists of money, whatever its kind (docs/decisions/209). A kind of its own table joins it here, in its
 * own migration; what no kind says is null, so that money of a purchase is never left out of a list.
 */
const FACTS = `
  create view purchase_facts as
  select u.id, u.kind, b.reference, trim(b.first_name || ' ' || b.last_name) as person, b.first_name, b.last_name, b.email, b.user_id,
    b.found_by, b.test, b.forgotten_at, b.city_id, b.city, b.city_es, b.title, b.title_es, b.date, b.scheduled_crawl_id
  from purchases u left join booking_facts b on b.id = u.id`;

/** What was booked as revenue when a purchase was sold. A booking's has what its changes kept of what was paid for them. */
const SALES = `
  create view purchase_sales as
  select b.id as purchase_id, b.currency,
    b.total_price + coalesce((select sum(c.kept) from booking_changes c where c.booking_id = b.id and c.status = 'made'), 0) as amount
  from bookings b where b.confirmed_at is not null`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(FACTS).execute(db);
  await sql.raw(SALES).execute(db);
  // what others than bookings become: the rows there are needn't be read again
  await sql
    .raw(`
      alter table payments drop constraint payments_placement_check;
      alter table payments add constraint payments_placement_check check (placement in ('in_time', 'seats_free', 'tolerance', 'unplaced',
        'duplicate', 'booking_cancelled', 'change_made', 'change_lost', 'moved', 'delivered', 'given_up')) not valid;`)
    .execute(db);
};
