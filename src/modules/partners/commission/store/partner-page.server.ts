import { sql } from "kysely";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import { CAME } from "#src/modules/evening/door/queries.server.ts";
import type { Statements, Db, Tx } from "#src/platform/db.server.ts";

/** The months of a partner's nights and lines, null where there are none; and whether anybody ever came by them. */
export type Span = { first: string | null; last: string | null; visited: boolean };

const SPAN = `
  select min(month) as first, max(month) as last,
    exists (select from affiliate_visits v where lower(v.affiliate_code) = lower($3))
      or exists (select from qr_scans s join qr_codes q on q.id = s.qr_code_id where q.partner_id = $1) as visited
  from (
    select to_char(b.date, 'YYYY-MM') as month from booking_facts b
    where b.partner_id = $1 and b.test = $2 and b.confirmed_at is not null
    union all select month from commission_lines where partner_id = $1 and test = $2) all_months`;

/** Reads the months that a partner's page can show. */
export async function partnerSpan(on: Statements, partnerId: string, test: boolean, code: string): Promise<Span> {
  const { rows } = await on.query<Span>({ name: "partner-span", text: SPAN, values: [partnerId, test, code] });
  return rows[0]!;
}

/** A month with its first instant and that of the next. */
export type Month = { month: string; from: Date; to: Date };
/** Whose: a partner with their code; `test` for what is practised. */
export type Whose = { partnerId: string; code: string; test: boolean };

// bookings of the month's nights, and those of other nights that its lines set right
const OWN = `
  with own as (
    select b.id from booking_facts b
    where b.partner_id = $1 and b.test = $2 and b.confirmed_at is not null and to_char(b.date, 'YYYY-MM') = $3
    union select booking_id from commission_lines where partner_id = $1 and month = $3 and test = $2
  ), facts as (
    select b.id, b.date::text as date, b.starts_at, b.ends_at, b.title, b.title_es, b.status, b.number_of_people as people,
      upper(left(normalize(b.first_name), 1)) as first, upper(left(normalize(b.last_name), 1)) as last, b.partner_verdict as verdict,
      b.partner_id is not distinct from $1 as credited, to_char(b.date, 'YYYY-MM') = $3 as "ofMonth",
      ${CAME} as came,
      exists (select from payments y where y.purchase_id = b.id and y.dispute_state in ('open', 'lost')) as disputed,
      coalesce((select sum(l.amount) from commission_lines l
        where l.booking_id = b.id and l.partner_id = $1 and l.month = $3), 0)::float8 as commission
    from own join booking_facts b on b.id = own.id
  )`;

// a visit that came with one of the partner's own codes is its scan
const TOTALS = `${OWN}
  select count(*)::int as listed,
    count(*) filter (where "ofMonth" and credited and status = 'confirmed')::int as bookings,
    coalesce(sum(people) filter (where "ofMonth" and credited and status = 'confirmed'), 0)::int as booked,
    coalesce(sum(least(came, people)) filter (where "ofMonth" and credited and status = 'confirmed'), 0)::int as came,
    coalesce(sum(commission), 0)::float8 as commission,
    exists (select from closed_months where month = $3 and test = $2) as closed,
    (select count(*)::int from affiliate_visits v
      where lower(v.affiliate_code) = lower($4) and v.at >= $5 and v.at < $6
        and (v.qr_code_id is null or not exists (select from qr_codes q where q.id = v.qr_code_id and q.partner_id = $1)))
    + (select count(*)::int from qr_codes q join qr_scans s on s.qr_code_id = q.id
      where q.partner_id = $1 and s.at >= $5 and s.at < $6) as visits,
    (select count(*)::int from affiliate_choices v
      where lower(v.affiliate_code) = lower($4) and v.at >= $5 and v.at < $6) as choices
  from facts`;

export type Totals = {
  listed: number;
  bookings: number;
  booked: number;
  came: number;
  commission: number;
  closed: boolean;
  visits: number;
  choices: number;
};

/** A month of a partner in figures; money in centavos. */
export async function monthTotals(on: Statements, whose: Whose, { month, from, to }: Month): Promise<Totals> {
  const values = [whose.partnerId, whose.test, month, whose.code, from, to];
  const { rows } = await on.query<Totals>({ name: "partner-month", text: TOTALS, values });
  return rows[0]!;
}

// initials are cut here: no name of a guest ever leaves the database for a partner
const LIST = `${OWN}
  select id, date, ends_at, title, title_es, status, people, came, first, last, verdict, credited, disputed, commission from facts
  order by starts_at desc, id limit $4 offset $5`;

export type BookingRow = {
  id: string;
  date: string;
  ends_at: Date;
  title: string;
  title_es: string | null;
  status: string;
  people: number;
  came: number;
  first: string;
  last: string;
  verdict: string | null;
  credited: boolean;
  disputed: boolean;
  commission: number;
};

/** Some bookings of a partner's month, the latest night first. */
export async function monthBookings(
  on: Statements,
  { partnerId, test }: Whose,
  { month, limit, offset }: { month: string; limit: number; offset: number },
): Promise<BookingRow[]> {
  const values = [partnerId, test, month, limit, offset];
  const { rows } = await on.query<BookingRow>({ name: "partner-bookings", text: LIST, values });
  return rows;
}

const LINES = `
  select booking_id, month, service_date::text as night, kind, came, sale, amount, nullif(rule, '{}'::jsonb) as rule, at
  from commission_lines where booking_id = any($2::uuid[]) and partner_id = $1 order by id`;

export type LineRow = {
  booking_id: string;
  month: string;
  night: string;
  kind: "accrued" | "reversed" | "tier" | "correction";
  came: number;
  sale: number;
  amount: number;
  rule: Rule | null;
  at: Date;
};

/** A partner's lines of bookings, as they were written. */
export async function linesOfBookings(
  on: Statements,
  partnerId: string,
  bookings: readonly string[],
): Promise<LineRow[]> {
  const { rows } = await on.query<LineRow>({
    name: "partner-lines",
    text: LINES,
    values: [partnerId, bookings],
  });
  return rows;
}

const CRAWLS = "select id, title, title_es from pub_crawls where id = any($1::uuid[])";

/** The names of crawls. */
export async function crawlTitles(on: Statements, ids: readonly string[]) {
  const { rows } = await on.query<{ id: string; title: string; title_es: string | null }>({
    name: "partner-crawls",
    text: CRAWLS,
    values: [ids],
  });
  return rows;
}

const ON = "select distinct booking_id from commission_lines where partner_id = $1 and month = $2 and test = $3";

/** The bookings that a statement has lines of. */
export async function bookingsOnStatement(
  on: Statements,
  { partnerId, month, test }: { partnerId: string; month: string; test: boolean },
): Promise<string[]> {
  const { rows } = await on.query<{ booking_id: string }>({
    name: "partner-statement-bookings",
    text: ON,
    values: [partnerId, month, test],
  });
  return rows.map(({ booking_id }) => booking_id);
}

/** A partner's tax number and the account that they are paid to, of which the last digits alone leave the database. */
export const payeeOf = (db: Db | Tx, id: string) =>
  db
    .selectFrom("partners")
    .select(["rfc", "account_holder as holder", sql<string | null>`right(clabe, 4)`.as("clabeEnd")])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
