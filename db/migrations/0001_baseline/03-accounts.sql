-- Who signs in: accounts, sessions, staff. The tables user to rate_limit are Better Auth's (1.7.7:
-- getMigrations(auth.options).compileMigrations()) with columns of ours at their ends.

create table "user" (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null,
  image text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp,
  role text,
  banned boolean,
  ban_reason text,
  ban_expires timestamptz,
  two_factor_enabled boolean,
  -- no keys to the cities: null is every city, and a city that went must not become that
  city_ids text[]
);
create index users_by_role on "user" (role) where role is not null;

create table session (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null,
  -- a hash (docs/decisions/058)
  token text not null unique,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null,
  ip_address text,
  user_agent text,
  user_id uuid not null references "user" on delete cascade,
  impersonated_by text,
  -- when it passed a second-factor code
  second_factor_at timestamptz
);
create index session_user_id_idx on session (user_id);

create table account (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references "user" on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null
);
create index account_user_id_idx on account (user_id);

create table verification (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create index verification_identifier_idx on verification (identifier);

create table two_factor (
  id uuid primary key default gen_random_uuid(),
  secret text not null,
  backup_codes text not null,
  user_id uuid not null references "user" on delete cascade,
  verified boolean,
  failed_verification_count integer,
  locked_until timestamptz
);
create index two_factor_secret_idx on two_factor (secret);
create index two_factor_user_id_idx on two_factor (user_id);

create table rate_limit (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table profiles (
  id uuid primary key references "user" on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  country text not null default '',
  language text not null default 'en' check (language in ('en', 'es')),
  marketing_consent boolean not null default false,
  created_at timestamptz not null default now(),
  -- how the spreadsheet of who reads our files writes numbers (docs/decisions/143)
  number_format text not null default 'point' check (number_format in ('point', 'comma'))
);

-- Of the link only its hash is kept, and an address has one open invitation.
create table staff_invitations (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email)),
  role text not null check (role in ('admin', 'manager', 'support', 'marketing', 'bookkeeper', 'guide')),
  language text not null check (language in ('en', 'es')),
  token_hash text not null unique,
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  city_ids text[],
  check (accepted_at is null or revoked_at is null)
);
create unique index open_invitations on staff_invitations (email) where accepted_at is null and revoked_at is null;

create table sign_in_tries (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  next_at timestamptz not null
);

-- Views of the list of bookings are each person's own.
create table saved_views (
  id uuid primary key default uuidv7(),
  user_id uuid not null references "user" on delete cascade,
  name text not null check (length(trim(name)) between 1 and 40),
  query text not null check (length(query) <= 1000),
  created_at timestamptz not null
);
create unique index saved_views_by_name on saved_views (user_id, lower(name));

-- What an account's old password has opened ends in the statement that stores the new one: sessions, and what may still become
-- one (challenges of a second factor, emailed links). A sign-in under way looks again afterwards (identity/sign-in.server.ts). A link
-- that signs in stands for an address, not for an account (docs/decisions/172).
create function forget_sign_in_links(account uuid) returns void language sql as $$
  delete from verification
  where starts_with(value, (select '{"email":' || to_json(lower(u.email))::text || ',' from "user" u where u.id = account));
$$;

create function forget_grants(account uuid) returns void language sql as $$
  delete from verification where value = account::text;
  select forget_sign_in_links(account);
$$;

create function end_with_password() returns trigger language plpgsql as $$
begin
  delete from session where user_id = new.user_id;
  perform forget_grants(new.user_id);
  return null;
end $$;

create trigger account_password_changed after update of password on account
  for each row when (old.password is distinct from new.password) execute function end_with_password();

create function end_links_with_password() returns trigger language plpgsql as $$
begin
  perform forget_sign_in_links(new.user_id);
  return null;
end $$;

create trigger account_password_chosen after insert on account for each row
  when (new.password is not null) execute function end_links_with_password();
