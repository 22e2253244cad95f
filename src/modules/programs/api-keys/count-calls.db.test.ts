import { expect, test } from "vitest";
import { countCall, exchangeCounts } from "#src/modules/programs/api-keys/count-calls.server.ts";
import { checkKey } from "#src/modules/programs/api-keys/check-key.server.ts";
import { hashOfKey, newKey } from "#src/platform/program-key.server.ts";
import { makeKey } from "#src/modules/programs/api-keys/make-key.server.ts";
import { adminKeys } from "#src/modules/programs/api-keys/queries.server.ts";
import { MakeKey } from "#src/modules/programs/api-keys/schema.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { apiOn } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const api = apiOn(database);
const admin = () => database.ctx({ actor: { kind: "user", role: "admin" } });
const make = async (over: object = {}) => {
  const key = await makeKey(
    admin(),
    MakeKey.parse({
      name: "Shop",
      partner_id: "",
      kind: "live",
      scopes: ["catalog:read"],
      sites: [],
      cities: [],
      per_minute: "3",
      expires_on: "",
      ...over,
    }),
  );
  if (!key.ok) throw new Error(key.reason);
  return key;
};
const later = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

test("every answer says what is left of a key's minute, and the call beyond it when to come back", async () => {
  const { text } = await make();
  const call = (now = NOON, path = "/api/pub-crawls") =>
    api(path, { headers: { authorization: `Bearer ${text}` }, now });
  const first = await call(later(20));
  expect([first.status, first.headers.get("ratelimit-policy"), first.headers.get("ratelimit")]).toEqual([
    200,
    '"key";q=3;w=60',
    '"key";r=2;t=40',
  ]);
  // a refused one counts as well, and so do those that aren't found
  expect((await call(later(21), "/api/scheduled-crawls")).headers.get("ratelimit")).toBe('"key";r=1;t=39');
  expect((await call(later(21), "/api/pub-crawls/nope")).headers.get("ratelimit")).toBe('"key";r=0;t=39');
  const beyond = await call(later(22));
  expect(beyond.json).toMatchObject({ code: "key_limit", status: 429, retry_after: 38 });
  expect([beyond.headers.get("retry-after"), beyond.headers.get("ratelimit")]).toEqual(["38", '"key";r=0;t=38']);
  expect((await call(later(60))).status).toBe(200);
  expect((await api("/api/pub-crawls")).headers.get("ratelimit")).toBeNull();
});

test("of thirty calls at once a key makes as many as it may, on each of two servers", async () => {
  const { text } = await make({ per_minute: "10" });
  const other = openPool(database.url, 5);
  const headers = { authorization: `Bearer ${text}` };
  const theirs = apiOn({ ...database, services: { ...database.services, pool: other, db: openDb(other) } });
  const thirty = (on: typeof api) =>
    Array.from({ length: 30 }, () => on("/api/pub-crawls", { headers, now: later(120) }));
  try {
    // before they have told each other: so much a key may make at most (docs/decisions/215)
    for (const calls of await Promise.all([Promise.all(thirty(api)), Promise.all(thirty(theirs))])) {
      const left = calls.filter(({ status }) => status === 200).map((one) => one.headers.get("ratelimit"));
      expect(new Set(left)).toEqual(new Set(Array.from({ length: 10 }, (_, n) => `"key";r=${n};t=60`)));
      expect(left).toHaveLength(10);
      expect(calls.filter(({ status }) => status === 429)).toHaveLength(20);
    }
    await exchangeCounts(database.services);
    await exchangeCounts({ pool: other });
    const after = await Promise.all([...thirty(api), ...thirty(theirs)]);
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([429]));
  } finally {
    await other.end();
  }
});

test("a flood with keys that aren't ours leaves nothing in memory, and those that can't be ask nobody", async () => {
  let rows: unknown[] = [];
  const statements: string[] = [];
  const query = (asking: { name: string; values: unknown[][] }) => {
    statements.push(asking.name);
    rows = asking.values;
    return database.services.pool.query(asking as never);
  };
  const services = { ...database.services, pool: { query } as never };
  const call = { now: NOON, site: "cdmx" };
  const flood = async (texts: readonly string[]) =>
    Promise.all(
      texts.map(async (text) => expect(await checkKey(services, text, call)).toMatchObject({ reason: "key_invalid" })),
    );
  const wrong = Array.from({ length: 300 }, () => newKey(false).text);
  // the last sign of a checksum is another one
  await flood(wrong.map((text) => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0")));
  await flood(["", "ronda_live_", "x".repeat(200), "ronda_live_".padEnd(57, "é")]);
  expect(statements).toEqual([]);
  await flood(wrong);
  // those of the same moment together
  const reads = statements.splice(0);
  expect([new Set(reads), reads.length < 20]).toEqual([new Set(["keys-by-hash"]), true]);
  await exchangeCounts(services);
  expect(statements).toEqual(["add-uses", "note-key-uses"]);
  expect(rows).toEqual([[], []]);
});

test("servers share a key's minute once they have told each other", async () => {
  const { id, text } = await make({ per_minute: "10" });
  const other = { pool: openPool(database.url, 1) };
  const count = (on: typeof other, times: number) =>
    Array.from({ length: times }, () => countCall(on, { id, hash: hashOfKey(text), limit: 10, now: NOON }).isWithin);
  try {
    expect([...count(database.services, 6), ...count(other, 6)]).not.toContain(false);
    await exchangeCounts(database.services);
    await exchangeCounts(other);
    expect(count(other, 1)).toEqual([false]);
    // this one hasn't heard of the other's yet
    expect(count(database.services, 1)).toEqual([true]);
    await exchangeCounts(database.services);
    expect(count(database.services, 1)).toEqual([false]);
    const { rows } = await database.services.pool.query(`select count from rate_counters where key = $1`, [
      `key:${id}`,
    ]);
    expect(rows).toEqual([{ count: 13 }]);
  } finally {
    await other.pool.end();
  }
});

test("a key at its limit stays there until the minute ends, however often it calls on", async () => {
  const { id, text } = await make();
  const isWithin = (now = NOON) => countCall(database.services, { id, hash: hashOfKey(text), limit: 3, now }).isWithin;
  expect([isWithin(), isWithin(), isWithin()]).toEqual([true, true, true]);
  for (let round = 0; round < 3; round++) {
    await exchangeCounts(database.services);
    expect(isWithin()).toBe(false);
  }
  expect(isWithin(later(60))).toBe(true);
});

test("calls are added once, also by an exchange that begins while another one is slow", async () => {
  const { id, text } = await make();
  const { pool } = database.services;
  const call = { id, hash: hashOfKey(text), limit: 3, now: later(240) };
  countCall(database.services, call);
  await Promise.all([exchangeCounts(database.services), exchangeCounts(database.services)]);
  const { rows } = await pool.query("select count from rate_counters where key = $1", [`key:${id}`]);
  expect(rows).toEqual([{ count: 1 }]);
  const more = [1, 2, 3].map(() => countCall(database.services, call).isWithin);
  expect(more).toEqual([true, true, false]);
});

test("calls are added once, also where their time can't be noted", async () => {
  const { id, text } = await make();
  const { pool } = database.services;
  countCall(database.services, { id, hash: hashOfKey(text), limit: 3, now: NOON });
  await pool.query("alter table api_key_secrets rename to api_key_secrets_away");
  await exchangeCounts(database.services);
  await pool.query("alter table api_key_secrets_away rename to api_key_secrets");
  await exchangeCounts(database.services);
  const { rows } = await pool.query("select count from rate_counters where key = $1", [`key:${id}`]);
  expect(rows).toEqual([{ count: 1 }]);
});

test("counts that couldn't be exchanged are kept and sent later", async () => {
  const { id, text } = await make({ per_minute: "10" });
  const gone = { pool: openPool("postgres://nobody@127.0.0.1:1/none", 1) };
  const call = { id, hash: hashOfKey(text), limit: 2, now: NOON };
  countCall(gone, call);
  await exchangeCounts(gone);
  expect([countCall(gone, call).isWithin, countCall(gone, call).isWithin]).toEqual([true, false]);
  await gone.pool.end();
});

test("when a key was used last is known after the exchange", async () => {
  const { id, text } = await make();
  await api("/api/pub-crawls", { headers: { authorization: `Bearer ${text}` }, now: later(5) });
  await exchangeCounts(database.services);
  const list = await adminKeys(admin(), null);
  expect(list.ok && list.keys.find((key) => key.id === id)?.used).toBe(later(5).toISOString());
});
