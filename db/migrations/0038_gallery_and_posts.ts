import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): it only adds. */
export const breaksBefore: string | null = null;

// Staff edit the gallery and the Instagram posts (docs/decisions/093). `version` counts the saves of a text, so that two editors
// learn of each other. What is deleted can be brought back as it was; it isn't active meanwhile, so that older releases, which
// know no deletion, don't show it.
const statements = `
alter table gallery_images
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column was_active boolean,
  add constraint deleted_images_are_hidden
    check (num_nulls(deleted_at, was_active) in (0, 2) and (deleted_at is null or not is_active));

alter table instagram_posts
  add column version integer not null default 1,
  add column deleted_at timestamptz,
  add column was_active boolean,
  add constraint deleted_posts_are_hidden
    check (num_nulls(deleted_at, was_active) in (0, 2) and (deleted_at is null or not is_active));
`;

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw(statements).execute(db);
};
