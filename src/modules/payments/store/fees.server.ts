import { sql } from "kysely";
import type { Db } from "#src/platform/db.server.ts";

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
