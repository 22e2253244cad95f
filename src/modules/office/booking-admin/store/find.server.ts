import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { BookingStatus } from "#src/modules/sales/booking/rules/states.ts";
import { BOOKING_LIST } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import { textsNearBookings } from "#src/modules/office/booking-admin/store/list.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { beginsWord, containsWords } from "#src/platform/search-words.server.ts";

// What the command box finds of bookings.

/** A search, and the nights (departures' dates) it may mean with some of its words (`day`), whose others are `name`. */
export type Call = { search: string; night: { name: string; day: string; dates: readonly string[] } | null };

/** More departures than on the days that somebody means. */
const MOST_DEPARTURES = 1000;

/** When it is asked, and of which cities; null: of every one. */
export type Reach = { now: Date; cities: readonly string[] | null };

const ofCities = (cities: Reach["cities"]) =>
  cities === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`crawl_id in (select c.id from pub_crawls c where c.city_id = any(${cities}::text[]))`;

/** The departures on the nights that are meant, by id: both indexes are then used before a booking is read. */
export async function departuresMeant(db: Db, night: Call["night"], { now, cities }: Reach): Promise<string[] | null> {
  if (!night) return null;
  const { rows } = await sql<{
    id: string;
  }>`select id from night_facts where date = any(${night.dates}::date[]) and ${ofCities(cities)}
    order by abs(extract(epoch from starts_at - ${now})) limit ${MOST_DEPARTURES}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many of the latest matches are ranked by departure: common words match very many. */
const LOOKED_AT = 200;

/**
 * Bookings containing every word in name, reference or email, ignoring accents and case: of the latest matches, the nearest
 * upcoming departures first, then past ones. With nights, those who contain the name and depart then follow those who contain
 * all words: "maria julio" is a name before it is a Maria in July.
 */
export async function bookingsLike(
  db: Db,
  { search, night }: Call,
  departures: readonly string[] | null,
  { now, cities }: Reach,
  limit: number,
): Promise<Called[]> {
  const text = sql`found_by`;
  const begun = night ? all(night.day.split(" ").map((word) => beginsWord(text, word))) : sql<SqlBool>`true`;
  const has = night
    ? all([
        ...containsWords(text, night.name),
        sql<SqlBool>`(scheduled_crawl_id = any(${departures}::uuid[]) or ${begun})`,
      ])
    : all(containsWords(text, search));
  const { rows } = await sql<Called>`
    select b.id, b.first_name, b.last_name, b.reference, b.number_of_people, b.status, d.date::text as date
    from (select *, ${begun} as begun from booking_facts where ${has} and ${ofCities(cities)} order by created_at desc, id desc limit ${LOOKED_AT}) b
    join night_facts d on d.id = b.scheduled_crawl_id
    order by b.begun desc, d.starts_at < ${now}, abs(extract(epoch from d.starts_at - ${now})) limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Bookings that another system knew by exactly that number. */
export async function bookingsKnownAs(db: Db, search: string, { cities }: Reach, limit: number): Promise<Called[]> {
  const { rows } = await sql<Called>`
    select b.id, b.first_name, b.last_name, b.reference, b.number_of_people, b.status, b.date::text as date
    from imported_references r join (select * from booking_facts where ${ofCities(cities)}) b on b.id = r.booking_id
    where lower(r.external_reference) = ${search.trim().toLowerCase()} and not r.is_undone
    order by b.created_at desc, b.id desc limit ${limit}`.execute(db);
  return rows;
}

type Called = {
  id: string;
  first_name: string;
  last_name: string;
  reference: string;
  number_of_people: number;
  status: BookingStatus;
  date: string;
};

const all = (parts: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(parts, sql` and `)})`;

/** Texts of bookings near a search, of these departures or of any. */
export const textsNear = (
  db: Db,
  search: string,
  departures: readonly string[] | null,
  { now, cities }: Reach,
): Promise<string[]> =>
  textsNearBookings(
    db,
    {
      ...BOOKING_LIST.values(),
      cities,
      q: search,
      departureDates: null,
      sold: null,
      ...(departures ? { departures } : {}),
    },
    now,
  );
