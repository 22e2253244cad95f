import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";
import type { Db } from "#src/platform/db.server.ts";

/**
 * A receipt that was issued, what was given back of one (`refund`), or what its guest's bank took back for good (`lost`); `before` had
 * gone back of it already.
 */
export type ReceiptLineRow = {
  id: string;
  kind: "sale" | "refund" | "lost";
  at: Date;
  given_back: number;
  before: number;
  site_tag: string;
  test: boolean;
  folio: number;
  reference: string;
  purchase_id: string;
  purchase_kind: PurchaseKind;
  provider: string;
  method: string;
  currency: Currency;
  amount: number;
  tax_percent: number;
  tax_amount: number;
  pesos_amount: number;
  /** of the invoice that its guest asked for; null where they asked for none */
  status: "requested" | "issued" | "refused" | null;
  fiscal_uuid: string | null;
};

type ReceiptQuery = { from: Date; until: Date; practice: boolean; global: boolean };
type Page = { after: string | null; limit: number };

/** Money that went back. A dispute has no id of its own; while a bank decides, nothing has gone back. */
const BACK = sql`(select id, payment_id, 'refund' as kind, succeeded_at as at, amount from refunds where status = 'succeeded'
    union all select md5(payment_id || ' ' || external_id)::uuid, payment_id, 'lost', closed_at, amount
      from disputes where state = 'lost')`;

/** The lines of a period after one of them, oldest first. A refund is of when its money went back, a dispute of when it was lost. */
export async function receiptLines(db: Db, { from, until, practice, global }: ReceiptQuery, { after, limit }: Page) {
  const columns = sql`r.site_tag, r.test, r.folio, coalesce(b.reference, '') as reference, b.id as purchase_id, b.kind as purchase_kind, r.provider, r.method, r.currency, r.amount,
      r.tax_percent, r.tax_amount, r.pesos_amount,
      case when q.status = 'requested' and q.refused_at is not null then 'refused' else q.status end as status, i.fiscal_uuid`;
  const joined = sql`join purchase_facts b on b.id = r.purchase_id
      left join invoice_requests q on q.booking_id = b.id
      left join invoices i on i.booking_id = b.id and i.replaced_at is null and q.status = 'issued'`;
  const where = sql<SqlBool>`r.test = ${practice}
      and (not ${global} or q.booking_id is null or (q.status = 'requested' and q.refused_at is not null))`;
  const within = (
    at: RawBuilder<unknown>,
    id: RawBuilder<unknown>,
  ) => sql<SqlBool>`${at} >= ${from} and ${at} < ${until}
      ${
        after
          ? sql`and (${at}, ${id}) > (select issued_at, id from receipts where id = ${after}
            union all select at, id from ${BACK} b where id = ${after})`
          : sql``
      }`;
  const { rows } = await sql<ReceiptLineRow>`
    (select r.id, 'sale' as kind, r.issued_at as at, 0 as given_back, 0 as before, ${columns}
      from receipts r ${joined}
      where ${where} and ${within(sql.ref("r.issued_at"), sql.ref("r.id"))}
      order by r.issued_at, r.id limit ${limit})
    union all
    (select f.id, f.kind, f.at, f.amount, (
        select coalesce(sum(e.amount), 0)::int from ${BACK} e
        where e.payment_id = f.payment_id and (e.at, e.id) < (f.at, f.id)
      ), ${columns}
      from ${BACK} f join receipts r on r.payment_id = f.payment_id ${joined}
      where ${where} and ${within(sql.ref("f.at"), sql.ref("f.id"))}
      order by f.at, f.id limit ${limit})
    order by at, id limit ${limit}`.execute(db);
  return rows;
}
