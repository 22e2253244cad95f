import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";
import type { Payout } from "#src/platform/payment-provider.server.ts";

/** Writes fees (minor units) of charges, which payments know by the charge's id or their own id at the provider. */
export const writeFees = (
  db: Db,
  provider: string,
  fees: readonly { charge: string; amount: number; currency: string }[],
) =>
  sql`
    update payments p set fee_amount = f.amount, fee_currency = f.currency
    from jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) as f(charge text, amount int, currency text)
    where p.provider = ${provider} and (p.charge_id = f.charge or p.external_id = f.charge)
      and (p.fee_amount, p.fee_currency) is distinct from (f.amount, f.currency)`.execute(db);

/** Which of some payouts payments name already. */
export const payoutsNoted = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select distinct payout_id as id from payments where payout_id = any(${ids}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Writes a payout on the payments that it is made of, which payments know by the charge's id or their own id at the provider. */
export const writePayout = (db: Db, provider: string, { id, arrives }: Payout, charges: readonly string[]) =>
  sql`
    update payments set payout_id = ${id}, payout_on = ${arrives}::date
    where provider = ${provider} and (charge_id = any(${charges}::text[]) or external_id = any(${charges}::text[]))`.execute(
    db,
  );
