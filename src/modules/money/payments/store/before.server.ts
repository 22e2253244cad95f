import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import { WAY_BEFORE } from "#src/modules/money/payments/rules/paid-before.ts";
import type { PaymentsMode } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

export type PaymentBefore = {
  id: string;
  purchase_id: string;
  external_id: string;
  mode: PaymentsMode;
  amount: number;
  currency: Currency;
};

/** Writes payments that another system took, as ones that have succeeded. */
export async function insertPaidBefore(tx: Tx, now: Date, rows: readonly PaymentBefore[]): Promise<void> {
  await sql`insert into payments (id, purchase_id, attempt, provider, method, mode, external_id, status, amount, currency, placement,
      charged_amount, charged_currency, expires_at, created_at, settled_at)
    select id, purchase_id, 1, ${WAY_BEFORE}, ${WAY_BEFORE}, mode, external_id, 'succeeded', amount, currency, 'in_time', amount, currency,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, purchase_id uuid, external_id text, mode text, amount int,
      currency text)`.execute(tx);
}

/** Makes the payments that came with bookings ones that never came; returns them as they were. */
export const endPaidBefore = async (tx: Tx, { now }: Pick<Context, "now">, purchaseIds: readonly string[]) =>
  (
    await sql<PaymentBefore>`update payments set status = 'cancelled', failure_reason = 'import_undone', placement = null,
        charged_amount = null, charged_currency = null, settled_at = ${now}
      where purchase_id = any(${[...purchaseIds]}::uuid[]) and provider = ${WAY_BEFORE} and status = 'succeeded'
      returning id, purchase_id, external_id, mode, amount, currency`.execute(tx)
  ).rows;
