import { z } from "zod";
import type { Currency } from "#src/kernel/money.ts";

/** The seller on the day of sale: name, tax number (RFC) and address, the latter two empty if the operator gave none. */
export const Seller = z.object({ name: z.string(), rfc: z.string(), address: z.string() });

/** What a receipt says was sold, frozen when issued. Amounts are minor units of the receipt's currency. */
export const ReceiptLines = z.object({
  reference: z.string(),
  /** the crawl, or what else was sold */
  crawl: z.string(),
  crawl_es: z.string(),
  /** null where no night was sold */
  date: z.string().nullable().describe("local date of the night, YYYY-MM-DD"),
  start_time: z.string().nullable(),
  time_zone: z.string(),
  /** null where no places were sold */
  people: z.int().nullable(),
  /** the change that was paid for, if not the booking itself: then only the difference was paid */
  change: z.object({ kind: z.enum(["date", "add", "remove", "add_ons"]), people_before: z.int() }).nullable(),
  unit_price: z.int(),
  subtotal: z.int(),
  add_ons: z.int(),
  /**
   * the add-ons that were paid for, under the names that they had; `amount` is of all pieces, both are below 0 of what a change gave
   * back. Receipts of earlier releases name none
   */
  add_on_lines: z
    .array(z.object({ name: z.string(), name_es: z.string(), quantity: z.int(), amount: z.int() }))
    .default([]),
  discount: z.int(),
  coupon_code: z.string().nullable(),
  /** the name of the rule that makes the price lower */
  price_rule: z.string().nullable().default(null),
  price_rule_es: z.string().nullable().default(null),
  /** the part paid with credit, not part of this payment */
  credit: z.int().default(0),
  /** the name of the partner who sent the guest, where the partner wants to be named */
  partner: z.string().nullable().default(null),
});
export type ReceiptLines = z.infer<typeof ReceiptLines>;

/** A refund of a receipt's payment: shown beside the receipt, which doesn't change. */
export type RefundBeside = { amount: number; currency: Currency; done: boolean; date: string };

/** A receipt as shown; dates are local to the departure's city. */
export type ShownReceipt = {
  id: string;
  folio: string;
  date: string;
  test: boolean;
  currency: Currency;
  amount: number;
  tax_percent: number;
  tax_amount: number;
  pesos_amount: number;
  provider: string;
  method: string;
  seller: z.infer<typeof Seller>;
  lines: ReceiptLines;
  refunds: RefundBeside[];
  /** the amount that stays: less completed and due refunds, and what its guest's bank has taken back for good */
  kept: number;
};
