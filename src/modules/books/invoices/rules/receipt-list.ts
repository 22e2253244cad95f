import { choice, choiceOr, day, listAddress, matching } from "#src/kernel/list-address.ts";
import { dateIn, HOME_ZONE, instantOf, isMonth } from "#src/kernel/local-time.ts";
import type { Currency } from "#src/kernel/money.ts";
import { formOf, formsOf, type PaymentForm } from "#src/modules/books/invoices/rules/payment-form.ts";
import { keptOf, refundShare, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";

// Receipts of a day or a month with their tax, for the books, and those of everybody who asked for no invoice of their own: they are
// invoiced as a whole (factura global) within 24 hours of the day's or the month's end (Resolución Miscelánea Fiscal, 2.7.1.21).

/** `global`: of bookings whose guest asked for no invoice, or was refused one; `all`: every receipt. */
export const WHOSE = ["global", "all"] as const;

export type ReceiptFilter = {
  /** a day (YYYY-MM-DD) or a month (YYYY-MM) at home */
  period: string;
  of: (typeof WHOSE)[number];
  /** receipts of practice, which are never mixed with real ones */
  practice: boolean;
};

/** The address of the list of receipts. */
const RECEIPT_LIST = listAddress({
  month: matching(isMonth),
  day: day(),
  of: choiceOr(WHOSE, "global"),
  practice: choice(["1"]),
});

/** The filter in a URL's parameters: of a day, else of a month, else of this one. */
export function receiptFilterOf(params: URLSearchParams, now: Date): ReceiptFilter {
  const { day: date, month, of, practice } = RECEIPT_LIST.read(params);
  return { period: date ?? month ?? dateIn(now, HOME_ZONE).slice(0, 7), of, practice: practice !== null };
}

/** The address of a filter's receipts, or of their file. */
export const receiptsHref = (path: string, { period, of, practice }: ReceiptFilter): string =>
  RECEIPT_LIST.href(
    path,
    RECEIPT_LIST.values({ [period.length === 7 ? "month" : "day"]: period, of, practice: practice ? "1" : null }),
  );

/** The beginning of a period and the end, which isn't in it. */
export function instantsOf(period: string): { from: Date; until: Date } {
  const first = Temporal.PlainDate.from(period.length === 7 ? `${period}-01` : period);
  const next = period.length === 7 ? first.add({ months: 1 }) : first.add({ days: 1 });
  const start = (date: Temporal.PlainDate) => instantOf(date.toString(), "00:00", HOME_ZONE);
  return { from: start(first), until: start(next) };
}

/** An amount with the tax in it, in minor units. */
export type Taxed = { net: number; tax: number; total: number };

type Receipt = { amount: number; tax_percent: number; tax_amount: number; pesos_amount: number };

/** What a receipt is, in its currency and in pesos. */
export const saleOf = ({ amount, tax_percent, tax_amount, pesos_amount: pesos }: Receipt) => ({
  own: { net: amount - tax_amount, tax: tax_amount, total: amount },
  pesos: taxed(pesos, tax_percent),
});

/**
 * What went back of a receipt, after `before` had already: parts are differences of what had gone back by then, so that together they
 * are the whole receipt to the cent, and never more.
 */
export function refundOf(receipt: Receipt, amount: number, before: number) {
  const gone = (back: number) => receipt.amount - keptOf(receipt, [back]);
  const part = (of: (back: number) => Taxed) => minus(of(gone(before + amount)), of(gone(before)));
  return {
    own: part((back) => taxed(back, receipt.tax_percent)),
    pesos: part((back) => taxed(refundShare(receipt, back), receipt.tax_percent)),
  };
}

/** What stays of a receipt, in its currency and in pesos; `kept` in minor units of the former. */
export function keptOfReceipt(receipt: Receipt & { kept: number }): { own: Taxed; pesos: Taxed } {
  const [sale, back] = [saleOf(receipt), refundOf(receipt, receipt.amount - receipt.kept, 0)];
  return { own: minus(sale.own, back.own), pesos: minus(sale.pesos, back.pesos) };
}

/** Amounts of one currency added up. */
export const sumTaxed = (parts: readonly Taxed[]): Taxed => parts.reduce(plus, NOTHING);

function taxed(total: number, percent: number): Taxed {
  const tax = taxWithin(total, percent);
  return { net: total - tax, tax, total };
}

const minus = (a: Taxed, b: Taxed): Taxed => ({ net: a.net - b.net, tax: a.tax - b.tax, total: a.total - b.total });
const plus = (a: Taxed, b: Taxed): Taxed => ({ net: a.net + b.net, tax: a.tax + b.tax, total: a.total + b.total });
const NOTHING: Taxed = { net: 0, tax: 0, total: 0 };

/** What the lines of one currency come to; `refunds` is all that went back. */
export type ReceiptSums = {
  currency: Currency;
  sales: Taxed & { count: number };
  refunds: Taxed & { count: number };
  left: Taxed;
  leftPesos: Taxed;
  /** the total that is left, by the form of payment in the tax authority's codes, the largest first */
  forms: { form: PaymentForm; amount: number }[];
};

/** The sums of each currency, by its code. */
export function sumsOf(
  lines: readonly { kind: "sale" | "refund" | "lost"; method: string; currency: Currency; own: Taxed; pesos: Taxed }[],
): ReceiptSums[] {
  const sum = (of: readonly { own: Taxed; pesos: Taxed }[], which: "own" | "pesos") =>
    sumTaxed(of.map((line) => line[which]));
  return [...Map.groupBy(lines, ({ currency }) => currency)]
    .map(([currency, of]) => {
      const [sales, refunds] = [true, false].map((isSale) => of.filter(({ kind }) => (kind === "sale") === isSale));
      return {
        currency,
        sales: { ...sum(sales!, "own"), count: sales!.length },
        refunds: { ...sum(refunds!, "own"), count: refunds!.length },
        left: minus(sum(sales!, "own"), sum(refunds!, "own")),
        leftPesos: minus(sum(sales!, "pesos"), sum(refunds!, "pesos")),
        forms: formsOf(
          of.map(({ kind, method, own }) => ({
            form: formOf(method),
            amount: kind === "sale" ? own.total : -own.total,
          })),
        ),
      };
    })
    .toSorted((a, b) => a.currency.localeCompare(b.currency));
}
