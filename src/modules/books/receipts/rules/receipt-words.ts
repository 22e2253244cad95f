import { clockTime, longDate } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { Text } from "#src/locales/i18n.ts";
import { paidByText } from "#src/modules/books/receipts/rules/paid-by.ts";
import type { ShownReceipt } from "#src/modules/books/receipts/schema.ts";

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
    items: itemsOf(t, locale, receipt, money),
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

function itemsOf(t: Text, locale: Locale, { lines, amount }: ShownReceipt, money: (amount: number) => string): Line[] {
  const crawl = inLocale(locale, lines.crawl, lines.crawl_es);
  const { people, change } = lines;
  if (change) {
    const added = (people ?? 0) - change.people_before;
    return [
      [t("receipts.change", { kind: change.kind, crawl, people: added, reference: lines.reference }), money(amount)],
    ];
  }
  const rule = lines.price_rule === null ? null : inLocale(locale, lines.price_rule, lines.price_rule_es ?? "");
  const values = { crawl, people: people ?? 0, price: money(lines.unit_price) };
  const items: Line[] =
    people === null
      ? [[crawl, money(lines.subtotal)]]
      : [
          [
            rule === null ? t("receipts.item", values) : t("receipts.itemRule", { ...values, rule }),
            money(lines.unit_price * people),
          ],
        ];
  if (lines.add_ons > 0) items.push([t("receipts.addOns"), money(lines.add_ons)]);
  if (lines.discount > 0) {
    const text = lines.coupon_code ? t("receipts.coupon", { code: lines.coupon_code }) : t("receipts.discount");
    items.push([text, money(-lines.discount)]);
  }
  if (lines.credit > 0) items.push([t("receipts.credit"), money(-lines.credit)]);
  return items;
}
