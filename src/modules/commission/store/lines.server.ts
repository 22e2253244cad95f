import type { Facts, Rule, Terms } from "#src/modules/commission/rules/commission.ts";
import type { Statements } from "#src/platform/db.server.ts";

// Commission is settled under two locks, always in this order and after everything else: the partners (shared, so that a statement
// isn't agreed meanwhile), then the bookings by an advisory lock, because a door that lets guests in may not wait for a booking's row.

const PARTNERS = `
  select distinct p.id from partners p where p.id in (
    select partner_id from bookings where id = any($1::uuid[]) union select partner_id from commission_lines where booking_id = any($1::uuid[]))`;

/** Whom bookings are or were credited to. */
export async function partnersOf(on: Statements, bookings: readonly string[]): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>({ name: "commission-partners", text: PARTNERS, values: [bookings] });
  return rows.map(({ id }) => id);
}

const HOLD = "select id from partners where id = any($1::uuid[]) order by id for share";
const LOCK = `select pg_advisory_xact_lock(hashtextextended('commission:' || id, 0)) from (
  select id from unnest($1::text[]) id order by id) one`;

/** Locks what settling bookings needs; what is read afterwards stays true until the transaction ends. */
export async function lockForSettling(
  on: Statements,
  { partners, bookings }: { partners: readonly string[]; bookings: readonly string[] },
): Promise<void> {
  await on.query({ name: "commission-hold", text: HOLD, values: [partners] });
  await on.query({ name: "commission-lock", text: LOCK, values: [bookings] });
}

/** A booking with what counts for its commission; `partner_id` whom it is credited to now. Money in minor units of `currency`. */
export type BookingFacts = Omit<Facts, "sale"> & {
  id: string;
  partner_id: string | null;
  revenue: number;
  currency: string;
  peso_rate: number | null;
  base_currency: string;
  rate: number;
  test: boolean;
};

// what was sold is what the ledger says: refunds of a part, lost disputes and changes are all in it
const FACTS = `
  select b.id, b.partner_id, b.status, b.number_of_people as people, b.crawl_id, d.date::text as service_date, b.test, b.currency,
    b.peso_rate::float8 as peso_rate, b.base_currency, b.rate::float8 as rate, b.partner_verdict as verdict,
    (select count(*)::int from tickets t join entries n on n.ticket_id = t.id and n.standing = 'open'
      where t.booking_id = b.id and t.status = 'valid') as came,
    coalesce((select -sum(l.amount) from ledger_entries l where l.booking_id = b.id and l.account = 'revenue'), 0)::float8 as revenue,
    exists (select from payments y where y.booking_id = b.id and y.dispute_state in ('open', 'lost')) as disputed
  from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id
  where b.id = any($1::uuid[])`;

/** What is true of bookings now; a statement of its own after the locks. */
export async function bookingFacts(on: Statements, bookings: readonly string[]): Promise<BookingFacts[]> {
  const { rows } = await on.query<BookingFacts>({ name: "commission-facts", text: FACTS, values: [bookings] });
  return rows;
}

/** What the lines of a booking say so far, by partner: people, and centavos. */
export type Settled = { booking_id: string; partner_id: string; counted: number; sale: number; amount: number };

const SETTLED = `
  select booking_id, partner_id, sum(came)::int as counted, sum(sale)::float8 as sale, sum(amount)::float8 as amount from commission_lines
  where booking_id = any($1::uuid[]) group by booking_id, partner_id`;

/** The sums of bookings' lines. */
export async function settledSums(on: Statements, bookings: readonly string[]): Promise<Settled[]> {
  const { rows } = await on.query<Settled>({ name: "commission-settled", text: SETTLED, values: [bookings] });
  return rows;
}

const TERMS = `
  select id, partner_id, version, valid_from::text as valid_from, basis, kind, value, tiers, exceptions
  from partner_terms where partner_id = any($1::uuid[])`;

/** All terms ever agreed with partners. */
export async function termsOf(
  on: Statements,
  partners: readonly string[],
): Promise<(Terms & { partner_id: string })[]> {
  const { rows } = await on.query<Terms & { partner_id: string }>({
    name: "commission-terms",
    text: TERMS,
    values: [partners],
  });
  return rows;
}

/** A month that was closed for all, with a partner's statement of it where there is one. */
export type ClosedMonth = {
  month: string;
  test: boolean;
  partner_id: string | null;
  state: string | null;
  counted: number | null;
};

const MONTHS = `
  select m.month, m.test, s.partner_id, s.state, s.counted from closed_months m
  left join partner_statements s on s.month = m.month and s.test = m.test and s.partner_id = any($1::uuid[])`;

/** Closed months; those with a statement of one of the partners once for each. */
export async function closedMonths(on: Statements, partners: readonly string[]): Promise<ClosedMonth[]> {
  const { rows } = await on.query<ClosedMonth>({ name: "commission-months", text: MONTHS, values: [partners] });
  return rows;
}

export type NewLine = {
  partner_id: string;
  booking_id: string;
  month: string;
  service_date: string;
  kind: "accrued" | "reversed" | "tier" | "correction";
  cause: string;
  came: number;
  people: number;
  sale: number;
  amount: number;
  terms_id: string | null;
  rule: Rule | null;
  note: string;
  test: boolean;
};

const ADD = `
  insert into commission_lines (partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, rule, note, test, at)
  select partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, coalesce(rule, '{}'), note, test, $2
  from jsonb_to_recordset($1::jsonb) as line (partner_id uuid, booking_id uuid, month text, service_date date, kind text, cause text,
    came int, people int, sale int, amount int, terms_id uuid, rule jsonb, note text, test boolean)
  returning id, booking_id, amount, test`;

/** Adds lines; returns their ids. */
export async function addLines(on: Statements, lines: readonly NewLine[], at: Date) {
  const { rows } = await on.query<{ id: number; booking_id: string; amount: number; test: boolean }>({
    name: "commission-add",
    text: ADD,
    values: [JSON.stringify(lines), at],
  });
  return rows;
}
