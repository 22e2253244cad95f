import type pg from "pg";

// Partners for measuring their list, on top of bench/bookings.ts: 2,000 partners with terms, few of them with most guests, as in
// real life; a third of the confirmed bookings is credited to one, with a line of commission each; visits of a year; and for the
// last 100 days tickets and entries of the guests who came.

const PARTNERS = `
  insert into partners (name, code, city_id, created_at)
    select 'Hostel ' || n, 'hostel-' || n, case when n % 10 > 0 then 'city-' || (1 + n % 6) end, now() - interval '3 years'
    from generate_series(1, 2000) n;
  insert into partner_terms (partner_id, version, valid_from, basis, kind, value, created_at)
    select id, 1, '2020-01-01', 'came', 'percentage', 1000, created_at from partners;
  insert into qr_codes (id, partner_id, campaign, target, created_at)
    select code || '-' || k, id, 'lobby', '/', created_at from partners, generate_series(1, 2) k;
  create table bench_partners as select row_number() over (order by id)::int as n, id, code from partners;
  alter table bench_partners add primary key (n);`;

/** The n-th partner for a number from 0 to 1: the first of them more often. */
const ONE = (chance: string) => `1 + floor(2000 * power(${chance}, 3))::int`;

const CREDIT = `
  update bookings b set partner_id = p.id, partner_reason = case when qr then 'qr' else 'link' end, partner_at = b.created_at,
    qr_code_id = case when qr then p.code || '-1' end, campaign = case when qr then 'lobby' end
  from (select id, ${ONE("(hashtext(id::text) & 1048575) / 1048576.0")} as n, hashtext(id::text || 'q') % 4 = 0 as qr from bookings
    where status = 'confirmed' and abs(hashtext(id::text || 'p')) % 3 = 0) pick join bench_partners p on p.n = pick.n
  where b.id = pick.id`;

const CAME = `
  with new_tickets as (
    insert into tickets (booking_id, position, code)
    select b.id, k, 'B' || left(replace(b.id::text, '-', ''), 30) || k from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id,
      generate_series(1, b.number_of_people) k where b.status = 'confirmed' and d.date > current_date - 100
    returning id, booking_id
  ), came as (
    select gen_random_uuid() as id, t.id as ticket_id, d.id as departure_id, d.starts_at as at from new_tickets t
    join bookings b on b.id = t.booking_id join scheduled_crawls d on d.id = b.scheduled_crawl_id
    where d.ends_at < now() and random() < 0.9
  ), events as (
    insert into checkin_events (id, kind, departure_id, ticket_id, device_at, happened_at, received_at, way)
    select id, 'in', departure_id, ticket_id, at, at, at, 'scan' from came returning id
  )
  insert into entries (id, ticket_id, departure_id, standing, happened_at, changed_at)
  select came.id, ticket_id, departure_id, 'open', at, at from came`;

const EARNED = `
  insert into commission_lines (partner_id, booking_id, month, service_date, kind, cause, came, people, sale, amount, terms_id, rule, test, at)
  select b.partner_id, b.id, to_char(d.date, 'YYYY-MM'), d.date, 'accrued', 'came', b.number_of_people, b.number_of_people, 40000, 4000,
    null, '{}', false, d.starts_at
  from bookings b join scheduled_crawls d on d.id = b.scheduled_crawl_id where b.partner_id is not null and d.date <= current_date
  order by d.date`;

const CLOSED = `
  insert into closed_months (month, test, closed_at)
    select distinct month, false, now() from commission_lines where month < to_char(current_date - interval '1 month', 'YYYY-MM');
  insert into partner_statements (partner_id, month, number, test, counted, closed_at)
    select partner_id, month, row_number() over (partition by month order by partner_id), false, sum(came), now()
    from commission_lines where month < to_char(current_date - interval '1 month', 'YYYY-MM') group by partner_id, month`;

const VISITS = `
  insert into affiliate_visits (affiliate_code, user_agent, referrer, site_tag, at)
    select p.code, '', '', 'cdmx', now() - (500000 - g) * interval '63 seconds' from generate_series(1, 500000) g
    join lateral (select ${ONE("random()")} + g * 0 as n) pick on true join bench_partners p on p.n = pick.n;
  insert into qr_scans (qr_code_id, site_tag, at)
    select p.code || '-1', 'cdmx', now() - (200000 - g) * interval '157 seconds' from generate_series(1, 200000) g
    join lateral (select ${ONE("random()")} + g * 0 as n) pick on true join bench_partners p on p.n = pick.n;
  insert into affiliate_choices (affiliate_code, site_tag, at)
    select p.code, 'cdmx', now() - (150000 - g) * interval '210 seconds' from generate_series(1, 150000) g
    join lateral (select ${ONE("random()")} + g * 0 as n) pick on true join bench_partners p on p.n = pick.n`;

/** Adds the partners to a database with bookings, unless it has them. */
export async function fillPartners(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query("select from partners limit 1");
  if (rowCount) return;
  await client.query("set synchronous_commit = off; set statement_timeout = 0");
  for (const text of [PARTNERS, CREDIT, CAME, EARNED, CLOSED, VISITS, "drop table bench_partners"])
    await client.query(text);
  await client.query("vacuum (analyze)");
}
