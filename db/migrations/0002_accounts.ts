import { type Kysely, sql } from "kysely";

// The first block is what Better Auth 1.7.7 prints with getMigrations(auth.options).compileMigrations().
const statements = `
create table "user" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "name" text not null, "email" text not null unique, "email_verified" boolean not null, "image" text, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz default CURRENT_TIMESTAMP not null, "role" text, "banned" boolean, "ban_reason" text, "ban_expires" timestamptz, "two_factor_enabled" boolean);
create table "session" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "expires_at" timestamptz not null, "token" text not null unique, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz not null, "ip_address" text, "user_agent" text, "user_id" uuid not null references "user" ("id") on delete cascade, "impersonated_by" text);
create table "account" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "account_id" text not null, "provider_id" text not null, "user_id" uuid not null references "user" ("id") on delete cascade, "access_token" text, "refresh_token" text, "id_token" text, "access_token_expires_at" timestamptz, "refresh_token_expires_at" timestamptz, "scope" text, "password" text, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz not null);
create table "verification" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "identifier" text not null, "value" text not null, "expires_at" timestamptz not null, "created_at" timestamptz default CURRENT_TIMESTAMP not null, "updated_at" timestamptz default CURRENT_TIMESTAMP not null);
create table "two_factor" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "secret" text not null, "backup_codes" text not null, "user_id" uuid not null references "user" ("id") on delete cascade, "verified" boolean, "failed_verification_count" integer, "locked_until" timestamptz);
create table "rate_limit" ("id" uuid default pg_catalog.gen_random_uuid() not null primary key, "key" text not null unique, "count" integer not null, "last_request" bigint not null);
create index "session_user_id_idx" on "session" ("user_id");
create index "account_user_id_idx" on "account" ("user_id");
create index "verification_identifier_idx" on "verification" ("identifier");
create index "two_factor_secret_idx" on "two_factor" ("secret");
create index "two_factor_user_id_idx" on "two_factor" ("user_id");

create table profiles (
  id uuid primary key references "user" on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  country text not null default '',
  language text not null default 'en' check (language in ('en', 'es')),
  marketing_consent boolean not null default false,
  created_at timestamptz not null default now()
);
alter table bookings add constraint bookings_user_id_fkey foreign key (user_id) references "user" on delete set null;
create index bookings_by_user on bookings (user_id) where user_id is not null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(";")) if (statement.trim()) await sql.raw(statement).execute(db);
}
