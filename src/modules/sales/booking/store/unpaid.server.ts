import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/**
 * Places of one departure, or (null) how many networks keep only unpaid ones and how many have paid, and which keep only unpaid or
 * young ones.
 */
type RecentRow = { departure: string | null; unpaid: number; paid: number; young: number; networks: string[] | null };

/** What a reseller's program holds has caps of its own, and says nothing about the public (docs/decisions/218). */
const OF_PUBLIC = sql`partner_reason is distinct from 'reseller'`;

/**
 * Places that were taken on the site, by the public, by departure, and the networks that took them: unpaid ones that are held or were until half an
 * hour ago, and paid ones of the last two hours. Unpaid is what nobody paid for, whatever ended it, unless
 * the operator did; the places of changes too (those that were paid are in their bookings). Two kinds count as unpaid only when they
 * are five minutes old: what is still held, whose guests are paying, and what a guest replaced, of which only the largest counts, and
 * only beyond what they then paid or keep: changing one's mind is no second hold. What is held and younger is `young`. `everybody` is the network of those who may be
 * anybody (a proxy that wasn't declared): each of them counts as one.
 */
export async function recentPlaces(db: Db | Tx, now: Date, everybody: string): Promise<RecentRow[]> {
  // no hold of the site lives longer than four hours, but a voucher's
  const { rows } = await sql<RecentRow>`
    with taken as (
      select scheduled_crawl_id as departure, coalesce(nullif(held_network, ${everybody}), browser,
          case when held_network is null then '' else id::text end) as network,
        coalesce(browser, id::text) as who, number_of_people as people, created_at, least(hold_expires_at, cancelled_at) as ended,
        case when status <> 'cancelled' then status when confirmed_at is null then cancel_reason end as what
      from bookings where created_at > ${now}::timestamptz - interval '4 hours' and source = 'web' and ${OF_PUBLIC}
      union all
      select w.to_departure_id, coalesce(nullif(b.held_network, ${everybody}), b.browser, case when b.held_network is null then '' else b.id::text end),
        w.booking_id::text, w.held_people, w.created_at, least(w.hold_expires_at, w.closed_at), coalesce(w.drop_reason, w.status)
      from booking_changes w join bookings b on b.id = w.booking_id
      where w.created_at > ${now}::timestamptz - interval '4 hours' and w.difference > 0 and b.source = 'web' and ${OF_PUBLIC}
    ), counted as (
      select departure, max(network) as network,
        coalesce(sum(people) filter (where (what in ('expired', 'payment_cancelled', 'customer', 'guest')
          or what = 'pending' and is_old) and is_fresh), 0)::int as kept,
        coalesce(sum(people) filter (where what = 'pending' and not is_old), 0)::int as young,
        coalesce(max(people) filter (where what = 'replaced' and is_old and is_fresh), 0) as replaced,
        coalesce(sum(people) filter (where what = 'confirmed' and is_recent), 0)::int as paid,
        coalesce(sum(people) filter (where what = 'made' and is_recent), 0)::int as made
      from taken, lateral (select created_at <= ${now}::timestamptz - interval '5 minutes' as is_old,
        created_at > ${now}::timestamptz - interval '2 hours' as is_recent,
        ended > ${now}::timestamptz - interval '30 minutes' as is_fresh) age
      group by departure, who
    ), summed as (
      select departure, network, greatest(kept, replaced - paid - made) as unpaid, paid, young from counted
    )
    select departure, sum(unpaid)::int as unpaid, sum(paid)::int as paid, sum(young)::int as young, null as networks
    from summed group by departure
    union all
    select null, (count(*) filter (where unpaid > 0 and paid = 0))::int, (count(*) filter (where paid > 0))::int, 0,
      coalesce(array_agg(network) filter (where unpaid + young > 0 and paid = 0), '{}')
    from (select network, sum(unpaid) as unpaid, sum(paid) as paid, sum(young) as young from summed group by network) networks`.execute(
    db,
  );
  return rows;
}

/** For so long after an episode it is remembered who kept places unpaid in it. */
const REMEMBERED = "12 hours";

/**
 * The networks whose guests took places unpaid while these piled up (on the whole site, or on those nights) and let them lapse: more
 * than `ratio` times as many as its guests paid for in a day, so that a hostel's or a carrier's shared address isn't one for what a few
 * did. Empty unless there was an episode within half a day. What is held isn't counted, nor what was replaced.
 */
export async function unpayingNetworks(
  db: Db | Tx,
  { now, everybody, ratio }: { now: Date; everybody: string; ratio: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ network: string }>`
    with episodes as (
      select started_at - interval '30 minutes' as since, seen_at, everywhere, departures from hold_episodes
      where seen_at > ${now}::timestamptz - ${REMEMBERED}::interval
    ), taken as (
      select held_network as network, number_of_people as people, confirmed_at is not null as is_paid, confirmed_at is null
          and (cancel_reason in ('expired', 'payment_cancelled', 'customer') or status = 'pending' and hold_expires_at <= ${now})
          and exists (select from episodes e where b.created_at <= e.seen_at and least(b.hold_expires_at, b.cancelled_at) > e.since
            and (e.everywhere or b.scheduled_crawl_id::text = any(e.departures))) as is_unpaid
      from bookings b where created_at > ${now}::timestamptz - interval '24 hours' and source = 'web'
        and held_network <> ${everybody} and exists (select from episodes)
    )
    select network from taken group by network
    having sum(people) filter (where is_unpaid) > coalesce(sum(people) filter (where is_paid), 0) * ${ratio}::int`.execute(
    db,
  );
  return new Set(rows.map(({ network }) => network));
}

/** Whether unpaid places piled up on the whole site within half a day. */
export async function crowdedLately(db: Db | Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_after: boolean }>`select exists (
    select from hold_episodes where everywhere and seen_at > ${now}::timestamptz - ${REMEMBERED}::interval) as is_after`.execute(
    db,
  );
  return rows[0]!.is_after;
}

/** The places of all nights of the next two weeks that the site sells. */
export async function comingPlaces(db: Db | Tx, now: Date): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    select coalesce(sum(total_spots), 0)::int as places from night_facts
    where starts_at > ${now}::timestamptz and starts_at <= ${now}::timestamptz + interval '14 days'
      and status = 'scheduled' and not bookings_disabled and external_booking_link is null`.execute(db);
  return rows[0]!.places;
}

/** The newest live hold of a browser. */
export const newestHold = (db: Db, browser: string, now: Date) =>
  db
    .selectFrom("bookings")
    .select("id")
    .where("browser", "=", browser)
    .where("status", "=", "pending")
    .where("hold_expires_at", ">", now)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();

/** Forgets, a day later, whoever keeps no unpaid places anymore. What is in use just now is left for the next time. */
export const forgetKeepers = (db: Db, now: Date) =>
  sql`delete from unpaid_places where identity in (
    select identity from unpaid_places u where updated_at < ${now}::timestamptz - interval '1 day'
      and not exists (select from bookings b where b.id = any(u.bookings) and b.status = 'pending')
      and not exists (select from booking_changes w where w.booking_id = any(u.bookings) and w.status = 'pending')
    limit 1000 for update skip locked)`.execute(db);
