import { type RawBuilder, sql } from "kysely";
import type { Rule } from "#src/modules/partners/commission/rules/commission.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { inLetters } from "#src/platform/letters.server.ts";

/** What a partner has of ours that no agreed statement has, of the nights that a month's statement is for: those that no earlier draft takes. */
const cashOf = (partner: RawBuilder<unknown>, month: RawBuilder<unknown>, test: boolean) => sql`
  select k.booking_id, sum(k.amount)::int as cash, b.reference, b.first_name, b.last_name, b.date::text as date
  ${unsettled(partner, month, test)}
  group by 1, 3, 4, 5, 6 having sum(k.amount) <> 0`;
const unsettled = (partner: RawBuilder<unknown>, month: RawBuilder<unknown>, test: boolean) => sql`
  from partner_cash k join booking_facts b on b.id = k.booking_id
  where k.partner_id = ${partner} and k.statement_id is null and b.test = ${test}
    and to_char(b.date, 'YYYY-MM') <= ${month}
    and to_char(b.date, 'YYYY-MM') > coalesce((select max(e.month) from partner_statements e where e.partner_id = k.partner_id
      and e.test = ${test} and e.state = 'draft' and e.month < ${month}), '')`;

/** Whether lines come to money, or to people who earned some. Lines of no amount tell of who came, and are none. */
const moved = sql`sum(amount) <> 0 or coalesce(sum(came) filter (where amount <> 0), 0) <> 0`;

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

/** Statements by month, newest first, then by partner: made ones, and what is to be on those of months that aren't closed, if anything. */
export async function headRows(
  db: Db | Tx,
  { partnerId, month, test }: { partnerId: string | null; month: string | null; test: boolean },
): Promise<HeadRow[]> {
  const ofPartner = partnerId === null ? sql`true` : sql`partner_id = ${partnerId}`;
  const ofMonth = month === null ? sql`true` : sql`month = ${month}`;
  const { rows } = await sql<HeadRow>`
    with sums as (
      select partner_id, month, sum(amount)::float8 as commission, sum(came)::int as people, count(distinct booking_id)::int as bookings,
        ${moved} as moved
      from commission_lines where test = ${test} and ${ofPartner} and ${ofMonth} group by partner_id, month),
    nights as (
      select k.partner_id, to_char(d.date, 'YYYY-MM') as month from partner_cash k join booking_facts b on b.id = k.booking_id
        join night_facts d on d.id = b.scheduled_crawl_id where k.statement_id is null and b.test = ${test}),
    wanted as (
      select partner_id, month from sums
      union select partner_id, month from partner_statements where test = ${test} and ${ofPartner} and ${ofMonth}
      union select partner_id, month from nights where ${ofPartner} and ${ofMonth})
    select * from (select w.partner_id, p.name, p.code, p.language, w.month, s.id, s.number, s.state, c.month is not null as is_closed,
      coalesce(x.people, 0) as people, coalesce(x.bookings, 0) as bookings, coalesce(x.moved, false) as moved, coalesce(s.commission, x.commission, 0)::float8 as commission,
      coalesce(s.cash_kept, (select sum(cash) from (${cashOf(sql`w.partner_id`, sql`w.month`, test)}) k), 0)::float8 as cash,
      s.agreed_at, s.agreed_by, s.paid_at, coalesce(s.payment_reference, '') as reference,
      (select count(*)::int from statement_questions q where q.statement_id = s.id and q.answered_at is null) as questions,
      (select count(*)::int from booking_facts b where b.partner_id = w.partner_id and b.partner_doubts is not null
        and b.partner_verdict is null and b.test = ${test} and exists (select from night_facts d
          where d.id = b.scheduled_crawl_id and to_char(d.date, 'YYYY-MM') = w.month)) as doubts
    from wanted w join partners p on p.id = w.partner_id
      left join sums x on x.partner_id = w.partner_id and x.month = w.month
      left join partner_statements s on s.partner_id = w.partner_id and s.month = w.month and s.test = ${test}
      left join closed_months c on c.month = w.month and c.test = ${test}
    ) heads where id is not null or commission <> 0 or cash <> 0 or moved or (people <> 0 and not is_closed)
    order by month desc, ${inLetters("name")}, partner_id`.execute(db);
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
  /** what was there of it on earlier statements */
  before_came: number;
  before_sale: number;
  before_amount: number;
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
    select s.booking_id, b.reference, b.first_name, b.last_name, n.date, s.came, l.people, s.sale, s.amount, l.cause, l.rule,
      e.before_came, e.before_sale, e.before_amount,
      b.partner_doubts is not null and b.partner_verdict is null as doubt
    from summed s join commission_lines l on l.id = s.last join booking_facts b on b.id = s.booking_id
      -- a night that moves within its month moves no amount, and so writes no line
      cross join lateral (select case when b.partner_id = ${partnerId} and to_char(b.date, 'YYYY-MM') = left(s.date, 7)
        and not exists (select from partner_statements a where a.partner_id = ${partnerId} and a.month = ${month}
          and a.test = ${test} and a.state <> 'draft') then b.date::text else s.date end as date) n
      cross join lateral (select coalesce(sum(o.came), 0)::int as before_came, coalesce(sum(o.sale), 0)::float8 as before_sale,
        coalesce(sum(o.amount), 0)::float8 as before_amount from commission_lines o
        where o.booking_id = s.booking_id and o.partner_id = ${partnerId} and o.id < s.last and o.month <> ${month}
          and to_char(o.service_date, 'YYYY-MM') = left(s.date, 7)) e
    order by n.date, b.reference`.execute(db);
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
          select k.booking_id, sum(k.amount)::int as cash, b.reference, b.first_name, b.last_name, b.date::text as date
          from partner_cash k join booking_facts b on b.id = k.booking_id
          where k.statement_id = ${of.agreed} group by 1, 3, 4, 5, 6 having sum(k.amount) <> 0 order by 6, 3`.execute(
          db,
        );
  return rows;
}

const questions = (db: Db | Tx) =>
  db
    .selectFrom("statement_questions as q")
    .innerJoin("booking_facts as b", "b.id", "q.booking_id")
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
    .select(["l.partner_id", "l.amount", "l.at", sql<LineRow["rule"]>`l.rule`.as("rule")])
    .where("l.booking_id", "=", bookingId)
    .$if(partnerId !== null, (q) => q.where("l.partner_id", "=", partnerId!))
    .orderBy("l.id")
    .execute();

const CLOSING = "commission:closing";

/** Lets one go after another who makes statements of a month: their numbers follow each other. */
export const queueToClose = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended(${CLOSING}, 0))`.execute(tx);

/** A partner without a statement of a month. `bookings`: how many it is about; `hasLines`: some of it is on lines, or is cash. */
export type Without = { id: string; bookings: number; hasLines: boolean };

/**
 * Partners who may be to get a statement of a month and have none: those with confirmed bookings of its nights, whatever their lines
 * come to so far (a share of 0 has none before its tier is known), those whose lines on it come to something, and those with cash.
 */
export async function partnersWithout(db: Db | Tx, month: string, test: boolean): Promise<Without[]> {
  const { rows } = await sql<Without>`
    with booked as (
      select b.partner_id, count(*)::int as bookings from night_facts d join booking_facts b on b.scheduled_crawl_id = d.id
      where d.date >= (${month}::text || '-01')::date and d.date < (${month}::text || '-01')::date + interval '1 month'
        and b.partner_id is not null and b.status = 'confirmed' and b.test = ${test}
      group by b.partner_id),
    written as (
      select partner_id, count(distinct booking_id)::int as bookings, ${moved} as moved
      from commission_lines where month = ${month} and test = ${test} group by partner_id),
    open as (
      select p.id, p.name, greatest(w.bookings, k.bookings, 0) as bookings, k.partner_id is not null as "isBooked",
        coalesce(w.moved, false) or exists (${cashOf(sql`p.id`, sql`${month}`, test)}) as "hasLines"
      from partners p left join booked k on k.partner_id = p.id left join written w on w.partner_id = p.id
      where not exists (select from partner_statements s where s.partner_id = p.id and s.month = ${month} and s.test = ${test}))
    select id, bookings, "hasLines" from open where "hasLines" or "isBooked" order by ${inLetters("name")}, id`.execute(
    db,
  );
  return rows;
}

type NewStatement = { partner_id: string; counted: number };

/** Makes statements of a month, numbered on from its last, in this order. Returns them. */
export async function makeStatements(
  tx: Tx,
  { month, test, at }: { month: string; test: boolean; at: Date },
  statements: readonly NewStatement[],
) {
  const { number } = await tx
    .selectFrom("partner_statements")
    .select(sql<number>`coalesce(max(number), 0)::int`.as("number"))
    .where("month", "=", month)
    .where("test", "=", test)
    .executeTakeFirstOrThrow();
  const rows = statements.map((one, index) => ({ ...one, month, test, number: number + index + 1, closed_at: at }));
  return tx.insertInto("partner_statements").values(rows).returning(["id", "partner_id"]).execute();
}

/** Notes that a month is closed for all; false where it was. */
export async function markClosed(tx: Tx, month: string, test: boolean, by: { at: Date; who: string | null }) {
  const row = { month, test, closed_at: by.at, closed_by: by.who };
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("closed_months")
    .values(row)
    .onConflict((c) => c.columns(["month", "test"]).doNothing())
    .executeTakeFirstOrThrow();
  return (added ?? 0n) > 0n;
}

type Month = { month: string; test: boolean };

/** Notes that a job is closing a month; false where one is. */
export async function markClosing(tx: Tx, of: Month, by: { at: Date; who: string | null; from: string }) {
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto("closing_months")
    .values({ ...of, asked_at: by.at, asked_by: by.who, asked_from: by.from })
    .onConflict((c) => c.columns(["month", "test"]).doNothing())
    .executeTakeFirstOrThrow();
  return (added ?? 0n) > 0n;
}

/** Whether a month has any statement that is made. */
export const hasStatements = async (db: Db | Tx, { month, test }: Month): Promise<boolean> =>
  (await db
    .selectFrom("partner_statements")
    .select("id")
    .where("month", "=", month)
    .where("test", "=", test)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Who asked for closing a month that a job is closing; `asked_by` is null once their account is deleted. */
export const closingOf = (db: Db | Tx, { month, test }: Month) =>
  db
    .selectFrom("closing_months")
    .select(["asked_at", "asked_by", "asked_from"])
    .where("month", "=", month)
    .where("test", "=", test)
    .executeTakeFirst();
type Closing = NonNullable<Awaited<ReturnType<typeof closingOf>>>;

/** Has a closing be under another name, from an instant on; false where it is no longer the one that was seen. */
export async function takeOverClosing(
  tx: Tx,
  of: Month,
  closing: Closing,
  by: { at: Date; who: string | null; from: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("closing_months")
    .set({ asked_at: by.at, asked_by: by.who, asked_from: by.from })
    .where("month", "=", of.month)
    .where("test", "=", of.test)
    .where("asked_at", "=", closing.asked_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Notes that a closing as it was seen is given up, unless somebody has taken it over. */
export const giveUpClosing = (db: Db | Tx, { month, test }: Month, { asked_at, asked_by }: Closing) =>
  db
    .deleteFrom("closing_months")
    .where("month", "=", month)
    .where("test", "=", test)
    .where("asked_at", "=", asked_at)
    .where("asked_by", "=", asked_by)
    .execute();

/** Notes that no job is closing a month any more. */
export const endClosing = (db: Db | Tx, { month, test }: Month) =>
  db.deleteFrom("closing_months").where("month", "=", month).where("test", "=", test).execute();

export type StatementRow = NonNullable<Awaited<ReturnType<typeof statementById>>>;

/** A statement as it is stored. */
export const statementById = (db: Db | Tx, id: string) =>
  db
    .selectFrom("partner_statements")
    .select(["id", "partner_id", "month", "number", "test", "payment_reference"])
    .select([sql<"draft" | "agreed" | "paid">`state`.as("state"), "commission", "cash_kept"])
    .where("id", "=", id)
    .executeTakeFirst();

/** The same, locked until the transaction ends. */
export const statementForUpdate = (tx: Tx, id: string) =>
  tx
    .selectFrom("partner_statements")
    .select(["id", "partner_id", "month", "number", "test", "payment_reference"])
    .select([sql<"draft" | "agreed" | "paid">`state`.as("state"), "commission", "cash_kept"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** What the lines of a statement come to, and the cash to settle with it. */
export async function figuresOf(
  tx: Tx,
  { partner_id, month, test }: Pick<StatementRow, "partner_id" | "month" | "test">,
) {
  const { rows } = await sql<{ commission: number }>`
    select coalesce(sum(amount), 0)::float8 as commission from commission_lines
    where partner_id = ${partner_id} and month = ${month} and test = ${test}`.execute(tx);
  const { rows: cashLines } = await sql<{ id: string; amount: number }>`
    select k.id, k.amount ${unsettled(sql`${partner_id}`, sql`${month}`, test)} for no key update of k`.execute(tx);
  return {
    commission: rows[0]!.commission,
    cash: cashLines.reduce((sum, { amount }) => sum + amount, 0),
    cashLines: cashLines.map(({ id }) => id),
  };
}

/** Freezes a statement, with these lines of cash. */
export async function freeze(
  tx: Tx,
  id: string,
  {
    cashLines,
    ...to
  }: { commission: number; cash: number; cashLines: readonly string[]; by: "partner" | "staff"; at: Date },
): Promise<void> {
  await tx
    .updateTable("partner_statements")
    .set({ state: "agreed", commission: to.commission, cash_kept: to.cash, agreed_at: to.at, agreed_by: to.by })
    .where("id", "=", id)
    .execute();
  if (cashLines.length > 0)
    await tx.updateTable("partner_cash").set({ statement_id: id }).where("id", "in", cashLines).execute();
}

/** Notes that an agreed statement was paid. */
export const markPaid = (tx: Tx, id: string, paid: { at: Date; by: string | null; reference: string }) =>
  tx
    .updateTable("partner_statements")
    .set({ state: "paid", paid_at: paid.at, paid_by: paid.by, payment_reference: paid.reference })
    .where("id", "=", id)
    .execute();

/** Whether a booking is on a statement. */
export const isOn = async (tx: Tx, { partner_id, month, test }: StatementRow, bookingId: string): Promise<boolean> =>
  (await tx
    .selectFrom("commission_lines")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("partner_id", "=", partner_id)
    .where("month", "=", month)
    .where("test", "=", test)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Adds a question; false, and nothing, where one about the same booking waits for an answer. */
export const addQuestion = async (
  tx: Tx,
  input: { statement_id: string; booking_id: string; question: string; asked_at: Date },
): Promise<boolean> =>
  (
    await tx
      .insertInto("statement_questions")
      .values(input)
      .onConflict((c) => c.columns(["statement_id", "booking_id"]).where("answered_at", "is", null).doNothing())
      .returning("id")
      .execute()
  ).length === 1;

/** Whether just this was asked about a booking and waits for an answer. */
export const isWaiting = async (
  tx: Tx,
  input: { statement_id: string; booking_id: string; question: string },
): Promise<boolean> =>
  (await tx
    .selectFrom("statement_questions")
    .select("id")
    .where("statement_id", "=", input.statement_id)
    .where("booking_id", "=", input.booking_id)
    .where("question", "=", input.question)
    .where("answered_at", "is", null)
    .executeTakeFirst()) !== undefined;

/** How many questions about a statement are answered. */
export const countAnswered = async (tx: Tx, statementId: string): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom("statement_questions")
        .select((e) => e.fn.countAll().as("n"))
        .where("statement_id", "=", statementId)
        .where("answered_at", "is not", null)
        .executeTakeFirstOrThrow()
    ).n,
  );

/** A question with its statement and the night of its booking, and nothing else of whose it is. */
export const questionById = (db: Db, id: string) =>
  db
    .selectFrom("statement_questions as q")
    .innerJoin("partner_statements as s", "s.id", "q.statement_id")
    .innerJoin("booking_facts as b", "b.id", "q.booking_id")
    .select(["s.month", "s.test", "q.question", "q.answer", "b.date"])
    .where("q.id", "=", id)
    .executeTakeFirst();

/** Statements about which something was asked that waits for an answer, the oldest question first. */
export const askedAbout = (db: Db, test: boolean) =>
  db
    .selectFrom("statement_questions as q")
    .innerJoin("partner_statements as s", "s.id", "q.statement_id")
    .innerJoin("partners as p", "p.id", "s.partner_id")
    .select(["s.partner_id", "s.month", "p.name", sql<number>`count(*)::int`.as("count")])
    .where("q.answered_at", "is", null)
    .where("s.test", "=", test)
    .groupBy(["s.partner_id", "s.month", "p.name"])
    .orderBy((e) => e.fn.min("q.asked_at"))
    .execute();

export const questionForUpdate = (tx: Tx, id: string) =>
  tx
    .selectFrom("statement_questions as q")
    .innerJoin("partner_statements as s", "s.id", "q.statement_id")
    .select(["q.id", "q.answer", "s.partner_id", "s.month"])
    .where("q.id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const answer = (tx: Tx, id: string, reply: { answer: string; at: Date; by: string | null }) =>
  tx
    .updateTable("statement_questions")
    .set({ answer: reply.answer, answered_at: reply.at, answered_by: reply.by })
    .where("id", "=", id)
    .execute();

/** Statements of a payout sheet, locked until the transaction ends, with where they are paid; in the order of the locks. */
export const sheetForUpdate = (tx: Tx, ids: readonly string[], test: boolean) =>
  tx
    .selectFrom("partner_statements as s")
    .innerJoin("partners as p", "p.id", "s.partner_id")
    .select(["s.id", "s.partner_id", "s.month", "s.number", "s.test", "s.payment_reference", "p.clabe"])
    .select([sql<"draft" | "agreed" | "paid">`s.state`.as("state"), "s.commission", "s.cash_kept"])
    .select(sql<number>`coalesce(s.commission - s.cash_kept, 0)::float8`.as("due"))
    .where("s.id", "in", [...ids])
    .where("s.test", "=", test)
    .orderBy("s.id")
    .forNoKeyUpdate("s")
    .execute();

/** Agreed statements that wait for their payment, oldest first; with where it goes. */
export async function payouts(db: Db, test: boolean) {
  return db
    .selectFrom("partner_statements as s")
    .innerJoin("partners as p", "p.id", "s.partner_id")
    .select(["s.id", "s.partner_id", "s.month", "s.number", "p.name", "p.account_holder", "p.clabe", "p.rfc"])
    .select([sql<string>`s.state`.as("state"), "s.agreed_at"])
    .select(sql<number>`(s.commission - s.cash_kept)::float8`.as("due"))
    .where("s.state", "=", "agreed")
    .where("s.test", "=", test)
    .orderBy("s.month")
    .orderBy("s.number")
    .execute();
}

/** Empties what partners asked about bookings, and what they were answered: that they asked, and when, stays. */
export const emptyQuestions = (tx: Tx, bookingIds: readonly string[]) =>
  tx
    .updateTable("statement_questions")
    .set((e) => ({ question: "…", answer: e.case().when("answer", "is", null).then(null).else("…").end() }))
    .where("booking_id", "in", bookingIds)
    .execute();
