import { type RawBuilder, sql } from "kysely";
import type { Currency } from "#src/kernel/money.ts";
import type { Days } from "#src/kernel/period.ts";
import { BY_HAND } from "#src/modules/money/payments/rules/books.ts";
import { NO_COMPANY } from "#src/modules/base/settings/rules/app-settings.ts";
import { among, within } from "#src/modules/office/reports/store/sales.server.ts";
import type { Basis, Earned } from "#src/modules/office/reports/schema.ts";
import { PARTNER_CASH } from "#src/modules/partners/commission/rules/statement.ts";
import type { Db } from "#src/platform/db.server.ts";

type Wish = {
  basis: Basis;
  days: Days;
  /** null: all */
  cities: readonly string[] | null;
  crawl: string | null;
  /** whether practice bookings count too */
  tests: boolean;
  /** whether partners are told apart */
  named: boolean;
};

/** What brought a booking: why it is credited to a partner, else who sold it. New reasons are channels of their own. */
const CHANNEL = sql`case
  when b.partner_reason is not null then b.partner_reason
  when exists (select from imported_references i where i.booking_id = b.id and not i.is_undone) then 'import'
  when exists (select from group_quotes q where q.booking_id = b.id) then 'group'
  when exists (select from door_sales d where d.booking_id = b.id) then 'door'
  when b.source = 'admin' then 'office'
  else 'site' end`;

/** The bookings that were sold on some days, or for their nights; cancelled ones too, for what was kept of them. */
function soldIn({ basis, days, cities, crawl, tests }: Wish): RawBuilder<unknown> {
  const filters = [
    sql`b.confirmed_at is not null`,
    basis === "sale" ? within(sql`b.confirmed_at`, days) : among(sql`b.date`, days),
    ...(tests ? [] : [sql`not b.test`]),
    ...(cities === null ? [] : [sql`b.city_id = any(${[...cities]}::text[])`]),
    ...(crawl === null ? [] : [sql`b.crawl_id = ${crawl}::uuid`]),
  ];
  return sql.join(filters, sql` and `);
}

const MONEY = ["revenue", "commission", "fee", "paid_out", "held", "missing", "by_hand", "owed", "credit"] as const;
const FIGURES = ["places", ...MONEY] as const;
/** A line of figures: those that are named, and 0 for the rest. */
const figures = (of: Partial<Record<(typeof FIGURES)[number], RawBuilder<unknown>>>) =>
  sql.join(FIGURES.map((name) => sql`${of[name] ?? sql`0`} as ${sql.ref(name)}`));

const CLEARED = sql`l.account = 'clearing'`;
/** Where no company's money is cleared: what staff record, and what was given back by hand. */
const NOBODYS = [...NO_COMPANY, BY_HAND];
const BY_COMPANY = sql`l.provider <> all(${NOBODYS}::text[])`;
const IS_MISSING = sql`exists (select from reconciliation_differences d where d.payment_id = p.id and not d.mended)`;
const IS_SETTLED = sql`exists (select from partner_cash c join partner_statements t on t.id = c.statement_id
  where c.booking_id = s.id and c.refund_id is not distinct from l.refund_id and t.state = 'paid')`;
const only = (amount: RawBuilder<unknown>, ...conditions: RawBuilder<unknown>[]) =>
  sql`case when ${sql.join(conditions, sql` and `)} then ${amount} else 0 end`;
const IN_HAND = sql`(l.provider = any(${NOBODYS.filter((one) => one !== PARTNER_CASH)}::text[])
  or (l.provider = ${PARTNER_CASH} and ${IS_SETTLED}))`;

/**
 * What places earned, by channel, partner and currency, in minor units: what the ledger has of the bookings, the fees that companies
 * reported of their payments, and where the money is. Each figure is in its own currency: commission is in pesos, whatever was paid in.
 */
export async function earnedBy(db: Db, wish: Wish): Promise<Earned[]> {
  const { rows } = await sql<Earned & { currency: Currency }>`
    with s as materialized (
      select b.id, b.currency, case when b.status = 'confirmed' then b.number_of_people else 0 end as people, ${CHANNEL} as channel,
        ${wish.named ? sql`b.partner_id` : sql`null::uuid`} as partner_id
      from booking_facts b where ${soldIn(wish)}
    ), lines as (
      select s.channel, s.partner_id, s.currency, ${figures({ places: sql`s.people` })} from s
      union all
      select s.channel, s.partner_id, l.currency, ${figures({
        revenue: only(sql`-l.amount`, sql`l.account = 'revenue'`),
        commission: only(sql`l.amount`, sql`l.account = 'commission'`),
        credit: only(sql`l.amount`, sql`l.account = 'credit'`),
        paid_out: only(sql`l.amount`, CLEARED, BY_COMPANY, sql`p.payout_id is not null`),
        missing: only(sql`l.amount`, CLEARED, BY_COMPANY, sql`p.payout_id is null`, IS_MISSING),
        held: only(sql`l.amount`, CLEARED, BY_COMPANY, sql`p.payout_id is null`, sql`not ${IS_MISSING}`),
        by_hand: only(sql`l.amount`, CLEARED, IN_HAND),
        owed: only(sql`l.amount`, CLEARED, sql`l.provider = ${PARTNER_CASH}`, sql`not ${IS_SETTLED}`),
      })}
      from s join ledger_entries l on l.purchase_id = s.id and l.account in ('revenue', 'commission', 'credit', 'clearing')
        left join payments p on p.id = l.payment_id
      union all
      select s.channel, s.partner_id, p.fee_currency, ${figures({ fee: sql`p.fee_amount` })}
      from s join payments p on p.purchase_id = s.id where p.fee_amount is not null
    )
    select lines.channel, lines.partner_id, q.name as partner, lines.currency,
      ${sql.join(FIGURES.map((name) => sql`sum(${sql.ref(`lines.${name}`)})::float8 as ${sql.ref(name)}`))}
    from lines left join partners q on q.id = lines.partner_id
    group by lines.channel, lines.partner_id, q.name, lines.currency`.execute(db);
  return rows;
}
