import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { changeKey } from "#src/modules/programs/api-keys/change-key.server.ts";
import { checkKey } from "#src/modules/programs/api-keys/check-key.server.ts";
import { makeKey } from "#src/modules/programs/api-keys/make-key.server.ts";
import { adminKeys } from "#src/modules/programs/api-keys/queries.server.ts";
import { revokeKey } from "#src/modules/programs/api-keys/revoke-key.server.ts";
import { rotateKey } from "#src/modules/programs/api-keys/rotate-key.server.ts";
import { ChangeKey, MakeKey } from "#src/modules/programs/api-keys/schema.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const HOUR = 3_600_000;
const later = (ms: number) => new Date(NOON.getTime() + ms);
const admin = (now = NOON) => database.ctx({ now, actor: { kind: "user", role: "admin" } });

const FIELDS = { name: "Web shop", scopes: ["catalog:read"], sites: [], cities: [], per_minute: "60", expires_on: "" };
const make = async (over: object = {}) => {
  const key = await makeKey(admin(), MakeKey.parse({ ...FIELDS, partner_id: "", kind: "live", ...over }));
  if (!key.ok) throw new Error(key.reason);
  return key;
};
const check = async (text: string, now = NOON, site = "cdmx") => {
  const found = await checkKey(database.services, text, { now, site });
  return found.ok ? "in" : found.reason;
};
const partner = async (over: object = {}) => {
  const id = randomUUID();
  const values = { id, name: "Hostel", code: `h-${id}`, created_at: NOON, ...over };
  await database.services.db.insertInto("partners").values(values).execute();
  return id;
};

test("where there is no key yet, the list is empty", async () =>
  expect(await adminKeys(admin(), null)).toMatchObject({ ok: true, keys: [], isMore: false }));

test("a rotated key has two secrets until the overlap ends, without one the old one ends at once", async () => {
  const { id, text } = await make();
  const rotated = await rotateKey(admin(), { id, overlap: 1 });
  if (!rotated.ok) throw new Error(rotated.reason);
  expect([await check(text), await check(rotated.text)]).toEqual(["in", "in"]);
  expect([await check(text, later(HOUR - 1)), await check(text, later(HOUR))]).toEqual(["in", "key_invalid"]);
  expect(await check(rotated.text, later(1000 * HOUR))).toBe("in");

  const again = await rotateKey(admin(later(1)), { id, overlap: 0 });
  if (!again.ok) throw new Error(again.reason);
  const at = later(1);
  expect([await check(text, at), await check(rotated.text, at), await check(again.text, at)]).toEqual([
    "key_invalid",
    "key_invalid",
    "in",
  ]);
});

test("a longer overlap never brings back a secret that ends earlier", async () => {
  const { id, text } = await make();
  await rotateKey(admin(), { id, overlap: 1 });
  await rotateKey(admin(later(1)), { id, overlap: 168 });
  expect(await check(text, later(2 * HOUR))).toBe("key_invalid");
});

test("a revoked key ends with all of its secrets, and stays ended", async () => {
  const { id, text } = await make();
  const rotated = await rotateKey(admin(), { id, overlap: 168 });
  expect(await revokeKey(admin(), { id })).toMatchObject({ ok: true, name: "Web shop" });
  expect([await check(text), rotated.ok && (await check(rotated.text))]).toEqual(["key_invalid", "key_invalid"]);
  expect(await rotateKey(admin(), { id, overlap: 0 })).toMatchObject({ reason: "key_not_found" });
  const wish = ChangeKey.parse({ ...FIELDS, id, version: 2, name: "Other" });
  expect(await changeKey(admin(), wish)).toMatchObject({ reason: "key_not_found" });
});

test("a key works through its last day in Mexico City, on its sites, while its partner is on", async () => {
  const { text } = await make({ expires_on: "2026-11-20", sites: ["oaxaca"] });
  expect([await check(text), await check(text, NOON, "oaxaca")]).toEqual(["key_elsewhere", "in"]);
  const midnight = new Date("2026-11-21T06:00:00Z");
  expect(await check(text, new Date(midnight.getTime() - 1), "oaxaca")).toBe("in");
  expect(await check(text, midnight, "oaxaca")).toBe("key_invalid");

  const partner_id = await partner();
  const own = await make({ partner_id });
  expect(await check(own.text)).toBe("in");
  await database.services.db.updateTable("partners").set({ is_active: false }).where("id", "=", partner_id).execute();
  expect(await check(own.text)).toBe("key_invalid");
});

test("what a key can't be is refused", async () => {
  const wish = (over: object) => makeKey(admin(), MakeKey.parse({ ...FIELDS, partner_id: "", kind: "test", ...over }));
  const partner_id = await partner();
  expect(await wish({ partner_id, scopes: ["tonight:read"] })).toMatchObject({ reason: "scopes_of_house" });
  expect(await wish({ scopes: ["partners:read"], cities: ["cdmx"] })).toMatchObject({ reason: "partners_in_cities" });
  expect(await wish({ expires_on: "2026-11-19" })).toMatchObject({ reason: "expiry_past" });
  expect(await wish({ partner_id: randomUUID() })).toMatchObject({ reason: "partner_not_found" });
  expect(await wish({ partner_id: await partner({ is_active: false }) })).toMatchObject({ reason: "partner_off" });
});

test("of two people who change a key the second is told, and saving the same twice is one act", async () => {
  const { id } = await make();
  const wish = (over: object) => changeKey(admin(), ChangeKey.parse({ ...FIELDS, id, version: 1, ...over }));
  expect(await wish({ per_minute: "90" })).toMatchObject({ ok: true });
  expect(await wish({ per_minute: "90" })).toMatchObject({ ok: true });
  expect(await wish({ per_minute: "120" })).toMatchObject({ reason: "key_changed" });
  const list = await adminKeys(admin(), null);
  expect(list.ok && list.keys.find((key) => key.id === id)).toMatchObject({
    perMinute: 90,
    version: 2,
    state: "in_use",
  });
});

test("of a live key that may book it is known whether its partner may owe what it sells", async () => {
  const id = await partner({ name: "Viajes Sol" });
  const sells = { partner_id: id, scopes: ["bookings:write"] };
  await make({ ...sells, name: "live" });
  await make({ ...sells, name: "test", kind: "test" });
  await make({ ...sells, name: "reads", scopes: ["bookings:read"] });
  const limits = async () => {
    const read = await adminKeys(admin(), id);
    return read.ok ? Object.fromEntries(read.keys.map(({ name, cantSell }) => [name, cantSell])) : read.reason;
  };
  expect(await limits()).toEqual({ live: true, test: false, reads: false });
  await database.services.db.updateTable("partners").set({ desk_credit_limit: 1 }).where("id", "=", id).execute();
  expect(await limits()).toEqual({ live: false, test: false, reads: false });
});

test("nothing of a key's secret is stored or listed", async () => {
  const { text } = await make();
  const secret = text.slice(19, 51);
  const { rows } = await database.services.pool.query<{ all: string }>(
    `select (select json_agg(k) from api_keys k)::text || (select json_agg(s) from api_key_secrets s)::text
       || (select json_agg(a) from audit_log a)::text as all`,
  );
  expect(rows[0]!.all).not.toContain(secret);
  expect(JSON.stringify(await adminKeys(admin(), null))).not.toContain(secret);
});
