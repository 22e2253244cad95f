import type { Money } from "#src/kernel/money.ts";
import type { I18n } from "#src/locales/i18n.ts";
import { type SaidWhy, sayWhy, type Why, type WhyStep } from "#src/locales/why.ts";
import { taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { unequal } from "#src/modules/sales/booking/rules/why-price.ts";
import type { ShownReceipt } from "#src/modules/books/receipts/schema.ts";

/** Why a receipt's total, tax and value in pesos are what they are; `pesos` is null on one in pesos. */
export type WhyReceipt<W> = { total: W; tax: W; pesos: W | null };

/** The reasons of a receipt's figures, from what was frozen with it. */
function whyReceipt(receipt: ShownReceipt): WhyReceipt<Why> {
  const { amount, currency, tax_percent: percent, tax_amount: tax, pesos_amount: pesos, lines } = receipt;
  const money = (minor: number): Money => ({ amount: minor, currency });
  const version: WhyStep = {
    text: "why.receipt.version",
    values: { day: { day: receipt.date }, folio: receipt.folio },
  };
  return {
    total: { amount: money(amount), steps: lines.change ? changeSteps(receipt) : soldSteps(receipt), version },
    tax: {
      amount: money(tax),
      steps: [{ text: "why.tax", values: { percent, total: money(amount) }, adds: taxWithin(amount, percent) }],
      version,
    },
    pesos:
      currency === "MXN"
        ? null
        : {
            amount: { amount: pesos, currency: "MXN" },
            steps: [{ text: "why.pesos", values: { total: money(amount) }, adds: pesos }],
            version,
          },
  };
}

/** The same in words, each under the name that it has on the receipt. */
export function sayReceipt(i18n: I18n, receipt: ShownReceipt): WhyReceipt<SaidWhy> {
  const { total, tax, pesos } = whyReceipt(receipt);
  const { t } = i18n;
  return {
    total: sayWhy(i18n, t("receipts.total", { currency: receipt.currency }), total),
    tax: sayWhy(i18n, t("receipts.tax", { percent: receipt.tax_percent }), tax),
    pesos: pesos && sayWhy(i18n, t("receipts.pesos"), pesos),
  };
}

/** A change is paid as its difference, which was quoted before it was made. */
const changeSteps = ({ amount }: ShownReceipt): WhyStep[] => [{ text: "why.receipt.change", adds: amount }];

function soldSteps({ currency, lines }: ShownReceipt): WhyStep[] {
  const { people, unit_price: unit, subtotal, add_ons: addOns, discount, coupon_code: code, credit } = lines;
  const reduced: WhyStep = code
    ? { text: "why.coupon.booked", values: { code }, adds: -discount }
    : { text: "why.agreed", adds: -discount };
  const sold: WhyStep =
    people === null
      ? { text: "why.receipt.price", adds: subtotal }
      : {
          text: `why.price.${unequal(unit, people, subtotal) ?? "booked"}`,
          values: { people, unit: { amount: unit, currency } },
          adds: subtotal,
        };
  return [
    sold,
    ...(addOns > 0 ? [{ text: "why.addOns", adds: addOns } as const] : []),
    ...(discount > 0 ? [reduced] : []),
    ...(credit > 0 ? [{ text: "why.toPay.credit", adds: -credit } as const] : []),
  ];
}
