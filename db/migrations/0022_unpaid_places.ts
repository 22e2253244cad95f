import { type Kysely, sql } from "kysely";

// Who keeps unpaid places, as keyed hashes: the network and the home of an address, the e-mail and the phone. The function counts
// them under a lock per identity. It is volatile, so each of its queries sees what was committed while it waited for the lock,
// which the statement that calls it doesn't. Locks are taken in the order of the arguments, always after the departure's, and
// each call takes one of a kind: two calls can't wait for each other.
type Identity = { name: string; column: string; shared: boolean };
const IDENTITIES: Identity[] = [
  { name: "network", column: "held_network", shared: true },
  { name: "home", column: "held_home", shared: true },
  { name: "browser", column: "browser", shared: false },
  { name: "email", column: "held_email", shared: false },
  { name: "phone", column: "held_phone", shared: true },
];

// a booking keeps at least one place, so `cap` rows are enough to know
const counted = ({ name, column, shared }: Identity): string => `
  cap := (a_caps ->> '${name}')::int;
  if a_${name} is not null and cap > 0 then
    perform pg_advisory_xact_lock(hashtextextended('${name}' || a_${name}, 22));
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and ${column} = a_${name} limit cap + 1) held;
    ${shared ? SHARED : OWN}
  end if;`;

const SHARED = `if not a_proven and (places + a_people > cap or here + a_people > (a_caps ->> 'night')::int
      or uses >= (a_caps ->> 'network_uses')::int) then
      raise exception using errcode = 'RH001', message = 'shared', detail = places::text;
    end if;`;

const OWN = `if places + a_people > cap or uses >= (a_caps ->> 'uses')::int then
      raise exception using errcode = 'RH001', message = 'own', detail = places::text;
    end if;`;

const statements = `
alter table bookings
  add column held_network text,
  add column held_home text,
  add column held_email text,
  add column held_phone text,
  add column renewals integer not null default 0,
  add column link_version integer not null default 0,
  add column link_renewed_at timestamptz;

create index holds_by_network on bookings (held_network) where status = 'pending' and held_network is not null;
create index holds_by_home on bookings (held_home) where status = 'pending' and held_home is not null;
create index holds_by_email on bookings (held_email) where status = 'pending' and held_email is not null;
create index holds_by_phone on bookings (held_phone) where status = 'pending' and held_phone is not null;

create function guard_unpaid(a_network text, a_home text, a_browser text, a_email text, a_phone text, a_departure uuid, a_coupon uuid,
  a_people integer, a_now timestamptz, a_proven boolean, a_caps jsonb) returns boolean language plpgsql volatile as $$
declare
  places integer;
  here integer;
  uses integer;
  cap integer;
begin
${IDENTITIES.map(counted).join("")}  return true;
end $$;

create table hold_episodes (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  unpaid integer not null,
  paid integer not null
);
create unique index open_hold_episode on hold_episodes ((true)) where ended_at is null;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
