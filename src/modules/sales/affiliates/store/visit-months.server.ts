import { type RawBuilder, sql } from "kysely";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Days } from "#src/kernel/period.ts";
import { monthsIn } from "#src/modules/sales/affiliates/rules/counted-months.ts";
import type { Tx } from "#src/platform/db.server.ts";

const day = (text: string) => sql`${sql.lit(text)}::date`;
const startOf = (date: RawBuilder<unknown>) => sql`(${date}::timestamp at time zone ${sql.lit(HOME_ZONE)})`;

/** Visits and scans from a day up to before another, row by row. */
const rowsBetween = (from: RawBuilder<unknown>, end: RawBuilder<unknown>) => {
  const within = sql`at >= ${startOf(from)} and at < ${startOf(end)}`;
  return sql`select 'link' as kind, affiliate_code as code, qr_code_id, 1 as visits from affiliate_visits where ${within}
    union all select 'qr', qr_code_id, null, 1 from qr_scans where ${within}`;
};

/**
 * Visits (`link`, with the printed code that led there) and scans (`qr`) of some days, as a table (kind, code, qr_code_id, visits) to
 * be summed up: from the sums of whole months as far as they are counted, else from the rows. All of it in one statement, so that
 * a count which ends meanwhile changes nothing.
 */
export function visitsIn(days: Days): RawBuilder<unknown> {
  const { first, last, end } = monthsIn(days);
  const until = sql`(select until from visits_counted)`;
  const counted = sql`select kind, code, qr_code_id, visits from visit_months
    where month >= ${day(first)} and month < ${until} and (month < ${day(last)} or ${until} <= ${day(end)})`;
  const tail = sql`(select greatest(${day(first)}, case when until <= ${day(end)} then until else ${day(last)} end) from visits_counted)`;
  const parts = [counted, rowsBetween(tail, day(end))];
  if (days.from < first) parts.push(rowsBetween(day(days.from), day(first < end ? first : end)));
  return sql`(${sql.join(parts, sql` union all `)})`;
}

/** Visits are counted up to here: whoever writes one has ended a day later. */
const COUNTABLE = sql`((now() at time zone ${sql.lit(HOME_ZONE)})::date - 1)`;

/** Counts the month in which the last count ended, or that of the first visit; returns whether another is left to be counted. */
export async function countMonth(tx: Tx): Promise<boolean> {
  // whoever sets the count back waits; what they wrote before is seen below
  await sql`select from visits_counted for update`.execute(tx);
  const { rows } = await sql<{ month: string; end: string; isLast: boolean }>`
    select month::text, least(next, ${COUNTABLE})::text as end, next >= ${COUNTABLE} as "isLast"
    from visits_counted, lateral (select date_trunc('month', greatest(until, (
        least((select min(at) from affiliate_visits), (select min(at) from qr_scans)) at time zone ${sql.lit(HOME_ZONE)})::date))::date as month) m,
      lateral (select (month + interval '1 month')::date as next) n
    where isfinite(month) and until < ${COUNTABLE} and month < ${COUNTABLE}`.execute(tx);
  const [due] = rows;
  if (!due) return false;
  // also those whose rows are all gone since
  await sql`delete from visit_months where month >= (select date_trunc('month', until)::date from visits_counted)`.execute(
    tx,
  );
  await sql`insert into visit_months (month, kind, code, qr_code_id, visits)
    select ${day(due.month)}, kind, code, qr_code_id, sum(visits) from (${rowsBetween(day(due.month), day(due.end))}) v
    group by kind, code, qr_code_id`.execute(tx);
  await sql`update visits_counted set until = ${day(due.end)}`.execute(tx);
  return !due.isLast;
}
