import { sql } from "kysely";
import type { Difference, PaymentsQuestions } from "#src/modules/money/payments/questions.ts";
import { within } from "#src/platform/id-scope.server.ts";
import { BY_HAND } from "#src/modules/money/payments/rules/books.ts";

/**
 * Compares the balance of each purchase's accounts in the ledger with what sales, payments, refunds, disputes and lines of
 * commission imply, and what closed tills have moved, in which nothing stays, partners' statements that were paid, and what became of the office's cash. A single statement, for a consistent snapshot. `guest` holds only undecided
 * money, and what a bank has taken provisionally.
 */
export const ledgerDifferences: PaymentsQuestions["ledgerDifferences"] = async (on, scope = { kind: "all" }) => {
  const of = (column: string) => within(scope, column);
  const ofNone = sql.lit(scope.kind === "all" || scope.kind === "none");
  const { rows } = await sql<Difference>`
    with expected as (
      select purchase_id, 'revenue' as account, null::text as provider, currency, -amount as amount
        from purchase_sales where ${of("purchase_id")}
      union all
      select purchase_id, 'revenue', null, currency, taken_back from refunds where taken_back > 0 and ${of("purchase_id")}
      union all
      select p.purchase_id, 'revenue', null, d.currency, d.lost from disputes d join payments p on p.id = d.payment_id
        where ${of("p.purchase_id")}
      union all
      select u.purchase_id, 'revenue', null, c.currency, u.taken_back
        from credit_uses u join credits c on c.id = u.credit_id where u.taken_back > 0 and ${of("u.purchase_id")}
      union all
      select purchase_id, 'credit', null, currency, voided - amount from credits where ${of("purchase_id")}
      union all
      select purchase_id, 'revenue', null, currency, -reclaimed from credits where reclaimed > 0 and ${of("purchase_id")}
      union all
      select purchase_id, 'breakage', null, currency, -expired from credits where expired > 0 and ${of("purchase_id")}
      union all
      select purchase_id, 'promotion', null, currency, amount - voided + expired from credits
        where payment_id is null and ${of("purchase_id")}
      union all
      select u.purchase_id, 'credit', null, c.currency, u.amount
        from credit_uses u join credits c on c.id = u.credit_id where u.state = 'used' and ${of("u.purchase_id")}
      union all
      select purchase_id, 'clearing', provider, charged_currency, charged_amount
        from payments where charged_amount is not null and ${of("purchase_id")}
      union all
      select r.purchase_id, 'clearing',
        case when r.external_id is null and r.note is not null and p.provider <> 'terminal' then ${BY_HAND}::text else p.provider end,
        r.currency, -r.amount
        from refunds r join payments p on p.id = r.payment_id where r.status = 'succeeded' and ${of("r.purchase_id")}
      union all
      select p.purchase_id, 'clearing', p.provider, d.currency, -d.amount
        from disputes d join payments p on p.id = d.payment_id where d.state in ('open', 'lost') and ${of("p.purchase_id")}
      union all
      select purchase_id, 'refund_due', null, currency, -amount
        from refunds where status in ('requested', 'submitted', 'failed', 'manual') and ${of("purchase_id")}
      union all
      select purchase_id, 'guest', null, charged_currency, -charged_amount
        from payments where charged_amount is not null and status <> 'succeeded' and ${of("purchase_id")}
      union all
      select r.purchase_id, 'guest', null, r.currency, r.amount - r.taken_back from refunds r join payments p on p.id = r.payment_id
        where p.status <> 'succeeded' and r.status <> 'dropped' and ${of("r.purchase_id")}
      union all
      select p.purchase_id, 'guest', null, d.currency, d.amount from disputes d join payments p on p.id = d.payment_id
        where (d.state = 'open' or d.state = 'lost' and p.status <> 'succeeded') and ${of("p.purchase_id")}
      union all
      select null::uuid, 'clearing', 'cash', l.currency, -sum(l.due)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.way = 'cash' and l.kind = 'taking' and ${ofNone} group by l.currency
      union all
      select null::uuid, 'clearing', ${BY_HAND}::text, l.currency, sum(l.due)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.way = 'cash' and l.kind = 'refund' and ${ofNone} group by l.currency
      union all
      select null::uuid, 'office_cash', null, c.currency, sum(c.counted)
        from till_counts c join tills t on t.id = c.till_id and t.round = c.round where t.state = 'closed' and c.way = 'cash' and ${ofNone} group by c.currency
      union all
      select null::uuid, 'office_cash', null, l.currency, -sum(l.amount)
        from till_lines l join tills t on t.id = l.till_id where t.state = 'closed' and l.kind = 'float' and ${ofNone} group by l.currency
      union all
      select l.booking_id, side.account, null, 'MXN', side.sign * l.amount from commission_lines l
        cross join (values ('commission', 1), ('affiliate_due', -1)) as side(account, sign) where ${of("l.booking_id")}
      union all
      select null::uuid, side.account, side.provider, s.currency, side.amount from partner_statements s
        cross join lateral (values ('affiliate_due', null::text, s.commission), ('clearing', 'hostel', -s.cash_kept),
          ('payout', null, s.cash_kept - s.commission)) as side(account, provider, amount) where s.state = 'paid' and ${ofNone}
      union all
      select null::uuid, side.account, null::text, m.currency, side.amount from office_moves m
        cross join lateral (values
          (case m.kind when 'bar_transfer' then 'bar_paid' else 'office_cash' end,
            case when m.kind in ('from_bank', 'from_owner') then m.amount else -m.amount end),
          (case m.kind when 'banked' then 'bank' when 'from_bank' then 'bank' when 'drawn' then 'drawings'
              when 'from_owner' then 'drawings' when 'bill' then 'bills' when 'partners' then 'payout'
              when 'guides' then 'guide_paid' else 'bar_drinks' end,
            case when m.kind in ('from_bank', 'from_owner') then -m.amount else m.amount end)) as side(account, amount)
        where m.undone_at is null and side.account <> 'guide_paid' and ${ofNone}
    ), compared as (
      select purchase_id, account, provider, currency, amount as expected, 0 as actual from expected
      union all
      select purchase_id, account, provider, currency, 0, amount from ledger_entries
        where account in ('guest', 'revenue', 'clearing', 'refund_due', 'credit', 'till', 'office_cash',
          'commission', 'affiliate_due', 'payout', 'bank', 'drawings', 'bills', 'bar_drinks', 'bar_paid', 'promotion', 'breakage') and ${of("purchase_id")}
    )
    select purchase_id, account, provider, currency, sum(expected)::float8 as expected, sum(actual)::float8 as actual
      from compared group by 1, 2, 3, 4 having sum(expected) <> sum(actual)
    union all
    select min(purchase_id::text)::uuid, 'posting ' || posting, null, currency, 0, sum(amount)::float8
      from ledger_entries where ${of("purchase_id")} group by posting, currency having sum(amount) <> 0
    order by 1, 2, 3, 4`.execute(on);
  return rows;
};
