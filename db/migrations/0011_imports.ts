import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// What is brought from another system (docs/decisions/207). A file stays until it is imported or its draft is a day old. A booking
// of another system is imported once for each name of that system, unless its import is undone. Practice doesn't meet what is real.
const TABLES = `
  create table imports (
    id uuid primary key,
    kind text not null check (kind in ('bookings', 'customers')),
    state text not null default 'draft' check (state in ('draft', 'dropped', 'done', 'undone')),
    source text not null check (length(source) between 1 and 60),
    file_name text not null check (length(file_name) <= 200),
    file bytea,
    mapping jsonb not null,
    outcome jsonb not null default '{}',
    test boolean not null,
    made_by uuid references "user" (id) on delete set null,
    made_at timestamptz not null,
    done_at timestamptz,
    confirming_at timestamptz,
    undone_at timestamptz,
    constraint only_drafts_have_files check (state = 'draft' or file is null)
  );
  create index imports_by_time on imports (made_at, id);
  create index imports_by_maker on imports (made_by) where made_by is not null;

  create table imported_bookings (
    booking_id uuid primary key references bookings (id) on delete cascade,
    import_id uuid not null references imports (id) on delete cascade,
    line integer not null,
    source text not null,
    external_reference text not null check (length(external_reference) between 1 and 80),
    test boolean not null,
    is_undone boolean not null default false
  );
  create unique index imported_bookings_once on imported_bookings (lower(source), lower(external_reference), test) where not is_undone;
  create index imported_bookings_by_import on imported_bookings (import_id, line);
  create index imported_bookings_by_reference on imported_bookings (lower(external_reference));

  create table imported_customers (
    id uuid primary key default uuidv7(),
    import_id uuid not null references imports (id) on delete cascade,
    line integer not null,
    first_name text not null,
    last_name text not null,
    email text not null,
    phone text not null,
    country text not null,
    language text not null check (language in ('en', 'es')),
    tags text[] not null default '{}',
    test boolean not null,
    created_at timestamptz not null,
    found_by text not null generated always as (booking_words(first_name, last_name, email, '', phone, tags)) stored,
    constraint can_be_reached check (email <> '' or phone <> '')
  );
  create unique index imported_customers_by_email on imported_customers (lower(email), test) where email <> '';
  create unique index imported_customers_by_phone on imported_customers (regexp_replace(phone, '\\D', '', 'g'), test) where email = '';
  create index imported_customers_by_import on imported_customers (import_id, line);
  create index imported_customers_by_time on imported_customers (created_at, id);
  create index imported_customers_by_found on imported_customers using gin (found_by gin_trgm_ops);

  create view imported_references as
    select r.booking_id, r.import_id, r.source, r.external_reference, r.is_undone from imported_bookings r;
  create view imported_people as
    select c.id, c.import_id, c.first_name, c.last_name, c.email, c.phone, c.country, c.language, c.tags, c.test, c.created_at, c.found_by,
      i.source from imported_customers c join imports i on i.id = c.import_id;`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(TABLES).execute(db);
};
