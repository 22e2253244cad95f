import { sql } from "kysely";
import type { Db, Statements } from "#src/platform/db.server.ts";
import { inPortions, PORTION } from "#src/platform/in-portions.server.ts";

/** A visit, scan or choice; `more` are the values of its table's further columns, none for a scan. */
export type Visit = { code: string; visitor: string; site: string; at: Date; more: readonly (string | null)[] };
export type Sight = keyof typeof TEXTS;

// A visitor counts once per hour; two concurrent requests don't see each other's row, and the unique index keeps one.
const keepOnce = (table: string, column: string, more: readonly string[] = []) => `
  insert into ${table} (${[column, "visitor", "site_tag", "at", ...more].join(", ")})
  select $1, $2, $3, $4${more.map((_, index) => `, $${index + 5}`).join("")}
  where not exists (select from ${table} where ${column} = $1 and visitor = $2 and at > $4::timestamptz - interval '1 hour')
  on conflict do nothing`;

const TEXTS = {
  visit: keepOnce("affiliate_visits", "affiliate_code", ["user_agent", "referrer", "qr_code_id"]),
  scan: keepOnce("qr_scans", "qr_code_id"),
  choice: keepOnce("affiliate_choices", "affiliate_code", ["qr_code_id"]),
};

/** Stores a visit, scan or choice unless this visitor was counted in the past hour; returns whether it did. */
export async function keepSeen(
  on: Statements,
  kind: Sight,
  { code, visitor, site, at, more }: Visit,
): Promise<boolean> {
  const values = [code, visitor, site, at, ...more];
  const { rowCount } = await on.query({ name: `keep-${kind}`, text: TEXTS[kind], values });
  return rowCount === 1;
}

/** Removes who the visitor was, their browser and where they came from; by which code they came stays. */
export async function forgetVisitorsBefore(db: Db, before: Date): Promise<void> {
  for (const [table, more] of [
    ["affiliate_visits", sql`, user_agent = '', referrer = ''`],
    ["qr_scans", sql``],
    ["affiliate_choices", sql``],
  ] as const)
    await inPortions(async () => {
      const { rows } = await sql`update ${sql.table(table)} set visitor = null${more}
        where (id, at) in (select id, at from ${sql.table(table)} where at < ${before} and visitor is not null
          order by at limit ${PORTION}) returning id`.execute(db);
      return rows;
    });
}
