import { sql } from "kysely";
import { CITIES } from "#db/seeds/demo/crawls.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { linesOf, type PostingKind } from "#src/modules/base/ledger/rules/accounts.ts";
import type { Tx } from "#src/platform/db.server.ts";

const ZONE = CITIES[0]!.time_zone;
const idOf = (n: number) => `5f0d6a52-7c1e-4b9a-9d53-00000000aa${String(n).padStart(2, "0")}`;

type Terms = { basis?: string; kind?: string; value: number; tiers?: object[] };
type Way = { qr: string; campaign: string; placement: string };
type Partner = {
  name: string;
  code: string;
  city: string | null;
  contact: string;
  /** which hundredths of its city's bookings are its; online: of all cities */
  from: number;
  until: number;
  visitsADay: number;
  terms: Terms;
  ways: Way[];
  clabe?: string;
  rfc?: string;
  /** its statement of the month before */
  state: "draft" | "agreed" | "paid";
};

/** Invented: two hostels, a guesthouse, a bar, a surf house and an online guide. */
const PARTNERS: readonly Partner[] = [
  {
    name: "Hostel Jacaranda",
    code: "jacaranda",
    city: "mexico-city",
    contact: "Ana Belén Quiroz",
    from: 0,
    until: 20,
    visitsADay: 40,
    terms: { value: 1000, tiers: [{ from_people: 1000, value: 1200 }] },
    ways: [
      { qr: "jacaranda-lobby", campaign: "lobby", placement: "Mostrador de recepción" },
      { qr: "jacaranda-rooms", campaign: "rooms", placement: "Puertas de los cuartos" },
    ],
    clabe: "012180012345678909",
    rfc: "HJA150312AB1",
    state: "agreed",
  },
  {
    name: "Posada Luna",
    code: "posada-luna",
    city: "san-cristobal",
    contact: "Marcelino Gómez",
    from: 0,
    until: 25,
    visitsADay: 10,
    terms: { kind: "fixed", value: 4000 },
    ways: [],
    clabe: "014180098765432103",
    rfc: "GOMM800101AB1",
    state: "paid",
  },
  {
    name: "Casa Mezcalina",
    code: "mezcalina",
    city: "oaxaca",
    contact: "Itzel Robles",
    from: 0,
    until: 25,
    visitsADay: 13,
    terms: { value: 1000 },
    ways: [],
    clabe: "002180011112222308",
    rfc: "CME180920AB1",
    state: "paid",
  },
  {
    name: "Bar La Azotea",
    code: "la-azotea",
    city: "mexico-city",
    contact: "Rodrigo Cano",
    from: 20,
    until: 32,
    visitsADay: 28,
    terms: { value: 800 },
    ways: [{ qr: "azotea-tables", campaign: "tables", placement: "Letreros de mesa" }],
    state: "draft",
  },
  {
    name: "Surf House Zicatela",
    code: "surf-house",
    city: "puerto-escondido",
    contact: "Kai Moreno",
    from: 0,
    until: 8,
    visitsADay: 3,
    terms: { value: 1000 },
    ways: [],
    state: "draft",
  },
  {
    name: "Chela & Maps",
    code: "chela-maps",
    city: null,
    contact: "Paula Neri",
    from: 60,
    until: 66,
    visitsADay: 75,
    terms: { basis: "confirmed", value: 1200 },
    ways: [],
    clabe: "072180044445555600",
    rfc: "CMA200505AB1",
    state: "draft",
  },
];

const number = (text: string, below: number) => sql.raw(`((hashtext(${text}) & 2147483647) % ${below})`);

/**
 * Partners with their terms and QR codes, the bookings of this month and the one before that they are credited with, who of those
 * came, visits, and what they earned: the month before is closed. What is reckoned here is what the product would reckon.
 */
export async function insertPartners(tx: Tx, now: Date): Promise<void> {
  const today = dateIn(now, ZONE);
  const month = Temporal.PlainYearMonth.from(today.slice(0, 7));
  const before = month.subtract({ months: 1 });
  const first = `${before.toString()}-01`;
  const midnight = sql`(${`${month.toString()}-01`}::timestamp at time zone ${ZONE})`;
  const partners = PARTNERS.map((partner, n) => ({ id: idOf(n + 1), ...partner }));
  await tx
    .insertInto("partners")
    .values(
      partners.map(({ id, name, code, city, contact, clabe, rfc }) => ({
        id,
        name,
        code,
        city_id: city,
        contact_name: contact,
        email: `hola@${code}.example`,
        phone: "+52 55 0000 0000",
        language: city === null ? "en" : "es",
        account_holder: clabe ? contact : "",
        clabe: clabe ?? null,
        rfc: rfc ?? null,
        desk_credit_limit: code === "jacaranda" ? 500_000 : 0,
        created_at: new Date(`${first}T15:00:00Z`),
      })),
    )
    .execute();
  await tx
    .insertInto("partner_terms")
    .values(
      partners.map(({ id, terms: { basis = "came", kind = "percentage", value, tiers = [] } }) => ({
        partner_id: id,
        version: 1,
        valid_from: first,
        basis,
        kind,
        value,
        tiers: JSON.stringify(tiers),
        created_at: new Date(`${first}T15:00:00Z`),
      })),
    )
    .execute();
  await tx
    .insertInto("qr_codes")
    .values(
      partners.flatMap(({ id, ways }) =>
        ways.map(({ qr, campaign, placement }) => ({
          id: qr,
          partner_id: id,
          campaign,
          placement,
          target: "/",
          created_at: new Date(`${first}T15:00:00Z`),
        })),
      ),
    )
    .execute();
  await creditBookings(tx, partners, first);
  await letIn(tx, now);
  await insertVisits(tx, partners, { first, today });
  await earn(tx);
  await closeMonth(tx, partners, {
    month: before.toString(),
    closedAt: sql`least(${midnight} + interval '9 hours', ${now})`,
  });
}

type StoredPartner = Partner & { id: string };

async function creditBookings(tx: Tx, partners: readonly StoredPartner[], first: string): Promise<void> {
  for (const { id, city, from, until, ways } of partners) {
    const of = sql`(array[${sql.join([...ways.map(({ qr }) => qr), null])}]::text[])[1 + ${number("'way' || b.reference", ways.length + 1)}]`;
    await sql`
      update bookings b set partner_id = ${id}, partner_at = b.created_at - interval '20 minutes', qr_code_id = way.qr,
        campaign = q.campaign, partner_reason = case when way.qr is null then 'link' else 'qr' end
      from bookings o join scheduled_crawls d on d.id = o.scheduled_crawl_id join pub_crawls c on c.id = d.crawl_id
        cross join lateral (select ${of} as qr from (select o.reference) b) way left join qr_codes q on q.id = way.qr
      where b.id = o.id and o.status = 'confirmed' and o.currency = 'MXN' and o.user_id is null and o.partner_id is null
        and d.date >= ${first}::date and (${city}::text is null or c.city_id = ${city})
        and ${number("'partner' || o.reference", 100)} between ${from}::int and ${until - 1}::int`.execute(tx);
  }
  // somebody at the first partner's reception used its own address
  await sql`update bookings set partner_doubts = '{email}' where id = (select id from bookings where partner_id = ${idOf(1)}
    order by created_at desc, id limit 1)`.execute(tx);
}

/** Nine in ten came. */
async function letIn(tx: Tx, now: Date): Promise<void> {
  await sql`
    with came as (
      select gen_random_uuid() as id, t.id as ticket_id, d.id as departure_id, d.starts_at - interval '5 minutes' as at
      from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id join tickets t on t.booking_id = b.id
      where b.partner_id is not null and t.status = 'valid' and d.ends_at < ${now} and ${number("'came' || t.code", 100)} < 91
    ), events as (
      insert into checkin_events (id, kind, departure_id, ticket_id, device_at, happened_at, received_at, way)
      select id, 'in', departure_id, ticket_id, at, at, at, 'scan' from came
    )
    insert into entries (id, ticket_id, departure_id, standing, happened_at, changed_at)
    select id, ticket_id, departure_id, 'open', at, at from came`.execute(tx);
}

async function insertVisits(
  tx: Tx,
  partners: readonly StoredPartner[],
  { first, today }: { first: string; today: string },
) {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(
    partners.map(({ code, visitsADay, ways }) => ({ code, visits: visitsADay, qrs: ways.map(({ qr }) => qr) })),
  )}::jsonb) as p(code text, visits int, qrs text[])`;
  const days = sql`generate_series(${first}::date, ${today}::date - 1, interval '1 day') day`;
  // no two days are alike: 40 to 160 hundredths of the usual
  const of = (share: number) =>
    sql`(p.visits * (40 + ${number(`'visits${share}' || p.code || day::text`, 121)}) / ${sql.lit(share * 100)})`;
  const at = sql`(day::date + time '10:00') at time zone ${ZONE} + (n * 731 % 800) * interval '1 minute'`;
  await sql`insert into affiliate_visits (affiliate_code, user_agent, referrer, site_tag, at)
    select p.code, '', '', 'cdmx', ${at} from ${rows}, ${days}, generate_series(1, 1 + ${of(1)}) n`.execute(tx);
  await sql`insert into qr_scans (qr_code_id, site_tag, at)
    select qr, 'cdmx', ${at} from ${rows}, unnest(p.qrs) qr, ${days}, generate_series(1, 1 + ${of(6)}) n`.execute(tx);
  await sql`insert into affiliate_choices (affiliate_code, qr_code_id, site_tag, at)
    select p.code, p.qrs[n % 3], 'cdmx', ${at} from ${rows}, ${days}, generate_series(1, 1 + ${of(3)}) n`.execute(tx);
}

/** A line for each booking that earned something, in the books as well. */
async function earn(tx: Tx): Promise<void> {
  await sql`
    with facts as (
      select b.id, b.partner_id, b.number_of_people as people, d.date, b.test, t.id as terms_id, t.basis, t.kind, t.value,
        case t.basis when 'came' then d.starts_at else b.confirmed_at end as at,
        case t.basis when 'confirmed' then b.number_of_people else (select count(*)::int from tickets k join entries e
          on e.ticket_id = k.id and e.standing = 'open' where k.booking_id = b.id and k.status = 'valid') end as counted,
        (select -sum(l.amount) from ledger_entries l where l.purchase_id = b.id and l.account = 'revenue') as sale
      from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id join partner_terms t on t.partner_id = b.partner_id
    ), reckoned as (
      select *, case kind when 'fixed' then value * counted else round(sale * counted * value / (people * 10000.0)) end::int as amount
      from facts where counted > 0 and sale > 0
    )
    insert into commission_lines (partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, rule,
      test, at)
    select partner_id, id, to_char(date, 'YYYY-MM'), date, 'accrued', case basis when 'came' then 'came' else 'confirmed' end, counted,
      people, round(sale * counted / people)::int, amount, terms_id, jsonb_build_object('kind', kind, 'value', value, 'basis', basis,
      'version', 1, 'exception', false, 'tier', null), test, at
    from reckoned where amount > 0 order by at`.execute(tx);
  await post(
    tx,
    "commission_due",
    sql`select 'commission:' || id as posting, at, amount, booking_id, test from commission_lines`,
  );
}

async function closeMonth(
  tx: Tx,
  partners: readonly StoredPartner[],
  { month, closedAt }: { month: string; closedAt: ReturnType<typeof sql> },
): Promise<void> {
  const states = sql`jsonb_to_recordset(${JSON.stringify(partners.map(({ id, state }) => ({ id, state })))}::jsonb)
    as p(id uuid, state text)`;
  await sql`insert into closed_months (month, test, closed_at) values (${month}, true, ${closedAt})`.execute(tx);
  await sql`
    insert into partner_statements (partner_id, month, number, test, state, counted, commission, cash_kept, closed_at, agreed_at, agreed_by,
      paid_at, payment_reference)
    select p.id, ${month}, row_number() over (order by p.id), true, p.state, sum(l.came), case when p.state <> 'draft' then sum(l.amount) end,
      case when p.state <> 'draft' then 0 end, ${closedAt}, case when p.state <> 'draft' then ${closedAt} end,
      case when p.state <> 'draft' then 'partner' end, case when p.state = 'paid' then ${closedAt} end,
      case when p.state = 'paid' then 'Demo' else '' end
    from ${states} join commission_lines l on l.partner_id = p.id and l.month = ${month} group by p.id, p.state`.execute(
    tx,
  );
  await post(
    tx,
    "commission_paid",
    sql`select 'statement:' || id || ':paid' as posting, paid_at as at, commission as amount, null::uuid as booking_id, test
      from partner_statements where state = 'paid'`,
  );
}

async function post(tx: Tx, kind: PostingKind, moves: ReturnType<typeof sql>): Promise<void> {
  const sides = linesOf({ kind, amount: 1 }).map(({ account, amount }, line) => ({ line, account, sign: amount }));
  await sql`
    insert into ledger_entries (posting, line, kind, at, account, amount, currency, purchase_id, test)
    select posting, line, ${kind}, at, account, sign * amount, 'MXN', booking_id, test
    from (${moves}) moves, jsonb_to_recordset(${JSON.stringify(sides)}::jsonb) as side(line int, account text, sign int)
    order by posting, line`.execute(tx);
}
