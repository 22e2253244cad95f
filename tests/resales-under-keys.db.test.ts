import { beforeAll, describe, expect, test } from "vitest";
import { departureMoved } from "#src/modules/sales/schedule/events.ts";
import { type Answer, aKey, apiOn, type Call, type Json } from "#tests/api-client.ts";
import { freshDatabase } from "#tests/database.ts";
import { addKey as addHouseKey } from "#tests/keys.ts";
import { addKey } from "#tests/octo-client.ts";
import { addReseller, wholeDatabase } from "#tests/resellers.ts";
import { addCrawl, addDeparture, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

// What a partner's key sells by REST, over HTTP on a real database: the use cases are those of OCTO, whose tests go through every case.

const database = freshDatabase();
const call = apiOn(database);
const db = () => database.services.db;
const NOBODYS = "00000000-0000-4000-8000-000000000000";
const LUZ = { full_name: "Luz Ortega", email: "luz@people.test" };

let crawlId = "";
let partner = "";
let key = "";
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  await db()
    .insertInto("cities")
    .values({ id: "far-away", name: "Far away", time_zone: "America/Mexico_City" })
    .execute();
  ({ partnerId: partner } = await addReseller(db(), { percent: 15 }));
  key = await addKey(database, { partner });
});

type As = Call & { as?: string };
const by = (path: string, { as = key, headers, ...more }: As = {}) =>
  call(`/api/resales${path}`, { ...more, headers: { authorization: `Bearer ${as}`, ...headers } });
const night = (over: Parameters<typeof addDeparture>[2] = {}) => addDeparture(db(), crawlId, over);
const wish = (departure_id: string, over: Json = {}): Json => ({
  departure_id,
  people: [{}, {}],
  currency: "MXN",
  language: "es",
  ...over,
});
const reserve = (body: Json, { headers = aKey(), ...more }: As = {}) => by("", { body, headers, ...more });
const act = (id: unknown, verb: string, body: Json = {}, more: As = {}) =>
  by(`/${String(id)}${verb && `/${verb}`}`, { method: verb === "" ? "PATCH" : "POST", body, ...more });
const held = async (over: Json = {}, more: As = {}): Promise<string> =>
  String((await reserve(wish(await night(), over), more)).json["id"]);
const codeOf = ({ status, json }: Answer) => [status, json["code"]];
const pesos = (amount_minor: number) => ({ amount_minor, currency: "MXN" });

describe("a resale", () => {
  test("is held, extended, confirmed, moved and cancelled, with its sums, by its key", async () => {
    const program = await addKey(database, { partner });
    const as = { as: program };
    const id = await night();
    const first = await reserve(wish(id, { reseller_reference: "V-1", notes: "A birthday" }), as);
    const sums = { retail: pesos(80_000), commission: pesos(12_000), net: pesos(68_000) };
    expect([first.status, first.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(first.json).toMatchObject({
      ...sums,
      status: "on_hold",
      departure_id: id,
      crawl_id: crawlId,
      expires_at: later(20).toISOString(),
      reseller_reference: "V-1",
      voucher: null,
      people: [{ status: "on_hold", ticket: null }, {}],
    });
    expect(await seatsOf(db(), id)).toMatchObject({ available: 38 });
    const { id: resale } = first.json;
    const longer = await act(resale, "extend", { minutes: 40 }, as);
    expect(longer.json["expires_at"]).toBe(later(40).toISOString());
    const sold = await act(resale, "confirm", { contact: LUZ }, as);
    expect(sold.json).toMatchObject({ ...sums, status: "confirmed", voucher: expect.any(String), expires_at: null });
    expect((await act(resale, "confirm", {}, as)).json).toEqual(sold.json);

    const other = await night();
    const moved = await act(resale, "", { departure_id: other, people: [{}, {}, {}], notes: null }, as);
    expect(moved.json).toMatchObject({
      departure_id: other,
      retail: pesos(120_000),
      net: pesos(102_000),
      notes: null,
      reseller_reference: "V-1",
    });
    expect((await by(`/${String(resale)}`, as)).json).toEqual(moved.json);
    const over = await act(resale, "cancel", { reason: "Ill" }, as);
    expect(over.json).toMatchObject({ status: "cancelled", cancellation: { refund: "full", reason: "Ill" } });
    expect(await seatsOf(db(), other)).toMatchObject({ available: 40 });

    const { booking_id, key_id } = await db()
      .selectFrom("resales")
      .select(["booking_id", "key_id"])
      .where("uuid", "=", String(resale))
      .executeTakeFirstOrThrow();
    const log = await db()
      .selectFrom("audit_log")
      .select(["actor_kind", "actor_id"])
      .where("subject_id", "=", booking_id)
      .execute();
    expect(log.filter((entry) => entry.actor_id === key_id).map((entry) => entry.actor_kind)).toContain("key");
  });

  test("is made once for an Idempotency-Key, which each program has for itself", async () => {
    const other = await addKey(database, { partner });
    const again = { headers: aKey() };
    const body = wish(await night());
    const [first, second] = [await reserve(body, again), await reserve(body, again)];
    expect([second.status, second.json]).toEqual([201, first.json]);
    expect(codeOf(await reserve({ ...body, people: [{}] }, again))).toEqual([409, "idempotency_conflict"]);
    expect((await reserve(body, { ...again, as: other })).json["id"]).not.toBe(first.json["id"]);
    expect(codeOf(await reserve(body, { headers: {} }))).toEqual([400, "idempotency_key"]);
    // whatever became of it
    const late = await reserve(body, { ...again, now: later(25) });
    expect(late.json).toMatchObject({ id: first.json["id"], status: "expired" });
  });

  test("that ran out isn't confirmed, changed, extended or cancelled", async () => {
    const id = await held();
    const now = later(21);
    const gone = { contact: LUZ, notes: "late" };
    expect(codeOf(await act(id, "confirm", { contact: LUZ }, { now }))).toEqual([410, "resale_expired"]);
    expect(codeOf(await act(id, "", { notes: gone.notes }, { now }))).toEqual([410, "resale_expired"]);
    expect(codeOf(await act(id, "extend", {}, { now }))).toEqual([409, "not_on_hold"]);
    expect(codeOf(await act(id, "cancel", {}, { now }))).toEqual([410, "resale_expired"]);
    expect((await by(`/${id}`, { now })).json).toMatchObject({ status: "expired", voucher: null });
  });

  test("is as good as none to another partner's key, to a key of the house and to one of other scopes", async () => {
    const id = await held();
    const { partnerId } = await addReseller(db());
    const as = await addKey(database, { partner: partnerId });
    const acts = (of: string, more: As) =>
      Promise.all([
        by(`/${of}`, more),
        act(of, "", { notes: "mine" }, more),
        act(of, "confirm", { contact: LUZ }, more),
        act(of, "extend", {}, more),
        act(of, "cancel", {}, more),
      ]);
    const texts = (answers: readonly Answer[]) => answers.map(({ status, text }) => [status, text]);
    const [theirs, nobodys, none] = [await acts(id, { as }), await acts(NOBODYS, { as }), await acts("x", { as })];
    expect(texts(theirs)).toEqual(texts(nobodys));
    expect(texts(theirs)).toEqual(texts(none));
    expect(theirs.map(codeOf)).toEqual(theirs.map(() => [404, "resale_not_found"]));
    expect((await by("", { as })).json).toEqual({ resales: [], next_cursor: null });
    const house = await addHouseKey(database, ["bookings:read", "bookings:write"]);
    expect(codeOf(await by(`/${id}`, { as: house.text }))).toEqual([403, "key_of_others"]);
    const reads = await addKey(database, { partner, scopes: ["bookings:read"] });
    expect(codeOf(await act(id, "cancel", {}, { as: reads }))).toEqual([403, "scope_missing"]);
    expect((await by(`/${id}`)).json).toMatchObject({ status: "on_hold", notes: null });
  });

  test.each([
    ["live", false],
    ["test", true],
  ])("is as good as none to a %s key that is limited to other cities or sites", async (_kind, isTest) => {
    const { partnerId } = await addReseller(db());
    const keyWith = (limits: { cities?: string[]; sites?: string[] }) =>
      addKey(database, { partner: partnerId, test: isTest, ...limits });
    const [all, near, here] = [
      await keyWith({}),
      await keyWith({ cities: ["mexico-city"] }),
      await keyWith({ sites: ["cdmx"] }),
    ];
    const far = await addCrawl(db(), { city_id: "far-away" });
    const id = await held({ reseller_reference: "V-1" }, { as: here });
    const { json } = await reserve(wish(await addDeparture(db(), far)), { as: all });
    const elsewhere = String(json["id"]);
    const listed = async (as: string) => ((await by("", { as })).json["resales"] as Json[]).map((one) => one["id"]);
    expect(await listed(all)).toEqual([id, elsewhere]);
    expect([await listed(near), await listed(here)]).toEqual([[id], isTest ? [id] : [id, elsewhere]]);
    const refused = async (as: string) => {
      const answers = [
        await by(`/${elsewhere}`, { as }),
        await act(elsewhere, "", { notes: "mine" }, { as }),
        await act(elsewhere, "confirm", { contact: LUZ }, { as }),
        await act(elsewhere, "extend", { minutes: 40 }, { as }),
        await act(elsewhere, "cancel", {}, { as }),
      ];
      expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "resale_not_found"]));
    };
    await refused(near);
    await db().updateTable("bookings").set({ site_tag: "pv" }).where("crawl_id", "=", far).execute();
    expect(await listed(here)).toEqual([id]);
    await refused(here);
    expect((await by(`/${elsewhere}`, { as: all })).json).toMatchObject({ status: "on_hold", notes: null });
    for (const as of [near, here]) expect((await by(`/${id}`, { as })).json["reseller_reference"]).toBe("V-1");
  });

  test("is refused with what is at fault, in the language asked for", async () => {
    const id = await night({ seats: 3 });
    const refused = async (body: Json, more: As = {}) => codeOf(await reserve(body, more));
    expect(await refused(wish(NOBODYS))).toEqual([404, "departure_not_found"]);
    expect(await refused(wish(id, { people: [] }))).toEqual([422, "invalid"]);
    expect(await refused(wish(id, { uuid: NOBODYS }))).toEqual([422, "invalid"]);
    expect(await refused(wish(id, { currency: "USD" }))).toEqual([422, "currency_not_offered"]);
    const full = await reserve(wish(id, { people: [{}, {}, {}, {}] }));
    expect([...codeOf(full), full.json["left"]]).toEqual([409, "sold_out", 3]);
    expect(codeOf(await act(await held(), "confirm", {}))).toEqual([422, "contact_needed"]);
    const spanish = await act(NOBODYS, "cancel", {}, { headers: { "accept-language": "es-MX" } });
    expect(spanish.json["detail"]).toBe("Esa reserva no existe.");
  });

  test("isn't sold beyond what its reseller may owe, or hold", async () => {
    const { partnerId } = await addReseller(db(), { limit: 100_000 });
    const as = await addKey(database, { partner: partnerId });
    const [one, two] = [await held({}, { as }), await held({}, { as })];
    expect((await act(one, "confirm", { contact: LUZ }, { as })).json).toMatchObject({ status: "confirmed" });
    const over = await act(two, "confirm", { contact: LUZ }, { as });
    expect([...codeOf(over), over.json["left"]]).toEqual([409, "credit_limit", 20_000]);
    expect((await by(`/${two}`, { as })).json).toMatchObject({ status: "on_hold" });

    const party = { people: Array.from({ length: 19 }, () => ({})) };
    const more = async (id: string) => {
      const { json, ...answer } = await reserve(wish(id, party), { as });
      return [...codeOf({ json, ...answer }), json["left"]];
    };
    // half of a small night, and of a large one what the settings say
    for (const [id, parties, left] of [
      [await night(), 1, 1],
      [await night({ seats: 100 }), 2, 2],
    ] as const) {
      for (let n = 0; n < parties; n++) await more(id);
      expect(await more(id)).toEqual([409, "resale_limit", left]);
    }
  });

  test("has a limit of calls by its key", async () => {
    const as = await addKey(database, { partner });
    await db()
      .updateTable("api_keys")
      .set({ per_minute: 2 })
      .where("partner_id", "=", partner)
      .where("name", "=", "Agency")
      .execute();
    const answers = [await by("", { as }), await by("", { as }), await by("", { as })];
    await db().updateTable("api_keys").set({ per_minute: 10_000 }).where("partner_id", "=", partner).execute();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  });
});

describe("the list of resales", () => {
  const idsOf = ({ json }: Answer) => (json["resales"] as Json[]).map(({ id }) => id);

  test("has each once, the oldest first, with a page in between", async () => {
    const { partnerId } = await addReseller(db());
    const as = await addKey(database, { partner: partnerId });
    const all = [];
    for (let n = 0; n < 5; n++) all.push(await held({}, { as }));
    const found: unknown[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 5; pages++) {
      const page: Answer = await by(`?limit=2${cursor && `&cursor=${cursor}`}`, { as });
      found.push(...idsOf(page));
      cursor = page.json["next_cursor"] as string | null;
      // what is sold meanwhile comes last
      if (pages === 0) all.push(await held({}, { as }));
    }
    expect(found).toEqual(all);
    expect(codeOf(await by("?cursor=x", { as }))).toEqual([422, "invalid"]);
    expect(codeOf(await by("?limit=101", { as }))).toEqual([422, "invalid"]);
    expect(codeOf(await by("?date_from=2026-12-31&date_to=2026-12-01", { as }))).toEqual([422, "invalid"]);
  });

  test("is of nights, of numbers, and of what changed since, by whomever", async () => {
    const { partnerId } = await addReseller(db());
    const as = await addKey(database, { partner: partnerId });
    const date = "2027-05-01";
    const one = String((await reserve(wish(await night({ date }), { reseller_reference: "N-1" }), { as })).json["id"]);
    const two = await held({}, { as });
    const of = async (query: string) => idsOf(await by(`?${query}`, { as }));
    expect(await of("reseller_reference=N-1")).toEqual([one]);
    expect(await of(`date_from=${date}&date_to=${date}`)).toEqual([one]);
    const { reference } = (await by(`/${two}`, { as })).json;
    expect(await of(`reference=${String(reference).toLowerCase()}`)).toEqual([two]);
    expect(await of(`updated_since=${later(0).toISOString()}`)).toEqual([one, two]);
    // who asked at the same minute may have done so before the change was seen
    expect(await of(`updated_since=${later(1).toISOString()}`)).toEqual([one, two]);
    expect(await of(`updated_since=${later(1.01).toISOString()}`)).toEqual([]);
    await act(two, "", { notes: "Later" }, { as, now: later(5) });
    expect(await of(`updated_since=${later(2).toISOString()}`)).toEqual([two]);
    await db()
      .updateTable("bookings")
      .set({ status: "cancelled", cancelled_at: later(6), cancel_reason: "admin" })
      .where("id", "in", (q) => q.selectFrom("resales").select("booking_id").where("uuid", "=", one))
      .execute();
    expect(await of(`updated_since=${later(6.5).toISOString()}`)).toEqual([one]);
    const { json } = await by(`/${two}`, { as });
    const was = { date: "2026-12-01", start_time: "20:00", end_time: "00:30" };
    await db()
      .transaction()
      .execute(async (tx) => {
        const ctx = { ...database.ctx(), now: later(9) };
        await ctx.publish(ctx, tx, departureMoved({ departureId: String(json["departure_id"]), version: 2, was }));
      });
    expect(await of(`updated_since=${later(9).toISOString()}`)).toEqual([two]);
  });
});

/** Everything stored but what is noted of calls, and what is tried out. */
const withoutCounts = async () => {
  const { test_resales: _, api_key_secrets: _secrets, rate_counters: _counters, ...rest } = await wholeDatabase(db());
  return rest;
};

test("a test key tries all of it, and changes nothing", async () => {
  const as = await addKey(database, { partner, test: true });
  const id = await night({ seats: 2 });
  const live = await held();
  const before = await withoutCounts();
  const tried = await reserve(wish(id, { reseller_reference: "try" }), { as });
  expect(tried.json).toMatchObject({ test: true, status: "on_hold", net: pesos(68_000) });
  const { id: resale } = tried.json;
  expect((await act(resale, "extend", { minutes: 40 }, { as })).status).toBe(200);
  expect((await act(resale, "", { notes: "Tried" }, { as })).json["notes"]).toBe("Tried");
  expect((await act(resale, "confirm", { contact: LUZ }, { as })).json["status"]).toBe("confirmed");
  expect((await act(resale, "cancel", {}, { as })).json["status"]).toBe("cancelled");
  expect(codeOf(await reserve(wish(id, { people: [{}, {}, {}] }), { as }))).toEqual([409, "sold_out"]);
  // a real one isn't seen from there, nor the other way
  expect(codeOf(await by(`/${live}`, { as }))).toEqual([404, "resale_not_found"]);
  expect(codeOf(await by(`/${String(resale)}`))).toEqual([404, "resale_not_found"]);
  const changed = `?updated_since=${later(0).toISOString()}`;
  expect(((await by(changed, { as })).json["resales"] as Json[]).map((one) => one["id"])).toEqual([resale]);
  expect(await withoutCounts()).toEqual(before);
});
