import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

const TEXTS = [
  // both or neither; without them an offer is paid as a whole. `places`: the night has so many, for others too; null: it is the group's own
  `alter table group_quotes add column deposit int, add column deposit_by date, add column places int,
     add constraint group_quotes_deposit_check check ((deposit is null) = (deposit_by is null) and deposit > 0 and deposit < total
       and deposit_by <= pay_by),
     add constraint group_quotes_places_check check (places between people and 10000)`,
  `alter table purchases drop constraint purchases_kind_check;
   alter table purchases add constraint purchases_kind_check check (kind in ('booking', 'change', 'gift_card', 'group_deposit')) not valid`,
  /*
   * What a group pays first of what it accepted (docs/decisions/214). What is paid is a credit that its booking uses; once nothing waits
   * for it any more it is kept or returned.
   */
  `create table group_deposits (
    id uuid primary key default uuidv7() references purchases (id),
    quote_id uuid not null unique references group_quotes,
    booking_id uuid not null unique references bookings,
    state text not null default 'unpaid' constraint group_deposits_state_check check (state in ('unpaid', 'paid', 'kept', 'returned')),
    -- that of its booking
    reference text not null,
    currency text not null references currency_rates (currency),
    amount int not null constraint group_deposits_amount_check check (amount > 0),
    site_tag text not null,
    language text not null constraint group_deposits_language_check check (language in ('en', 'es')),
    crawl_id uuid not null references pub_crawls,
    name text not null,
    email text not null,
    test boolean not null,
    created_at timestamptz not null,
    paid_at timestamptz,
    forgotten_at timestamptz,
    -- as that of bookings, or a search of both uses no index
    found_by text collate "C" not null generated always as (booking_words(name, '', email, reference, '', '{}'::text[])) stored,
    constraint group_deposits_paid_check check ((state = 'unpaid') = (paid_at is null))
  )`,
  `create index group_deposits_by_crawl on group_deposits (crawl_id)`,
  `create index group_deposits_by_currency on group_deposits (currency)`,
  `create index group_deposits_by_found on group_deposits using gin (found_by gin_trgm_ops)`,
  `create index group_deposits_of_payer on group_deposits (lower(email))`,
  `create trigger purchase_is_inserted before insert on group_deposits for each row execute function insert_purchase('group_deposit')`,
  `create trigger purchase_is_deleted after delete on group_deposits for each row execute function delete_purchase()`,
  `create or replace view purchase_facts as
   select n.id, n.kind, n.reference, n.person, n.first_name, n.last_name, n.email, n.user_id, n.found_by, n.test, n.forgotten_at,
     c.city_id, t.name as city, t.name_es as city_es, c.title, c.title_es, d.date, n.scheduled_crawl_id
   from (
     select b.id, 'booking'::text as kind, b.reference, trim(b.first_name || ' ' || b.last_name) as person, b.first_name, b.last_name,
       b.email, b.user_id, b.found_by, b.test, b.forgotten_at, b.scheduled_crawl_id, b.crawl_id
     from bookings b
     union all
     select g.id, 'gift_card'::text, g.reference, g.buyer_name, g.buyer_name, ''::text,
       g.buyer_email, null::uuid, g.found_by, g.test, g.forgotten_at, null::uuid, null::uuid
     from gift_cards g
     union all
     select e.id, 'group_deposit'::text, e.reference, e.name, e.name, ''::text,
       e.email, null::uuid, e.found_by, e.test, e.forgotten_at, null::uuid, e.crawl_id
     from group_deposits e
   ) n left join scheduled_crawls d on d.id = n.scheduled_crawl_id
     left join pub_crawls c on c.id = n.crawl_id left join cities t on t.id = c.city_id`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of TEXTS) await sql.raw(text).execute(db);
};
