import { inRole, listAddress, matching, page } from "#src/kernel/list-address.ts";
import { HOME_ZONE, instantOf, isMonth } from "#src/kernel/local-time.ts";
import { nextMonth } from "#src/modules/partners/commission/rules/commission.ts";
import type { StatementHead, StatementSums } from "#src/modules/partners/commission/schema.ts";
import type { Posting } from "#src/modules/base/ledger/rules/accounts.ts";

/** The provider under which cash that partners take for us is in the books. */
export const PARTNER_CASH = "hostel";

/** The number of a statement, as printed: 2026-11-04. */
export const numberOf = (month: string, number: number): string => `${month}-${String(number).padStart(2, "0")}`;

/** The first day after a month. */
export const dayAfter = (month: string): string => `${nextMonth(month)}-01`;

/** The last day of a month. */
export const lastDayOf = (month: string): string =>
  Temporal.PlainDate.from(dayAfter(month)).subtract({ days: 1 }).toString();

/** Whether a month is over where the business is at home: from noon on, when its last night has ended and phones have told of it. */
export const isOver = (month: string, now: Date): boolean => now >= instantOf(dayAfter(month), "12:00", HOME_ZONE);

/** After so long a job that closes a month has probably been given up: it takes seconds with 2,000 partners (bench/appendix.md). */
const LATE_MS = 10 * 60_000;

/** Whether closing a month that was asked for then takes too long. */
export const isLate = (askedAt: Date, now: Date): boolean => now.getTime() - askedAt.getTime() > LATE_MS;

/** Partners in their order, in batches of at most so many bookings together, or of one who has more. */
export function inBatches(partners: readonly { id: string; bookings: number }[], most: number): string[][] {
  const batches: string[][] = [];
  let sum = 0;
  for (const { id, bookings } of partners) {
    sum += bookings;
    if (batches.length > 0 && sum <= most) batches.at(-1)!.push(id);
    else {
      batches.push([id]);
      sum = bookings;
    }
  }
  return batches;
}

/** Whether a statement is on the payout sheet: agreed, with something to pay and a CLABE to send it to. */
export const isOnSheet = ({ state, clabe, due }: { state: string; clabe: string | null; due: number }): boolean =>
  state === "agreed" && clabe !== null && due > 0;

/** Statements of a month on one page. */
export const STATEMENTS_PAGE = 50;

/** What a month's statements come to: how many, how many of them are made, and in centavos their commission and what is still to pay. */
export function sumsOf(heads: readonly StatementHead[]): StatementSums {
  const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
  return {
    count: heads.length,
    made: heads.filter(({ id }) => id !== null).length,
    commission: sumOf(heads.map(({ commission }) => commission)),
    // what one partner owes pays no other: the two are never netted
    due: sumOf(heads.map((head) => Math.max(0, toPay(head)))),
    owed: sumOf(heads.map((head) => Math.max(0, -toPay(head)))),
  };
}

/** What a statement still comes to, in centavos: nothing once it is paid. */
export const toPay = ({ state, due }: StatementHead): number => (state === "paid" ? 0 : due);

/**
 * How much of each statement's cash (by its month, in centavos) those of earlier months have as well, which aren't made yet: what no
 * statement has settled is on each of them. Without it no cash is on two. `heads`: all that a partner has.
 */
export function carriedOver(heads: readonly Pick<StatementHead, "month" | "state" | "cash">[]): Map<string, number> {
  const carried = new Map<string, number>();
  let before = 0;
  for (const { month, state, cash } of heads.toSorted((a, b) => (a.month < b.month ? -1 : 1))) {
    const isSettled = state === "agreed" || state === "paid";
    carried.set(month, isSettled ? 0 : before);
    // what a draft takes is on no later one
    if (!isSettled) before = state === "draft" ? 0 : cash;
  }
  return carried;
}

/** Lines of the longest statement on paper: 50 pages, which one thread draws for everybody in half a second. */
const PAPER_ROWS = 700;

/** A statement's lines as they are printed: where there are more than fit, the last one says how many are in its file for spreadsheets alone. */
export const onPaper = (rows: readonly string[][], left: (count: number) => string): string[][] =>
  rows.length > PAPER_ROWS ? [...rows.slice(0, PAPER_ROWS), [left(rows.length - PAPER_ROWS)]] : [...rows];

/** The address of the list of statements: its month, without one that of now. */
export const STATEMENT_LIST = listAddress({ month: inRole("layout", matching(isMonth)), page: page() });

/**
 * What the books say when a statement is paid: the cash that the partner kept is theirs, and the rest went to them, or came from
 * them. With that nothing of it is owed anymore.
 */
export function paidPostings(id: string, { commission, cash }: { commission: number; cash: number }): Posting[] {
  const due = commission - cash;
  return [
    {
      key: `statement:${id}:cash`,
      kind: cash >= 0 ? "partner_cash_settled" : "partner_cash_returned",
      amount: Math.abs(cash),
      currency: "MXN",
    },
    {
      key: `statement:${id}:paid`,
      kind: due >= 0 ? "commission_paid" : "commission_returned",
      amount: Math.abs(due),
      currency: "MXN",
    },
  ];
}
