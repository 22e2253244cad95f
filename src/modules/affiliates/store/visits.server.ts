import type { Db, Statements } from "#src/platform/db.server.ts";

/** A visit, scan or choice; `more` are the values of its table's further columns, none for a scan. */
export type Seen = { code: string; visitor: string; site: string; at: Date; more: readonly (string | null)[] };
export type Sight = keyof typeof TEXTS;

// Rate limit and insert are one statement. A visitor counts once per hour; two concurrent requests don't see each other's row,
// and the unique index keeps one.
const keepOnce = (table: string, column: string, more: readonly string[] = []) => `
  with spent as (
    insert into rate_counters (key, window_start, count) values ($1, $2, 1)
    on conflict (key, window_start) do update set count = rate_counters.count + 1 where rate_counters.count < $3
    returning count
  ), kept as (
    insert into ${table} (${[column, "visitor", "site_tag", "at", ...more].join(", ")})
    select $4, $5, $6, $7${more.map((_, index) => `, $${index + 8}`).join("")} from spent
    where not exists (select from ${table} where ${column} = $4 and visitor = $5 and at > $7::timestamptz - interval '1 hour')
    on conflict do nothing
    returning id
  )
  select exists (select from spent) as allowed, exists (select from kept) as counted`;

const TEXTS = {
  visit: keepOnce("affiliate_visits", "affiliate_code", ["user_agent", "referrer", "qr_code_id"]),
  scan: keepOnce("qr_scans", "qr_code_id"),
  choice: keepOnce("affiliate_choices", "affiliate_code", ["qr_code_id"]),
};

/** Stores a visit, scan or choice unless this visitor was counted in the past hour; `exhausted` when the limit is used up. */
export async function keepSeen(
  on: Statements,
  kind: Sight,
  { code, visitor, site, at, more }: Seen,
  limit: { key: string; windowStart: Date; max: number },
): Promise<boolean | "exhausted"> {
  const values = [limit.key, limit.windowStart, limit.max, code, visitor, site, at, ...more];
  const { rows } = await on.query<{ allowed: boolean; counted: boolean }>({
    name: `keep-${kind}`,
    text: TEXTS[kind],
    values,
  });
  const [row] = rows;
  return row?.allowed ? row.counted : "exhausted";
}

/** Removes who the visitor was, their browser and where they came from; by which code they came stays. */
export async function forgetVisitorsBefore(db: Db, before: Date): Promise<void> {
  await db
    .updateTable("affiliate_visits")
    .set({ visitor: null, user_agent: "", referrer: "" })
    .where("at", "<", before)
    .where("visitor", "is not", null)
    .execute();
  for (const table of ["qr_scans", "affiliate_choices"] as const)
    await db
      .updateTable(table)
      .set({ visitor: null })
      .where("at", "<", before)
      .where("visitor", "is not", null)
      .execute();
}
