import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE, isMonth } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { monthOf, type Rule, ruleFor, termsFor } from "#src/modules/partners/commission/rules/commission.ts";
import { shownStatement } from "#src/modules/partners/commission/rules/statement-view.ts";
import {
  dayAfter,
  isLate,
  isOnSheet,
  isOver,
  lastDayOf,
  numberOf,
  STATEMENTS_PAGE,
  sumsOf,
} from "#src/modules/partners/commission/rules/statement.ts";
import { explained, whyOf } from "#src/modules/partners/commission/rules/why.ts";
import type {
  AskedAbout,
  CashLine,
  Payouts,
  Question,
  Statement,
  StatementHead,
  StatementLine,
  WrittenLine,
} from "#src/modules/partners/commission/schema.ts";
import {
  askedAbout,
  type CashRow,
  cashRows,
  closingOf,
  type HeadRow,
  headRows,
  isClosed,
  type LineRow,
  lineRows,
  partnerNamed,
  payouts,
  questionById,
  questionRows,
  statementById,
  writtenRows,
} from "#src/modules/partners/commission/store/statements.server.ts";
import { termsOf } from "#src/modules/partners/commission/store/lines.server.ts";
import { termsOfPartner } from "#src/modules/partners/commission/store/terms.server.ts";
import { crawlChoices } from "#src/modules/site/catalog/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { initialsOf } from "#src/modules/evening/guides/rules/shift.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

type Asking = Pick<Context, "db" | "settings">;

/**
 * A partner's statement of a month (2026-11) with its bookings, also before the month is closed: what it comes to so far. For the
 * partner and for staff: the caller checks access. Refusals: partner_not_found.
 */
export async function statementOf(ctx: Asking, { partnerId, month }: { partnerId: string; month: string }) {
  const partner = isUuid(partnerId) ? await partnerNamed(ctx.db, partnerId) : undefined;
  if (!partner) return fail("partner_not_found");
  const of = { partnerId, month, test: practises(ctx) };
  const [[row], lines, closed] = await Promise.all([
    headRows(ctx.db, of),
    lineRows(ctx.db, of),
    isClosed(ctx.db, month, of.test),
  ]);
  const head = row ? headOf(row) : emptyHead(partner, month, closed);
  const agreed = head.state === "agreed" || head.state === "paid" ? head.id : null;
  const [cash, questions] = await Promise.all([
    cashRows(ctx.db, { ...of, agreed }),
    head.id === null ? [] : questionRows(ctx.db, head.id),
  ]);
  const statement: Statement = {
    ...head,
    openUntil: lastDayOf(month),
    closesOn: dayAfter(month),
    lines: lines.map((line) => lineOf(line, month)),
    cashLines: cash.map(cashLineOf),
    asked: questions.map(questionOf),
  };
  return ok({ statement });
}

/** All terms ever agreed with a partner, for the net prices of what its programs sell. Checks no access. */
export const agreedTerms = (ctx: { pool: Statements }, partnerId: string) => termsOf(ctx.pool, [partnerId]);

/** A partner's statements, newest first, with the months that aren't closed yet. The caller checks access. */
export const statementsOf = async (ctx: Asking, partnerId: string): Promise<StatementHead[]> =>
  (await headRows(ctx.db, { partnerId, month: null, test: practises(ctx) })).map(headOf);

/** A statement as an email about it needs it; null if there is none. Checks no access. */
export async function statementToMail(ctx: Pick<Context, "db">, id: string) {
  const stored = await statementById(ctx.db, id);
  if (!stored) return null;
  const { partner_id: partnerId, month, test } = stored;
  const [row] = await headRows(ctx.db, { partnerId, month, test });
  return row ? { ...headOf(row), test } : null;
}

/** What a partner asked and staff answered, as the email to the partner tells it: nothing of whose booking it is but its night. */
export const questionToMail = async (ctx: Pick<Context, "db">, id: string) => (await questionById(ctx.db, id)) ?? null;

/** What is asked about a statement and not answered yet, the oldest first, for the email to staff. Checks no access. */
export const openQuestions = async (ctx: Pick<Context, "db">, statementId: string) =>
  (await questionRows(ctx.db, statementId)).filter(({ answer }) => answer === null);

/**
 * All partners' statements of a month (2026-11) for staff, one `page` of them, with what can be paid out of all months.
 * Needs `affiliates.read`. Refusal: forbidden {missing}.
 */
export async function statementsPage(ctx: Context, { month, page: wish }: { month: string; page: number }) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" as const });
  const test = practises(ctx);
  const [rows, closed, closing, due, questions] = await Promise.all([
    headRows(ctx.db, { partnerId: null, month, test }),
    isClosed(ctx.db, month, test),
    closingOf(ctx.db, { month, test }),
    payouts(ctx.db, test),
    askedAbout(ctx.db, test),
  ]);
  const [toPay, owing] = [due.filter((one) => one.due > 0), due.filter((one) => one.due < 0)];
  const onSheet = due.filter(isOnSheet);
  const sheet: Payouts = {
    statements: onSheet.map(({ id }) => id),
    partners: new Set(onSheet.map(({ partner_id }) => partner_id)).size,
    sum: onSheet.reduce((sum, one) => sum + one.due, 0),
    until: onSheet.reduce<string | null>((last, { agreed_at }) => {
      const at = agreed_at!.toISOString();
      return last === null || at > last ? at : last;
    }, null),
    lacking: [...new Set(toPay.filter(({ clabe }) => clabe === null).map(({ name }) => name))],
    owing: [...new Set(owing.map(({ name }) => name))],
  };
  const heads = rows.map(headOf);
  const page = Math.min(wish, Math.max(1, Math.ceil(heads.length / STATEMENTS_PAGE)));
  return ok({
    month,
    heads: heads.slice((page - 1) * STATEMENTS_PAGE, page * STATEMENTS_PAGE),
    page,
    sums: sumsOf(heads),
    isClosed: closed,
    closing: closed || !closing ? null : { isLate: isLate(closing.asked_at, ctx.now) },
    isOver: isOver(month, ctx.now),
    closesOn: dayAfter(month),
    payouts: sheet,
    asked: questions.map(({ partner_id: partnerId, ...about }): AskedAbout => ({ partnerId, ...about })),
    mayClose: can(ctx.actor, "books.close"),
    mayPay: can(ctx.actor, "payments.change"),
  });
}

/**
 * A partner's statement for staff: as many of its lines as asked, and every line behind the booking `why`. Needs `affiliates.read`.
 * Refusals: forbidden {missing}, month_unknown, partner_not_found.
 */
export async function statementPage(
  ctx: Context,
  { partnerId, month, lines, why }: { partnerId: string; month: string; lines: number; why: string | null },
) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" as const });
  if (!isMonth(month)) return fail("month_unknown");
  const read = await statementOf(ctx, { partnerId, month });
  if (!read.ok) return read;
  return ok({
    statement: shownStatement(read.statement, lines),
    why: why === null ? null : { bookingId: why, lines: await linesOfBooking(ctx, { bookingId: why, partnerId }) },
    mayPay: can(ctx.actor, "payments.change"),
    mayAnswer: can(ctx.actor, "affiliates.change"),
  });
}

/** Every line of a booking with its rule, cause and time, oldest first; of one partner or of all. The caller checks access. */
export async function linesOfBooking(
  ctx: Asking,
  { bookingId, partnerId }: { bookingId: string; partnerId: string | null },
): Promise<WrittenLine[]> {
  if (!isUuid(bookingId)) return [];
  const rows = (await writtenRows(ctx.db, bookingId, partnerId)).map((row) => ({ ...row, rule: ruleOf(row.rule) }));
  return explained(rows, (row) => `${row.partner_id} ${monthOf(row.service_date)}`).map((row) => ({
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
    rule: row.rule,
    why: row.why,
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

const lineOf = ({ booking_id, first_name, last_name, date, ...line }: LineRow, month: string): StatementLine => ({
  bookingId: booking_id,
  reference: line.reference,
  initials: initialsOf(`${first_name} ${last_name}`),
  date,
  came: line.came,
  people: line.people,
  sale: line.sale,
  amount: line.amount,
  cause: line.cause,
  rule: ruleOf(line.rule),
  late: monthOf(date) < month,
  why: whyOf(
    { came: line.came, sale: line.sale, amount: line.amount, rule: ruleOf(line.rule) },
    { came: line.before_came, sale: line.before_sale, amount: line.before_amount, rule: null },
  ),
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

/** All terms of a partner, newest first, and what the form of new ones needs. Refusal: forbidden {missing}. */
export async function openTerms(ctx: Context, partnerId: string) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const [terms, crawls] = await Promise.all([termsOfPartner(ctx.db, partnerId), crawlChoices(ctx.db)]);
  return ok({
    terms: terms.map(({ created_at, ...one }) => ({ ...one, added: dateIn(created_at, HOME_ZONE) })),
    crawls: crawls.map((one) => ({ id: one.id, title: inLocale(ctx.locale, one.title, one.title_es) })),
    today: dateIn(ctx.now, HOME_ZONE),
  });
}

/** By which rule a partner earns with a booking of a night (2026-11-20), as agreed now; null where nothing is. The caller checks access. */
export async function agreedRule(
  { pool }: { pool: Statements },
  { partnerId, crawlId, date }: { partnerId: string; crawlId: string; date: string },
): Promise<Rule | null> {
  const terms = termsFor(await agreedTerms({ pool }, partnerId), date);
  return ruleFor(terms, { crawl_id: crawlId, service_date: date });
}
