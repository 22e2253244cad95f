import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Context, KeyGrant } from "#src/platform/context.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { NOON } from "#tests/database.ts";

/** A partner with a key, and what is agreed with it: a percentage of what its guests pay. */
export async function addReseller(
  db: Db,
  {
    limit = 10_000_000,
    percent = null,
    test = false,
  }: { limit?: number; percent?: number | null; test?: boolean } = {},
): Promise<KeyGrant & { partnerId: string }> {
  const partnerId = randomUUID();
  await db
    .insertInto("partners")
    .values({
      id: partnerId,
      name: "Viajes Sol",
      code: `sol-${partnerId}`,
      email: "hola@sol.example",
      phone: "",
      desk_credit_limit: limit,
      created_at: NOON,
    })
    .execute();
  if (percent !== null)
    await db
      .insertInto("partner_terms")
      .values({
        partner_id: partnerId,
        version: 1,
        valid_from: "2026-01-01",
        basis: "confirmed",
        kind: "percentage",
        value: percent * 100,
        created_at: NOON,
      })
      .execute();
  return addKey(db, partnerId, test);
}

/** Another key of a partner. */
export async function addKey(db: Db, partnerId: string, test = false): Promise<KeyGrant & { partnerId: string }> {
  const id = randomUUID();
  const scopes = ["availability:read", "bookings:read", "bookings:write"];
  await db
    .insertInto("api_keys")
    .values({ id, name: "Sol", partner_id: partnerId, scopes, test, per_minute: 600, created_at: NOON })
    .execute();
  return { id, name: "Sol", scopes, permissions: [], partnerId, sites: null, test };
}

/** The same call as a program's by this key. */
export const asKey = (ctx: Context, key: KeyGrant, cities: readonly string[] | null = null): Context => ({
  ...ctx,
  actor: { ...ctx.actor, kind: "key", key, userId: null, browser: null, role: null, cities },
});

/** How many rows each table has, and what is in them: equal where nothing changed. */
export async function wholeDatabase(db: Db): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const all: [string, unknown][] = [];
  for (const { name } of rows) {
    const found = await sql<{ hash: string | null }>`
      select md5(string_agg(t::text, '|' order by t::text)) as hash from ${sql.table(name)} t`.execute(db);
    all.push([name, found.rows[0]!.hash]);
  }
  return Object.fromEntries(all);
}
