import { sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Db } from "#src/platform/db.server.ts";

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
      select id from booking_facts where starts_at >= ${since}
      union
      select l.purchase_id from ledger_entries l where l.at >= ${since} and l.account = 'revenue' and l.purchase_id is not null
    ), sums as (
      select l.purchase_id as booking_id, l.currency, l.test, b.starts_at, max(l.id)::text as last,
        max(l.at) filter (where l.account = 'revenue') as sold_at,
        coalesce(sum(l.amount) filter (where l.account = 'revenue'), 0) as sold,
        coalesce(sum(l.amount) filter (where l.account = 'unearned'), 0) as owed
      from looked_at o join booking_facts b on b.id = o.id
        join ledger_entries l on l.purchase_id = b.id and l.account in ('revenue', 'unearned')
      group by l.purchase_id, l.currency, l.test, b.starts_at
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
