import { type Kysely, sql } from "kysely";

/** What pages are made of; a change of any of it, by whatever hand, tells every server to forget the pages it keeps. */
const CONTENT = [
  "app_settings",
  "cities",
  "currency_rates",
  "gallery_images",
  "home_page_content",
  "instagram_posts",
  "pub_crawls",
];

const statements = `
alter table cities
  add column description text not null default '',
  add column description_es text,
  add column image text;
alter table gallery_images
  add column alt text not null default '',
  add column alt_es text;

create function tell_pages_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('pages_changed', tg_table_name);
  return null;
end $$;

${CONTENT.map((table) => `create trigger pages_changed after insert or update or delete or truncate on ${table} for each statement execute function tell_pages_changed();`).join("\n")}
create trigger pages_changed after insert or delete or truncate on scheduled_crawls for each statement execute function tell_pages_changed();
-- not available_spots: every booking changes it, and a page that is a few seconds late with it sells nothing wrong
create trigger pages_changed_by_update after update of date, start_time, end_time, total_spots, status, price, sale_price,
  hide_total_spots, bookings_disabled, early_bird_sale, external_booking_link on scheduled_crawls
  for each statement execute function tell_pages_changed();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
