import { randomUUID } from "node:crypto";
import pg from "pg";

// The floor of starting and settling a payment: bare pg writing the same rows into plain tables, one transaction each. Nothing is
// read, checked or decided.

const TABLES = `
  create table bookings (id uuid primary key, status text not null, hold_expires_at timestamptz, confirmed_at timestamptz);
  create table payments (id uuid primary key, booking_id uuid not null references bookings, status text not null, amount int not null,
    external_id text, url text, placement text, settled_at timestamptz);
  create table keys (key text primary key, request text, answer jsonb);
  create table audit (id bigint generated always as identity primary key, action text, subject uuid, changes jsonb, at timestamptz default now());
  create table ledger (posting text, line int, account text, amount int, booking_id uuid references bookings, primary key (posting, line));
  create table tickets (id uuid primary key default gen_random_uuid(), booking_id uuid not null references bookings, position int, name text,
    code text unique);
  create table counters (site text primary key, folio int not null);
  create table receipts (payment_id uuid primary key references payments, folio int not null, lines jsonb);
  create table emails (id uuid primary key default gen_random_uuid(), booking_id uuid references bookings, key text unique, status text);
  insert into counters values ('mx', 0)`;

type Sale = { booking: string; payment: string };
/** A statement and what it is about. */
type Step = readonly [text: string, of: (sale: Sale) => string[]];
const ofBooking = ({ booking }: Sale) => [booking];
const ofPayment = ({ payment }: Sale) => [payment];
const ofBoth = ({ booking, payment }: Sale) => [booking, payment];

const START: Step[] = [
  ["update bookings set hold_expires_at = now() where id = $1", ofBooking],
  ["insert into keys values ($1, 'request', '{}')", ofPayment],
  ["insert into payments (id, booking_id, status, amount) values ($2, $1, 'created', 100)", ofBoth],
  ["insert into audit (action, subject, changes) values ('payment.started', $1, '{}')", ofBooking],
];
const OPENED: Step = [
  "update payments set status = 'pending', external_id = 'sbx', url = 'https://pay' where id = $1",
  ofPayment,
];
const SETTLE: Step[] = [
  ["update bookings set status = 'confirmed', confirmed_at = now() where id = $1", ofBooking],
  ["update payments set status = 'succeeded', placement = 'in_time', settled_at = now() where id = $1", ofPayment],
  ["insert into ledger select 'p:' || $1, n, 'account', 100, $1::uuid from generate_series(1, 2) n", ofBooking],
  ["insert into ledger select 's:' || $1, n, 'account', 100, $1::uuid from generate_series(1, 2) n", ofBooking],
  [
    `insert into tickets (booking_id, position, name, code)
      select $1, n, 'Ana Ruiz', left(gen_random_uuid()::text, 13) from generate_series(1, 2) n`,
    ofBooking,
  ],
  ["insert into emails (booking_id, key, status) values ($1::uuid, $1, 'queued')", ofBooking],
  ["insert into audit (action, subject, changes) select 'settled', $1, '{}' from generate_series(1, 2)", ofBooking],
  [
    `with series as (update counters set folio = folio + 1 where site = 'mx' returning folio)
      insert into receipts select $1, folio, '{}' from series`,
    ofPayment,
  ],
];

/** Starts and settles payments that nobody made, each a transaction of named statements. */
export async function openMoneyFloor(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  await pool.query(TABLES);
  const unpaid: Sale[] = [];
  const names = new Map([START, [OPENED], SETTLE].flat().map(([text], n) => [text, `floor_${n}`]));
  const run = (on: pg.Pool | pg.PoolClient, [text, of]: Step, sale: Sale) =>
    on.query({ name: names.get(text)!, text, values: of(sale) });
  const transaction = async (steps: readonly Step[], sale: Sale) => {
    const client = await pool.connect();
    await client.query("begin");
    for (const step of steps) await run(client, step, sale);
    await client.query("commit");
    client.release();
  };
  return {
    start: async () => {
      const sale = { booking: randomUUID(), payment: randomUUID() };
      await pool.query("insert into bookings values ($1, 'pending')", [sale.booking]);
      await transaction(START, sale);
      await run(pool, OPENED, sale);
      unpaid.push(sale);
    },
    settle: () => transaction(SETTLE, unpaid.pop()!),
    close: () => pool.end(),
    statements: { start: START.length + 3, settle: SETTLE.length + 2 },
  };
}
