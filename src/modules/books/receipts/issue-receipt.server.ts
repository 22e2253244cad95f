import type { Currency } from "#src/kernel/money.ts";
import { inPesos } from "#src/modules/sales/booking/rules/pesos.ts";
import { IVA_PERCENT, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import type { ReceiptLines } from "#src/modules/books/receipts/schema.ts";
import type { SaleLines } from "#src/modules/money/payments/questions.ts";
import { insertReceipt, saleOf } from "#src/modules/books/receipts/store.server.ts";
import { currencyRates, storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { isPractice } from "#src/modules/base/settings/rules/practice.ts";

/**
 * Issues the receipt of a payment, inside the transaction that settles it: number and sale commit together or not at all.
 * Freezes what was sold, by whom, and the amount in pesos. Idempotent.
 */
export async function issueReceipt(ctx: Context, tx: Tx, { paymentId }: { paymentId: string }): Promise<void> {
  const sale = await saleOf(tx, paymentId);
  if (!sale) throw new Error(`no payment ${paymentId} to issue a receipt for`);
  if (sale.amount === 0 || sale.has_receipt) return;
  const { siteTag, language, lines } = await soldWith(ctx, tx, sale);
  const { operator } = await storedSettings({ db: ctx.db, tx });
  const paid = { amount: sale.amount, currency: sale.currency as Currency };
  const perUsd = paid.currency === "MXN" ? { USD: 1 as const } : (await currencyRates({ db: ctx.db, tx })).perUsd;
  const test = isPractice(sale.mode);
  await insertReceipt(tx, {
    purchase_id: sale.purchase_id,
    payment_id: sale.id,
    site_tag: siteTag,
    test,
    issued_at: ctx.now,
    language,
    currency: sale.currency,
    amount: sale.amount,
    tax_percent: IVA_PERCENT,
    tax_amount: taxWithin(sale.amount, IVA_PERCENT),
    pesos_amount: inPesos(paid, sale, perUsd).amount,
    provider: sale.provider,
    method: sale.method,
    seller: operator,
    lines,
  });
}

type Sale = NonNullable<Awaited<ReturnType<typeof saleOf>>>;

/** What was sold, on which site and in which language: read with the payment of a booking, else asked of its kind. */
async function soldWith(ctx: Context, tx: Tx, sale: Sale) {
  const { kind, purchase_id: id, site_tag: siteTag, language } = sale;
  if (siteTag !== null && language !== null) return { siteTag, language, lines: linesOf(sale) };
  const sold = await ctx.ask.purchasable(kind).lines?.(ctx, tx, { kind, id, part: sale.part_id });
  if (!sold) throw new Error(`nobody says what ${kind} ${id} sold`);
  return { siteTag: sold.siteTag, language: sold.language, lines: linesOfOther(sold) };
}

const linesOfOther = ({ reference, title, titleEs, timeZone, price, credit }: SaleLines): ReceiptLines => ({
  reference,
  crawl: title,
  crawl_es: titleEs,
  date: null,
  start_time: null,
  time_zone: timeZone,
  people: null,
  change: null,
  unit_price: price,
  subtotal: price,
  add_ons: 0,
  add_on_lines: [],
  discount: 0,
  coupon_code: null,
  price_rule: null,
  price_rule_es: null,
  credit,
  partner: null,
});

const linesOf = (sale: Sale): ReceiptLines => ({
  reference: sale.reference!,
  crawl: sale.title!,
  crawl_es: sale.title_es ?? "",
  date: sale.date,
  start_time: sale.start_time,
  time_zone: sale.time_zone!,
  people: sale.number_of_people,
  change: sale.change_kind ? { kind: sale.change_kind as Change["kind"], people_before: sale.people_before! } : null,
  unit_price: sale.unit_price!,
  subtotal: sale.subtotal!,
  add_ons: sale.add_ons!,
  add_on_lines: sale.add_on_lines,
  discount: sale.discount!,
  coupon_code: sale.coupon_code,
  price_rule: sale.price_rule,
  price_rule_es: sale.price_rule_es,
  credit: sale.credit ?? 0,
  partner: sale.partner,
});
