import type { BookingFacts } from "#src/modules/evening/door/rules/guest-state.ts";
import type { Statements } from "#src/platform/db.server.ts";

export type NightRow = {
  id: string;
  crawl_id: string;
  date: string;
  zone: string;
  starts_at: Date;
  ends_at: Date;
  start: string;
  status: string;
  total: number;
  free: number;
  on_sale_until: Date | null;
  /** the night of a private group */
  is_private: boolean;
  title: string;
  title_es: string | null;
  city_id: string;
  city: string;
  city_es: string | null;
};

const NIGHTS = `
  select d.id, d.crawl_id, d.date::text as date, d.time_zone as zone, d.starts_at, d.ends_at, d.start_time as start, d.status,
    case when not d.bookings_disabled then d.sales_close_at end as on_sale_until, d.is_private, d.total_spots as total, d.title, d.title_es, d.city_id, d.city, d.city_es,
    greatest(0, d.total_spots
      - coalesce((select sum(b.number_of_people) from booking_facts b where b.scheduled_crawl_id = d.id
        and (b.status = 'confirmed' or (b.status = 'pending' and b.hold_expires_at > $2))), 0)
      - coalesce((select sum(h.held_people) from booking_changes h
        where h.to_departure_id = d.id and h.status = 'pending' and h.hold_expires_at > $2), 0)
      - coalesce((select sum(o.places - o.sold) from offline_places o
        where o.departure_id = d.id and o.returned_at is null), 0)
      - table_places(d.id, $2))::int as free
  from night_facts d
  where d.date = any($1::date[]) and d.external_booking_link is null order by d.starts_at, d.title`;

/** The departures of some dates with what is free on them: a lapsed hold keeps no place (rule seats-3), what a phone may sell offline or a friends' table reserves does. */
export async function nightsOn(on: Statements, dates: readonly string[], now: Date): Promise<NightRow[]> {
  const { rows } = await on.query<NightRow>({ name: "door-nights", text: NIGHTS, values: [dates, now] });
  return rows;
}

/** A booking without what guides don't see; `email` and `phone` are made unreadable before they leave the server. */
export type GuestRow = BookingFacts & {
  id: string;
  departure_id: string;
  reference: string;
  first_name: string;
  last_name: string;
  people: number;
  language: "en" | "es";
  note: string;
  email: string;
  phone: string;
  test: boolean;
  cancelled_at: Date | null;
  tickets: { id: string; position: number; code: string; name: string; status: string }[];
};

const GUESTS = `
  select b.id, b.scheduled_crawl_id as departure_id, b.reference, b.first_name, b.last_name, b.number_of_people as people,
    b.language, b.special_requests as note, b.email, b.phone, b.test, b.status, b.cancel_reason, b.hold_expires_at, b.cancelled_at,
    exists (select from refunds r where r.purchase_id = b.id and r.status = 'succeeded') as refunded,
    coalesce((select json_agg(json_build_object('id', t.id, 'position', t.position, 'code', t.code, 'name', t.guest_name, 'status', t.status)
      order by t.position) from tickets t where t.booking_id = b.id), '[]') as tickets
  from booking_facts b
  where b.scheduled_crawl_id = any($1::uuid[]) and (b.status <> 'cancelled' or b.confirmed_at is not null
    or (b.cancel_reason <> 'replaced' and b.cancelled_at > $2))
    and (b.status <> 'pending' or b.hold_expires_at > $2)
  order by b.first_name, b.last_name, b.id`;

/**
 * The parties of some departures: all that have or had tickets or are about to, and those that tried to since `since`, but didn't
 * pay.
 */
export async function guestsOf(on: Statements, departures: readonly string[], since: Date): Promise<GuestRow[]> {
  const { rows } = await on.query<GuestRow>({ name: "door-guests", text: GUESTS, values: [departures, since] });
  return rows;
}

const AT = `
  select b.scheduled_crawl_id as departure_id, b.number_of_people as people, b.city_id
  from booking_facts b where b.id = $1`;

/** The night that a booking is of, its city, and the party's size. */
export async function bookingAt(on: Statements, id: string) {
  return (await on.query<{ departure_id: string; people: number; city_id: string }>({ text: AT, values: [id] }))
    .rows[0];
}

const FOUND = `
  select b.id, b.scheduled_crawl_id as departure_id, b.reference, b.first_name, b.last_name, b.number_of_people as people,
    b.language, b.special_requests as note, b.status, b.cancel_reason, b.hold_expires_at, d.date::text as date,
    d.start_time as start, d.crawl_id, d.title, d.title_es, d.city_id, d.city, d.city_es,
    exists (select from refunds r where r.purchase_id = b.id and r.status = 'succeeded') as refunded
  from booking_facts b join night_facts d on d.id = b.scheduled_crawl_id`;

export type FoundRow = Omit<GuestRow, "email" | "phone" | "test" | "tickets" | "cancelled_at"> &
  Pick<NightRow, "date" | "start" | "title" | "title_es" | "city_id" | "city" | "city_es"> & { crawl_id: string };

type Span = { from: Date; to: Date; most: number };

const BY_CODE = `b.id in (select id from booking_facts where right(reference, 6) = $1
    union all select booking_id from tickets where code = $1)`;

// the index of staff's search first: it holds every number's digits
const BY_NUMBER = `b.found_by like '%' || $1 || '%'
    and right(regexp_replace(split_part(b.phone, ' ext. ', 1), '\\D', '', 'g'), length($1)) = $1`;

/**
 * Bookings of an address, with a phone number that ends so, or with the code of a ticket or the end of a reference, of nights that end after `from` and begin
 * before `to`: the latest night first.
 */
export async function bookingsBy(
  on: Statements,
  by: { email: string } | { number: string } | { code: string },
  { from, to, most }: Span,
) {
  const [where, value] =
    "email" in by ? ["lower(b.email) = $1", by.email] : "number" in by ? [BY_NUMBER, by.number] : [BY_CODE, by.code];
  const text = `${FOUND} where ${where} and b.cancel_reason is distinct from 'replaced' and d.ends_at > $3 and d.starts_at < $4
    order by d.starts_at desc, b.id limit $2`;
  return (await on.query<FoundRow>({ text, values: [value, most, from, to] })).rows;
}

export async function bookingRow(on: Statements, id: string) {
  return (await on.query<FoundRow>({ text: `${FOUND} where b.id = $1`, values: [id] })).rows[0];
}

const VERSION = `
  select md5(concat_ws('|', count(*), sum(hashtextextended(concat_ws('|', d.id, d.version, d.status, d.total_spots,
    d.available_spots, b.id, b.status, b.version, b.number_of_people, b.first_name, b.last_name, b.additional_names, b.language,
    b.special_requests, b.hold_expires_at, b.link_version, b.phone), 0)))) as version
  from night_facts d left join booking_facts b on b.scheduled_crawl_id = d.id where d.date = any($1::date[])`;

/** A word that differs once the guest lists of some dates do; entries don't count. */
export async function versionOf(on: Statements, dates: readonly string[]): Promise<string> {
  const { rows } = await on.query<{ version: string }>({ name: "door-version", text: VERSION, values: [dates] });
  return rows[0]!.version.slice(0, 16);
}

const OURS =
  "select exists (select from tickets where code = $1) or exists (select from booking_facts where right(reference, 6) = $1) as is_ours";

/** Whether a code belongs to a ticket or a booking of any night. */
export async function isCodeOfOurs(on: Statements, code: string): Promise<boolean> {
  const { rows } = await on.query<{ is_ours: boolean }>({ text: OURS, values: [code] });
  return rows[0]!.is_ours;
}
