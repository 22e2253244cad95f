import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): they write a purchase's one credit by a key that is gone. */
export const breaksBefore: string | null = "0013";

// Gift cards (docs/decisions/212). What is left of one is a credit; one that staff issue as a gesture has no payment behind it.
const TEXTS = [
  `alter table purchases drop constraint purchases_kind_check;
   alter table purchases add constraint purchases_kind_check check (kind in ('booking', 'change', 'gift_card')) not valid`,
  `create table gift_cards (
    id uuid primary key default uuidv7() references purchases (id),
    -- of the form that it came from: sent twice, it is one card
    order_key uuid not null unique,
    reference text not null unique,
    state text not null default 'unpaid' constraint gift_cards_state_check check (state in ('unpaid', 'live', 'void')),
    currency text not null references currency_rates (currency),
    amount integer not null constraint gift_cards_amount_check check (amount > 0),
    -- what the card says it is good for, as it was when it was bought; the crawl may be deleted since
    people integer constraint gift_cards_people_check check (people between 1 and 100),
    crawl text,
    crawl_es text,
    site_tag text not null,
    language text not null constraint gift_cards_language_check check (language in ('en', 'es')),
    buyer_name text not null,
    buyer_email text not null,
    receiver_name text not null,
    receiver_email text not null,
    message text not null default '' constraint gift_cards_message_check check (length(message) <= 400),
    send_at timestamptz not null,
    sent_at timestamptz,
    reminded_at timestamptz,
    -- issued by staff without a payment: that it was stays when their account goes
    gesture text constraint gift_cards_gesture_check check (length(gesture) between 1 and 200),
    issued_by uuid references "user" (id) on delete set null,
    test boolean not null,
    created_at timestamptz not null,
    paid_at timestamptz,
    void_at timestamptz,
    forgotten_at timestamptz,
    -- as that of bookings, or a search of both uses no index
    found_by text collate "C" not null generated always as
      (booking_words(buyer_name, receiver_name, buyer_email, reference, '', array[receiver_email])) stored,
    constraint gift_cards_crawl_check check ((people is null) = (crawl is null) and (crawl is null) = (crawl_es is null)),
    constraint gift_cards_paid_check check (case state when 'live' then paid_at is not null when 'unpaid' then paid_at is null else true end),
    constraint gift_cards_void_check check ((state = 'void') = (void_at is not null))
  )`,
  `create index gift_cards_by_time on gift_cards (created_at, id)`,
  `create index gift_cards_to_send on gift_cards (send_at) where sent_at is null and state = 'live'`,
  `create index gift_cards_by_found on gift_cards using gin (found_by gin_trgm_ops)`,
  `create index gift_cards_of_buyer on gift_cards (lower(buyer_email))`,
  `create index gift_cards_of_receiver on gift_cards (lower(receiver_email))`,
  `create trigger purchase_is_inserted before insert on gift_cards for each row execute function insert_purchase('gift_card')`,
  `create trigger purchase_is_deleted after delete on gift_cards for each row execute function delete_purchase()`,
  // several credits pay for one purchase; a credit may have no payment behind it, and no end
  `alter table credit_uses drop constraint credit_uses_purchase_id_key;
   alter table credit_uses add constraint credit_uses_purchase_id_key unique (purchase_id, credit_id)`,
  `alter table credits alter column payment_id drop not null;
   alter table credits alter column expires_at drop not null;
   alter table credits add column expired integer not null default 0;
   alter table credits add constraint credits_expired_check check (expired between 0 and voided) not valid;
   alter table credits add column reclaimed integer not null default 0;
   alter table credits add constraint credits_reclaimed_check check (reclaimed between 0 and voided) not valid`,
  `alter table ledger_entries drop constraint ledger_entries_account_check;
   alter table ledger_entries add constraint ledger_entries_account_check check (account in ('guest', 'revenue', 'clearing', 'refund_due',
     'credit', 'affiliate_due', 'commission', 'payout', 'till', 'office_cash', 'over_short', 'cash_rounding', 'paid_out', 'deferral',
     'unearned', 'guide_pay', 'guide_paid', 'bank', 'drawings', 'bills', 'bar_drinks', 'bar_paid', 'promotion', 'breakage')) not valid`,
  /*
   * One branch for each kind, of one table and without conditions: only then does a join find its rows by the indexes of each (a plan test
   * says so). A change has none, as its payments name the booking.
   */
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
   ) n left join scheduled_crawls d on d.id = n.scheduled_crawl_id
     left join pub_crawls c on c.id = n.crawl_id left join cities t on t.id = c.city_id`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const text of TEXTS) await sql.raw(text).execute(db);
};
