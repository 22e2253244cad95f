import type { Currency } from "#src/kernel/money.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { BookingStatus, CancelReason } from "#src/modules/sales/booking/rules/states.ts";
import type { Statements } from "#src/platform/db.server.ts";

export type ListedRow = {
  id: string;
  reference: string;
  version: number;
  status: BookingStatus;
  cancel_reason: CancelReason | null;
  created_at: Date;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  number_of_people: number;
  total_price: number;
  currency: Currency;
  test: boolean;
  language: Locale;
  source: string;
  partner_id: string | null;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  departure_id: string;
  crawl_id: string;
  title: string;
  title_es: string | null;
  city_id: string;
  date: string;
  start_time: string;
  end_time: string;
  starts_at: Date;
};

// what changed since: by the four times that a booking has, each with an index of its own; the log alone knows when one whose night
// was called off came back, and when its contact was corrected
const SINCE = `(
    select id from bookings where created_at >= $8
    union select id from bookings where confirmed_at >= $8
    union select id from bookings where cancelled_at >= $8
    union select booking_id from booking_changes where closed_at >= $8 and status = 'made'
    union select subject_id::uuid from audit_log where at >= $8 and subject_type = 'booking'
      and action in ('booking.moved', 'booking.contact_corrected'))`;

const LISTED = `
  select b.id, b.reference, b.version, b.status, b.cancel_reason, b.created_at, b.confirmed_at, b.cancelled_at, b.number_of_people,
    b.total_price, b.currency, b.test, b.language, b.source, b.partner_id, b.first_name, b.last_name, b.email, b.phone, b.country,
    d.id as departure_id, d.crawl_id, d.title, d.title_es, d.city_id, d.date, d.start_time, d.end_time, d.starts_at
  from bookings b join night_facts d on d.id = b.scheduled_crawl_id
  where ($1::text[] is null or d.city_id = any($1)) and ($2::text[] is null or b.site_tag = any($2)) and (not b.test or $3)
    and ($4::date is null or d.date >= $4) and ($5::date is null or d.date <= $5)
    and ($6::text is null or b.status = $6) and ($7::text is null or b.reference = $7)
    and ($9::timestamptz is null or (b.created_at, b.id) < ($9, $10::uuid))`;
const ORDER = " order by b.created_at desc, b.id desc limit $11";

type Listing = {
  cities: readonly string[] | null;
  sites: readonly string[] | null;
  test: boolean;
  from: string | null;
  to: string | null;
  status: string | null;
  reference: string | null;
  since: Date | null;
  after: { at: Date; id: string } | null;
  limit: number;
};

/** Bookings of some cities and sites (null: all), the newest first, after one of them. */
export async function listedBookings(on: Statements, listing: Listing): Promise<ListedRow[]> {
  const { cities, sites, test, from, to, status, reference, since, after, limit } = listing;
  const values = [cities, sites, test, from, to, status, reference, since, after?.at ?? null, after?.id ?? null, limit];
  const isSince = since === null ? " and $8::timestamptz is null" : ` and b.id in ${SINCE}`;
  const name = since === null ? "list-bookings" : "list-bookings-since";
  const { rows } = await on.query<ListedRow>({ name, text: LISTED + isSince + ORDER, values });
  return rows;
}
