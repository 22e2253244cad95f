import { type RawBuilder, sql } from "kysely";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import type { AccessFilter, AccessKind, AccessOutcome } from "#src/modules/base/audit/schema.ts";
import type { Db } from "#src/platform/db.server.ts";

export type AccessRow = {
  id: number;
  at: Date;
  kind: AccessKind;
  outcome: AccessOutcome;
  subject: string | null;
  user_id: string | null;
  address: string | null;
  user_agent: string | null;
  name: string | null;
  email: string | null;
};

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const conditions = ({ who, kind, from, to }: AccessFilter): RawBuilder<unknown>[] =>
  [
    who &&
      sql`user_id in (select id from "user" where email ilike ${like(who)} or name ilike ${like(who)} or id::text = ${who})`,
    kind && sql`kind = ${kind}`,
    from && sql`at >= (${from}::timestamp at time zone ${HOME_ZONE})`,
    to && sql`at < ((${to}::date + 1)::timestamp at time zone ${HOME_ZONE})`,
  ].filter((part) => part !== null && part !== "");

/** A number of entries beyond one, nearest first: older ones, or newer ones. */
export async function accessRows(
  db: Db,
  filter: AccessFilter,
  { beyond, newer, limit }: { beyond: number | null; newer: boolean; limit: number },
): Promise<AccessRow[]> {
  const order = newer ? sql`at, id` : sql`at desc, id desc`;
  const place =
    beyond === null
      ? []
      : [sql`(at, id) ${newer ? sql`>` : sql`<`} (select at, id from access_log where id = ${beyond})`];
  const parts = [sql`true`, ...conditions(filter), ...place];
  const { rows } = await sql<AccessRow>`
    select a.*, u.name, u.email
    from (select * from access_log where ${sql.join(parts, sql` and `)} order by ${order} limit ${limit}) a
    left join "user" u on u.id = a.user_id order by ${order}`.execute(db);
  return rows;
}
