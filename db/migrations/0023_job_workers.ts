import { type Kysely, sql } from "kysely";

// Who runs jobs: a row for each worker, which is dead when it has long held no lease (an advisory lock of its connection).
const statements = `
create table job_workers (
  id text primary key,
  started_at timestamptz not null default now(),
  missing_since timestamptz
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
