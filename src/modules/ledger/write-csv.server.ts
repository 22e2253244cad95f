import { csvLine } from "#src/kernel/csv.ts";
import { HOME_ZONE, instantOf, isoIn } from "#src/kernel/local-time.ts";
import { entriesAfter } from "#src/modules/ledger/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const PAGE = 2000;

const HEAD = ["id", "posting", "kind", "at", "account", "provider", "debit", "credit", "currency", "booking"];
const REST = ["payment", "refund", "test"];

/**
 * The entries of a month (`2026-11`) as CSV lines, read and yielded a page at a time. Amounts are decimal, with separate debit
 * and credit columns. The caller checks access.
 */
export async function* ledgerCsv({ db }: Pick<Context, "db">, month: string): AsyncGenerator<string> {
  yield csvLine([...HEAD, ...REST]);
  const first = Temporal.PlainYearMonth.from(month);
  const start = (of: Temporal.PlainYearMonth) => instantOf(of.toPlainDate({ day: 1 }).toString(), "00:00", HOME_ZONE);
  const time = { from: start(first), until: start(first.add({ months: 1 })) };
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows = await entriesAfter(db, time, after, PAGE);
    if (rows.length > 0) yield rows.map(lineOf).join("");
    after = rows.length === PAGE ? rows.at(-1)!.id : undefined;
  }
}

type Row = Awaited<ReturnType<typeof entriesAfter>>[number];

const lineOf = (row: Row): string =>
  csvLine([
    String(row.id),
    row.posting,
    row.kind,
    isoIn(row.at, HOME_ZONE),
    row.account,
    row.provider,
    row.amount > 0 ? decimal(row.amount) : null,
    row.amount < 0 ? decimal(-row.amount) : null,
    row.currency,
    row.reference,
    row.payment_id,
    row.refund_id,
    row.test ? "test" : null,
  ]);

/** Minor units as decimals: `64000` is `640.00`. All our currencies have two digits. */
const decimal = (amount: number): string => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}`;
