import fs from "node:fs";
import path from "node:path";
import { type Kysely, sql } from "kysely";

/** What this means to older releases (platform/migration-plan.ts): there are none. */
export const breaksBefore: string | null = null;

const SUBJECTS = path.join(import.meta.dirname, "0001_baseline");

// The schema as it first was: a file for each subject, in the order of their names.
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const file of fs.readdirSync(SUBJECTS).toSorted())
    await sql.raw(fs.readFileSync(path.join(SUBJECTS, file), "utf8")).execute(db);
};
