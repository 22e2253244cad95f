import { type RawBuilder, sql } from "kysely";
import type { Rule } from "#src/modules/commission/rules/commission.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Cash at a partner's desk that no agreed statement has, of the nights that a month's statement is for: those that no earlier draft takes. */
const cashOf = (partner: RawBuilder<unknown>, month: RawBuilder<unknown>, test: boolean) => sql`
  select ds.booking_id, ds.cash, b.reference, b.first_name, b.last_name, d.date::text as date
  from desk_sales ds join bookings b on b.id = ds.booking_id join scheduled_crawls d on d.id = b.scheduled_crawl_id
  where ds.partner_id = ${partner} and ds.cash > 0 and ds.statement_id is null and b.test = ${test}
    and to_char(d.date, 'YYYY-MM') <= ${month}
    and to_char(d.date, 'YYYY-MM') > coalesce((select max(e.month) from partner_statements e where e.partner_id = ds.partner_id
      and e.test = ${test} and e.state = 'draft' and e.month < ${month}), '')`;

export type HeadRow = {
  partner_id: string;
  name: string;
  code: string;
  language: "en" | "es";
  month: string;
  id: string | null;
  number: number | null;
  state: "draft" | "agreed" | "paid" | null;
  is_closed: boolean;
  people: number;
  bookings: number;
  commission: number;
  cash: number;
  agreed_at: Date | null;
  agreed_by: "partner" | "staff" | null;
  paid_at: Date | null;
  reference: string;
  questions: number;
  doubts: number;
};

/** Statements by month, newest first, then by partner: made ones, and what is to be on those of months that aren't closed. */
export async function headRows(
  db: Db | Tx,
  { partnerId, month, test }: { partnerId: string | null; month: string | null; test: boolean },
): Promise<HeadRow[]> {
  const ofPartner = partnerId === null ? sql`true` : sql`partner_id = ${partnerId}`;
  const ofMonth = month === null ? sql`true` : sql`month = ${month}`;
  const { rows } = await sql<HeadRow>`
    with sums as (
      select partner_id, month, sum(amount)::float8 as commission, sum(came)::int as people, count(distinct booking_id)::int as bookings
      from commission_lines where test = ${test} and ${ofPartner} and ${ofMonth} group by partner_id, month),
    nights as (
      select ds.partner_id, to_char(d.date, 'YYYY-MM') as month from desk_sales ds join bookings b on b.id = ds.booking_id
        join scheduled_crawls d on d.id = b.scheduled_crawl_id where ds.cash > 0 and ds.statement_id is null and b.test = ${test}),
    wanted as (
      select partner_id, month from sums
      union select partner_id, month from partner_statements where test = ${test} and ${ofPartner} and ${ofMonth}
      union select partner_id, month from nights where ${ofPartner} and ${ofMonth})
    select w.partner_id, p.name, p.code, p.language, w.month, s.id, s.number, s.state, c.month is not null as is_closed,
      coalesce(x.people, 0) as people, coalesce(x.bookings, 0) as bookings, coalesce(s.commission, x.commission, 0)::float8 as commission,
      coalesce(s.cash_kept, (select sum(cash) from (${cashOf(sql`w.partner_id`, sql`w.month`, test)}) k), 0)::float8 as cash,
      s.agreed_at, s.agreed_by, s.paid_at, coalesce(s.payment_reference, '') as reference,
      (select count(*)::int from statement_questions q where q.statement_id = s.id and q.answered_at is null) as questions,
      (select count(*)::int from bookings b where b.partner_id = w.partner_id and b.partner_doubts is not null
        and b.partner_verdict is null and b.test = ${test} and exists (select from scheduled_crawls d
          where d.id = b.scheduled_crawl_id and to_char(d.date, 'YYYY-MM') = w.month)) as doubts
    from wanted w join partners p on p.id = w.partner_id
      left join sums x on x.partner_id = w.partner_id and x.month = w.month
      left join partner_statements s on s.partner_id = w.partner_id and s.month = w.month and s.test = ${test}
      left join closed_months c on c.month = w.month and c.test = ${test}
    order by w.month desc, lower(p.name), p.id`.execute(db);
  return rows;
}

export const partnerNamed = (db: Db | Tx, id: string) =>
  db
    .selectFrom("partners")
    .select(["id", "name", "code"])
    .select(sql<"en" | "es">`language`.as("language"))
    .where("id", "=", id)
    .executeTakeFirst();

export const isClosed = async (db: Db | Tx, month: string, test: boolean): Promise<boolean> =>
  (await db
    .selectFrom("closed_months")
    .select("month")
    .where("month", "=", month)
    .where("test", "=", test)
    .executeTakeFirst()) !== undefined;

export type LineRow = {
  booking_id: string;
  reference: string;
  first_name: string;
  last_name: string;
  date: string;
  came: number;
  people: number;
  sale: number;
  amount: number;
  cause: string;
  rule: Rule | Record<string, never>;
  doubt: boolean;
};

/** The bookings on a statement, by night. */
export async function lineRows(
  db: Db | Tx,
  { partnerId, month, test }: { partnerId: string; month: string; test: boolean },
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with summed as (
      select booking_id, max(service_date)::text as date, sum(came)::int as came, sum(sale)::float8 as sale, sum(amount)::float8 as amount,
        max(id) as last
      from commission_lines where partner_id = ${partnerId} and month = ${month} and test = ${test}
      group by booking_id, date_trunc('month', service_date))
    select s.booking_id, b.reference, b.first_name, b.last_name, s.date, s.came, l.people, s.sale, s.amount, l.cause, l.rule,
      b.partner_doubts is not null and b.partner_verdict is null as doubt
    from summed s join commission_lines l on l.id = s.last join bookings b on b.id = s.booking_id
    order by s.date, b.reference`.execute(db);
  return rows;
}

export type CashRow = Pick<LineRow, "booking_id" | "reference" | "first_name" | "last_name" | "date"> & {
  cash: number;
};

/** The cash on a statement: what was frozen on it, or what is to be. */
export async function cashRows(
  db: Db | Tx,
  of: { partnerId: string; month: string; test: boolean; agreed: string | null },
): Promise<CashRow[]> {
  const { rows } =
    of.agreed === null
      ? await sql<CashRow>`${cashOf(sql`${of.partnerId}`, sql`${of.month}`, of.test)} order by 6, 3`.execute(db)
      : await sql<CashRow>`
          select ds.booking_id, ds.cash, b.reference, b.first_name, b.last_name, d.date::text as date
          from desk_sales ds join bookings b on b.id = ds.booking_id join scheduled_crawls d on d.id = b.scheduled_crawl_id
          where ds.statement_id = ${of.agreed} order by 6, 3`.execute(db);
  return rows;
}

const questions = (db: Db | Tx) =>
  db
    .selectFrom("statement_questions as q")
    .innerJoin("bookings as b", "b.id", "q.booking_id")
    .select(["q.id", "q.booking_id", "b.reference", "q.question", "q.asked_at", "q.answer", "q.answered_at"]);

/** What was asked about a statement, oldest first. */
export const questionRows = (db: Db | Tx, statementId: string) =>
  questions(db).where("q.statement_id", "=", statementId).orderBy("q.asked_at").orderBy("q.id").execute();

/** All lines of a booking as they were written; of one partner or of all. */
export const writtenRows = (db: Db | Tx, bookingId: string, partnerId: string | null) =>
  db
    .selectFrom("commission_lines as l")
    .innerJoin("partners as p", "p.id", "l.partner_id")
    .select(["l.id", "p.name", "l.month", "l.service_date", "l.kind", "l.cause", "l.came", "l.people", "l.sale"])
    .select(["l.amount", "l.at", sql<LineRow["rule"]>`l.rule`.as("rule")])
    .where("l.booking_id", "=", bookingId)
    .$if(partnerId !== null, (q) => q.where("l.partner_id", "=", partnerId!))
    .orderBy("l.id")
    .execute();
