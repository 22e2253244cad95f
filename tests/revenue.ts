import { sql } from "kysely";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import type { Db } from "#src/platform/db.server.ts";

/** A day's revenue in minor units: what was sold, what of it was taken back, and what is left. */
type RevenueDay = { day: string; currency: string; sold: number; taken_back: number; revenue: number };

/**
 * Revenue by day and currency in minor units, from the ledger alone and without test money: by the local date on which the crawl
 * starts (`service`), or by the date in Mexico City on which it was booked (`sale`). `from` and `to` are inclusive
 * (`2026-11-20`). Revenue is a credit, hence the minus.
 */
export async function revenueByDay(
  { db }: { db: Db },
  { by, from, to }: { by: "service" | "sale"; from: string; to: string },
): Promise<RevenueDay[]> {
  const { rows } = await sql<RevenueDay>`
    with days as (
      select case when ${by} = 'service' then d.date::date else (l.at at time zone ${HOME_ZONE})::date end as day, l.currency, l.amount
      from ledger_entries l
        left join bookings b on b.id = l.purchase_id left join scheduled_crawls d on d.id = b.scheduled_crawl_id
      where l.account = 'revenue' and not l.test)
    select day::text, currency, coalesce(-sum(amount) filter (where amount < 0), 0)::float8 as sold,
      coalesce(sum(amount) filter (where amount > 0), 0)::float8 as taken_back, -sum(amount)::float8 as revenue
    from days where day between ${from}::date and ${to}::date group by day, currency order by day, currency`.execute(
    db,
  );
  return rows;
}
