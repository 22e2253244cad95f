import { type Kysely, sql } from "kysely";

/** Null: this migration only adds. */
export const breaksBefore: string | null = null;

// While the mail server takes nothing, emails wait for it together instead of using up their tries one by one. The one row of
// mail_outage is there from the first failure until something is sent.
const statements = `
create table mail_outage (
  only_one boolean primary key default true check (only_one),
  since timestamptz not null,
  failed_emails uuid[] not null,
  probe_at timestamptz,
  last_error text not null
);
alter table emails add column uncounted_tries int not null default 0;
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
