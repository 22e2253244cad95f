import { type Kysely, sql } from "kysely";

// What staff need to look after coupons, ratings and messages. A redemption keeps the terms that its booking was priced with, so
// that a coupon may change without changing what was promised; none where a process of the version before still writes.
const statements = `
alter table coupons add column version integer not null default 1;
alter table coupon_redemptions add column terms jsonb not null default '{}';
update coupon_redemptions r set terms = json_build_object('discount_type', c.discount_type, 'value', c.value, 'currency', c.currency,
  'maximum_discount', c.maximum_discount) from coupons c where c.id = r.coupon_id;

alter table ratings add column handled_at timestamptz;
alter table ratings add column handled_by uuid references "user" on delete set null;
create index ratings_by_time on ratings (created_at desc, id desc);
create index ratings_published on ratings (language, created_at desc) where published;
create index low_ratings_open on ratings (created_at) where stars <= 2 and handled_at is null;
create trigger pages_changed after update of published, comment on ratings for each statement execute function tell_pages_changed();

create table rating_answers (
  id uuid primary key default uuidv7(),
  rating_id uuid not null references ratings on delete cascade,
  form_key text not null unique,
  text text not null,
  answered_by uuid references "user" on delete set null,
  created_at timestamptz not null
);
create index rating_answers_by_rating on rating_answers (rating_id, created_at);

create table message_answers (
  id uuid primary key default uuidv7(),
  message_id uuid not null references contact_messages on delete cascade,
  form_key text not null unique,
  text text not null,
  answered_by uuid references "user" on delete set null,
  created_at timestamptz not null
);
create index message_answers_by_message on message_answers (message_id, created_at);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
