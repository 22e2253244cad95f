import { type Kysely, sql } from "kysely";
import type { BigIndex } from "#src/platform/migrate.server.ts";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

/** What was cancelled since an instant, for programs that keep a copy. */
export const indexes: readonly BigIndex[] = [
  { name: "bookings_by_cancellation", on: "on bookings (cancelled_at) where cancelled_at is not null" },
];

const TEXTS = [
  // What a program may do, and for whom (docs/decisions/215). Where a list is null there is no limit.
  `create table api_keys (
    id uuid primary key default uuidv7(),
    name text not null constraint api_keys_name_check check (length(name) between 1 and 80),
    partner_id uuid references partners,
    scopes text[] not null,
    sites text[],
    cities text[],
    test boolean not null,
    per_minute int not null constraint api_keys_per_minute_check check (per_minute between 1 and 100000),
    expires_at timestamptz,
    revoked_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null
  )`,
  `create index api_keys_by_partner on api_keys (partner_id) where partner_id is not null`,
  // A key has a second secret while it is rotated: the first counts until it expires. Only hashes are stored.
  `create table api_key_secrets (
    hash text primary key,
    key_id uuid not null references api_keys on delete cascade,
    prefix text not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz
  )`,
  `create index api_key_secrets_by_key on api_key_secrets (key_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS) await sql.raw(text).execute(db);
  for (const { name, on } of indexes) await sql`create index if not exists ${sql.id(name)} ${sql.raw(on)}`.execute(db);
}
