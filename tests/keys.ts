import { randomUUID } from "node:crypto";
import type { Scope } from "#src/modules/base/identity/rules/scopes.ts";
import { makeKey } from "#src/modules/programs/api-keys/make-key.server.ts";
import { MakeKey } from "#src/modules/programs/api-keys/schema.ts";
import { NOON, type TestDatabase } from "#tests/database.ts";

type KeyOver = Partial<{
  partner: string;
  test: boolean;
  sites: string[];
  cities: string[];
  expires_on: string;
  per_minute: string;
}>;

/** Makes a key on a test's database. Returns its id and text, and the header that sends it. */
export async function addKey(database: TestDatabase, scopes: readonly Scope[], over: KeyOver = {}) {
  const { partner = "", test = false, sites = [], cities = [], expires_on = "", per_minute = "100000" } = over;
  const form = { name: "A program", scopes: [...scopes], partner_id: partner, kind: test ? "test" : "live" };
  const wish = MakeKey.parse({ ...form, sites, cities, expires_on, per_minute });
  const key = await makeKey(database.ctx({ actor: { kind: "user", role: "admin" } }), wish);
  if (!key.ok) throw new Error(key.reason);
  return { id: key.id, text: key.text, headers: { authorization: `Bearer ${key.text}` } };
}

/** Adds a partner that is switched on. Returns its id. */
export async function addPartner(database: TestDatabase, over: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const values = { id, name: "Hostel", code: `h-${id}`, created_at: NOON, ...over };
  await database.services.db.insertInto("partners").values(values).execute();
  return id;
}
