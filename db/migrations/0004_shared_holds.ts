import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they call `guard_places` as before. */
export const breaksBefore: string | null = null;

/** The statement that notes a booking's places for `identities` (kind, id, n), whose conflicts are those of `unpaid_places`. */
const NOTE = `on conflict (identity) do update set people = unpaid_places.people + excluded.people, updated_at = excluded.updated_at,
      bookings = case when excluded.bookings[1] = any(unpaid_places.bookings) then unpaid_places.bookings
        else unpaid_places.bookings || excluded.bookings end`;

/** An identity with a cap that has more bookings is counted at each booking, one without a cap whenever it has so many more than `live`. */
const FEW = 200;

// Bookings that share a statement grow a row by several at once (docs/decisions/202), so that an identity without a cap may pass by any
// number: `live` says how many bookings it kept when they were last counted.
const COLUMN = `
  alter table unpaid_places add column live integer not null default 0;`;

// As in 0003, but for `live`.
const GUARD = `
  create or replace function guard_places(a_network text, a_home text, a_browser text, a_email text, a_phone text, a_domain text, a_booking uuid,
    a_departure uuid, a_coupon uuid, a_people integer, a_now timestamptz, a_caps jsonb) returns boolean language plpgsql volatile as $$
  declare
    who record;
    cap integer;
    night integer;
    most_uses integer;
    held record;
  begin
    for who in
      insert into unpaid_places (identity, bookings, people, updated_at)
        select own.kind || ':' || own.hash, array[a_booking], a_people, a_now
        from unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
          array[a_network, a_home, a_browser, a_email, a_phone, a_domain]) with ordinality as own (kind, hash, n)
        where own.hash is not null order by own.n
      ${NOTE}
      returning identity, split_part(identity, ':', 1) as kind, substr(identity, strpos(identity, ':') + 1) as hash, bookings, people, live
    loop
      cap := (a_caps ->> who.kind)::int;
      night := case when who.kind in ('network', 'home', 'phone') then (a_caps ->> 'night')::int end;
      -- what has no cap is only tidied up now and then
      continue when case when cap = 0 then cardinality(who.bookings) < who.live + ${FEW}
        else cardinality(who.bookings) <= ${FEW} and a_coupon is null and who.people <= least(cap, night) end;
      most_uses := (a_caps ->> case when who.kind in ('browser', 'email') then 'uses' else 'network_uses' end)::int;
      -- a hold that has lapsed and isn't swept yet may live again
      select coalesce(sum(places) filter (where is_live), 0)::int as places,
          coalesce(sum(places) filter (where is_live and departure = a_departure), 0)::int as here,
          count(*) filter (where is_live and coupon = a_coupon)::int as uses,
          coalesce(sum(places), 0)::int as most, coalesce(array_agg(distinct id), '{}') as bookings into held
        from (
          select b.id, b.number_of_people as places, b.scheduled_crawl_id as departure, b.coupon_id as coupon, b.hold_expires_at > a_now as is_live
            from bookings b where b.id = any(who.bookings) and b.status = 'pending' and b.source = 'web'
              and who.hash = case who.kind when 'network' then b.held_network when 'home' then b.held_home when 'browser' then b.browser
                when 'email' then b.held_email when 'phone' then b.held_phone else b.held_domain end
          union all
          select b.id, w.held_people, w.to_departure_id, null, w.hold_expires_at > a_now
            from booking_changes w join bookings b on b.id = w.booking_id
            where w.booking_id = any(who.bookings) and w.status = 'pending' and b.source = 'web'
              and who.hash = case who.kind when 'network' then b.held_network when 'home' then b.held_home when 'browser' then b.browser
                when 'email' then b.held_email when 'phone' then b.held_phone else b.held_domain end
        ) kept;
      if cap > 0 and (held.places + a_people > cap or held.uses >= most_uses or held.here + a_people > night) then
        raise exception using errcode = 'RH001', message = who.kind, detail = held.places::text;
      end if;
      update unpaid_places set people = held.most + a_people, bookings = array_remove(held.bookings, a_booking) || a_booking,
          live = cardinality(held.bookings)
        where identity = who.identity;
    end loop;
    return true;
  end $$;`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [COLUMN, GUARD]) await sql.raw(text).execute(db);
};
