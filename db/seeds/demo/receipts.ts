import type { Insertable } from "kysely";
import type { Tables } from "#db/tables.ts";
import { CITIES } from "#db/seeds/demo/crawls.ts";
import type { Departure } from "#db/seeds/demo/calendar.ts";
import { IVA_PERCENT, taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import type { ReceiptLines } from "#src/modules/books/receipts/schema.ts";

type New<Table extends keyof Tables> = Insertable<Tables[Table]>;
type Payment = New<"payments"> & { id: string; settled_at: Date };
/** What was sold, what was paid for it, and where. */
type Sold = { departure: Departure; booking: New<"bookings"> & { id: string }; payment?: Payment };
type Paid = Sold & { payment: Payment };

/** Receipts for every payment, numbered in order of payment after the `before` that there are already. */
export const receiptsOf = (all: readonly Sold[], before: number): New<"receipts">[] =>
  all
    .filter((one): one is Paid => one.payment !== undefined && one.payment.amount > 0)
    .toSorted((one, next) => +one.payment.settled_at - +next.payment.settled_at)
    .map((one, index) => receiptOf(one, before + index + 1));

function receiptOf({ booking, payment, departure }: Paid, folio: number): New<"receipts"> {
  const { amount, currency, provider, method, settled_at } = payment;
  const lines: ReceiptLines = {
    reference: booking.reference,
    crawl: departure.crawl.title,
    crawl_es: departure.crawl.title_es,
    date: departure.date,
    start_time: departure.hours[0],
    time_zone: CITIES[0]!.time_zone,
    people: booking.number_of_people,
    change: null,
    unit_price: booking.unit_price,
    subtotal: booking.subtotal,
    add_ons: 0,
    add_on_lines: [],
    discount: booking.discount ?? 0,
    coupon_code: null,
    price_rule: null,
    price_rule_es: null,
    credit: 0,
    partner: null,
  };
  return {
    purchase_id: booking.id,
    payment_id: payment.id,
    site_tag: booking.site_tag,
    test: true,
    folio,
    issued_at: settled_at,
    language: booking.language,
    currency,
    amount,
    tax_percent: IVA_PERCENT,
    tax_amount: taxWithin(amount, IVA_PERCENT),
    pesos_amount: Math.round(amount * (booking.peso_rate ?? 1)),
    provider,
    method,
    seller: JSON.stringify({ name: "Ronda", rfc: "", address: "" }),
    lines: JSON.stringify(lines),
  };
}
