import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { monthOf, type Rule } from "#src/modules/commission/rules/commission.ts";
import { dayAfter, numberOf } from "#src/modules/commission/rules/statement.ts";
import type {
  CashLine,
  Question,
  Statement,
  StatementHead,
  StatementLine,
  WrittenLine,
} from "#src/modules/commission/schema.ts";
import {
  type CashRow,
  cashRows,
  type HeadRow,
  headRows,
  isClosed,
  type LineRow,
  lineRows,
  partnerNamed,
  questionRows,
  writtenRows,
} from "#src/modules/commission/store/statements.server.ts";
import { initialsOf } from "#src/modules/guides/rules/shift.ts";
import type { Context } from "#src/platform/context.server.ts";

type Asking = Pick<Context, "db" | "settings">;

/** Whether statements are of practice bookings: only where nothing is sold for real. */
export const ofTests = ({ settings }: Pick<Context, "settings">): boolean => settings.PAYMENTS_MODE === "sandbox";

/**
 * A partner's statement of a month (2026-11) with its bookings, also before the month is closed: what it comes to so far. For the
 * partner and for staff: the caller checks access. Refusals: partner_not_found.
 */
export async function statementOf(ctx: Asking, { partnerId, month }: { partnerId: string; month: string }) {
  const partner = isUuid(partnerId) ? await partnerNamed(ctx.db, partnerId) : undefined;
  if (!partner) return fail("partner_not_found");
  const of = { partnerId, month, test: ofTests(ctx) };
  const [[row], lines, closed] = await Promise.all([
    headRows(ctx.db, of),
    lineRows(ctx.db, of),
    isClosed(ctx.db, month, of.test),
  ]);
  const head = row ? headOf(row) : emptyHead(partner, month, closed);
  const agreed = head.state === "agreed" || head.state === "paid" ? head.id : null;
  const [cash, asked] = await Promise.all([
    cashRows(ctx.db, { ...of, agreed }),
    head.id === null ? [] : questionRows(ctx.db, head.id),
  ]);
  const statement: Statement = {
    ...head,
    closesOn: dayAfter(month),
    lines: lines.map((line) => lineOf(line, month)),
    cashLines: cash.map(cashLineOf),
    asked: asked.map(questionOf),
  };
  return ok({ statement });
}

/** A partner's statements, newest first, with the months that aren't closed yet. The caller checks access. */
export const statementsOf = async (ctx: Asking, partnerId: string): Promise<StatementHead[]> =>
  (await headRows(ctx.db, { partnerId, month: null, test: ofTests(ctx) })).map(headOf);

/** Every line of a booking with its rule, cause and time, oldest first; of one partner or of all. The caller checks access. */
export async function linesOfBooking(
  ctx: Asking,
  { bookingId, partnerId }: { bookingId: string; partnerId: string | null },
): Promise<WrittenLine[]> {
  if (!isUuid(bookingId)) return [];
  return (await writtenRows(ctx.db, bookingId, partnerId)).map((row) => ({
    id: row.id,
    partner: row.name,
    month: row.month,
    date: row.service_date,
    kind: row.kind as WrittenLine["kind"],
    cause: row.cause,
    came: row.came,
    people: row.people,
    sale: row.sale,
    amount: row.amount,
    rule: ruleOf(row.rule),
    at: row.at.toISOString(),
  }));
}

function headOf({ partner_id, number, is_closed, ...row }: HeadRow): StatementHead {
  const { id, name, code, language, month, people, bookings, commission, cash, reference, questions, doubts } = row;
  return {
    id,
    partnerId: partner_id,
    name,
    code,
    language,
    month,
    number: number === null ? null : numberOf(month, number),
    state: row.state ?? (is_closed ? "none" : "open"),
    people,
    bookings,
    commission,
    cash,
    due: commission - cash,
    agreedAt: row.agreed_at?.toISOString() ?? null,
    agreedBy: row.agreed_by,
    paidAt: row.paid_at?.toISOString() ?? null,
    reference,
    questions,
    doubts,
  };
}

const emptyHead = (
  { id, name, code, language }: { id: string; name: string; code: string; language: "en" | "es" },
  month: string,
  closed: boolean,
): StatementHead => ({
  id: null,
  partnerId: id,
  name,
  code,
  language,
  month,
  number: null,
  state: closed ? "none" : "open",
  people: 0,
  bookings: 0,
  commission: 0,
  cash: 0,
  due: 0,
  agreedAt: null,
  agreedBy: null,
  paidAt: null,
  reference: "",
  questions: 0,
  doubts: 0,
});

/** A rule as stored; lines that take back what is no longer a partner's have none. */
const ruleOf = (rule: LineRow["rule"]): Rule | null => ("kind" in rule ? (rule as Rule) : null);

const lineOf = ({ booking_id, first_name, last_name, date, rule, ...line }: LineRow, month: string): StatementLine => ({
  bookingId: booking_id,
  reference: line.reference,
  initials: initialsOf(`${first_name} ${last_name}`),
  date,
  came: line.came,
  people: line.people,
  sale: line.sale,
  amount: line.amount,
  cause: line.cause,
  rule: ruleOf(rule),
  late: monthOf(date) < month,
  doubt: line.doubt,
});

const cashLineOf = ({ booking_id, reference, first_name, last_name, date, cash }: CashRow): CashLine => ({
  bookingId: booking_id,
  reference,
  initials: initialsOf(`${first_name} ${last_name}`),
  date,
  cash,
});

type QuestionRow = Awaited<ReturnType<typeof questionRows>>[number];

const questionOf = ({ id, booking_id, reference, question, asked_at, answer, answered_at }: QuestionRow): Question => ({
  id,
  bookingId: booking_id,
  reference,
  question,
  askedAt: asked_at.toISOString(),
  answer,
  answeredAt: answered_at?.toISOString() ?? null,
});
