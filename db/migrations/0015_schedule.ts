import { type Kysely, sql } from "kysely";

// The version counts what staff change of a departure, never what is sold of it: two people who edit the same night are told of each
// other, and a sale in between is no conflict. The calendar of the staff shows cancelled nights too, which the partial index leaves out.
const statements = `
alter table scheduled_crawls add column version integer not null default 1;
alter table scheduled_crawls add constraint scheduled_crawls_recurrence_type_check
  check (recurrence_type in ('daily', 'weekly', 'monthly'));
create index scheduled_crawls_by_series on scheduled_crawls (series_id, date) where series_id is not null;
create index scheduled_crawls_by_any_date on scheduled_crawls (date);

drop trigger pages_changed_by_update on scheduled_crawls;
create trigger pages_changed_by_update after update of date, start_time, end_time, total_spots, status, price, sale_price, prices,
  sale_prices, hide_total_spots, bookings_disabled, early_bird_sale, external_booking_link on scheduled_crawls
  for each statement execute function tell_pages_changed();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
