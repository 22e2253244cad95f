import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

const TEXTS = [
  // A program that has registered itself: its name is a claim, its addresses are where codes may be sent (docs/decisions/224).
  `create table oauth_clients (
    id text primary key,
    name text not null constraint oauth_clients_name_check check (length(name) between 1 and 60),
    redirect_uris text[] not null,
    created_at timestamptz not null,
    -- when somebody of staff last let it in; null: nobody has
    let_in_at timestamptz
  )`,
  `create index oauth_clients_by_time on oauth_clients (created_at)`,
  // What somebody of staff lets a program do for them, until when. Deleting it ends every code and token of it.
  `create table oauth_grants (
    id uuid primary key,
    user_id uuid not null references "user" on delete cascade,
    client_id text not null references oauth_clients on delete cascade,
    -- where the code went; null: to their own device
    host text,
    scopes text[] not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    last_used_at timestamptz,
    constraint oauth_grants_user_client_key unique (user_id, client_id)
  )`,
  `create index oauth_grants_by_client on oauth_grants (client_id)`,
  // Requests, codes and tokens, as the library keeps them, by the hash of the text that opens each.
  `create table oauth_records (
    hash text primary key,
    kind text not null
      constraint oauth_records_kind_check check (kind in ('Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken')),
    grant_id uuid references oauth_grants on delete cascade,
    user_id uuid not null references "user" on delete cascade,
    content jsonb not null,
    used_at timestamptz,
    expires_at timestamptz not null
  )`,
  `create index oauth_records_by_grant on oauth_records (grant_id)`,
  `create index oauth_records_by_user on oauth_records (user_id)`,
  `create index oauth_records_by_end on oauth_records (expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS) await sql.raw(text).execute(db);
}
