import { CAME } from "#src/modules/evening/door/queries.server.ts";
import type { Facts, Terms } from "#src/modules/partners/commission/rules/commission.ts";
import type {
  Books,
  ClosedMonth,
  NewLine,
  Settled,
  SettledBooking,
  StatementState,
} from "#src/modules/partners/commission/rules/settling.ts";
import type { Statements } from "#src/platform/db.server.ts";

// Commission is settled after everything else in a transaction, under locks that are always taken in this order: the end of a month
// (shared), the partners (shared, so that no statement is agreed meanwhile), the bookings (advisory, because a door that lets guests
// in may not wait for a booking's row). Whoever holds partners alone needs none of the bookings'.

const PARTNERS = `
  select partner_id as id from booking_facts where id = any($1::uuid[]) and partner_id is not null
  union select partner_id from commission_lines where booking_id = any($1::uuid[])`;

/** Whom bookings are or were credited to. */
export async function partnersOf(on: Statements, bookings: readonly string[]): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>({ name: "commission-partners", text: PARTNERS, values: [bookings] });
  return rows.map(({ id }) => id);
}

const MONTHS = "commission:months";
const ENTER = `select pg_advisory_xact_lock_shared(hashtextextended('${MONTHS}', 0))`;
const SHUT = `select pg_advisory_xact_lock(hashtextextended('${MONTHS}', 0))`;
const HOLD = "select id from partners where id = any($1::uuid[]) order by id for share";
// stronger than the locks above, and weaker than what a new booking's foreign key waits for
const HOLD_ALONE = "select id from partners where id = any($1::uuid[]) order by id for no key update";
const LOCK = `select pg_advisory_xact_lock(hashtextextended('commission:' || id, 0)) from (
  select id from unnest($1::text[]) id order by id) one`;

/** Locks what settling bookings needs; what is read afterwards stays true until the transaction ends. */
export async function lockForSettling(
  on: Statements,
  { partners, bookings }: { partners: readonly string[]; bookings: readonly string[] },
): Promise<void> {
  await enterMonths(on);
  await holdPartners(on, partners);
  await on.query({ name: "commission-lock", text: LOCK, values: [bookings] });
}

/** Keeps months from ending until the transaction ends. */
export const enterMonths = (on: Statements) => on.query({ name: "commission-enter", text: ENTER });

/** Keeps statements of partners from being agreed until the transaction ends. */
export const holdPartners = (on: Statements, partners: readonly string[]) =>
  on.query({ name: "commission-hold", text: HOLD, values: [partners] });

/** Keeps everything of partners' commission from changing until the transaction ends. */
export const holdAlone = (on: Statements, partners: readonly string[]) =>
  on.query({ name: "commission-hold-alone", text: HOLD_ALONE, values: [partners] });

/** Keeps all commission from changing, for moments: while a month ends. */
export const holdMonths = (on: Statements) => on.query({ name: "commission-shut", text: SHUT });

/** A booking with what counts for its commission. `revenue`: what it was sold for, in minor units of `currency`. */
export type BookingFacts = Omit<SettledBooking, keyof Facts> &
  Omit<Facts, "sale"> & {
    revenue: number;
    currency: string;
    peso_rate: number | null;
  };

// What was sold is what the ledger says: refunds of a part, lost disputes and changes are all in it.
const FACTS = `
  select b.id, b.partner_id, b.status, b.number_of_people as people, b.crawl_id, b.date::text as service_date, b.test, b.currency,
    b.peso_rate::float8 as peso_rate, b.partner_verdict as verdict,
    ${CAME} as came,
    coalesce((select -sum(l.amount) from ledger_entries l where l.purchase_id = b.id and l.account = 'revenue'), 0)::float8 as revenue,
    exists (select from payments y where y.purchase_id = b.id and y.dispute_state in ('open', 'lost')) as disputed
  from booking_facts b
  where b.id = any($1::uuid[])`;

/** What is true of bookings now; a statement of its own after the locks. */
export async function bookingFacts(on: Statements, bookings: readonly string[]): Promise<BookingFacts[]> {
  const { rows } = await on.query<BookingFacts>({ name: "commission-facts", text: FACTS, values: [bookings] });
  return rows;
}

const SETTLED = `
  select booking_id, partner_id, max(service_date)::text as service_date, sum(came)::int as counted, sum(sale)::float8 as sale,
    sum(amount)::float8 as amount
  from commission_lines where booking_id = any($1::uuid[])
  group by booking_id, partner_id, date_trunc('month', service_date)`;

/** The sums of bookings' lines. */
export async function settledSums(on: Statements, bookings: readonly string[]): Promise<Settled[]> {
  const { rows } = await on.query<Settled>({ name: "commission-settled", text: SETTLED, values: [bookings] });
  return rows;
}

const TERMS = `
  select id, partner_id, version, valid_from::text as valid_from, basis, kind, value, tiers, exceptions
  from partner_terms where partner_id = any($1::uuid[])`;
const STATEMENTS = `select partner_id, month, test, state, counted from partner_statements where partner_id = any($1::uuid[])`;
const CLOSED = "select month, test from closed_months";

/** All terms ever agreed with partners. */
export async function termsOf(
  on: Statements,
  partners: readonly string[],
): Promise<(Terms & { partner_id: string })[]> {
  const values = [partners];
  return (await on.query<Terms & { partner_id: string }>({ name: "commission-terms", text: TERMS, values })).rows;
}

/** All terms ever agreed with partners, their statements, and the months that are closed. */
export async function booksOf(on: Statements, partners: readonly string[]): Promise<Books> {
  const values = [partners];
  const terms = await termsOf(on, partners);
  const statements = await on.query<StatementState>({ name: "commission-statements", text: STATEMENTS, values });
  const closed = await on.query<ClosedMonth>({ name: "commission-closed", text: CLOSED });
  return { terms, statements: statements.rows, closed: closed.rows };
}

const ADD = `
  insert into commission_lines (partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, rule, test, at)
  select partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, coalesce(rule, '{}'), test, $2
  from jsonb_to_recordset($1::jsonb) as line (partner_id uuid, booking_id uuid, month text, service_date date, kind text, cause text,
    came int, people int, sale int, amount int, terms_id uuid, rule jsonb, test boolean)
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

const OF_NIGHT = "select id from booking_facts where scheduled_crawl_id = $1 and partner_id is not null";

/** The bookings of a departure that are credited to a partner. */
export async function bookingsOfNight(on: Statements, departure: string): Promise<string[]> {
  const { rows } = await on.query<{ id: string }>({ name: "commission-night", text: OF_NIGHT, values: [departure] });
  return rows.map(({ id }) => id);
}

const FROM_DATE = `
  select b.id from booking_facts b
  where b.partner_id = any($1::uuid[]) and b.date >= $2::date and ($3::date is null or b.date < $3::date)
    and ($4::boolean is null or b.test = $4)`;

/** The bookings that are credited to partners, of the nights from a date (2026-11-01) on, before another; practice ones or others. */
export async function bookingsFrom(
  on: Statements,
  partners: readonly string[],
  { from, before, test }: { from: string; before: string | null; test: boolean | null },
): Promise<string[]> {
  const values = [partners, from, before, test];
  return (await on.query<{ id: string }>({ name: "commission-from", text: FROM_DATE, values })).rows.map(
    ({ id }) => id,
  );
}
