import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import { wordsSearched } from "#src/kernel/spelling.ts";
import type { PaymentStatus, RefundStatus } from "#src/modules/money/payments/rules/payment.ts";
import { type DisputeState, type MoneyFilter, STATUSES } from "#src/modules/books/reconciliation/rules/money-list.ts";
import type { PurchaseKind } from "#src/modules/money/payments/questions.ts";
import type { Db } from "#src/platform/db.server.ts";
import { containsWord, escaped, textsNear } from "#src/platform/search-words.server.ts";

const SEARCHED = sql`b.found_by`;

/** A payment or a refund with its purchase; a refund has the provider and method of its payment. */
export type MoneyRow = {
  id: string;
  at: Date;
  purchase_id: string;
  purchase_kind: PurchaseKind;
  reference: string;
  guest: string;
  provider: string;
  method: string;
  amount: number;
  currency: Currency;
  test: boolean;
  external_id: string | null;
  /** the terminal's operation or the transfer's tracking key of money that staff took */
  hand_reference: string | null;
} & (
  | { kind: "payment"; status: PaymentStatus; dispute: DisputeState | null; bank_since: Date | null }
  | { kind: "refund"; status: RefundStatus }
);

/** The same with what a bookkeeper asks of it. Amounts are of what has moved, in minor units. */
export type BookedMoney = MoneyRow & {
  /** city, crawl and night: null where none was sold */
  city: string | null;
  city_es: string | null;
  crawl: string | null;
  crawl_es: string | null;
  night: string | null;
  /** when the money came, or went */
  moved_at: Date | null;
  paid_in: number | null;
  paid_out: number | null;
  /** what the guest's bank has taken and hasn't returned */
  taken: number | null;
  /** what the provider kept, in its own currency */
  fee: number | null;
  fee_currency: string | null;
  /** with which payout a payment went to the bank, and the day on which it arrives */
  payout_id: string | null;
  payout_on: string | null;
  /** whether it is a payment whose money has come */
  settled: boolean;
  /** what `paid_in`, `paid_out` and `taken` are in */
  moved_currency: Currency;
};

/** Entries of the list with what a bookkeeper asks of them, in the order of `ids`. */
async function withBooks(db: Db, rows: readonly MoneyRow[]): Promise<BookedMoney[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: found } = await sql<{ id: string } & Omit<BookedMoney, keyof MoneyRow>>`
    with moved as (
      select p.id, p.purchase_id, p.settled_at as moved_at, coalesce(p.charged_currency, p.currency) as moved_currency,
        p.charged_amount as paid_in, null::int as paid_out, p.fee_amount as fee, p.fee_currency,
        p.payout_id, p.payout_on::text as payout_on, p.charged_amount is not null as settled,
        (select sum(d.amount)::int from disputes d where d.payment_id = p.id and d.state in ('open', 'lost')) as taken
      from payments p where p.id = any(${ids}::uuid[])
      union all
      select r.id, r.purchase_id, r.succeeded_at, r.currency,
        null, case when r.status = 'succeeded' then r.amount end, null, null, null, null, false, null
      from refunds r where r.id = any(${ids}::uuid[])
    )
    select m.*, b.date::text as night, b.title as crawl, b.title_es as crawl_es, b.city, b.city_es
    from moved m join purchase_facts b on b.id = m.purchase_id`.execute(db);
  const by = new Map(found.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const more = by.get(row.id);
    return more ? [{ ...more, ...row }] : [];
  });
}

/** A page of the list for a file. */
export const bookedMoney = async (db: Db, filter: WantedMoney, page: Page): Promise<BookedMoney[]> =>
  withBooks(db, await moneyRows(db, filter, page));

/** The filter with its days as instants. */
export type WantedMoney = Omit<MoneyFilter, "from" | "to"> & { since: Date | null; until: Date | null };
type Page = { beyond: string | null; newer: boolean; limit: number };

const all = (parts: readonly RawBuilder<SqlBool>[]) => sql.join([sql<SqlBool>`true`, ...parts], sql` and `);

type Kind = "payment" | "refund";
const ROW = { payment: "p", refund: "r" } as const;
const TABLES = {
  payment: sql`payments p join purchase_facts b on b.id = p.purchase_id`,
  refund: sql`refunds r join payments p on p.id = r.payment_id join purchase_facts b on b.id = r.purchase_id`,
};

/** What a filter without its search text asks of payments or refunds. */
function filtered(of: Kind, { kind, provider, state, currency, since, until }: WantedMoney) {
  const row = ROW[of];
  return [
    ...(kind && kind !== of ? [sql<SqlBool>`false`] : []),
    ...(state ? [sql<SqlBool>`${sql.ref(`${row}.status`)} = any(${[...STATUSES[state][of]]}::text[])`] : []),
    ...(provider ? [sql<SqlBool>`p.provider = ${provider}`] : []),
    ...(currency ? [sql<SqlBool>`${sql.ref(`${row}.currency`)} = ${currency}`] : []),
    ...(since ? [sql<SqlBool>`${sql.ref(`${row}.created_at`)} >= ${since}`] : []),
    ...(until ? [sql<SqlBool>`${sql.ref(`${row}.created_at`)} < ${until}`] : []),
  ];
}

/** Payments and refunds beyond one of them, by when they began: the newest first, or with `newer` the next ones first. */
export async function moneyRows(db: Db, filter: WantedMoney, { beyond, newer, limit }: Page): Promise<MoneyRow[]> {
  const [is, way] = newer ? [sql.raw(">"), sql.raw("asc")] : [sql.raw("<"), sql.raw("desc")];
  const conditions = (of: Kind, row = ROW[of]) => [
    ...filtered(of, filter),
    ...wordsSearched(filter.q ?? "").map(hasWord),
    ...(beyond
      ? [
          sql<SqlBool>`(${sql.ref(`${row}.created_at`)}, ${sql.ref(`${row}.id`)}) ${is} (
            select created_at, id from payments where id = ${beyond}
            union all select created_at, id from refunds where id = ${beyond})`,
        ]
      : []),
  ];
  const { rows } = await sql<MoneyRow>`
    (select 'payment' as kind, p.id, p.created_at as at, p.status, p.amount, p.currency, p.external_id, p.hand_reference, p.provider, p.method,
        b.id as purchase_id, b.kind as purchase_kind, coalesce(b.reference, '') as reference, coalesce(b.person, '') as guest, coalesce(b.test, p.mode <> 'live') as test, p.dispute_state as dispute,
        p.bank_since
      from ${TABLES.payment}
      where ${all(conditions("payment"))} order by p.created_at ${way}, p.id ${way} limit ${limit})
    union all
    (select 'refund', r.id, r.created_at, r.status, r.amount, r.currency, r.external_id, p.hand_reference, p.provider, p.method,
        b.id, b.kind, coalesce(b.reference, ''), coalesce(b.person, ''), coalesce(b.test, p.mode <> 'live'), null, null
      from ${TABLES.refund}
      where ${all(conditions("refund"))} order by r.created_at ${way}, r.id ${way} limit ${limit})
    order by at ${way}, id ${way} limit ${limit}`.execute(db);
  return newer ? rows.toReversed() : rows;
}

/** In the booking's search text, or the beginning of the provider's id or of the reference that staff typed. */
const hasWord = (word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${containsWord(SEARCHED, word)} or p.external_id like ${`${escaped(word)}%`}
    or p.hand_reference ilike ${`${escaped(word)}%`})`;

/** Names, addresses and references of the bookings whose payments or refunds the other filters match, near the search text. */
export async function textsNearMoney(db: Db, filter: WantedMoney): Promise<string[]> {
  const near = (of: Kind) =>
    textsNear(db, filter.q ?? "", {
      from: TABLES[of],
      text: SEARCHED,
      shown: sql`concat_ws(' ', b.first_name, b.last_name, b.email, b.reference)`,
      where: filtered(of, filter),
    });
  return (await Promise.all([near("payment"), near("refund")])).flat();
}
