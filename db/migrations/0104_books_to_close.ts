import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// When a refund's money went, which dates it in the books: it stays what it is whatever is written about the refund later, and is
// gone when the money comes back. The trigger also speaks for the release before, which knows only `updated_at`; what was refunded
// before is dated by 0105.
const statements = `
alter table refunds add column succeeded_at timestamptz;

create function date_refund() returns trigger language plpgsql as $$
begin
  if new.status = 'succeeded' then
    new.succeeded_at := coalesce(new.succeeded_at, new.updated_at);
  else
    new.succeeded_at := null;
  end if;
  return new;
end $$;
create trigger refunds_dated before insert or update of status on refunds for each row execute function date_refund();
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
