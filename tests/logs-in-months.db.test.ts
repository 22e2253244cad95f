import { expect, test } from "vitest";
import { keepSeen } from "#src/modules/sales/affiliates/store/visits.server.ts";
import { auditLogRows } from "#src/modules/office/audit-log/store.server.ts";
import { dropMonths, keepMonths } from "#src/platform/keep-months.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const LOGS = ["access_log", "affiliate_choices", "affiliate_visits", "audit_log", "qr_scans"];

/** The bounds of a table's partitions, oldest first: by whatever clock they were made, the first one ends where the months begin. */
async function monthsOf(table: string, { pool } = database.services): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass order by c.relname like '%\\_before' desc, c.relname like '%\\_later', c.relname`,
    [table],
  );
  return rows.map(({ name }) => name.slice(table.length + 1));
}

const entry = (at: Date, action = "told") => ({ at, actor_kind: "system", action, subject_type: "y", subject_id: "z" });
const months = (count: number) =>
  new Date(Temporal.Now.zonedDateTimeISO("UTC").add({ months: count }).epochMilliseconds);
/** Where each row of a table is. */
const places = async (table: string, column: string) =>
  (
    await database.services.pool.query<{ place: string; what: string }>(
      `select tableoid::regclass::text as place, ${column} as what from ${table} order by at`,
    )
  ).rows.map(({ place, what }) => [what, place.slice(table.length + 1)]);

test("months are made ahead once, each row goes to its own, and the newest and oldest find a place too", async () => {
  const { db } = database.services;
  expect(await monthsOf("audit_log")).toEqual(["before", "later"]);
  await keepMonths(db, months(6));
  const result = await monthsOf("audit_log");
  expect(result.slice(1, -1).length).toBeGreaterThan(3);
  for (const log of LOGS) expect(await monthsOf(log)).toEqual(result);
  await keepMonths(db, months(6));
  expect(await monthsOf("audit_log")).toEqual(result);

  const [first, second] = result.slice(1, 3).map((name) => name.replace("_", "-"));
  const begins = (month: string) => new Date(`${month}-01T00:00:00-06:00`);
  await db
    .insertInto("audit_log")
    .values([
      entry(new Date("2001-01-01T00:00:00Z"), "long ago"),
      entry(begins(first!), "first"),
      entry(new Date(begins(second!).getTime() - 1), "its end"),
      entry(begins(second!), "second"),
      entry(months(600), "far"),
    ])
    .execute();
  expect(await places("audit_log", "action")).toEqual([
    ["long ago", "before"],
    ["first", result[1]],
    ["its end", result[1]],
    ["second", result[2]],
    ["far", "later"],
  ]);
  // a page of a month reads that month alone
  type Plan = { "Relation Name"?: string; Plans?: Plan[] };
  const { rows } = await database.services.pool.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `explain (format json) select * from audit_log where at >= ($1::timestamp at time zone 'America/Mexico_City')
     and at < (($2::date + 1)::timestamp at time zone 'America/Mexico_City') order by at desc, id desc limit 100`,
    [`${first}-01`, `${first}-28`],
  );
  const readBy = (plan: Plan): string[] => [plan["Relation Name"] ?? [], (plan.Plans ?? []).map(readBy)].flat(2);
  expect(rows[0]!["QUERY PLAN"].flatMap(({ Plan }) => readBy(Plan))).toEqual([`audit_log_${result[1]}`]);
  const filter = { who: "", action: "", type: "", subject: "", q: "", from: `${first}-01`, to: `${first}-31` };
  const page = await auditLogRows(db, filter, { beyond: null, newer: false, limit: 9 });
  expect(page.map(({ action }) => action)).toEqual(["its end", "first"]);
});

test("a visitor counts once an hour in every month, for concurrent requests too", async () => {
  const { pool, db } = database.services;
  await keepMonths(db, months(6));
  const [, month] = await monthsOf("affiliate_visits");
  const at = new Date(`${month!.replace("_", "-")}-01T00:20:00-06:00`);
  const more = ["", "", null] as const;
  const view = { code: "HOSTEL", visitor: "one", site: "cdmx", at, more };
  const record = await Promise.all(Array.from({ length: 8 }, () => keepSeen(pool, "visit", view)));
  expect(record.filter(Boolean)).toHaveLength(1);
  // the key by itself, without the look before: what two requests have that don't see each other's row
  const blind = `insert into affiliate_visits (affiliate_code, visitor, site_tag, at) values ('HOSTEL', 'one', 'cdmx', $1)`;
  await expect(pool.query(blind, [at])).rejects.toMatchObject({ code: "23505" });
  expect((await pool.query(`${blind} on conflict do nothing`, [at])).rowCount).toBe(0);
  await pool.query("delete from affiliate_visits");
});

test("where the job didn't run for long, nothing is refused and nothing is moved: what came is one partition", async () => {
  const { db } = database.services;
  await keepMonths(db, months(6));
  const [at] = [months(14)];
  await db.insertInto("qr_scans").values({ qr_code_id: "late", site_tag: "cdmx", at }).execute();
  await db
    .insertInto("qr_scans")
    .values({ qr_code_id: "later", site_tag: "cdmx", at: months(16) })
    .execute();
  const before = await monthsOf("qr_scans");
  await keepMonths(db, months(16));
  const after = await monthsOf("qr_scans");
  const [gathered] = after.filter((name) => !before.includes(name));
  expect(await places("qr_scans", "qr_code_id")).toEqual([
    ["late", gathered],
    ["later", gathered],
  ]);
  expect(after.length).toBe(before.length + 4); // and the three months to come
});

test("only months that are wholly out of their term are dropped, and the rows of such months in the oldest partition", async () => {
  const { db, pool } = database.services;
  await keepMonths(db, months(6));
  const [, first, second] = await monthsOf("access_log");
  const begins = new Date(`${second!.replace("_", "-")}-01T00:00:00-06:00`);
  const note = (at: Date, subject: string) =>
    pool.query("insert into access_log (at, kind, outcome, subject) values ($1, 'page', 'refused', $2)", [at, subject]);
  await note(new Date("2001-01-01T00:00:00Z"), "oldest");
  await note(new Date(begins.getTime() - 1), "first");
  await note(begins, "second");
  const left = async () => (await places("access_log", "subject")).map(([subject]) => subject);
  await dropMonths(db, "access_log", new Date(begins.getTime() - 1));
  expect([await left(), await monthsOf("access_log")]).toEqual([["first", "second"], expect.arrayContaining([first])]);
  await dropMonths(db, "access_log", begins);
  expect([await left(), await monthsOf("access_log")]).toEqual([["second"], expect.not.arrayContaining([first])]);
  await pool.query("update access_log set user_id = null, address = null, user_agent = null");
  await expect(pool.query(`delete from access_log_${second}`)).rejects.toThrow("append-only");
  await expect(pool.query("update audit_log_before set action = 'x'")).rejects.toThrow("append-only");
});

test("a month that somebody reads for long is made or dropped later, and keeps nobody waiting meanwhile", async () => {
  const { db, pool } = database.services;
  const [reader, guest] = [await pool.connect(), await pool.connect()];
  await reader.query("begin; select count(*) from affiliate_choices");
  const keeping = keepMonths(db, months(20));
  keeping.catch(() => {}); // awaited below
  await database.someoneWaits();
  // behind the job, which gives up before the guest would
  await guest.query("set lock_timeout = '1500ms'");
  await guest.query("insert into affiliate_choices (affiliate_code, site_tag, at) values ('HOSTEL', 'cdmx', now())");
  await expect(keeping).rejects.toMatchObject({ errors: [{ code: "55P03" }] });
  await reader.query("rollback");
  await guest.query("reset lock_timeout");
  for (const one of [reader, guest]) one.release();
  await keepMonths(db, months(20));
});
