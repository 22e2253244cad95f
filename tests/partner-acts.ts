import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { termsChanged } from "#src/modules/partners/commission/events.ts";
import { partnerChanged } from "#src/modules/sales/booking/events.ts";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { statementOf } from "#src/modules/partners/commission/queries.server.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db } from "#src/platform/db.server.ts";

/** A partner with one version of terms; 10 % of who came by default. Returns its id. */
export async function addPartner(
  db: Db,
  at: Date,
  { code, ...terms }: { code: string } & Partial<NewTerms>,
): Promise<string> {
  const { id } = await db
    .insertInto("partners")
    .values({ name: `Hostel ${code}`, code, created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("partner_terms")
    .values(termsRow(id, 1, at, terms))
    .execute();
  return id;
}

export type NewTerms = {
  valid_from: string;
  basis: "came" | "confirmed";
  kind: "percentage" | "fixed";
  value: number;
  tiers: { from_people: number; value: number }[];
  exceptions: { crawl_id: string; kind: "percentage" | "fixed"; value: number }[];
};

const termsRow = (partner_id: string, version: number, created_at: Date, over: Partial<NewTerms>) => {
  const terms = { valid_from: "2026-01-01", basis: "came" as const, kind: "percentage" as const, value: 1000, ...over };
  const { tiers = [], exceptions = [], ...rest } = terms;
  return {
    ...rest,
    partner_id,
    version,
    created_at,
    tiers: JSON.stringify(tiers),
    exceptions: JSON.stringify(exceptions),
  };
};

/** Something else is agreed with a partner, as its form does. */
export const changeTerms = (ctx: Context, partnerId: string, terms: Partial<NewTerms> & { valid_from: string }) =>
  ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom("partners").select("id").where("id", "=", partnerId).forNoKeyUpdate().execute();
    const { version } = await tx
      .selectFrom("partner_terms")
      .select(sql<number>`max(version)`.as("version"))
      .where("partner_id", "=", partnerId)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("partner_terms")
      .values(termsRow(partnerId, version + 1, ctx.now, terms))
      .execute();
    await ctx.publish(ctx, tx, termsChanged({ partnerId, from: terms.valid_from }));
  });

/** So many further bookings of a partner like one that exists, with references that begin with `code`; the books know nothing of them. */
export async function repeatBooking(
  db: Db,
  booking: string,
  { times, code, partnerId }: { times: number; code: string; partnerId: string },
): Promise<void> {
  const { rows } = await sql<{ names: string }>`
    select string_agg(column_name, ', ') as names from information_schema.columns
    where table_name = 'bookings' and is_generated = 'NEVER'`.execute(db);
  const columns = sql.raw(rows[0]!.names);
  await sql`insert into bookings (${columns}) select ${columns} from (select (jsonb_populate_record(b, jsonb_build_object(
    'id', gen_random_uuid(), 'reference', ${code}::text || n, 'partner_id', ${partnerId}::uuid, 'partner_reason', 'link'))).*
    from bookings b, generate_series(1, ${times}::int) n where b.id = ${booking}) copies`.execute(db);
}

/** A booking is credited to another partner, or to nobody, or is decided to be a partner's own. */
export const changeCredit = (
  ctx: Context,
  bookingId: string,
  to: { partner_id?: string | null; partner_verdict?: "own" | "theirs" | null },
) =>
  ctx.db.transaction().execute(async (tx) => {
    const reason = to.partner_id === undefined ? {} : { partner_reason: to.partner_id === null ? null : "staff" };
    await tx
      .updateTable("bookings")
      .set({ ...to, ...reason })
      .where("id", "=", bookingId)
      .execute();
    const cause = to.partner_verdict === undefined ? "partner" : "verdict";
    await ctx.publish(ctx, tx, partnerChanged({ bookingIds: [bookingId], cause, former: null }));
  });

const DOOR = { deviceId: null, userId: null, revokedAt: null };

/** A ticket's holder comes in, or their entry is taken back. */
export async function atTheDoor(ctx: Context, ticket: string, act: { takeBack?: string } = {}): Promise<void> {
  const { rows } = await sql<{ departure: string }>`select b.scheduled_crawl_id as departure from tickets t
    join bookings b on b.id = t.booking_id where t.id = ${ticket}`.execute(ctx.db);
  const event = {
    id: randomUUID(),
    kind: act.takeBack ? ("undo" as const) : ("in" as const),
    departure_id: rows[0]!.departure,
    ticket_id: ticket,
    of_event: act.takeBack ?? null,
    device_at: ctx.now.toISOString(),
    offline: true,
    way: "scan" as const,
    reason: "",
  };
  await recordEvents(ctx, DOOR, { events: [event], aheadMs: 0 });
}

// who counts of each booking by the terms of its night, and what it was sold for, from bookings, doors and books alone
const OF_BOOKINGS = sql`
    terms as (
      select distinct on (b.id) b.id as booking_id, t.*, b.partner_id as credited, b.crawl_id, b.number_of_people as people,
        to_char(d.date, 'YYYY-MM') as month, b.test,
        case when b.status <> 'confirmed' or b.partner_verdict = 'own'
          or exists (select from payments y where y.purchase_id = b.id and y.dispute_state in ('open', 'lost')) then 0
          when t.basis = 'confirmed' then b.number_of_people
          else least(b.number_of_people, (select count(*) from tickets k where k.booking_id = b.id and k.status = 'valid'
            and exists (select from entries n where n.ticket_id = k.id and case
              when n.looked_at is not null then n.standing = 'open'
              else n.standing <> 'double' and not exists (select from checkin_events e where e.concern is not null and e.id = n.id)
                and not exists (select from checkin_events e where e.concern is null and e.of_event = n.id and e.kind = 'undo') end))) end as counted,
        (select coalesce(-sum(amount), 0) from ledger_entries l where l.purchase_id = b.id and l.account = 'revenue')
          * coalesce(b.peso_rate, 1) as raw
      from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id
        join partner_terms t on t.partner_id = b.partner_id and t.valid_from <= d.date
      order by b.id, t.valid_from desc, t.version desc)`;

type Row = { booking_id: string; partner_id: string; expected: number; lines: number };

/**
 * Bookings whose lines don't say what their partner is to have by the rules, which are written down here a second time; and what is
 * wrong with statements and accounts.
 */
export async function commissionDiffers(db: Db): Promise<unknown[]> {
  const { rows } = await sql<Row>`
    with ${OF_BOOKINGS},
    ruled as (
      select x.*, round(x.raw) as sale, coalesce(e.kind, x.kind) as how, coalesce(e.value, tier.value, x.value) as much
      from terms x
        left join lateral (select v.kind, v.value from jsonb_to_recordset(x.exceptions) as v(crawl_id uuid, kind text, value int)
          where v.crawl_id = x.crawl_id limit 1) e on true
        left join partner_statements s on s.partner_id = x.credited and s.month = x.month and s.test = x.test
        left join lateral (select v.value from jsonb_to_recordset(x.tiers) as v(from_people int, value int)
          where v.from_people <= s.counted order by v.from_people desc limit 1) tier on true),
    expected as (
      select booking_id, credited as partner_id,
        case when counted = 0 or sale <= 0 then 0 when how = 'fixed' then counted * much else round(sale * counted * much / (people * 10000.0)) end as amount
      from ruled),
    compared as (
      select booking_id, partner_id, amount as expected, 0 as lines from expected
      union all select booking_id, partner_id, 0, amount from commission_lines)
    select booking_id, partner_id, sum(expected)::float8 as expected, sum(lines)::float8 as lines from compared
    group by booking_id, partner_id having sum(expected) <> sum(lines)`.execute(db);
  const { rows: twice } = await sql`
    select booking_id from (select booking_id, partner_id from commission_lines group by 1, 2 having sum(amount) <> 0) s
    group by booking_id having count(*) > 1`.execute(db);
  const { rows: thawed } = await sql`
    select id, commission from partner_statements s where state <> 'draft' and commission <> (select coalesce(sum(amount), 0)
      from commission_lines l where l.partner_id = s.partner_id and l.month = s.month and l.test = s.test)`.execute(db);
  const { rows: owed } = await sql`
    select sum(amount)::float8 as owed from ledger_entries where account = 'affiliate_due' having coalesce(sum(amount), 0) <>
      (select coalesce(sum(commission), 0) from partner_statements where state = 'paid') -
      (select coalesce(sum(amount), 0) from commission_lines)`.execute(db);
  return [...rows, ...twice, ...thawed, ...owed];
}

/**
 * What is wrong with the statements of a month at the moment it is closed, reckoned from bookings and not from lines or statements:
 * a partner who is to earn something and has none, and one whose people are others than those that count. Of all partners, or of some.
 */
export async function closingDiffers(
  db: Db,
  { month, test, partners }: { month: string; test: boolean; partners?: readonly string[] },
): Promise<unknown[]> {
  const { rows } = await sql`
    with ${OF_BOOKINGS},
    people as (select credited, sum(counted)::int as people from terms where month = ${month} and test = ${test} group by credited),
    earned as (
      select x.credited, bool_or(x.counted > 0 and round(x.raw) > 0 and coalesce(e.value, tier.value, x.value) > 0) as earns
      from terms x join people p on p.credited = x.credited
        left join lateral (select v.value from jsonb_to_recordset(x.exceptions) as v(crawl_id uuid, value int)
          where v.crawl_id = x.crawl_id limit 1) e on true
        left join lateral (select v.value from jsonb_to_recordset(x.tiers) as v(from_people int, value int)
          where v.from_people <= p.people order by v.from_people desc limit 1) tier on true
      where x.month = ${month} and x.test = ${test} group by x.credited)
    select p.credited as partner_id, p.people, s.counted from people p join earned a on a.credited = p.credited
      left join partner_statements s on s.partner_id = p.credited and s.month = ${month} and s.test = ${test}
    where (${partners ?? null}::uuid[] is null or p.credited = any(${partners ?? null}::uuid[]))
      and case when s.id is null then a.earns else s.counted <> p.people end`.execute(db);
  return rows;
}

type Dice = { below: (n: number) => number; pick: <T>(list: readonly T[]) => T | undefined };

/** What partners, doors and staff do, for a model that plays everything. `now`: the office's context; `late`: after both months. */
export function partnerActs({ below, pick }: Dice, office: () => Context, late: Date) {
  const ids = async (query: string) => (await office().pool.query<{ id: string }>(query)).rows.map(({ id }) => id);
  const partners = () => ids("select id from partners order by code");
  const inOffice = () => ({ ...office(), now: late });
  return {
    "come in": async () => {
      const ticket = pick(
        await ids(
          "select t.id from tickets t join bookings b on b.id = t.booking_id where b.partner_id is not null order by b.reference, position",
        ),
      );
      if (ticket) await atTheDoor(office(), ticket);
    },
    "take an entry back": async () => {
      const { rows } = await office().pool.query<{ id: string; ticket_id: string }>(
        "select id, ticket_id from entries where standing <> 'undone' order by happened_at, id",
      );
      const entry = pick(rows);
      if (entry) await atTheDoor(office(), entry.ticket_id, { takeBack: entry.id });
    },
    "new terms": async () => {
      const id = pick(await partners());
      const terms: Partial<NewTerms> = {
        basis: pick(["came", "confirmed"] as const)!,
        ...pick([
          { kind: "percentage" as const, value: 500 + below(1500) },
          { kind: "fixed" as const, value: below(9000) },
          { kind: "percentage" as const, value: 0 },
        ]),
        tiers: below(2) === 0 ? [{ from_people: 2 + below(5), value: 2000 }] : [],
      };
      const valid_from = pick(["2026-12-01", "2026-12-21", "2026-12-22", "2027-01-01"])!;
      if (id) await changeTerms(office(), id, { ...terms, valid_from });
    },
    "credit somebody else": async () => {
      const booking = pick(await ids("select id from bookings order by reference"));
      const partner = pick([...(await partners()), null]);
      if (booking && partner !== undefined) await changeCredit(office(), booking, { partner_id: partner });
    },
    "decide about a booking": async () => {
      const booking = pick(await ids("select id from bookings where partner_id is not null order by reference"));
      if (booking) await changeCredit(office(), booking, { partner_verdict: pick(["own", "theirs", null] as const)! });
    },
    "close a month": async () => {
      const month = pick(["2026-12", "2027-01"])!;
      const { rows: before } = await office().pool.query("select from closed_months where month = $1", [month]);
      if (before.length > 0 || below(3) > 0) return;
      if (!(await closeMonth(inOffice(), { month })).ok) return;
      const wrong = await closingDiffers(office().db, { month, test: true });
      if (wrong.length > 0) throw new Error(`statements of ${month} don't say who came: ${JSON.stringify(wrong)}`);
    },
    agree: async () => {
      const { rows } = await office().pool.query<{ id: string; partner_id: string; month: string }>(
        "select id, partner_id, month from partner_statements where state = 'draft' order by month, number",
      );
      const one = pick(rows);
      const read = one && (await statementOf(office(), { partnerId: one.partner_id, month: one.month }));
      if (!one || !read?.ok) return;
      const { commission, cash } = read.statement;
      await agreeForPartner(inOffice(), { statement_id: one.id, commission, cash });
    },
    "pay a partner": async () => {
      const id = pick(await ids("select id from partner_statements where state = 'agreed' order by month, number"));
      if (id) await payStatement(inOffice(), { statement_id: id, reference: "SPEI 4711" });
    },
  };
}
