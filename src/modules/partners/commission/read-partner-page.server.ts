import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { partnerOfLink } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { qrSvg } from "#src/modules/partners/partner-admin/draw-qr.server.ts";
import { qrCodesOf } from "#src/modules/sales/affiliates/queries.server.ts";
import { snippetOf } from "#src/modules/sales/affiliates/rules/widget.ts";
import { statementsOf } from "#src/modules/partners/commission/queries.server.ts";
import { monthOf, nextMonth } from "#src/modules/partners/commission/rules/commission.ts";
import {
  bookingState,
  monthsShown,
  pageOf,
  type PageCode,
  type PageStatement,
  type PartnerPage,
  PER_PAGE,
  type ShownBooking,
  termsShown,
} from "#src/modules/partners/commission/rules/partner-page.ts";
import { explained, kindShown, type Why } from "#src/modules/partners/commission/rules/why.ts";
import { termsOf } from "#src/modules/partners/commission/store/lines.server.ts";
import {
  type BookingRow,
  crawlTitles,
  linesOfBookings,
  type LineRow,
  monthBookings,
  monthTotals,
  partnerSpan,
} from "#src/modules/partners/commission/store/partner-page.server.ts";
import type { StatementHead } from "#src/modules/partners/commission/schema.ts";
import { questionRows } from "#src/modules/partners/commission/store/statements.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

/** What is asked of a partner's page: a month (2026-11) and a page of its bookings, as they stand in its address. */
type PageQuery = { month: string | null; page: string | null };

/** A partner's page by its link: `gone` where the link was taken back or a newer one exists. */
export type OpenedPage = { state: "open"; page: PartnerPage } | { state: "gone" };

/**
 * What a partner's secret link shows: their own figures, never whose booking one is. A partner who is switched off still sees what
 * they earned, and agrees to it; only their codes and links aren't offered anymore. Null for a link that we didn't make.
 */
export async function readPartnerPage(ctx: Context, token: string, request: PageQuery): Promise<OpenedPage | null> {
  const opened = await partnerOfLink(ctx, token);
  if (!opened) return null;
  if (opened.state === "revoked") return { state: "gone" };
  const { partner } = opened;
  const whose = { partnerId: partner.id, code: partner.code, test: practises(ctx) };
  const today = dateIn(ctx.now, HOME_ZONE);
  const [span, terms, heads, codes] = await Promise.all([
    partnerSpan(ctx.pool, partner.id, whose.test, partner.code),
    shownTerms(ctx, partner.id, today),
    statementsOf(ctx, partner.id),
    opened.state === "open" ? shownCodes(ctx, partner.id) : [],
  ]);
  const now = monthOf(today);
  const since = monthOf(dateIn(partner.created_at, HOME_ZONE));
  const first = span.first !== null && span.first < since ? span.first : since;
  const months = monthsShown(request.month, { first, last: span.last ?? now, now });
  const { month } = months;
  const [from, to] = [month, nextMonth(month)].map((one) => instantOf(`${one}-01`, "00:00", HOME_ZONE));
  const totals = await monthTotals(ctx.pool, whose, { month, from: from!, to: to! });
  const statements = heads.map(shownStatement);
  const statement = statements.find((one) => one.month === month) ?? null;
  const { page, pages } = pageOf(request.page, totals.listed, PER_PAGE);
  const rows = await monthBookings(ctx.pool, whose, { month, limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
  const bookings = rows.map(({ id }) => id);
  const [lines, questions] = await Promise.all([
    linesOfBookings(ctx.pool, partner.id, bookings),
    statement?.id ? questionRows(ctx.db, statement.id) : [],
  ]);
  // what is on other statements too makes a correction what it is
  const shownLines = explained(lines, ({ booking_id, night }) => `${booking_id} ${monthOf(night)}`).filter(
    (line) => line.month === month,
  );
  return {
    state: "open",
    page: {
      name: partner.name,
      code: partner.code,
      link: `${ctx.settings.BASE_URL}/?affiliate=${partner.code}`,
      isActive: partner.is_active,
      isNew: span.first === null && !span.visited,
      ...months,
      isClosed: totals.closed,
      funnel: { visits: totals.visits, choices: totals.choices, booked: totals.booked, came: totals.came },
      bookings: totals.bookings,
      commission: totals.commission,
      list: rows.map((row) => shownBooking(ctx, row, { lines: shownLines, questions })),
      page,
      pages,
      codes,
      snippet: snippetOf(ctx.settings.BASE_URL, partner.code, partner.language === "en" ? "en" : "es"),
      statement,
      statements,
      asked: questions.filter(({ answer }) => answer === null).length,
      terms,
      payout: { holder: partner.account_holder, clabeEnd: partner.clabe_end },
      today,
    },
  };
}

/** A booking's name on a partner's page: not its id, which is part of its guest's own address. */
export const bookingKey = ({ secret }: Pick<Context, "secret">, bookingId: string): string =>
  sign(secret, "partner-booking", bookingId).slice(0, 16);

type QuestionRow = Awaited<ReturnType<typeof questionRows>>[number];

const shownBooking = (
  ctx: Context,
  row: BookingRow,
  { lines, questions }: { lines: readonly (LineRow & { why: Why })[]; questions: readonly QuestionRow[] },
): ShownBooking => ({
  key: bookingKey(ctx, row.id),
  date: row.date,
  crawl: inLocale(ctx.locale, row.title, row.title_es),
  initials: [row.first, row.last]
    .filter((letter) => letter !== "")
    .map((letter) => `${letter}.`)
    .join(" "),
  people: row.people,
  came: row.came,
  state: bookingState(row, ctx.now),
  commission: row.commission,
  lines: lines
    .filter(({ booking_id }) => booking_id === row.id)
    // without ids, which count all partners' lines
    .map(({ night, amount, why, at, ...line }) => ({
      kind: kindShown({ ...line, amount }),
      date: dateIn(at, HOME_ZONE),
      night,
      amount,
      why,
    })),
  asked: questions
    .filter(({ booking_id }) => booking_id === row.id)
    .map(({ id, question, answer }) => ({ id, question, answer })),
});

const dayIn = (instant: string | null) => (instant === null ? null : dateIn(new Date(instant), HOME_ZONE));

const shownStatement = ({ agreedAt, paidAt, ...head }: StatementHead): PageStatement => ({
  id: head.id,
  month: head.month,
  number: head.number,
  state: head.state,
  people: head.people,
  commission: head.commission,
  cash: head.cash,
  due: head.due,
  agreedOn: dayIn(agreedAt),
  paidOn: dayIn(paidAt),
});

async function shownTerms(ctx: Context, partnerId: string, today: string) {
  const terms = await termsOf(ctx.pool, [partnerId]);
  const crawls = await crawlTitles(
    ctx.pool,
    terms.flatMap(({ exceptions }) => exceptions.map(({ crawl_id }) => crawl_id)),
  );
  const names = new Map(crawls.map(({ id, title, title_es }) => [id, inLocale(ctx.locale, title, title_es)]));
  return termsShown(terms, today, (id) => names.get(id) ?? "–");
}

async function shownCodes(ctx: Context, partnerId: string): Promise<PageCode[]> {
  const codes = (await qrCodesOf(ctx, partnerId)).filter(({ is_active }) => is_active);
  return Promise.all(
    codes.map(async (code) => ({
      id: code.id,
      name: code.placement || code.campaign || code.id,
      address: code.address.replace(/^https?:\/\//, ""),
      svg: await qrSvg(code),
    })),
  );
}
