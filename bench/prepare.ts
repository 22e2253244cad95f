import { spawnSync } from "node:child_process";
import type pg from "pg";
import { surroundings } from "#tests/servers.ts";

/** Creates and fills the database that a server will be started on, so that what is measured is no first start. */
export function prepareDatabase(environment: Record<string, string>): void {
  const { status, stderr } = spawnSync(process.execPath, ["src/main.ts", "--prepare"], {
    env: { ...surroundings(), ...environment, QUIET: "true" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the database was not prepared:\n${stderr}`);
}

/** What a guest sends who books for two; each request of a load gets an email, a phone and a network of its own (`load.ts`). */
export const BOOKING = {
  number_of_people: 2,
  customer: {
    first_name: "Ana",
    last_name: "Ríos",
    email: "ana@example.test",
    phone: "+52 55 1234 5678",
    country: "MX",
  },
  additional_names: ["Luis Ríos"],
  special_requests: "",
  currency: "MXN",
  language: "es",
  agreed_to_terms: true,
};

/** So many bookings were made before. */
const HISTORY = 20_000;
const OF_HISTORY: Record<string, string> = {
  id: "gen_random_uuid()",
  reference: "'H-' || n",
  site_tag: "'history'",
  status: "'cancelled'",
  cancel_reason: "'expired'",
  browser: "'history-' || n",
  email: "n || '@history.test'",
  created_at: "now() - n * interval '5 minutes'",
  cancelled_at: "now() - n * interval '5 minutes' + interval '31 minutes'",
  confirmed_at: "null",
};

/** Adds 20,000 bookings (site `history`): plans for empty tables are plans that no site has after its first day. Analyse afterwards. */
export async function addHistory(client: pg.Client): Promise<void> {
  const { rows: columns } = await client.query<{
    names: string;
  }>(`select string_agg(quote_ident(column_name), ', ') as names
    from information_schema.columns where table_schema = 'public' and table_name = 'bookings' and is_generated = 'NEVER'`);
  const [{ names }] = columns as [{ names: string }];
  await client.query(
    `insert into bookings (${names}) select ${names
      .split(", ")
      .map((one) => (one in OF_HISTORY ? OF_HISTORY[one] : `b.${one}`))
      .join(", ")} from (select * from bookings limit 1) b, generate_series(1, $1::int) n`,
    [HISTORY],
  );
  await client.query(`insert into idempotency_keys (scope, key, request_hash, answer)
    select 'booking', id::text, 'hash', '{}' from bookings where site_tag = 'history'`);
  await client.query(`insert into unpaid_places (identity, bookings, people, updated_at)
    select 'browser:' || browser, array[id], 2, created_at from bookings where site_tag = 'history' limit 5000`);
}
