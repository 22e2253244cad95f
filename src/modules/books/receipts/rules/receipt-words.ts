import { clockTime, longDate } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { paidByText } from "#src/modules/books/receipts/rules/paid-by.ts";
import { type SoldLine, soldLines } from "#src/modules/books/receipts/rules/sold-lines.ts";
import type { ReceiptLines, ShownReceipt } from "#src/modules/books/receipts/schema.ts";

type Line = readonly [label: string, value: string];

/** The texts of a receipt, for page and PDF alike: seller, facts, items sold, total paid. */
export type ReceiptWords = {
  title: string;
  seller: string[];
  facts: Line[];
  items: Line[];
  total: Line;
  /** the net and tax in the total, and its value in pesos */
  within: Line[];
};

/** Formats a receipt in a language. */
export function wordReceipt(t: Text, locale: Locale, receipt: ShownReceipt): ReceiptWords {
  const { lines, seller, currency } = receipt;
  const money = (amount: number) => formatMoney({ amount, currency }, locale);
  const within: Line[] = [
    [t("receipts.net"), money(receipt.amount - receipt.tax_amount)],
    [t("receipts.tax", { percent: receipt.tax_percent }), money(receipt.tax_amount)],
  ];
  if (currency !== "MXN")
    within.push([t("receipts.pesos"), formatMoney({ amount: receipt.pesos_amount, currency: "MXN" }, locale)]);
  return {
    title: t("receipts.heading", { folio: receipt.folio }),
    seller: [seller.name, seller.rfc && t("receipts.rfc", { rfc: seller.rfc }), seller.address].filter(Boolean),
    facts: [
      [t("receipts.date"), longDate(receipt.date, locale)],
      [lines.date === null ? t("receipts.reference") : t("receipts.booking"), lines.reference],
      ...nightOf(t, locale, lines),
      ...(lines.partner ? [[t("receipts.through"), lines.partner] as const] : []),
      [t("receipts.paid"), paidByText(receipt, t)],
    ],
    items: soldLines(receipt).map((line) => [wordLine(t, locale, { lines, line, money }), money(line.amount)]),
    total: [t("receipts.total", { currency }), money(receipt.amount)],
    within,
  };
}

const nightOf = (t: Text, locale: Locale, { date, start_time: time }: ShownReceipt["lines"]): Line[] =>
  date === null || time === null
    ? []
    : [
        [
          t("receipts.departure"),
          t("receipts.departureAt", { date: longDate(date, locale), time: clockTime(time, locale) }),
        ],
      ];

function wordLine(
  t: Text,
  locale: Locale,
  { lines, line, money }: { lines: ReceiptLines; line: SoldLine; money: (amount: number) => string },
): string {
  const crawl = inLocale(locale, lines.crawl, lines.crawl_es);
  switch (line.of) {
    case "places": {
      const values = { crawl, people: line.people, price: money(line.unit) };
      if (lines.price_rule === null) return t("receipts.item", values);
      return t("receipts.itemRule", { ...values, rule: inLocale(locale, lines.price_rule, lines.price_rule_es ?? "") });
    }
    case "sold":
      return line.people === null ? crawl : t("receipts.people", { crawl, people: line.people });
    case "addOn": {
      const name = inLocale(locale, line.addOn.name, line.addOn.name_es);
      const values = { name, quantity: Math.abs(line.quantity), price: money(line.unit) };
      return t(line.quantity < 0 ? "receipts.addOnBack" : "receipts.addOn", values);
    }
    case "addOns":
      return t("receipts.addOns");
    case "change": {
      const { kind, people_before: before } = lines.change!;
      return t("receipts.change", { kind, crawl, people: (lines.people ?? 0) - before, reference: lines.reference });
    }
    case "discount":
      return lines.coupon_code ? t("receipts.coupon", { code: lines.coupon_code }) : t("receipts.discount");
    case "credit":
      return t("receipts.credit");
    case "adjusted":
      return t("receipts.adjusted");
  }
}
