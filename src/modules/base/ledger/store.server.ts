import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Balance, RevenueDay } from "#src/modules/base/ledger/rules/accounts.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

export type NewEntry = Insertable<Tables["ledger_entries"]>;

/** Inserts entries; those of a known posting are ignored. */
export const addEntries = (tx: Tx, entries: NewEntry[]) =>
  tx
    .insertInto("ledger_entries")
    .values(entries)
    .onConflict((c) => c.columns(["posting", "line"]).doNothing())
    .execute();

/** A page of a period's entries after a given id, in insertion order, with the booking's reference. */
export const entriesAfter = (db: Db, time: { from: Date; until: Date }, after: number, limit: number) =>
  db
    .selectFrom("ledger_entries as l")
    .leftJoin("bookings as b", "b.id", "l.booking_id")
    .select(["l.id", "l.posting", "l.kind", "l.at", "l.account", "l.provider", "l.amount", "l.currency", "l.test"])
    .select(["b.reference", "l.payment_id", "l.refund_id"])
    .where("l.at", ">=", time.from)
    .where("l.at", "<", time.until)
    .where("l.id", ">", after)
    .orderBy("l.id")
    .limit(limit)
    .execute();

/** Sums by account, provider, currency and mode (`test`), in minor units; debits are positive. */
export async function sumsByAccount(db: Db): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select account, provider, currency, test, sum(amount)::float8 as amount
    from ledger_entries group by account, provider, currency, test order by account, provider, currency, test`.execute(
    db,
  );
  return rows;
}

/** What a booking's sale is counted for wrongly: `amount` (minor units) is to be deferred if it is below zero, else it is earned. */
export type Misplaced = {
  booking_id: string;
  currency: Currency;
  test: boolean;
  amount: number;
  /** when that came to be */
  at: Date;
  /** the last entry of the booking that was read: what is posted for it is posted once */
  last: string;
};

/**
 * Bookings whose sale is counted as earned before their night begins, or as owed after it, among those sold for nights from
 * `since` on and those that anything of was sold or taken back since. Sales of a night to come count from when they were sold,
 * those of one that began from its beginning, or from when they changed after it; what came to be before `recent` counts from now,
 * so that months that are closed stay as they are. In the order of their ids, from behind `after` on.
 */
export async function misplacedSales(
  db: Db,
  {
    now,
    since,
    recent,
    after,
    limit,
  }: { now: Date; since: Date; recent: Date; after: Misplaced | null; limit: number },
): Promise<Misplaced[]> {
  const { rows } = await sql<Misplaced>`
    with looked_at as (
      select b.id from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id where d.starts_at >= ${since}
      union
      select l.booking_id from ledger_entries l where l.at >= ${since} and l.account = 'revenue' and l.booking_id is not null
    ), sums as (
      select l.booking_id, l.currency, l.test, d.starts_at, max(l.id)::text as last,
        max(l.at) filter (where l.account = 'revenue') as sold_at,
        coalesce(sum(l.amount) filter (where l.account = 'revenue'), 0) as sold,
        coalesce(sum(l.amount) filter (where l.account = 'unearned'), 0) as owed
      from looked_at o join bookings b on b.id = o.id join scheduled_crawls d on d.id = b.scheduled_crawl_id
        join ledger_entries l on l.booking_id = b.id and l.account in ('revenue', 'unearned')
      group by l.booking_id, l.currency, l.test, d.starts_at
    ), wrong as (
      select *, (case when starts_at > ${now} then sold else 0 end - owed)::float8 as amount,
        case when starts_at > ${now} then sold_at else greatest(starts_at, sold_at) end as became
      from sums
    )
    select booking_id, currency, test, amount, last, case when became >= ${recent} then became else ${now} end as at
    from wrong where amount <> 0 and (${after === null} or (booking_id, currency) > (${after?.booking_id}::uuid, ${after?.currency})) order by booking_id, currency limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** Revenue by day; revenue is a credit, hence the minus. */
export async function revenueRows(
  db: Db,
  { by, from, to }: { by: "service" | "sale"; from: string; to: string },
): Promise<RevenueDay[]> {
  const { rows } = await sql<RevenueDay>`
    with days as (
      select case when ${by} = 'service' then d.date::date else (l.at at time zone ${HOME_ZONE})::date end as day, l.currency, l.amount
      from ledger_entries l
        left join bookings b on b.id = l.booking_id left join scheduled_crawls d on d.id = b.scheduled_crawl_id
      where l.account = 'revenue' and not l.test)
    select day::text, currency, coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as sold,
      coalesce(sum(amount) filter (where amount > 0), 0)::float8 as taken_back, -sum(amount)::float8 as revenue
    from days where day between ${from}::date and ${to}::date group by day, currency order by day, currency`.execute(
    db,
  );
  return rows;
}
