import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Db } from "#src/platform/db.server.ts";

/** What moved a payment's money. */
export type MovedKind = "captured" | "refunded" | "refund_returned" | "charged_back" | "charge_back_returned";

/** One movement of a guest's money, as the ledger has it, with its purchase. Amounts in minor units. */
export type MovedRow = {
  id: number;
  at: Date;
  kind: MovedKind;
  /** > 0: came to us */
  amount: number;
  currency: Currency;
  test: boolean;
  /** who holds the money */
  provider: string;
  method: string;
  external_id: string | null;
  hand_reference: string | null;
  /** what the provider kept of a payment, in its own currency; null where it doesn't say, and for what isn't a payment */
  fee: number | null;
  fee_currency: string | null;
  /** of the payment; `settled` always */
  payout_id: string | null;
  payout_on: string | null;
  settled: boolean;
  reference: string;
  guest: string;
  /** city, crawl and night: null where none was sold */
  city: string | null;
  city_es: string | null;
  crawl: string | null;
  crawl_es: string | null;
  night: string | null;
};

/** A page of what moved in a time, after an entry of the ledger, in its order. Tills and partners' cash move no guest's money, and what another system took before us never came. */
export async function movedAfter(
  db: Db,
  { from, until }: { from: Date; until: Date },
  after: number,
  limit: number,
): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    select l.id, l.at, l.kind, l.amount, l.currency, l.test, l.provider, p.method, p.external_id, p.hand_reference,
      case when l.kind = 'captured' then p.fee_amount end as fee, case when l.kind = 'captured' then p.fee_currency end as fee_currency,
      p.payout_id, p.payout_on::text as payout_on, true as settled, coalesce(b.reference, '') as reference, coalesce(b.person, '') as guest, b.city, b.city_es, b.title as crawl,
      b.title_es as crawl_es, b.date::text as night
    from ledger_entries l join payments p on p.id = l.payment_id join purchase_facts b on b.id = p.purchase_id
    where l.account = 'clearing' and l.provider <> 'before' and l.at >= ${from} and l.at < ${until} and l.id > ${after}
    order by l.id limit ${limit}`.execute(db);
  return rows;
}
