import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { openPool } from "#src/platform/db.server.ts";
import { migrateSchema, underStartLock } from "#src/platform/migrate.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { emptyDatabase } from "#tests/earlier-release.ts";

// What is paid for has a row of its own, which triggers write (docs/decisions/203).

const database = freshDatabase();
const BEFORE = "0006_captured_emails";

type Rows = Pick<pg.Pool, "query">;
const purchases = async (on: Rows) =>
  (await on.query<{ id: string; kind: string }>("select id, kind from purchases order by kind, id")).rows;

/** Another booking like one, by the columns that have no default. */
const copyOf = async (on: Rows, id: string, more: string) => {
  const { rows } = await on.query<{ names: string }>(`select string_agg(quote_ident(column_name), ', ') as names
    from information_schema.columns where table_schema = 'public' and table_name = 'bookings' and is_generated = 'NEVER'
      and column_name not in ('id', 'reference')`);
  const { names } = rows[0]!;
  const text = `with booking as (
    insert into bookings (reference, ${names}) select $2, ${names} from bookings where id = $1 returning id) ${more}`;
  return (await on.query<{ id: string }>(text, [id, randomUUID()])).rows[0]!.id;
};

/** A change of a booking that adds a person. */
const CHANGE = `
  insert into booking_changes (id, booking_id, booking_version, kind, status, from_departure_id, to_departure_id, people_before,
    people_after, held_people, currency, unit_price, subtotal, add_ons, discount, total_price, difference, hold_expires_at,
    request_hash, created_at, closed_at)
  select $2, id, 1, 'add', 'made', scheduled_crawl_id, scheduled_crawl_id, 1, 2, 1, currency, unit_price, 2 * unit_price, 0, 0,
    2 * unit_price, unit_price, now(), 'x', now(), now() from bookings where id = $1`;
const payment = (purchase: string, part: string) => `
  insert into payments (id, ${purchase}, ${part}, attempt, provider, method, mode, amount, currency, expires_at)`;

test("a booking and a change of it are purchases by the same id, however they are inserted", async () => {
  const { pool } = database.services;
  const booking = await bookDeparture(database.ctx(), {});
  const change = randomUUID();
  await pool.query(CHANGE, [booking, change]);
  // the booking and its payment in one statement
  const paid = await copyOf(
    pool,
    booking,
    `${payment("purchase_id", "part_id")} select gen_random_uuid(), id, null, 1, 'cash', 'cash', 'live', 100, 'MXN', now()
      from booking returning purchase_id as id`,
  );
  expect(await purchases(pool)).toEqual([
    ...[booking, paid].toSorted().map((id) => ({ id, kind: "booking" })),
    { id: change, kind: "change" },
  ]);
  // one id is one purchase
  await expect(pool.query(CHANGE, [booking, booking])).rejects.toThrow("purchases_pkey");
  await expect(pool.query("delete from purchases where id = $1", [change])).rejects.toThrow("booking_changes_id_fkey");
});

test("a booking goes with its purchase, unless money names it", async () => {
  const { pool } = database.services;
  const booking = await bookDeparture(database.ctx(), {});
  const [paid, unpaid] = [await copyOf(pool, booking, "select id from booking"), booking];
  await pool.query(
    `${payment("purchase_id", "part_id")} values ($1, $2, null, 1, 'cash', 'cash', 'live', 100, 'MXN', now())`,
    [randomUUID(), paid],
  );
  const gone = (id: string) => pool.query("delete from bookings where id = $1", [id]);
  await expect(gone(paid)).rejects.toThrow("payments_purchase_id_fkey");
  await gone(unpaid);
  const left = (await purchases(pool)).map(({ id }) => id);
  expect([left.includes(paid), left.includes(unpaid)]).toEqual([true, false]);
});

test("rows of money of a database before purchases name theirs after the migration", async () => {
  const url = await emptyDatabase();
  await underStartLock(url, (own) => migrateSchema(own, { upTo: BEFORE, quiet: true }));
  const pool = openPool(url, 1);
  const [booking, change, credit] = [randomUUID(), randomUUID(), randomUUID()];
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  await pool.query(`
    insert into currency_rates (currency, per_usd, date) values ('USD', 1, '2026-11-20'), ('MXN', 20, '2026-11-20');
    insert into cities (id, name, time_zone) values ('mexico-city', 'Mexico City', 'America/Mexico_City');
    insert into pub_crawls (slug, title, city_id) values ('one', 'One', 'mexico-city');
    insert into scheduled_crawls (crawl_id, date, start_time, end_time, starts_at, ends_at, sales_close_at, total_spots, available_spots)
      select id, '2026-11-20', '20:00', '23:59', '2026-11-20', '2026-11-21', '2026-11-20', 40, 38 from pub_crawls;
    insert into bookings (id, reference, scheduled_crawl_id, crawl_id, site_tag, language, status, hold_expires_at, first_name, last_name,
        email, phone, country, number_of_people, currency, unit_price, subtotal, total_price, base_currency, rate, rate_date, refund_rule,
        refund_rule_version, confirmed_at)
      select '${booking}', 'ONE', id, crawl_id, 'cdmx', 'es', 'confirmed', now(), 'Sofía', 'Núñez', 'sofia@guest.test', '', 'MX', 2, 'MXN',
        100, 200, 200, 'MXN', 1, '2026-11-20', 'full_until_24h', '1', now() from scheduled_crawls;`);
  await pool.query(CHANGE, [booking, change]);
  // its form sent the booking's own id
  await pool.query(CHANGE, [booking, booking]);
  await pool.query(`
    ${payment("booking_id", "change_id")} values
      ('${third}', '${booking}', '${booking}', 3, 'cash', 'cash', 'live', 100, 'MXN', now()),
      ('${first}', '${booking}', null, 1, 'cash', 'cash', 'live', 100, 'MXN', now()),
      ('${second}', '${booking}', '${change}', 2, 'cash', 'cash', 'live', 100, 'MXN', now());
    insert into refunds (payment_id, booking_id, amount, currency, reason, idempotency_key)
      values ('${first}', '${booking}', 50, 'MXN', 'goodwill', 'key');
    insert into credits (id, code, currency, amount, booking_id, payment_id, test, created_at, expires_at)
      values ('${credit}', 'RC-1', 'MXN', 100, '${booking}', '${second}', false, now(), now());
    insert into credit_uses (credit_id, booking_id, amount, state, created_at, updated_at)
      values ('${credit}', '${booking}', 50, 'used', now(), now());
    insert into receipts (booking_id, payment_id, site_tag, test, folio, issued_at, language, currency, amount, tax_percent, tax_amount,
        pesos_amount, provider, method, seller, lines)
      values ('${booking}', '${first}', 'cdmx', false, 1, now(), 'es', 'MXN', 100, 16, 14, 100, 'cash', 'cash', '{}', '{}');
    insert into ledger_entries (posting, line, kind, at, account, amount, currency, booking_id, test) values
      ('sold', 0, 'sold', now(), 'guest', 200, 'MXN', '${booking}', false),
      ('sold', 1, 'sold', now(), 'revenue', -200, 'MXN', '${booking}', false),
      ('paid', 0, 'bill', now(), 'office_cash', -5, 'MXN', null, false),
      ('paid', 1, 'bill', now(), 'bills', 5, 'MXN', null, false);
    insert into ledger_differences (key, booking_id, account, currency, expected, actual, found_at) values
      ('one', '${booking}', 'revenue', 'MXN', 1, 2, now()), ('none', null, 'office_cash', 'MXN', 1, 2, now());`);
  await underStartLock(url, (own) => migrateSchema(own, { quiet: true }));

  const { rows: twins } = await pool.query<{ part_id: string }>("select part_id from payments where id = $1", [third]);
  const renamed = twins[0]!.part_id;
  expect(await purchases(pool)).toEqual([
    { id: booking, kind: "booking" },
    ...[change, renamed].toSorted().map((id) => ({ id, kind: "change" })),
  ]);
  const named = async (table: string) =>
    (await pool.query<{ purchase_id: string | null }>(`select purchase_id from ${table} order by 1`)).rows.map(
      (row) => row.purchase_id,
    );
  expect({
    payments: await named("payments"),
    refunds: await named("refunds"),
    credits: await named("credits"),
    credit_uses: await named("credit_uses"),
    receipts: await named("receipts"),
    ledger_entries: await named("ledger_entries"),
    ledger_differences: await named("ledger_differences"),
  }).toEqual({
    payments: [booking, booking, booking],
    refunds: [booking],
    credits: [booking],
    credit_uses: [booking],
    receipts: [booking],
    ledger_entries: [booking, booking, null, null],
    ledger_differences: [booking, null],
  });
  expect((await pool.query("select part_id from payments order by attempt")).rows).toEqual([
    { part_id: null },
    { part_id: change },
    { part_id: renamed },
  ]);
  // all of them lead to purchases
  const { rows } = await pool.query<{ name: string }>(
    "select conname as name from pg_constraint where confrelid = 'purchases'::regclass order by 1",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "booking_changes_id_fkey",
    "bookings_id_fkey",
    "credit_uses_purchase_id_fkey",
    "credits_purchase_id_fkey",
    "gift_cards_id_fkey",
    "group_deposits_id_fkey",
    "ledger_differences_purchase_id_fkey",
    "ledger_entries_purchase_id_fkey",
    "payments_part_id_fkey",
    "payments_purchase_id_fkey",
    "receipts_purchase_id_fkey",
    "refunds_purchase_id_fkey",
  ]);
  // and what is booked from now on has one
  const next = await copyOf(pool, booking, "select id from booking");
  expect(await purchases(pool)).toContainEqual({ id: next, kind: "booking" });
  await pool.end();
});
