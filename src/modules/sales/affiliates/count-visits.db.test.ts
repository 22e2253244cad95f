import { sql } from "kysely";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Days } from "#src/kernel/period.ts";
import { countVisits } from "#src/modules/sales/affiliates/count-visits.server.ts";
import { forgetVisitorsBefore } from "#src/modules/sales/affiliates/store/visits.server.ts";
import { visitsIn } from "#src/modules/sales/affiliates/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const db = () => database.services.db;
const query = (text: string) => database.services.pool.query(text);
type Sum = { kind: string; code: string; qr_code_id: string | null; visits: number };

const summed = async (days: Days): Promise<Sum[]> =>
  (
    await sql<Sum>`select kind, code, qr_code_id, sum(visits)::int as visits from ${visitsIn(days)} v
      group by kind, code, qr_code_id order by kind, code, qr_code_id`.execute(db())
  ).rows;

/** The same, row by row. */
async function counted({ from, to }: Days): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select kind, code, qr_code_id, count(*)::int as visits from (
      select 'link' as kind, affiliate_code as code, qr_code_id, at from affiliate_visits
      union all select 'qr', qr_code_id, null, at from qr_scans
    ) v where (at at time zone ${HOME_ZONE})::date between ${from}::date and ${to}::date
    group by kind, code, qr_code_id order by kind, code, qr_code_id`.execute(db());
  return rows;
}

const today = () => Temporal.Now.plainDateISO(HOME_ZONE);
const ago = (days: number) => today().subtract({ days }).toString();
/** Days ago, from the oldest to the newest; the months around them are whole and cut, and one range is ahead. */
const RANGES = [
  [200, -3],
  [200, 100],
  [150, 31],
  [120, 0],
  [89, 0],
  [61, 1],
  [45, 2],
  [30, 3],
  [29, 0],
  [7, 0],
  [2, 1],
  [0, 0],
  [-1, -3],
].flatMap(([from, to]) => [0, 13].map((later) => ({ from: ago(from! + later), to: ago(to! + later) })));
const months = Array.from({ length: 5 }, (_, n) => today().toPlainYearMonth().subtract({ months: n }));
const WHOLE = [...months.entries()].flatMap(([n, month]) =>
  [month, ...months.slice(0, n)].map((end) => ({
    from: month.toPlainDate({ day: 1 }).toString(),
    to: end.toPlainDate({ day: end.daysInMonth }).toString(),
  })),
);

async function agrees() {
  for (const days of [...RANGES, ...WHOLE])
    expect(await summed(days), JSON.stringify(days)).toEqual(await counted(days));
}
const until = async () => (await query("select until::text from visits_counted")).rows[0].until as string;

const MIDNIGHTS = `select (day::date::timestamp at time zone '${HOME_ZONE}') + interval '1 second' * second as at
  from generate_series(current_date - 190, current_date + 1, interval '1 day') day, generate_series(-1, 0) second`;
/** 3,000 visits and scans of the last months, a few of them ahead, and some at each midnight. */
async function addVisits() {
  await query(`select setseed(0.4)`);
  await query(`insert into affiliate_visits (affiliate_code, visitor, site_tag, at, qr_code_id)
    select (array['HOSTEL', 'hostel', 'bar', 'nobody'])[1 + floor(random() * 4)], 'v' || n, 'cdmx',
      now() + interval '2 days' - random() * interval '190 days', (array[null, null, 'door', 'desk'])[1 + floor(random() * 4)]
    from generate_series(1, 2000) n`);
  await query(`insert into qr_scans (qr_code_id, visitor, site_tag, at)
    select (array['door', 'desk', 'nowhere'])[1 + floor(random() * 3)], 's' || n, 'cdmx', now() + interval '2 days' - random() * interval '190 days'
    from generate_series(1, 1000) n`);
  await query(
    `insert into affiliate_visits (affiliate_code, site_tag, at) select 'midnight', 'cdmx', at from (${MIDNIGHTS}) m`,
  );
  await query(`insert into qr_scans (qr_code_id, site_tag, at) select 'midnight', 'cdmx', at from (${MIDNIGHTS}) m`);
}

beforeAll(addVisits);
beforeEach(() => countVisits(database.services));

test("sums and rows are the same before anything is counted, and after it", async () => {
  await query("update visits_counted set until = '-infinity'");
  await query("delete from visit_months");
  await agrees();
  await countVisits(database.services);
  expect(await until()).toBe(ago(1));
  const { rows } = await query("select sum(visits)::int as visits, count(*)::int as sums from visit_months");
  expect(rows[0].visits).toBeGreaterThan(3000);
  expect(rows[0].sums).toBeLessThan(200);
  await agrees();
  // a day later
  await query("update visits_counted set until = until - 1");
  await countVisits(database.services);
  await agrees();
});

test("a visit is not counted twice, nor forgotten with its visitor", async () => {
  const sums = async () => (await query("select * from visit_months order by 1, 2, 3, 4")).rows;
  const first = await sums();
  await countVisits(database.services);
  await forgetVisitorsBefore(db(), new Date());
  expect(await until()).toBe(ago(1));
  expect(await sums()).toEqual(first);
  await agrees();
});

const CHANGES: [string, string][] = [
  [
    "comes late",
    `insert into affiliate_visits (affiliate_code, site_tag, at) values ('bar', 'cdmx', now() - interval '50 days')`,
  ],
  [
    "is scanned late",
    `insert into qr_scans (qr_code_id, site_tag, at) values ('door', 'cdmx', now() - interval '100 days')`,
  ],
  [
    "goes",
    `delete from affiliate_visits where id in (select id from affiliate_visits order by md5(id::text) limit 300)`,
  ],
  ["goes as a scan", `delete from qr_scans where id in (select id from qr_scans order by md5(id::text) limit 300)`],
  [
    "is of another code",
    `update affiliate_visits set affiliate_code = 'other' where affiliate_code = 'bar' and at < now() - interval '70 days'`,
  ],
  [
    "is of another day",
    `update qr_scans set at = at - interval '40 days' where at between now() - interval '40 days' and now() - interval '30 days'`,
  ],
  ["goes with the first months", `delete from affiliate_visits where at < now() - interval '120 days'`],
  ["goes with those of all", `delete from qr_scans where at < now() - interval '60 days'`],
  ["goes with all", `truncate affiliate_visits`],
];
test.each(CHANGES)("what %s sets the count back, and is counted again", async (_, change) => {
  await query(change);
  expect((await until()) < ago(1)).toBe(true);
  await agrees();
  await countVisits(database.services);
  expect(await until()).toBe(ago(1));
  await agrees();
});

const LATE = `insert into affiliate_visits (affiliate_code, site_tag, at) values ('late', 'cdmx', now() - interval '40 days')`;

test("what is emptied doesn't come back with the next visit", async () => {
  await query("truncate affiliate_visits, qr_scans");
  await agrees();
  await query(LATE);
  await countVisits(database.services);
  await agrees();
  await addVisits();
  await countVisits(database.services);
});

test("without the trigger a late visit would be missing", async () => {
  await query("alter table affiliate_visits disable trigger late_visit_is_uncounted");
  await query(LATE);
  await query("alter table affiliate_visits enable trigger late_visit_is_uncounted");
  const days = { from: ago(60), to: ago(0) };
  expect(await summed(days)).not.toEqual(await counted(days));
  await query("update visits_counted set until = '-infinity'");
  await agrees();
});

test("a count waits for a visit that is written late, and such a visit for a count", async () => {
  const writer = await database.services.pool.connect();
  await query("update visits_counted set until = until - 1");
  await writer.query(`begin; ${LATE}`);
  const count = countVisits(database.services);
  await database.someoneWaits();
  await writer.query("commit");
  await count;
  await agrees();

  await query("update visits_counted set until = '-infinity'");
  await writer.query(
    "begin; select from visits_counted for update; update visits_counted set until = current_date - 1",
  );
  const late = query(LATE);
  await database.someoneWaits();
  await writer.query("commit");
  await late;
  expect((await until()) < ago(30)).toBe(true);
  writer.release();
});
