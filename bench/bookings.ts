import type pg from "pg";
import { RESTORING } from "#src/platform/migrate.server.ts";
import { Crew, type Put, putOff, putOn } from "#src/platform/put-off-keys.server.ts";

// Bookings for measuring the admin: twelve crawls in six cities, every night of three years and of the six weeks to come, and any
// number of bookings with their payments and refunds. Generated inside PostgreSQL in batches, so a million takes no more memory
// here than ten; `setseed` makes it reproducible except for ids and the clock.
//
// Realistic distributions: people book a week ahead (exponential, at most 90 days), weekends are three times as full, a fifth of
// the baskets is never paid, one booking in fifteen is cancelled, seven in ten payments are cards, one in fifty costs nothing, and
// names repeat as in real life (accents included). Open tasks are as rare as in real life: some reviews and failed refunds.

const PART = 50_000;

const PLACES = `
  insert into currency_rates (currency, per_usd, date) values ('USD', 1, current_date), ('MXN', 20, current_date), ('EUR', 0.92, current_date);
  insert into cities (id, name, time_zone, position)
    select 'city-' || n, 'City ' || n, 'America/Mexico_City', n from generate_series(1, 6) n;
  insert into pub_crawls (slug, title, city_id, price)
    select 'crawl-' || n, 'Crawl ' || n, 'city-' || (n + 1) / 2, 2000 from generate_series(1, 12) n;
  insert into coupons (code, discount_type, value) select 'SAVE' || n, 'percentage', 10 from generate_series(1, 20) n;
  insert into scheduled_crawls (crawl_id, date, start_time, end_time, starts_at, ends_at, sales_close_at, total_spots, available_spots)
    select c.id, day::date, '20:00', '23:30', at, at + interval '210 minutes', at, 400, 400
    from pub_crawls c, generate_series(current_date - 1095, current_date + 45, interval '1 day') day,
      lateral (select (day::date + time '20:00') at time zone 'America/Mexico_City' as at) x;
  create table bench_nights as select row_number() over (order by d.starts_at, d.id)::int as n, d.id, d.crawl_id, d.starts_at
    from scheduled_crawls d, generate_series(1, case when extract(isodow from d.date) >= 5 then 3 else 1 end);
  alter table bench_nights add primary key (n);
  create table bench_names (first text[], last text[]);
  insert into bench_names values (
    '{James,Camila,Valentina,Noah,Hannah,Emma,Diego,Olivia,Mateo,Sofía,Lucas,Ava,Regina,José,María,Andrés,Zoë,Lea,Jürgen,Anaïs,Iñaki,Renée,Tom,Kate,Liam,Mia,Paula,Hugo,Inés,Óscar,Ximena,Björn}',
    '{Carter,Torres,Rojas,Miller,Schmidt,Wilson,Ramírez,Brown,Fuentes,Hernández,Martin,Thompson,Salas,Núñez,García,López,Müller,Ångström,Dubois,Rossi,Peña,Muñoz,Kovač,Novák,Silva,Costa,Smith,Jones,Lee,Kim,Nguyen,Patel,O''Neill,de la Cruz,Vega,Ibáñez,Ortíz,Weber,Larsen,Popescu}');`;

const BOOKINGS = `
  with made as (
    select g as n, night.id, night.crawl_id, starts_at - least(90, -ln(1 - random()) * 7) * interval '1 day' - interval '20 minutes' as at,
      random() as fate, random() as way, random() as more,
      1 + floor(-ln(1 - random()) * 1.6)::int as people, 1 + floor(random() * 32)::int as f, 1 + floor(random() * 40)::int as l
    from generate_series($1::int, $2::int) g
    join lateral (select 1 + floor(random() * (select max(n) from bench_nights) + g * 0)::int as pick) p on true
    join bench_nights night on night.n = p.pick
  ), sold as (
    select m.n, m.id as night, crawl_id, fate, way, more, least(people, 12) as people, b.first[f] as first, b.last[l] as last,
      case when at < now() - interval '1 hour' then at else now() - interval '1 hour' - random() * interval '3 days' end as at
    from made m, bench_names b
  ), kept as (
    insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, status, cancel_reason, hold_expires_at,
      first_name, last_name, email, phone, country, number_of_people, currency, unit_price, subtotal, total_price, base_currency, rate,
      rate_date, refund_rule, refund_rule_version, coupon_id, created_at, confirmed_at, cancelled_at)
    select uuidv7(at - now()), 'RD-' || upper(lpad(to_hex(n * 7919::bigint % 268435399), 7, '0')), night, crawl_id, 'cdmx',
      case when more < 0.6 then 'en' else 'es' end,
      case when fate < 0.7 then 'confirmed' else 'cancelled' end,
      case when fate < 0.7 then null when fate < 0.9 then 'expired' when fate < 0.93 then 'payment_cancelled' when fate < 0.98 then 'customer'
        when fate < 0.99 then 'admin' else 'departure_cancelled' end,
      at + interval '31 minutes', first, last,
      lower(regexp_replace(normalize(first || '.' || last, nfd), '[^a-zA-Z.]', '', 'g')) || n || '@guest.test',
      '+52 55 ' || lpad((n % 100000000)::text, 8, '0'), 'MX', people, case when more < 0.55 then 'MXN' when more < 0.9 then 'USD' else 'EUR' end,
      price, price * people, price * people, 'USD', 20, at::date, 'full_until_24h', '1',
      case when more between 0.4 and 0.48 then (select id from coupons where code = 'SAVE' || (1 + n % 20)) end,
      at, case when fate < 0.7 or fate >= 0.93 then at + interval '4 minutes' end, case when fate >= 0.7 then at + interval '40 minutes' end
    from sold, lateral (select case when way < 0.02 then 0 when more < 0.55 then 40000 when more < 0.9 then 2000 else 1900 end as price) p
    returning id, status, cancel_reason, total_price, currency, created_at, confirmed_at
  ), paid as (
    insert into payments (purchase_id, attempt, provider, method, mode, external_id, status, amount, currency, review_reason, expires_at,
      created_at, settled_at)
    select id, 1, provider, case provider when 'paypal' then 'paypal' when 'free' then 'free' else 'card' end, 'live', 'x' || id,
      case when cancel_reason in ('expired', 'payment_cancelled') then 'failed' else 'succeeded' end, total_price, currency,
      case when random() < 0.0002 then 'wrong_amount' end, created_at + interval '31 minutes', created_at, confirmed_at
    from kept, lateral (select case when total_price = 0 then 'free' when hashtext(id::text) % 10 in (1, 2, 3) then 'paypal' else 'stripe' end
      as provider) p
    where status = 'confirmed' or cancel_reason not in ('expired', 'payment_cancelled') or hashtext(id::text) % 3 = 0
    returning id, purchase_id, amount, currency, status, created_at
  )
  insert into refunds (payment_id, purchase_id, amount, currency, reason, status, idempotency_key, created_at)
  select p.id, purchase_id, amount, p.currency, 'customer', case when random() < 0.004 then 'failed' else 'succeeded' end, 'r' || p.id, p.created_at
  from paid p join kept k on k.id = p.purchase_id and k.cancel_reason in ('customer', 'admin', 'departure_cancelled')
  where p.status = 'succeeded' and amount > 0`;

/** Some baskets are open at any moment. */
const ON_HOLD = `
  update bookings set status = 'pending', cancel_reason = null, cancelled_at = null, hold_expires_at = now() + interval '1 day'
  where id in (select id from bookings where cancel_reason = 'expired' order by created_at desc limit 40)`;

/** Ledger entries for sales, payments and refunds; balanced by construction, so no ledger check is needed per line. */
const BOOKS = `
  begin;
  set local session_replication_role = replica;
  with moved as (
    select 'booking:' || id || ':sold' as posting, 'sold' as kind, confirmed_at as at, 'guest' as debit, 'revenue' as credit,
      null as provider, total_price as amount, currency, id as purchase_id, null::uuid as payment_id, null::uuid as refund_id
      from bookings where confirmed_at is not null
    union all
    select 'payment:' || id || ':captured', 'captured', settled_at, 'clearing', 'guest', provider, amount, currency, purchase_id, id, null
      from payments where status = 'succeeded' and settled_at is not null
    union all
    select 'refund:' || id || ':taken_back', 'sale_taken_back', created_at, 'revenue', 'guest', null, amount, currency, purchase_id, payment_id, id
      from refunds
    union all
    select 'refund:' || id || ':promised', 'refund_promised', created_at, 'guest', 'refund_due', null, amount, currency, purchase_id, payment_id, id
      from refunds
    union all
    select 'refund:' || r.id || ':1:refunded', 'refunded', r.created_at, 'refund_due', 'clearing', p.provider, r.amount, r.currency, r.purchase_id,
      r.payment_id, r.id from refunds r join payments p on p.id = r.payment_id where r.status = 'succeeded'
  )
  insert into ledger_entries (posting, line, kind, at, account, provider, amount, currency, purchase_id, payment_id, refund_id, test)
    select posting, line, kind, at, account, case when account = 'clearing' then provider end, sign * amount, currency, purchase_id, payment_id,
      refund_id, false
    from moved cross join lateral (values (0, debit, 1), (1, credit, -1)) side (line, account, sign) where amount > 0 order by at;
  commit`;

/** Seats as sold, so that each departure adds up. */
const SEATS = `
  update scheduled_crawls d set available_spots = greatest(0, total_spots - sold), overbooked_spots = greatest(0, sold - total_spots)
  from (select scheduled_crawl_id, sum(number_of_people)::int as sold from bookings where status <> 'cancelled' group by 1) s
  where s.scheduled_crawl_id = d.id`;

/** Fills a migrated, empty database with that many bookings. Reports progress. */
export async function fillBookings(client: pg.Client, count: number, tell: (done: number) => void): Promise<void> {
  await client.query("set synchronous_commit = off; set statement_timeout = 0; select setseed(0.5)");
  await client.query(`create schema ${RESTORING}`);
  const put = await putOff(client);
  await client.query(PLACES);
  for (let done = 0; done < count; done += PART) {
    await client.query(BOOKINGS, [done + 1, Math.min(done + PART, count)]);
    tell(Math.min(done + PART, count));
  }
  await client.query(ON_HOLD);
  await client.query(BOOKS);
  await client.query(SEATS);
  await client.query(`drop table bench_nights, bench_names; drop schema ${RESTORING} cascade`);
  await putAllOn(client, put);
  await client.query("vacuum (analyze)");
}

/** Makes indexes, keys and references two at a time, as a restore does: with them in place the rows would take three times as long. */
async function putAllOn(client: pg.Client, put: readonly Put[]): Promise<void> {
  const { host, port, user, password, database } = client;
  const crew = await Crew.gather({ host, port, user, password: password!, database: database! }, 2);
  for (const { step, made: result } of put) if (step === "index") crew.add(result);
  await crew.done();
  await putOn(client, put, crew);
  await crew.leave();
}
