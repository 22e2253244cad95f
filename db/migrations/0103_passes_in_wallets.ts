import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// where a ticket's pass is, so that it can be told of changes (docs/decisions/150): an Apple device has registered for it, or its
// link to Google Wallet was followed. `device` and `push_token` are Apple's and mean nothing elsewhere; `language` is that of
// Google's pass. What is due has changed later than it was last told.
const statements = `
create table wallet_passes (
  ticket_id uuid not null references tickets (id) on delete cascade,
  wallet text not null check (wallet in ('apple', 'google')),
  device text not null default '' check (length(device) <= 200),
  push_token text check (length(push_token) <= 200),
  language text check (language in ('en', 'es')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null,
  told_at timestamptz not null,
  primary key (ticket_id, wallet, device),
  check ((wallet = 'apple') = (push_token is not null)),
  check ((wallet = 'google') = (language is not null))
);
create index wallet_passes_by_device on wallet_passes (device, changed_at) where wallet = 'apple';
create index wallet_passes_due on wallet_passes (changed_at) where changed_at > told_at;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
