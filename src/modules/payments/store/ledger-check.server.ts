import { type Kysely, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import { BY_HAND } from "#src/modules/payments/rules/books.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A booking's account whose balance differs from its rows, in minor units; debits are positive. */
export type Difference = {
  booking_id: string | null;
  account: string;
  provider: string | null;
  currency: Currency;
  expected: number;
  actual: number;
};

/**
 * Compares the balance of each booking's accounts in the ledger with what its bookings, payments, refunds, disputes and lines of
 * commission imply, and what closed tills have moved, in which nothing stays, and partners' statements that were paid. A single statement, for a consistent snapshot. `guest` holds only undecided
 * money, and what a bank has taken provisionally.
 */
export async function differencesNow(db: Db | Tx): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with expected as (
      select b.id as booking_id, 'revenue' as account, null::text as provider, b.currency,
        -(b.total_price + coalesce((select sum(c.kept) from booking_changes c
          where c.booking_id = b.id and c.status = 'made'), 0)) as amount
        from bookings b where b.confirmed_at is not null
      union all
      select booking_id, 'revenue', null, currency, taken_back from refunds where taken_back > 0
      union all
      select p.booking_id, 'revenue', null, d.currency, d.lost from disputes d join payments p on p.id = d.payment_id
      union all
      select u.booking_id, 'revenue', null, c.currency, u.taken_back
        from credit_uses u join credits c on c.id = u.credit_id where u.taken_back > 0
      union all
      select booking_id, 'credit', null, currency, voided - amount from credits
      union all
      select u.booking_id, 'credit', null, c.currency, u.amount
        from credit_uses u join credits c on c.id = u.credit_id where u.state = 'used'
      union all
      select booking_id, 'clearing', provider, charged_currency, charged_amount
        from payments where charged_amount is not null
      union all
      select r.booking_id, 'clearing',
        case when r.external_id is null and r.note is not null then ${BY_HAND}::text else p.provider end,
        r.currency, -r.amount
        from refunds r join payments p on p.id = r.payment_id where r.status = 'succeeded'
      union all
      select p.booking_id, 'clearing', p.provider, d.currency, -d.amount
        from disputes d join payments p on p.id = d.payment_id where d.state in ('open', 'lost')
      union all
      select booking_id, 'refund_due', null, currency, -amount
        from refunds where status in ('requested', 'submitted', 'failed', 'manual')
      union all
      select booking_id, 'guest', null, charged_currency, -charged_amount
        from payments where charged_amount is not null and status <> 'succeeded'
      union all
      select r.booking_id, 'guest', null, r.currency, r.amount - r.taken_back from refunds r join payments p on p.id = r.payment_id
        where p.status <> 'succeeded' and r.status <> 'dropped'
      union all
      select p.booking_id, 'guest', null, d.currency, d.amount from disputes d join payments p on p.id = d.payment_id
        where d.state = 'open' or d.state = 'lost' and p.status <> 'succeeded'
      union all
      select null::uuid, 'clearing', 'cash', l.currency, -sum(l.due)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'taking' group by l.currency
      union all
      select null::uuid, 'clearing', ${BY_HAND}::text, l.currency, sum(l.due)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'refund' group by l.currency
      union all
      select null::uuid, 'office_cash', null, c.currency, sum(c.counted)
        from till_counts c join tills t on t.id = c.till_id and t.round = c.round where t.state = 'closed' group by c.currency
      union all
      select null::uuid, 'office_cash', null, l.currency, -sum(l.amount)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'float' group by l.currency
      union all
      select l.booking_id, side.account, null, 'MXN', side.sign * l.amount from commission_lines l
        cross join (values ('commission', 1), ('affiliate_due', -1)) as side(account, sign)
      union all
      select null::uuid, side.account, side.provider, s.currency, side.amount from partner_statements s
        cross join lateral (values ('affiliate_due', null::text, s.commission), ('clearing', 'hostel', -s.cash_kept),
          ('payout', null, s.cash_kept - s.commission)) as side(account, provider, amount) where s.state = 'paid'
    ), compared as (
      select booking_id, account, provider, currency, amount as expected, 0 as actual from expected
      union all
      select booking_id, account, provider, currency, 0, amount from ledger_entries
        where account in ('guest', 'revenue', 'clearing', 'refund_due', 'credit', 'till', 'office_cash',
          'commission', 'affiliate_due', 'payout')
    )
    select booking_id, account, provider, currency, sum(expected)::float8 as expected, sum(actual)::float8 as actual
      from compared group by 1, 2, 3, 4 having sum(expected) <> sum(actual)
    union all
    select min(booking_id::text)::uuid, 'posting ' || posting, null, currency, 0, sum(amount)::float8
      from ledger_entries group by posting, currency having sum(amount) <> 0
    order by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** A difference keeps its key while both amounts stay the same. */
const keyOf = ({ booking_id, account, provider, currency, expected, actual }: Difference): string =>
  [booking_id, account, provider, currency, expected, actual].join(":");

// PostgreSQL limits the number of parameters in a statement
const AT_ONCE = 1000;

/** Records a ledger check and its differences; earlier differences no longer found are closed. */
export async function writeLedgerCheck(tx: Tx, at: Date, found: readonly Difference[]): Promise<void> {
  await tx.insertInto("ledger_proofs").values({ at, differences: found.length }).execute();
  const rows = found.map((difference) => ({ ...difference, key: keyOf(difference), found_at: at }));
  const keys = rows.map(({ key }) => key);
  await tx
    .updateTable("ledger_differences")
    .set({ gone_at: at })
    .where("gone_at", "is", null)
    .where(sql<boolean>`key <> all(${keys}::text[])`)
    .execute();
  for (let n = 0; n < rows.length; n += AT_ONCE)
    await tx
      .insertInto("ledger_differences")
      .values(rows.slice(n, n + AT_ONCE))
      .onConflict((c) => c.column("key").doUpdateSet({ gone_at: null }))
      .execute();
}

/** Bookings with open differences that staff haven't been notified of. */
export const untoldBookings = async (tx: Tx, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom("ledger_differences")
      .select("booking_id")
      .distinct()
      .where("gone_at", "is", null)
      .where("told_at", "is", null)
      .where("booking_id", "is not", null)
      .orderBy("booking_id")
      .limit(limit)
      .execute()
  ).flatMap((row) => row.booking_id ?? []);

/** Marks the open differences of a booking, or those of none (null), as notified. Returns the keys that weren't. */
export const markTold = async (tx: Tx, bookingId: string | null, at: Date): Promise<string[]> =>
  (
    await tx
      .updateTable("ledger_differences")
      .set({ told_at: at })
      .where("booking_id", "is not distinct from", bookingId)
      .where("gone_at", "is", null)
      .where("told_at", "is", null)
      .returning("key")
      .execute()
  ).map((row) => row.key);

export const lastProof = (db: Db) =>
  db.selectFrom("ledger_proofs").select(["at", "differences"]).orderBy("id", "desc").limit(1).executeTakeFirst();

/** Open differences: of one booking, of all, or those of none, which are the tills'. */
export const standingDifferences = async (db: Kysely<Tables>, of: { bookingId: string } | "all" | "tills") => {
  const all = db
    .selectFrom("ledger_differences")
    .select(["booking_id", "account", "provider", "found_at"])
    .select([
      sql<Currency>`currency`.as("currency"),
      sql<number>`expected::float8`.as("expected"),
      sql<number>`actual::float8`.as("actual"),
    ])
    .where("gone_at", "is", null);
  const some =
    of === "all"
      ? all
      : of === "tills"
        ? all.where("booking_id", "is", null)
        : all.where("booking_id", "=", of.bookingId);
  return some.orderBy("found_at").orderBy("key").limit(500).execute();
};
