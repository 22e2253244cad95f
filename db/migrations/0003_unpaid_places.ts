import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they call `guard_places` without the booking. */
export const breaksBefore: string | null = "0003";

/** The statement that notes a booking's places for `identities` (kind, id, n), whose conflicts are those of `unpaid_places`. */
const NOTE = `on conflict (identity) do update set people = unpaid_places.people + excluded.people, updated_at = excluded.updated_at,
      bookings = case when excluded.bookings[1] = any(unpaid_places.bookings) then unpaid_places.bookings
        else unpaid_places.bookings || excluded.bookings end`;

// Who keeps unpaid places, and at most how many (docs/decisions/190). Its row is the lock under which an identity's places are
// counted. `people` is at least what its bookings keep: it grows with each of them, and when it would meet a cap they are counted
// one by one, by their ids. So a hold needs no index by whoever made it, and no plan depends on how many are held just now.
const TABLE = `
  create table unpaid_places (
    identity text primary key,
    bookings uuid[] not null,
    people integer not null,
    updated_at timestamptz not null
  ) with (fillfactor = 70);

  -- all live holds, for those that were made before this
  insert into unpaid_places (identity, bookings, people, updated_at)
    select own.kind || ':' || own.hash, array_agg(b.id), sum(b.number_of_people + coalesce(w.held_people, 0)), max(b.created_at)
    from bookings b left join booking_changes w on w.booking_id = b.id and w.status = 'pending',
      unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
        array[held_network, held_home, browser, held_email, held_phone, held_domain]) as own (kind, hash)
    where b.source = 'web' and (b.status = 'pending' or w.id is not null) and own.hash is not null
    group by own.kind, own.hash;`;

/** An identity with a cap that has more bookings is counted at each booking, one without a cap is tidied up whenever it has so many more. */
const FEW = 200;

// It takes the rows in the order of its arguments, always after the departure's, and each call takes one of a kind: two calls can't
// wait for each other. It is volatile, so what it counts was committed while it waited, which the statement that calls it doesn't see.
const GUARD = `
  drop function guard_places(text, text, text, text, text, text, uuid, uuid, integer, timestamptz, jsonb);
  create function guard_places(a_network text, a_home text, a_browser text, a_email text, a_phone text, a_domain text, a_booking uuid,
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
      returning identity, split_part(identity, ':', 1) as kind, substr(identity, strpos(identity, ':') + 1) as hash, bookings, people
    loop
      cap := (a_caps ->> who.kind)::int;
      night := case when who.kind in ('network', 'home', 'phone') then (a_caps ->> 'night')::int end;
      -- what has no cap is only tidied up now and then
      continue when case when cap = 0 then cardinality(who.bookings) % ${FEW} <> 0
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
      update unpaid_places set people = held.most + a_people, bookings = array_remove(held.bookings, a_booking) || a_booking
        where identity = who.identity;
    end loop;
    return true;
  end $$;`;

// A guest may show or correct who they are while their hold lives, and a change may hold places more.
const FOLLOWED = `
  create function note_unpaid_booking() returns trigger language plpgsql as $$ begin
    insert into unpaid_places (identity, bookings, people, updated_at)
      select own.kind || ':' || own.hash, array[new.id], new.number_of_people, now()
      from unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
        array[new.held_network, new.held_home, new.browser, new.held_email, new.held_phone, new.held_domain],
        array[old.held_network, old.held_home, old.browser, old.held_email, old.held_phone, old.held_domain])
        with ordinality as own (kind, hash, was, n)
      where own.hash is not null and own.hash is distinct from own.was order by own.n
    ${NOTE};
    return null;
  end $$;
  create trigger unpaid_booking_is_noted after update of held_network, held_home, browser, held_email, held_phone, held_domain on bookings
    for each row when (new.status = 'pending' and new.source = 'web') execute function note_unpaid_booking();

  create function note_unpaid_change() returns trigger language plpgsql as $$ begin
    insert into unpaid_places (identity, bookings, people, updated_at)
      select own.kind || ':' || own.hash, array[b.id], new.held_people, now()
      from bookings b, unnest(array['network', 'home', 'browser', 'email', 'phone', 'domain'],
        array[b.held_network, b.held_home, b.browser, b.held_email, b.held_phone, b.held_domain]) with ordinality as own (kind, hash, n)
      where b.id = new.booking_id and b.source = 'web' and own.hash is not null order by own.n
    ${NOTE};
    return null;
  end $$;
  create trigger unpaid_change_is_noted after insert on booking_changes
    for each row when (new.status = 'pending' and new.held_people > 0) execute function note_unpaid_change();`;

const DROPPED = ["network", "home", "email", "phone", "domain"]
  .map((kind) => `drop index holds_by_${kind};`)
  .join("\n");

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of [TABLE, GUARD, FOLLOWED, DROPPED]) await sql.raw(text).execute(db);
};
