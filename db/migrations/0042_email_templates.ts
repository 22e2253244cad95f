import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// The operator's own wording of emails (docs/decisions/097): a row for each publication, never changed, the highest version counts.
// `texts` are {en, es} with a text for each message id that isn't Ronda's. Version 1 is Ronda's own wording and has no row:
// `emails.template_version` has said so since the first email.
const statements = `
create table email_template_versions (
  kind text not null check (length(kind) between 1 and 60),
  version integer not null check (version > 1),
  texts jsonb not null check (jsonb_typeof(texts) = 'object'),
  restored integer,
  published_by uuid,
  published_at timestamptz not null,
  primary key (kind, version)
);
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
