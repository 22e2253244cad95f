import type { ChangeRefusal } from "#src/modules/sales/booking/rules/change.ts";

const DAY_MS = 86_400_000;

/** What decides whether an invoice may be asked for; amounts in minor units. */
export type Sale = {
  status: string;
  /** the price of the booking, however it was paid */
  total: number;
  confirmed_at: Date | null;
  cancelled_at: Date | null;
  /** what was paid, and what stays of it: `keptOf` in receipts */
  receipts: readonly { kept: number }[];
};

/** Why an invoice can't be asked for; texts are `errors.<this>`. */
export type AskRefusal = Extract<ChangeRefusal, "not_confirmed" | "nothing_paid" | "nothing_kept" | "invoice_too_late">;

/**
 * Why an invoice can't be asked for now; null where it can. Of a cancelled booking it is that of what was kept, and its days count from
 * when that was known. `days`: how long after booking or cancelling.
 */
export function whyNoInvoice(sale: Sale, { days, now }: { days: number; now: Date }): AskRefusal | null {
  const { status, total, confirmed_at: confirmed, cancelled_at: cancelled, receipts } = sale;
  const remaining = receipts.reduce((sum, receipt) => sum + receipt.kept, 0);
  if (status === "pending" || (status === "cancelled" && remaining === 0)) return "not_confirmed";
  if (total === 0) return "nothing_paid";
  // what was paid with credit has no receipt of its own
  if (receipts.length > 0 && remaining === 0) return "nothing_kept";
  const from = (status === "cancelled" ? cancelled : confirmed) ?? confirmed;
  return from === null || now.getTime() > from.getTime() + days * DAY_MS ? "invoice_too_late" : null;
}
