import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { Alert, OtherNight } from "#src/modules/office/night/schema.ts";
import type { Db } from "#src/platform/db.server.ts";

export type NightRow = {
  id: string;
  crawl_id: string;
  date: string;
  start_time: string;
  end_time: string;
  starts_at: Date;
  ends_at: Date;
  status: string;
  total: number;
  title: string;
  title_es: string | null;
  colour: CrawlColour;
  city: string;
  city_es: string | null;
  zone: string;
  city_id: string;
  on_every_site: boolean;
  is_active: boolean;
  is_city_active: boolean;
  deleted_at: Date | null;
  held: number;
  previous: OtherNight | null;
  next: OtherNight | null;
};

const beside = (after: boolean) => {
  const [sign, order] = after ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return sql`(select json_build_object('id', o.id, 'date', o.date, 'start', o.start_time) from night_facts o
    where o.crawl_id = d.crawl_id and o.status = 'scheduled' and (o.starts_at, o.id) ${sign} (d.starts_at, d.id)
    order by o.starts_at ${order}, o.id ${order} limit 1)`;
};

/** A departure with its crawl, the seats on hold (a lapsed hold keeps none, what a phone may sell offline or a friends' table reserves does) and the crawl's nights beside it. */
export async function nightRow(db: Db, id: string, now: Date): Promise<NightRow | undefined> {
  const { rows } = await sql<NightRow>`
    select d.id, d.crawl_id, d.date::text as date, d.start_time, d.end_time, d.starts_at, d.ends_at, d.status,
      d.total_spots as total, d.title, d.title_es, d.colour, d.city, d.city_es, d.time_zone as zone,
      d.city_id, d.on_every_site, d.crawl_is_active as is_active, d.city_is_active as is_city_active, d.crawl_deleted_at as deleted_at,
      (coalesce((select sum(b.number_of_people) from booking_facts b
          where b.scheduled_crawl_id = d.id and b.status = 'pending' and b.hold_expires_at > ${now}), 0)
        + coalesce((select sum(h.held_people) from booking_changes h
          where h.to_departure_id = d.id and h.status = 'pending' and h.hold_expires_at > ${now}), 0)
        + coalesce((select sum(o.places - o.sold) from offline_places o
          where o.departure_id = d.id and o.returned_at is null), 0)
        + table_places(d.id, ${now}))::int as held,
      ${beside(false)} as previous, ${beside(true)} as next
    from night_facts d
    where d.id = ${id}::uuid`.execute(db);
  return rows[0];
}

export type PartyRow = {
  id: string;
  name: string;
  people: number;
  language: string;
  note: string;
  status: string;
  hold_expires_at: Date;
  voucher_until: Date | null;
  kept_for: string | null;
  cancelled_at: Date | null;
  confirmed_at: Date | null;
  no_show: boolean;
  /** staff have said so, although nobody let them in */
  was_there: boolean;
};

/**
 * The bookings of a night with what a guide may see of them, and nothing else (rule door-6); only the confirmed ones unless `all`.
 * Baskets that lapsed or were given up without paying are left out.
 */
export async function partyRows(
  db: Db,
  departureId: string,
  { now, all }: { now: Date; all: boolean },
): Promise<PartyRow[]> {
  const { rows } = await sql<PartyRow>`
    select b.id, trim(b.first_name || ' ' || b.last_name) as name, b.number_of_people as people, b.language,
      b.special_requests as note, b.status, b.hold_expires_at, b.voucher_until, b.kept_for, b.cancelled_at, b.confirmed_at,
      b.no_show_at is not null as no_show, b.no_show_at is null and b.was_there_at is not null as was_there
    from booking_facts b
    where b.scheduled_crawl_id = ${departureId}::uuid and (b.status = 'confirmed'
      or (${all}::boolean and ((b.status = 'pending' and b.hold_expires_at > ${now})
        or (b.status = 'cancelled' and b.confirmed_at is not null))))
    order by lower(b.first_name), lower(b.last_name), b.id`.execute(db);
  return rows;
}

export type GuestRow = {
  id: string;
  booking_id: string;
  position: number;
  name: string;
  code: string;
  entry: string | null;
  at: Date | null;
  by: string;
  device: string;
  id_seen: boolean;
};

/** The valid tickets of a night's bookings, with who let their holders in. */
export async function guestRows(db: Db, departureId: string): Promise<GuestRow[]> {
  const { rows } = await sql<GuestRow>`
    select t.id, t.booking_id, t.position, t.guest_name as name, t.code, e.id as entry, e.happened_at as at,
      coalesce(split_part(u.name, ' ', 1), '') as by, coalesce(v.name, '') as device, coalesce(e.id_seen, false) as id_seen
    from booking_facts b join tickets t on t.booking_id = b.id and t.status = 'valid'
      left join entries e on e.ticket_id = t.id and e.standing = 'open'
      left join checkin_events i on i.id = e.id left join "user" u on u.id = i.user_id
      left join door_devices v on v.id = i.device_id
    where b.scheduled_crawl_id = ${departureId}::uuid
    order by t.booking_id, t.position`.execute(db);
  return rows;
}

export type BookingRow = {
  id: string;
  reference: string;
  phone: string;
  email: string;
  currency: Currency;
  total: number;
  owed: number;
  test: boolean;
};

/**
 * What only readers of bookings may see of a night's bookings. `owed` is what the books say a guest owes, without
 * what their bank has taken while it decides (they have paid once); of a booking that isn't
 * confirmed, its price less the credit kept for it.
 */
export async function bookingRows(db: Db, departureId: string): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    select b.id, b.reference, b.phone, b.email, b.currency, b.total_price as total, b.test,
      (case b.status
        when 'pending' then b.total_price
          - coalesce((select sum(u.amount) from credit_uses u where u.purchase_id = b.id and u.state <> 'released'), 0)
        else greatest(0, coalesce((select sum(l.amount) from ledger_entries l
          where l.purchase_id = b.id and l.account = 'guest' and l.currency = b.currency), 0)
          - coalesce((select sum(d.amount) from disputes d join payments p on p.id = d.payment_id
            where p.purchase_id = b.id and d.state = 'open' and d.currency = b.currency), 0)) end)::int as owed
    from booking_facts b where b.scheduled_crawl_id = ${departureId}::uuid`.execute(db);
  return rows;
}

/** The phone of a night's confirmed booking, by one of its valid tickets. */
export async function phoneRow(
  db: Db,
  departureId: string,
  ticketId: string,
): Promise<{ reference: string; phone: string } | undefined> {
  const { rows } = await sql<{ reference: string; phone: string }>`
    select b.reference, b.phone from tickets t join booking_facts b on b.id = t.booking_id
    where t.id = ${ticketId}::uuid and t.status = 'valid' and b.status = 'confirmed'
      and b.scheduled_crawl_id = ${departureId}::uuid`.execute(db);
  return rows[0];
}

export type MoneyRow = { currency: Currency; what: string; provider: string | null; amount: number };

/** What the books say about a night's bookings: sums by currency, movement and provider; debits are positive. */
export async function moneyRows(db: Db, departureId: string, tests: boolean): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select l.currency, l.account || '.' || l.kind as what, l.provider, sum(l.amount)::float8 as amount
    from booking_facts b join ledger_entries l on l.purchase_id = b.id
    where b.scheduled_crawl_id = ${departureId}::uuid and (${tests}::boolean or not l.test)
    group by l.currency, l.account, l.kind, l.provider order by l.currency`.execute(db);
  return rows;
}

/** The emails about a night's bookings to their guests, by kind and status. */
export async function emailRows(
  db: Db,
  departureId: string,
): Promise<{ kind: string; status: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; status: string; count: number }>`
    select e.kind, e.status, count(*)::int as count from booking_facts b join emails e on e.booking_id = b.id
    where b.scheduled_crawl_id = ${departureId}::uuid and (e.kind not like 'staff_%' or e.kind = 'staff_letter')
    group by e.kind, e.status`.execute(db);
  return rows;
}

export type AlertRow = Omit<Alert, "at" | "bookingId"> & { at: Date; booking_id: string | null };

/** Entries at this night's door that somebody should look into: second ones of a ticket, and those of tickets that admit nobody. */
export async function alertRows(db: Db, departureId: string): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    with told as (
      select distinct on (e.id) e.id, e.ticket_id, e.looked_at, i.id as event,
        case when e.standing = 'double' then 'double'
          when i.kind = 'undo' and i.concern = 'other_night' then 'moved_since' else i.concern end as kind
      from entries e join checkin_events i on coalesce(i.of_event, i.id) = e.id
      where e.departure_id = ${departureId}::uuid and ((e.standing = 'double' and i.id = e.id)
        or (i.concern is not null and (i.kind <> 'in' or e.standing = 'open')))
      order by e.id, i.id <> e.id, i.id)
    select e.id, e.kind, coalesce(nullif(t.guest_name, ''), trim(b.first_name || ' ' || b.last_name)) as name, i.happened_at as at,
      coalesce(split_part(u.name, ' ', 1), '') as by, coalesce(v.name, '') as device,
      e.looked_at is not null as looked, b.id as booking_id
    from told e join checkin_events i on i.id = e.event join tickets t on t.id = e.ticket_id join booking_facts b on b.id = t.booking_id
      left join "user" u on u.id = i.user_id left join door_devices v on v.id = i.device_id
    order by e.looked_at is not null, i.happened_at`.execute(db);
  return rows;
}
