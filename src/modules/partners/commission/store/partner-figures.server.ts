import { type RawBuilder, sql } from "kysely";
import { sortOf } from "#src/kernel/list-address.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import type { KeptTerms } from "#src/modules/partners/commission/rules/terms.ts";
import type {
  PartnerQuery,
  PartnerSort,
  StatementState,
  Way,
} from "#src/modules/partners/commission/rules/partner-list.ts";
import { visitsIn } from "#src/modules/sales/affiliates/queries.server.ts";
import { CAME } from "#src/modules/evening/door/queries.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { containsWords, textsNear } from "#src/platform/search-words.server.ts";

/** A partner in the list. `commission` in centavos; `state` of its statement of the month before, null where there is no row. */
export type FigureRow = {
  id: string;
  name: string;
  code: string;
  is_active: boolean;
  city: string | null;
  city_es: string | null;
  visits: number;
  bookings: number;
  came: number;
  commission: number;
  state: string | null;
  /** that month isn't closed, and has something on it */
  is_open: boolean;
  created_at: Date;
};
/** Sums of all partners of a filter, whatever the page. */
export type FigureSums = { partners: number; bookings: number; commission: number };

const NAMES = sql`findable(concat_ws(' ', p.name, p.code, p.contact_name, p.email))`;

const ORDER: Record<PartnerSort, string> = {
  name: "lower(name)",
  visits: "visits",
  bookings: "bookings",
  came: "came",
  commission: "commission",
};

const came = sql.raw(CAME);
const instant = (day: string, more = 0) => sql`((${day}::date + ${more}::int)::timestamp at time zone ${HOME_ZONE})`;

/** What was booked with each partner for the nights of the days asked for, and who came. */
type Nights = readonly { partner_id: string; bookings: number; came: number }[];

// counted by nights: bookings, people who came and commission of the same nights belong together
const booked = (nights: Nights) => sql`
  booked as (
    select * from unnest(${nights.map(({ partner_id }) => partner_id)}::uuid[], ${nights.map(({ bookings }) => bookings)}::int[],
      ${nights.map((one) => one.came)}::int[]) as n (partner_id, bookings, came)
  )`;

// a visit that came with one of the partner's own codes is counted as its scan
const visited = ({ days }: Pick<PartnerQuery, "days">) => sql`
  by_code as materialized (
    select kind, code, qr_code_id, sum(visits) as visits from ${visitsIn(days)} all_ways group by kind, code, qr_code_id
  ), visited as (
    select partner_id, sum(visits)::int as visits from (
      select p.id as partner_id, v.visits from by_code v join partners p on lower(p.code) = lower(v.code)
      left join qr_codes q on q.id = v.qr_code_id where v.kind = 'link' and q.partner_id is distinct from p.id
      union all select q.partner_id, v.visits from by_code v join qr_codes q on q.id = v.code
      where v.kind = 'qr' and q.partner_id is not null
    ) all_ways group by partner_id
  )`;

/** What a month's statement says; of other days what their nights earned. */
const earned = ({ days }: Pick<PartnerQuery, "days">, tests: boolean) => {
  const which =
    days.month === null
      ? sql`l.month >= ${days.from.slice(0, 7)} and l.service_date between ${days.from}::date and ${days.to}::date`
      : sql`l.month = ${days.month}`;
  return sql`(select coalesce(sum(l.amount), 0)::int from commission_lines l
    where l.partner_id = p.id and ${which} and l.test = ${tests})`;
};

const hadLines = (month: string, tests: boolean) => sql`exists (select from commission_lines l
  where l.partner_id = p.id and l.month = ${month} and l.test = ${tests} having sum(l.amount) <> 0 or sum(l.came) <> 0)`;

const STATE: Record<StatementState, string> = {
  open: "state is null and is_open",
  nothing: "state is null and not is_open",
  draft: "state = 'draft'",
  agreed: "state = 'agreed'",
  paid: "state = 'paid'",
};

function conditions({ q, city, state }: PartnerQuery): RawBuilder<unknown> {
  return sql.join(
    [
      ...containsWords(NAMES, q, 1),
      ...(city === "online" ? [sql`p.city_id is null`] : city ? [sql`p.city_id = ${city}`] : []),
      ...(state ? [sql`p.is_active = ${state === "active"}`] : []),
      sql`true`,
    ],
    sql` and `,
  );
}

type FigureQuery = { nights: Nights; tests: boolean; limit: number; offset: number };

/** Partners of a filter with their figures, in the order asked for; and the sums of all of them. */
export async function partnerFigures(
  db: Db,
  query: PartnerQuery,
  { nights, tests, limit, offset }: FigureQuery,
): Promise<{ rows: FigureRow[]; sums: FigureSums }> {
  const { days, statement } = query;
  const { by, descending } = sortOf(query.sort);
  const order = sql.raw(`${ORDER[by]} ${descending ? "desc" : "asc"}, lower(name), id`);
  const inState = statement ? sql.raw(STATE[statement]) : sql`true`;
  const { rows } = await sql<FigureRow & { all_partners: number; all_bookings: number; all_commission: number }>`
    with ${booked(nights)}, ${visited(query)}, figures as materialized (
      select p.id, p.name, p.code, p.is_active, p.created_at, c.name as city, c.name_es as city_es, coalesce(k.bookings, 0) as bookings,
        coalesce(k.came, 0) as came, coalesce(v.visits, 0) as visits, ${earned(query, tests)} as commission, s.state,
        not exists (select from closed_months x where x.month = ${days.before} and x.test = ${tests})
          and ${hadLines(days.before, tests)} as is_open
      from partners p left join cities c on c.id = p.city_id left join booked k on k.partner_id = p.id
      left join visited v on v.partner_id = p.id
      left join partner_statements s on s.partner_id = p.id and s.month = ${days.before} and s.test = ${tests}
      where ${conditions(query)}
    )
    select id, name, code, is_active, created_at, city, city_es, visits, bookings, came, commission, state, is_open,
      count(*) over ()::int as all_partners, sum(bookings) over ()::int as all_bookings, sum(commission) over ()::float8 as all_commission
    from figures where ${inState} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  const [first] = rows;
  return {
    rows,
    sums: {
      partners: first?.all_partners ?? 0,
      bookings: first?.all_bookings ?? 0,
      commission: first?.all_commission ?? 0,
    },
  };
}

/** Names of partners near a search text. */
export const textsNearPartners = (db: Db, search: string): Promise<string[]> =>
  textsNear(db, search, { from: sql`partners p`, text: NAMES, shown: sql`concat_ws(' ', p.name, p.code)`, where: [] });

/** How many partners there are at all. */
export const countPartners = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom("partners")
      .select(sql<number>`count(*)::int`.as("n"))
      .executeTakeFirstOrThrow()
  ).n;

/** The terms of partners. */
export const termsOfAll = (db: Db, partners: readonly string[]) =>
  db
    .selectFrom("partner_terms")
    .select(["id", "partner_id", "version", "basis", "kind", "value", "tiers", "exceptions"])
    .select(sql<string>`valid_from::text`.as("valid_from"))
    .where("partner_id", "in", partners.length > 0 ? [...partners] : [NOBODY])
    .$castTo<KeptTerms & { partner_id: string }>()
    .execute();
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** A partner for the panel beside the list, or undefined. */
export const partnerShown = (db: Db, id: string) =>
  db
    .selectFrom("partners as p")
    .leftJoin("cities as c", "c.id", "p.city_id")
    .select(["p.id", "p.name", "p.code", "p.is_active", "c.name as city", "c.name_es as city_es"])
    .where("p.id", "=", id)
    .executeTakeFirst();

/** The cities that partners are in. */
export const citiesOfPartners = (db: Db) =>
  db
    .selectFrom("cities as c")
    .select(["c.id", "c.name", "c.name_es"])
    .where((eb) => eb.exists(eb.selectFrom("partners as p").select("p.id").whereRef("p.city_id", "=", "c.id")))
    .orderBy("c.position")
    .orderBy("c.id")
    .execute();

/** From scan to door by a partner's ways: its link and code, and each of its QR codes. */
export async function waysOfPartner(
  db: Db,
  partner: { id: string; code: string },
  days: PartnerQuery["days"],
  tests: boolean,
): Promise<Way[]> {
  const [from, until] = [instant(days.from), instant(days.to, 1)];
  const { rows } = await sql<Way>`
    with own as (select id, campaign, placement from qr_codes where partner_id = ${partner.id}),
    nights as materialized (select id from night_facts where date between ${days.from}::date and ${days.to}::date),
    steps as (
      select null::text as qr, null::text as campaign, count(*) as visits, 0 as chose, 0 as booked, 0 as came from affiliate_visits v
        where lower(v.affiliate_code) = lower(${partner.code}) and v.at >= ${from} and v.at < ${until}
        and (v.qr_code_id is null or v.qr_code_id not in (select id from own))
      union all select s.qr_code_id, null, count(*), 0, 0, 0 from own join qr_scans s on s.qr_code_id = own.id
        where s.at >= ${from} and s.at < ${until} group by s.qr_code_id
      union all select (select id from own where own.id = x.qr_code_id), null, 0, count(*), 0, 0 from affiliate_choices x
        where lower(x.affiliate_code) = lower(${partner.code}) and x.at >= ${from} and x.at < ${until} group by 1
      union all select b.qr_code_id, b.campaign, 0, 0, sum(b.number_of_people), sum(c.came) from booking_facts b
        join nights n on n.id = b.scheduled_crawl_id cross join lateral (select ${came} as came) c
        where b.partner_id = ${partner.id} and b.status = 'confirmed' and (${tests}::boolean or not b.test)
        group by b.qr_code_id, b.campaign
    )
    select s.qr, coalesce(nullif(s.campaign, ''), own.campaign, '') as campaign, coalesce(own.placement, '') as placement,
      sum(visits)::int as visits, sum(chose)::int as chose, sum(booked)::int as booked, sum(came)::int as came
    from steps s left join own on own.id = s.qr where visits + chose + booked > 0 group by 1, 2, 3`.execute(db);
  return rows;
}

/** Bookings that may be a partner's own and wait for a decision, newest first; `amount`: the commission on them so far, in centavos. */
export const doubtsOf = (db: Db, partnerId: string, limit: number) =>
  db
    .selectFrom("booking_facts as b")
    .select(["b.id", "b.reference", "b.partner_doubts as doubts", "b.number_of_people as people", "b.date"])
    .select(
      sql<number>`(select coalesce(sum(l.amount), 0)::float8 from commission_lines l
        where l.booking_id = b.id and l.partner_id = b.partner_id)`.as("amount"),
    )
    .where("b.partner_id", "=", partnerId)
    .where("b.partner_doubts", "is not", null)
    .where("b.partner_verdict", "is", null)
    .where("b.status", "=", "confirmed")
    .orderBy("b.created_at", "desc")
    .limit(limit)
    .execute();
