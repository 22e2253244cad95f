import { sql } from "kysely";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** A payment that arrived after its hold's end, or of a booking that was moved: the limits of coupons and stocks gave way to it. */
export const IS_LATE = `exists (select from payments p where p.purchase_id = b.id and (p.placement in ('seats_free', 'tolerance', 'moved')
  or p.placement = 'in_time' and p.settled_at >= b.hold_expires_at))`;

const KEEPS = `case when b.status <> 'cancelled' then x.quantity else
  (select count(*) from add_on_uses u where u.booking_id = x.booking_id and u.add_on_id = x.add_on_id and u.undone_at is null) end`;

/** What may never be, and the rows that would show it. Written from the raw tables, and by no statement of the product. */
const NEVER: Record<string, string> = {
  "more refunded than was paid": `select p.id from payments p join refunds r on r.payment_id = p.id where r.status <> 'dropped'
    group by p.id having sum(r.amount) > coalesce(p.charged_amount, p.amount)`,
  "a booking that two payments bought": `select purchase_id from payments
    where placement in ('in_time', 'seats_free', 'tolerance') and part_id is null group by 1 having count(*) > 1`,
  "a card that two payments bought": `select purchase_id from payments where placement = 'delivered' group by 1 having count(*) > 1`,
  "confirmed twice": `select subject_id from audit_log where action = 'booking.confirmed' group by 1 having count(*) > 1`,
  "a change that waits in vain": `select w.id from booking_changes w join bookings b on b.id = w.booking_id
    where w.status = 'pending' and (b.status <> 'confirmed' or b.version <> w.booking_version)`,
  "confirmed for nothing": `select b.id from bookings b where b.status = 'confirmed' and not exists (select from payments p
    where p.purchase_id = b.id and p.placement in ('in_time', 'seats_free', 'tolerance', 'moved'))`,
  "credit beyond what was given": `select id from credits where voided < 0 or expired < 0 or expired > voided or reclaimed > voided
    or amount < voided + (select coalesce(sum(u.amount), 0) from credit_uses u where u.credit_id = credits.id and u.state = 'used')`,
  "credit in two hands": `select c.id from credits c join credit_uses u on u.credit_id = c.id where u.state <> 'released'
    group by c.id having sum(u.amount) > c.amount`,
  "credit beyond the price": `select b.id from bookings b join credit_uses u on u.purchase_id = b.id
    where u.state <> 'released' and b.status <> 'cancelled' group by b.id having sum(u.amount) > b.total_price`,
  "credit of another currency, or of the other kind of money": `select u.id from credit_uses u join credits c on c.id = u.credit_id
    join bookings b on b.id = u.purchase_id where c.currency <> b.currency or c.test <> b.test`,
  "credit on what was cancelled before it was paid": `select u.id from credit_uses u join bookings b on b.id = u.purchase_id
    where u.state = 'reserved' and b.status <> 'pending'`,
  "a card without its credit, or with two": `select g.id from gift_cards g left join credits c on c.purchase_id = g.id
    group by g.id having count(c.id) <> (case when g.paid_at is null then 0 else 1 end) or max(c.amount) <> g.amount`,
  "practice and real money in one": `select p.id::text from payments p join (select id, test from bookings union all select id, test from gift_cards) t
      on t.id = p.purchase_id where (p.mode = 'sandbox') <> t.test
    union all select e.id::text from ledger_entries e join (select id, test from bookings union all select id, test from gift_cards) t
      on t.id = e.purchase_id where e.test <> t.test`,
  "a ledger that isn't zero": `select currency from ledger_entries group by currency, test having sum(amount) <> 0`,
  "add-ons beyond the stock of a night": `select a.id from add_ons a join booking_add_ons x on x.add_on_id = a.id
    join bookings b on b.id = x.booking_id where a.stock_per_night group by a.id, b.scheduled_crawl_id
    having sum(${KEEPS}) > a.stock + coalesce(sum(${KEEPS}) filter (where ${IS_LATE}), 0)`,
  "add-ons beyond the stock of all nights": `select a.id from add_ons a join booking_add_ons x on x.add_on_id = a.id
    join bookings b on b.id = x.booking_id where not a.stock_per_night group by a.id, b.test
    having sum(${KEEPS}) > a.stock + coalesce(sum(${KEEPS}) filter (where ${IS_LATE}), 0)`,
  "add-ons that cost something else": `select b.id from bookings b left join booking_add_ons x on x.booking_id = b.id
    group by b.id having b.add_ons <> coalesce(sum(x.amount), 0)`,
  "more handed out than was bought": `select x.booking_id from booking_add_ons x join add_on_uses u using (booking_id, add_on_id)
    where u.undone_at is null group by x.booking_id, x.add_on_id, x.quantity having count(*) > x.quantity`,
  "a friends' table that gave more than it has": `select t.id from friend_tables t left join friend_shares s on s.table_id = t.id
    group by t.id having t.taken > t.places or coalesce(sum(s.people), 0) > t.places or t.closed_at is null and t.taken <> coalesce(sum(s.people), 0)`,
  "an offer of the waiting list without its places": `select w.id from waiting_entries w join bookings b on b.id = w.booking_id
    where w.state = 'offered' and (b.status <> 'pending' or b.number_of_people <> w.people)`,
  "a reseller that owes something else than it was paid": `select b.id from bookings b
    where coalesce((select sum(c.amount) from partner_cash c where c.booking_id = b.id), 0)
      <> coalesce((select sum(p.amount) from payments p where p.purchase_id = b.id and p.method = 'reseller' and p.status = 'succeeded'), 0)
      - coalesce((select sum(r.amount) from refunds r join payments p on p.id = r.payment_id
        where p.purchase_id = b.id and p.method = 'reseller' and r.status = 'succeeded'), 0)`,
  "resellers that have something else by the ledger": `select test from ledger_entries where account = 'clearing' and provider = 'hostel'
    group by test having sum(amount) <> (select coalesce(sum(c.amount), 0) from partner_cash c join bookings b on b.id = c.booking_id
      where b.test = ledger_entries.test)`,
  "a resale for other people than its booking": `select r.id from resales r join bookings b on b.id = r.booking_id
    where b.status <> 'cancelled' and jsonb_array_length(r.people) <> b.number_of_people
      or b.status = 'confirmed' and (select array_agg((one ->> 'position')::int order by (one ->> 'position')::int) from jsonb_array_elements(r.people) one)
        <> (select array_agg(t.position order by t.position) from tickets t where t.booking_id = b.id and t.status = 'valid')`,
  "a group's night without its group": `select d.id from scheduled_crawls d where d.is_private and d.status = 'scheduled'
    and not exists (select from bookings b where b.scheduled_crawl_id = d.id and b.status <> 'cancelled')`,
  "a group that accepted, and has no booking": `select r.id from group_requests r where r.state = 'accepted' and not exists (
    select from group_quotes q join bookings b on b.id = q.booking_id where q.request_id = r.id and b.status <> 'cancelled')`,
};
const ALL = Object.entries(NEVER)
  .map(([name, rows]) => `select '${name.replaceAll("'", "''")}' as name, count(*)::int as n from (${rows}) x`)
  .join(" union all ");

/** What the raw tables show that may never be, with how often. */
export async function whatDiffers(on: Db | Tx): Promise<Record<string, number>> {
  const { rows } = await sql.raw<{ name: string; n: number }>(ALL).execute(on);
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]));
}
