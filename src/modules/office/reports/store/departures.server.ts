import { type Expression, sql, type SqlBool } from "kysely";
import { closeUntil } from "#src/modules/books/invoices/rules/due.ts";
import type { Currency } from "#src/kernel/money.ts";
import { visitsIn } from "#src/modules/sales/affiliates/queries.server.ts";
import type { Days } from "#src/kernel/period.ts";
import type { CrawlColour } from "#src/modules/site/catalog/rules/mark.ts";
import type { DepartureSeats } from "#src/modules/office/reports/rules/fill.ts";
import type { Subject, Visits, WaitingItem } from "#src/modules/office/reports/schema.ts";
import type { Db } from "#src/platform/db.server.ts";

/** The cities in the site's order. */
export const cityRows = (db: Db) =>
  db.selectFrom("cities").select(["id", "name", "name_es", "time_zone"]).orderBy("position").orderBy("id").execute();

/** Occupancy of the departures in a range of days, cancelled ones excluded. Of these cities, or all. */
export async function takenBetween(
  db: Db,
  { from, to, cities }: { from: string; to: string; cities: readonly string[] | null },
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    select d.date::text as date, d.crawl_id, d.title, d.title_es, d.short_name, d.short_name_es, d.colour,
      d.total_spots as total, d.total_spots - d.available_spots + d.overbooked_spots as taken
    from night_facts d
    where d.status = 'scheduled' and d.external_booking_link is null and d.date between ${from}::date and ${to}::date
      and (${cities}::text[] is null or d.city_id = any(${cities}::text[]))`.execute(db);
  return rows;
}

type TakenRow = Omit<DepartureSeats, "name"> & {
  title_es: string | null;
  short_name: string | null;
  short_name_es: string | null;
};

export type DepartureRow = {
  id: string;
  date: string;
  zone: string;
  starts_at: Date;
  ends_at: Date;
  start_time: string;
  status: string;
  total: number;
  booked: number;
  /** of those booked, how many are in */
  inside: number;
  held: number;
  title: string;
  title_es: string | null;
  colour: CrawlColour;
  city_id: string;
  city_name: string;
  city_name_es: string | null;
  crawl_id: string;
  on_every_site: boolean;
  is_active: boolean;
  is_city_active: boolean;
  deleted_at: Date | null;
  sums: { currency: Currency; amount: number }[];
};

/**
 * The departures of some dates with their seats and the price of their active bookings by currency. A lapsed hold keeps no seats,
 * swept or not (rule seats-3).
 */
export async function departuresOn(
  db: Db,
  { dates, now, tests }: { dates: readonly string[]; now: Date; tests: boolean },
): Promise<DepartureRow[]> {
  // the dates are hidden from the planner: with those at hand it expects so few nights that it would plan anew each time
  const { rows } = await sql<DepartureRow>`
    select d.id, d.date::text as date, d.time_zone as zone, d.starts_at, d.ends_at, d.start_time, d.status, d.total_spots as total,
      d.title, d.title_es, d.colour, d.city_id, d.city as city_name, d.city_es as city_name_es,
      d.crawl_id, d.on_every_site, d.crawl_is_active as is_active, d.city_is_active as is_city_active, d.crawl_deleted_at as deleted_at,
      k.booked::int as booked,
      (select count(*) from booking_facts b join tickets t on t.booking_id = b.id join entries n on n.ticket_id = t.id
        where b.scheduled_crawl_id = d.id and b.status = 'confirmed' and t.status = 'valid' and n.standing = 'open')::int as inside,
      (k.held
        + coalesce((select sum(h.held_people) from booking_changes h
          where h.to_departure_id = d.id and h.status = 'pending' and h.hold_expires_at > ${now}), 0)
        + coalesce((select sum(o.places - o.sold) from offline_places o
          where o.departure_id = d.id and o.returned_at is null), 0)
        + table_places(d.id, ${now}))::int as held,
      k.sums
    from night_facts d cross join lateral (
      select coalesce(sum(s.booked), 0) as booked, coalesce(sum(s.held), 0) as held,
        coalesce(json_agg(json_build_object('currency', s.currency, 'amount', s.amount) order by s.currency)
          filter (where s.amount is not null), '[]') as sums
      from (
        select b.currency, sum(b.number_of_people) filter (where b.status = 'confirmed') as booked,
          sum(b.number_of_people) filter (where b.status = 'pending' and b.hold_expires_at > ${now}) as held,
          sum(b.total_price) filter (where b.status = 'confirmed' and (${tests}::boolean or not b.test))::float8 as amount
        from booking_facts b where b.scheduled_crawl_id = d.id group by b.currency) s) k
    where d.date = any(array(select unnest(${dates}::date[]))) order by d.starts_at, d.title`.execute(db);
  return rows;
}

/** So many codes are listed at all. */
const MOST_CODES = 100;

/** Visits through partners' links and code scans in some days, most first, with the name of the partner whose code it is. */
export const visitsBetween = async (
  db: Db,
  days: Days,
  { partner, most }: { partner: string | null; most: number | null },
) => {
  const isTheirs =
    partner === null
      ? sql`true`
      : sql`case kind when 'link' then lower(code) = (select lower(code) from partners where id = ${partner}::uuid)
          else code in (select id from qr_codes where partner_id = ${partner}::uuid) end`;
  const { rows } = await sql<Visits>`
    select v.*, p.name from (
      select kind, code, sum(visits)::int as visits from ${visitsIn(days)} all_ways where ${isTheirs}
      group by kind, code order by visits desc, code limit ${most ?? MOST_CODES}) v
    left join qr_codes q on v.kind = 'qr' and q.id = v.code
    left join partners p on p.id = q.partner_id or (v.kind = 'link' and lower(p.code) = lower(v.code))
    order by v.visits desc, v.code`.execute(db);
  return rows;
};

/** A partner by id. */
export const partnerNamed = (db: Db, id: string) =>
  db.selectFrom("partners").select(["id", "name"]).where("id", "=", id).executeTakeFirst();

/** Number of items that need a decision, and since when. */
export type Waiting = { count: number; oldest: Date | null };

/** Emails that were given up, without those to guests whose address is refused: that is another task. */
const UNDELIVERED = sql<SqlBool>`status = 'failed' and (refused_at is null or booking_id is null)`;

/** Bookings that are still to come whose guest's address a mail server refuses for good, with since when. */
const refusedAddresses = (now: Date) => sql`select e.booking_id, min(e.refused_at) as refused_at
  from emails e join booking_facts b on b.id = e.booking_id
  where e.refused_at is not null and lower(e.recipient) = lower(b.email) and b.ends_at > ${now}
    and (b.status = 'confirmed' or (b.status = 'pending' and b.hold_expires_at > ${now}))
    and not exists (select from emails s where s.booking_id = b.id and lower(s.recipient) = lower(b.email) and s.sent_at > e.refused_at)
  group by e.booking_id`;

/** Whether a booking is of one of some cities; null: of any. */
const isOf = (cities: readonly string[] | null, bookingId: Expression<unknown>) =>
  cities === null
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${bookingId} in (select b.id from booking_facts b
        where b.city_id = any(${[...cities]}::text[]))`;

type Condition = Expression<SqlBool>;
const counted = (table: string, condition: Condition, since: string) =>
  sql`select count(*)::int as count, min(${sql.ref(since)}) as oldest from ${sql.table(table)} where ${condition}`;

/** What is counted in rows; the system's own findings are not, and whether a night has guides enough is a rule's. */
type Counted = Exclude<Subject, "health" | "guides">;

/**
 * Items of the given subjects that need a decision, in one statement that reads only those. Payments: those to be reviewed,
 * disputes, those of banks that take too long, failed provider events, unseen reconciliations, and failed ledger checks. `cities`:
 * only what is of one of them, of the subjects that are told apart by city.
 */
export async function waitingOf(
  db: Db,
  subjects: readonly Counted[],
  { now, practises, cities }: { now: Date; practises: boolean; cities: readonly string[] | null },
): Promise<Map<Subject, Waiting>> {
  if (subjects.length === 0) return new Map();
  const parts: Record<Counted, ReturnType<typeof sql>[]> = {
    payments: [
      counted("payments", sql<SqlBool>`review_reason in ('wrong_amount', 'wrong_currency')`, "created_at"),
      counted("payments", sql<SqlBool>`dispute_state = 'open'`, "settled_at"),
      counted(
        "payments",
        sql<SqlBool>`bank_since is not null and status = 'pending' and expires_at <= ${now} and review_reason is null`,
        "bank_since",
      ),
      counted("provider_events", sql<SqlBool>`dead_at is not null and dead_reason <> 'payment_unknown'`, "received_at"),
      counted(
        "reconciliation_runs",
        sql<SqlBool>`looked_at is null and exists (select from reconciliation_differences d
          where d.run_id = reconciliation_runs.id and not d.mended)`,
        "ran_at",
      ),
      counted("ledger_differences", sql<SqlBool>`gone_at is null`, "found_at"),
    ],
    refunds: [
      counted(
        "refunds",
        sql<SqlBool>`status in ('manual', 'failed') or (status = 'requested' and due_at <= ${now})`,
        "created_at",
      ),
    ],
    invoices: [counted("invoice_requests", closeToDue(now, practises), "created_at")],
    // not closed by noon of the next day, or with a difference that nobody has looked at
    tills: [
      counted(
        "tills",
        sql<SqlBool>`state <> 'closed' and ((night + 1) + time '12:00')
          at time zone (select time_zone from cities where id = city_id) <= ${now}`,
        "opened_at",
      ),
      counted(
        "tills",
        sql<SqlBool>`state = 'closed' and looked_at is null and exists (select from till_counts c
          where c.till_id = tills.id and c.round = tills.round and c.expected <> c.counted)`,
        "closed_at",
      ),
    ],
    desks: [counted("desk_devices", sql<SqlBool>`locked_at is not null and revoked_at is null`, "locked_at")],
    // one that switched itself off, or hasn't taken a message for an hour; but not of a key that has ended, or a partner who is off
    webhooks: [
      counted(
        "webhook_endpoints",
        sql<SqlBool>`(gone_at is not null or (is_active and failing_since <= ${now}::timestamptz - interval '1 hour'))
          and not exists (select from api_keys k where k.id = webhook_endpoints.key_id and (k.revoked_at is not null or k.expires_at <= ${now}::timestamptz))
          and not exists (select from partners p where p.id = webhook_endpoints.partner_id and not p.is_active)`,
        "failing_since",
      ),
    ],
    sales: [counted("refused_sales", sql<SqlBool>`settled_at is null`, "received_at")],
    entries: [
      counted("entries", sql<SqlBool>`standing = 'double' and looked_at is null`, "happened_at"),
      // an undo is about what it takes back; those of a double entry are counted above
      sql`select count(distinct n.id)::int as count, min(n.happened_at) as oldest
        from checkin_events e join entries n on n.id = coalesce(e.of_event, e.id)
        where e.concern is not null and (e.kind <> 'in' or n.standing = 'open') and n.standing <> 'double' and n.looked_at is null`,
    ],
    emails: [counted("emails", UNDELIVERED, "created_at")],
    addresses: [
      sql`select count(*)::int as count, min(refused_at) as oldest from (${refusedAddresses(now)}) refused
        where ${isOf(cities, sql`booking_id`)}`,
    ],
    messages: [counted("contact_messages", sql<SqlBool>`status = 'new' and not is_suspect`, "created_at")],
    questions: [counted("statement_questions", sql<SqlBool>`answered_at is null`, "asked_at")],
    unpaid: [counted("hold_episodes", sql<SqlBool>`ended_at is null`, "started_at")],
    doubts: [
      counted(
        "bookings",
        sql<SqlBool>`partner_doubts is not null and partner_verdict is null and status = 'confirmed'`,
        "partner_at",
      ),
    ],
    reviews: [
      counted(
        "ratings",
        sql<SqlBool>`stars <= 2 and handled_at is null and ${isOf(cities, sql`booking_id`)}`,
        "created_at",
      ),
    ],
  };
  const { rows } = await sql<{ subject: Subject; count: number; oldest: Date | null }>`
    select subject, sum(count)::int as count, min(oldest) as oldest from (
      ${sql.join(
        subjects.flatMap((subject) =>
          parts[subject].map((part) => sql`select ${sql.lit(subject)} as subject, count, oldest from (${part}) p`),
        ),
        sql` union all `,
      )}) waits group by subject`.execute(db);
  return new Map(rows.map(({ subject, count, oldest }) => [subject, { count, oldest }]));
}

/** Requests of invoices that are close to their deadline or past it. */
const closeToDue = (now: Date, practises: boolean) =>
  sql<SqlBool>`invoice_requests.status = 'requested' and invoice_requests.refused_at is null
    and invoice_requests.due_at <= ${closeUntil(now)}
    and (${practises} or not exists (select from booking_facts b where b.id = invoice_requests.booking_id and b.test))`;

/** Items shown per subject. */
const SHOWN = 3;

/** What can be named one by one. */
export type Named = Extract<
  Subject,
  "payments" | "refunds" | "invoices" | "emails" | "addresses" | "messages" | "reviews"
>;
type ItemRow = Omit<WaitingItem, "at"> & { subject: Named; at: Date };

/**
 * The oldest items of the given subjects: who, how much, since when. The conditions are those of `waitingOf`; with `cities` only
 * those of their bookings.
 */
export async function itemsWaiting(
  db: Db,
  subjects: readonly Named[],
  { now, practises, cities }: { now: Date; practises: boolean; cities: readonly string[] | null },
): Promise<ItemRow[]> {
  if (subjects.length === 0) return [];
  const name = sql`trim(b.first_name || ' ' || b.last_name)`;
  // what isn't a booking is of no city
  const booking = sql`case when b.kind = 'booking' then b.id end`;
  const parts: Record<Named, ReturnType<typeof sql>> = {
    payments: sql`select 'payments' as subject, p.id, coalesce(b.person, '') as who, p.amount, p.currency, ${booking} as booking_id,
        case when p.dispute_state = 'open' then 'dispute' when p.review_reason is null then 'bank' else 'review' end as kind,
        coalesce(p.bank_since, p.created_at) as at
      from payments p join purchase_facts b on b.id = p.purchase_id
      where p.review_reason in ('wrong_amount', 'wrong_currency') or p.dispute_state = 'open'
        or (p.bank_since is not null and p.status = 'pending' and p.expires_at <= ${now} and p.review_reason is null)`,
    refunds: sql`select 'refunds' as subject, r.id, coalesce(b.person, '') as who, r.amount, r.currency, ${booking} as booking_id,
        case when r.status = 'failed' then 'failed' when p.provider in ('cash', 'terminal') then p.provider else 'waits' end as kind, r.created_at as at
      from refunds r join purchase_facts b on b.id = r.purchase_id join payments p on p.id = r.payment_id
      where r.status in ('manual', 'failed') or (r.status = 'requested' and r.due_at <= ${now})`,
    invoices: sql`select 'invoices' as subject, b.id, invoice_requests.legal_name as who, null::int as amount,
        null::text as currency, b.id as booking_id, case when invoice_requests.due_at <= ${now} then 'late' else 'close' end as kind,
        invoice_requests.due_at as at
      from invoice_requests join booking_facts b on b.id = invoice_requests.booking_id where ${closeToDue(now, practises)}`,
    emails: sql`select 'emails' as subject, e.id, coalesce(nullif(${name}, ''), e.recipient) as who, null::int as amount,
        null::text as currency, b.id as booking_id, e.kind, e.created_at as at
      from emails e left join booking_facts b on b.id = e.booking_id
      where e.status = 'failed' and (e.refused_at is null or e.booking_id is null)`,
    addresses: sql`select 'addresses' as subject, b.id, ${name} as who, null::int as amount, null::text as currency,
        b.id as booking_id, b.email as kind, x.refused_at as at
      from (${refusedAddresses(now)}) x join booking_facts b on b.id = x.booking_id`,
    messages: sql`select 'messages' as subject, m.id, m.name as who, null::int as amount, null::text as currency,
        null::uuid as booking_id, m.subject as kind, m.created_at as at
      from contact_messages m where m.status = 'new' and not m.is_suspect`,
    reviews: sql`select 'reviews' as subject, r.id, ${name} as who, null::int as amount, null::text as currency,
        b.id as booking_id, r.stars::text as kind, r.created_at as at
      from ratings r join booking_facts b on b.id = r.booking_id where r.stars <= 2 and r.handled_at is null`,
  };
  const { rows } = await sql<ItemRow>`${sql.join(
    subjects.map(
      (subject) => sql`(select subject, id, who, amount, currency, booking_id, kind, at from (${parts[subject]}) i
      where ${isOf(cities, sql`i.booking_id`)} order by at, id limit ${SHOWN})`,
    ),
    sql` union all `,
  )}`.execute(db);
  return rows;
}
