import { type Kysely, sql } from "kysely";

// `guard_places` follows `guard_unpaid`, which the release before still calls. It says whose cap was met (the error's message), also
// counts the domain of an email that is known to be read, and the places that changes of paid bookings hold until they are paid.
// As there: volatile, so that each query sees what was committed while it waited for the lock; locks always after the departure's and
// in the order of the arguments.
type Identity = { name: string; column: string; uses: "uses" | "network_uses"; night: boolean };
const IDENTITIES: Identity[] = [
  { name: "network", column: "held_network", uses: "network_uses", night: true },
  { name: "home", column: "held_home", uses: "network_uses", night: true },
  { name: "browser", column: "browser", uses: "uses", night: false },
  { name: "email", column: "held_email", uses: "uses", night: false },
  { name: "phone", column: "held_phone", uses: "network_uses", night: true },
  { name: "domain", column: "held_domain", uses: "network_uses", night: false },
];

const locked = ({ name }: Identity): string => `
  if a_${name} is not null and (a_caps ->> '${name}')::int > 0 then
    perform pg_advisory_xact_lock(hashtextextended('${name}' || a_${name}, 22));
  end if;`;

const waiting = ({ name, column, night }: Identity): string => `
    coalesce(sum(w.held_people) filter (where b.${column} = a_${name}), 0)::int as ${name}${
      night
        ? `,
    coalesce(sum(w.held_people) filter (where b.${column} = a_${name} and w.to_departure_id = a_departure), 0)::int as ${name}_here`
        : ""
    }`;

// a booking keeps at least one place, so `cap` rows are enough to know
const counted = ({ name, column, uses, night }: Identity): string => `
  cap := (a_caps ->> '${name}')::int;
  if a_${name} is not null and cap > 0 then
    select coalesce(sum(number_of_people), 0)::int, coalesce(sum(number_of_people) filter (where scheduled_crawl_id = a_departure), 0)::int,
      count(*) filter (where coupon_id = a_coupon)::int into places, here, uses
      from (select number_of_people, scheduled_crawl_id, coupon_id from bookings
        where status = 'pending' and hold_expires_at > a_now and source = 'web' and ${column} = a_${name} limit cap + 1) held;
    places := places + changes.${name};
    if places + a_people > cap or uses >= (a_caps ->> '${uses}')::int${night ? ` or here + changes.${name}_here + a_people > (a_caps ->> 'night')::int` : ""} then
      raise exception using errcode = 'RH001', message = '${name}', detail = places::text;
    end if;
  end if;`;

const statements = `
alter table bookings
  add column held_domain text,
  add column hold_length text not null default 'normal' check (hold_length in ('normal', 'short', 'prolonged'));
create index holds_by_domain on bookings (held_domain) where status = 'pending' and held_domain is not null;

alter table booking_changes add column held_since timestamptz;
create index booking_changes_by_time on booking_changes (created_at);

create function guard_places(a_network text, a_home text, a_browser text, a_email text, a_phone text, a_domain text, a_departure uuid,
  a_coupon uuid, a_people integer, a_now timestamptz, a_caps jsonb) returns boolean language plpgsql volatile as $$
declare
  places integer;
  here integer;
  uses integer;
  cap integer;
  changes record;
begin${IDENTITIES.map(locked).join("")}
  select${IDENTITIES.map(waiting).join(",")}
    into changes from booking_changes w join bookings b on b.id = w.booking_id
    where w.status = 'pending' and w.hold_expires_at > a_now and b.source = 'web';${IDENTITIES.map(counted).join("")}
  return true;
end $$;
`;

export const breaksBefore: string | null = null;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
