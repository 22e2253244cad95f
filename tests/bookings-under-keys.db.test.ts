import { beforeAll, describe, expect, test } from "vitest";
import { SCOPE_NAMES, SCOPES_OF_PARTNERS } from "#src/modules/base/identity/rules/scopes.ts";
import { aKey, apiOn, type Json } from "#tests/api-client.ts";
import { recordEvents } from "#src/modules/evening/door/record-events.server.ts";
import { resellPlaces } from "#src/modules/programs/resellers/resell-places.server.ts";
import type { ReserveResale } from "#src/modules/programs/resellers/schema.ts";
import { doorEvent, partyTonight } from "#tests/at-the-door.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addKey, addPartner } from "#tests/keys.ts";
import { payingStage } from "#tests/paying.ts";
import { addReseller, asKey } from "#tests/resellers.ts";
import { addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const paying = payingStage(database);
const call = apiOn(database);
// with the payment provider of the stage
const payingCall = apiOn({
  ...database,
  get services() {
    return { ...database.services, providers: paying.at(0).providers };
  },
});
const db = () => database.services.db;
const NOBODYS = "00000000-0000-4000-8000-000000000000";

let house: { headers: { authorization: string } };
let partner: typeof house;
let inOaxaca: typeof house;
let tester: typeof house;
let night = "";
let elsewhere = "";
let otherNight = "";
beforeAll(async () => {
  const { crawlId } = await seedMinimal(db());
  await db()
    .insertInto("cities")
    .values({ id: "oaxaca", name: "Oaxaca", name_es: "Oaxaca", time_zone: "America/Mexico_City" })
    .onConflict((c) => c.doNothing())
    .execute();
  night = await addDeparture(db(), crawlId);
  otherNight = await addDeparture(db(), crawlId, { date: "2026-12-12" });
  elsewhere = await addDeparture(db(), await addCrawl(db(), { city_id: "oaxaca" }));
  house = await addKey(database, SCOPE_NAMES);
  partner = await addKey(database, SCOPES_OF_PARTNERS, { partner: await addPartner(database) });
  inOaxaca = await addKey(database, ["availability:read", "bookings:read", "bookings:write"], { cities: ["oaxaca"] });
  tester = await addKey(database, SCOPE_NAMES, { test: true });
});

const paid = async (departure: string) => {
  const id = await paying.books(departure);
  const { externalId } = await paying.goesToPay(id);
  paying.provider.pays(externalId);
  await paying.webhook(externalId, 1);
  await database.work();
  return id;
};

describe("a booking", () => {
  test("is whole to a key of the house, and to one that may not read it exactly as none", async () => {
    const id = await paid(night);
    const whole = await call(`/api/bookings/${id}`, house);
    expect(whole.json).toMatchObject({
      id,
      status: "confirmed",
      private: { email: expect.any(String) },
      tickets: [{}, {}],
    });
    for (const { headers } of [partner, inOaxaca]) {
      const answers = await Promise.all([
        call(`/api/bookings/${id}`, { headers }),
        call(`/api/bookings/${NOBODYS}`, { headers }),
      ]);
      expect(answers.map(({ status, text }) => [status, text])[0]).toEqual([404, answers[1].text]);
      for (const [path, body] of [
        ["cancel", {}],
        ["changes", { change: { kind: "date", departure_id: otherNight } }],
        ["payments", { provider: "sandbox" }],
      ] as const) {
        const to = (booking: string) =>
          call(`/api/bookings/${booking}/${path}`, { body, headers: { ...headers, ...aKey() } });
        const [own, none] = [await to(id), await to(NOBODYS)];
        expect([own.status, own.text], path).toEqual([404, none.text]);
      }
    }
  });

  test("is placed, quoted for another night, moved and cancelled under a key, which the log names", async () => {
    const key = await addKey(database, ["bookings:read", "bookings:write"]);
    const placed = await call("/api/bookings", { body: bookingInput(night), headers: { ...key.headers, ...aKey() } });
    expect(placed.status).toBe(201);
    const id = await paid(night);
    const change = { kind: "date", departure_id: otherNight };
    const ask = (body: Json, headers = aKey()) =>
      call(`/api/bookings/${id}/changes`, { body, headers: { ...key.headers, ...headers } });
    const quoted = await ask({ change });
    expect(quoted.json).toMatchObject({ state: "quoted", change_id: null, quote: { difference: { amount_minor: 0 } } });
    expect((await call(`/api/bookings/${id}`, key)).json["night"]).toMatchObject({ departure_id: night });
    const { version, difference } = quoted.json["quote"] as Json;
    const wrong = { version, difference: { amount_minor: 1, currency: "MXN" } };
    expect((await ask({ change, accept: wrong })).json).toMatchObject({ code: "quote_changed" });
    const again = aKey();
    expect((await ask({ change, accept: { version, difference } }, again)).json).toMatchObject({ state: "applied" });
    expect((await ask({ change, accept: { version, difference } }, again)).json).toMatchObject({ state: "applied" });
    expect((await call(`/api/bookings/${id}`, key)).json["night"]).toMatchObject({ departure_id: otherNight });

    const refund = await call(`/api/bookings/${id}/cancel`, { body: {}, ...key });
    expect(refund.json).toMatchObject({ code: "quote_changed" });
    const cancelled = await call(`/api/bookings/${id}/cancel`, {
      body: { expected_refund: refund.json["refund"] },
      ...key,
    });
    expect(cancelled.json).toMatchObject({ status: "cancelled" });
    const rows = await db()
      .selectFrom("audit_log")
      .select(["actor_kind", "actor_id"])
      .where("subject_id", "=", id)
      .execute();
    expect(rows.filter(({ actor_id: who }) => who === key.id).map(({ actor_kind: kind }) => kind)).toContain("key");
  });

  test("has its change paid under a key, and is changed by that alone", async () => {
    const key = await addKey(database, ["bookings:read", "bookings:write"]);
    const id = await paid(night);
    const other = await paid(night);
    const send = (to: string, path: string, body: Json, headers = aKey(), by: typeof house = key) =>
      payingCall(`/api/bookings/${to}/${path}`, { body, headers: { ...by.headers, ...headers } });
    const change = { kind: "add", names: ["Carla"] };
    const { version, difference } = (await send(id, "changes", { change })).json["quote"] as Json;
    expect(difference).toEqual({ amount_minor: 40_000, currency: "MXN" });
    const { json: toPay } = await send(id, "changes", { change, accept: { version, difference } });
    expect(toPay).toMatchObject({ state: "to_pay", change_id: expect.any(String) });
    const pay = { provider: "sandbox", change_id: toPay["change_id"] };
    const again = aKey();
    const started = await send(id, "payments", pay, again);
    expect([started.status, (await send(id, "payments", pay, again)).json]).toEqual([201, started.json]);
    // the booking itself is paid, and the change is of no other
    expect((await send(id, "payments", { provider: "sandbox" })).json["code"]).toBe("not_payable");
    expect((await send(other, "payments", pay)).json["code"]).toBe("not_payable");
    expect((await send(id, "payments", pay, aKey(), inOaxaca)).json["code"]).toBe("booking_not_found");
    expect((await send(id, "payments", { ...pay, change_id: "x" })).json["code"]).toBe("invalid");
    expect((await call(`/api/bookings/${id}`, key)).json["number_of_people"]).toBe(2);

    const externalId = `sandbox_${String(started.json["payment_id"])}`;
    expect(paying.provider.opened.get(externalId)).toMatchObject({ money: { amount: 40_000, currency: "MXN" } });
    paying.provider.pays(externalId);
    await paying.webhook(externalId, 2);
    const changed = (await call(`/api/bookings/${id}`, key)).json;
    expect(changed).toMatchObject({
      number_of_people: 3,
      total: { amount_minor: 120_000 },
      payment: { change: "made" },
    });
    expect((await send(id, "payments", pay)).json["code"]).toBe("not_payable");
  });

  test("has an Idempotency-Key of its own for each program, and for guests", async () => {
    const idempotency = aKey();
    const other = await addKey(database, ["bookings:read", "bookings:write"]);
    const place = async (headers: Record<string, string>) =>
      call("/api/bookings", { body: bookingInput(night), headers: { ...headers, ...idempotency } });
    const ids = [];
    for (const headers of [house.headers, other.headers, {}]) {
      const [first, again] = [await place(headers), await place(headers)];
      expect([first.status, again.json["id"]]).toEqual([201, first.json["id"]]);
      ids.push(first.json["id"]);
    }
    expect(new Set(ids).size).toBe(3);
    for (const [n, { headers }] of [house, other].entries()) {
      const body = { provider: "sandbox" };
      const starts = { body, headers: { ...headers, ...idempotency } };
      expect((await call(`/api/bookings/${String(ids[n])}/payments`, starts)).status).toBe(201);
    }
  });

  test("isn't placed in a city that the key doesn't reach", async () => {
    const place = (departure: string) =>
      call("/api/bookings", { body: bookingInput(departure), headers: { ...inOaxaca.headers, ...aKey() } });
    expect((await place(night)).json).toMatchObject({ code: "departure_not_found" });
    expect((await place(elsewhere)).json["code"]).not.toBe("departure_not_found");
  });

  test("takes no place with a test key", async () => {
    const before = await seatsOf(db(), night);
    const answer = await call("/api/bookings", {
      body: bookingInput(night),
      headers: { ...tester.headers, ...aKey() },
    });
    expect([answer.status, answer.json["code"]]).toEqual([403, "test_key"]);
    expect(await seatsOf(db(), night)).toEqual(before);
    expect((await call("/api/scheduled-crawls", tester)).status).toBe(200);
  });
});

describe("the list of bookings", () => {
  const all = async (query: string, headers = house.headers) => {
    const ids: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 50; pages++) {
      const { json } = await call(`/api/bookings?limit=2${query}${cursor && `&cursor=${cursor}`}`, { headers });
      ids.push(...(json["bookings"] as { id: string }[]).map(({ id }) => id));
      cursor = json["next_cursor"] as string | null;
    }
    return ids;
  };

  test("has every booking once, the newest first, whatever is placed meanwhile", async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push(await paying.books(otherNight));
    const stored = await db()
      .selectFrom("bookings")
      .select("id")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    expect(await all("")).toEqual(stored.map(({ id }) => id));
    const first = await call("/api/bookings?limit=2", house);
    // a moment later: of one moment, bookings have no order of their own
    await paying.books(otherNight, {}, 1);
    const next = await call(`/api/bookings?limit=2&cursor=${String(first.json["next_cursor"])}`, house);
    expect((next.json["bookings"] as { id: string }[]).map(({ id }) => id)).toEqual(
      stored.slice(2, 4).map(({ id }) => id),
    );
    expect((await call("/api/bookings?cursor=nonsense", house)).json).toMatchObject({ code: "cursor_unknown" });
  });

  test("has those of a key's cities alone", async () => {
    await paying.books(elsewhere);
    const here = await db().selectFrom("bookings").select("id").where("scheduled_crawl_id", "=", elsewhere).execute();
    const ids = here.map(({ id }) => id);
    expect((await all("", inOaxaca.headers)).toSorted()).toEqual(ids.toSorted());
    expect(await all("")).toEqual(expect.arrayContaining(ids));
  });

  test("is of nights, of a state, of a reference, and of what changed since", async () => {
    const id = await paid(night);
    const { reference } = await db()
      .selectFrom("bookings")
      .select("reference")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(await all(`&reference=${reference.toLowerCase()}`)).toEqual([id]);
    expect(await all("&date_from=2026-12-13")).toEqual([]);
    expect(await all("&status=confirmed")).toContain(id);
    expect(await all("&status=pending")).not.toContain(id);
    const now = later(600);
    expect(await all(`&updated_since=${now.toISOString()}`)).toEqual([]);
    await db()
      .updateTable("bookings")
      .set({ status: "cancelled", cancelled_at: now, cancel_reason: "admin" })
      .where("id", "=", id)
      .execute();
    expect(await all(`&updated_since=${later(601).toISOString()}`)).toEqual([id]);
    expect(await all(`&updated_since=${later(602).toISOString()}`)).toEqual([]);
  });

  test("has what the log alone says since: back on another night, and another contact", async () => {
    const actions = ["booking.moved", "booking.contact_corrected", "booking.noted"];
    const ids = [];
    for (const action of actions) {
      const id = await paid(night);
      const entry = { action, subject_type: "booking", subject_id: id, actor_kind: "system", at: later(900) };
      await db().insertInto("audit_log").values(entry).execute();
      ids.push(id);
    }
    expect((await all(`&updated_since=${later(800).toISOString()}`)).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  });

  test.each(["0000-01-01", "9999-12-31", "2026-02-29"])("is refused from a day that is none: %s", async (day) => {
    const answers = [
      await call(`/api/bookings?date_from=${day}`, house),
      await call(`/api/bookings?date_to=${day}`, house),
      await call(`/api/scheduled-crawls?from=${day}`, house),
    ];
    expect(answers.map(({ status, json }) => [status, json["code"]])).toEqual(answers.map(() => [422, "invalid"]));
  });

  test("is refused where the last day is before the first one", async () => {
    const answer = await call("/api/bookings?date_from=2026-12-31&date_to=2026-12-01", house);
    expect(answer).toMatchObject({ status: 422, json: { errors: [{ field: "date_to", code: "days_order" }] } });
  });
});

test("availability under a key has what settings hide from guests, of every crawl in its cities", async () => {
  await db().updateTable("scheduled_crawls").set({ hide_total_spots: true }).where("id", "=", night).execute();
  const of = async (headers: Record<string, string>) =>
    (await call("/api/scheduled-crawls?from=2026-11-01&to=2027-01-31", { headers })).rows;
  const spotsIn = (rows: Json[], id: string) => rows.find((row) => row["id"] === id)?.["total_spots"];
  expect(spotsIn(await of({}), night)).toBeNull();
  expect(spotsIn(await of(partner.headers), night)).toBeNull();
  expect(spotsIn(await of(house.headers), night)).toEqual(expect.any(Number));
  expect((await of(inOaxaca.headers)).map((row) => row["id"])).toEqual([elsewhere]);
});

test("tonight's figures are those of its nights in a key's cities, and name nobody", async () => {
  const party = await partyTonight(database, { number_of_people: 2 });
  const tonight = party.departure;
  await db()
    .updateTable("scheduled_crawls")
    .set({ total_spots: 10, available_spots: 8 })
    .where("id", "=", tonight)
    .execute();
  await paying.books(tonight, { number_of_people: 3 });
  const by = { deviceId: null, userId: null, revokedAt: null };
  await recordEvents(database.ctx(), by, { events: [doorEvent(party)], aheadMs: 0 });
  const answer = await call("/api/tonight", house);
  const figures = { places: 10, sold: 2, checked_in: 1, held: 3, left: 5 };
  expect(answer.json["nights"]).toEqual([
    expect.objectContaining({ departure_id: tonight, state: "upcoming", start_time: "20:00", ...figures }),
  ]);
  expect(answer.text).not.toMatch(/Sofía|Navarro|example\.test/);
  const away = await addKey(database, ["tonight:read"], { cities: ["oaxaca"] });
  expect((await call("/api/tonight", away)).json["nights"]).toEqual([]);
  const oneSite = await addKey(database, ["tonight:read"], { sites: ["cdmx"] });
  expect((await call("/api/tonight", oneSite)).json["code"]).toBe("forbidden");
});

test("a partner's key reads its own statements, and no key of the house does", async () => {
  expect((await call("/api/partners/me/statements", partner)).json).toEqual({ statements: [] });
  const month = await call("/api/partners/me/statements/2026-11", partner);
  expect(month.json).toMatchObject({ month: "2026-11", state: "open", lines: [], due: { amount_minor: 0 } });
  expect((await call("/api/partners/me/statements/2026-13", partner)).json).toMatchObject({ code: "not_found" });
  const figures = await call("/api/partners?month=2026-11", house);
  expect(figures.json).toMatchObject({
    month: "2026-11",
    partners: [{ name: "Hostel", commission: { amount_minor: 0 } }],
  });
});

test("a coupon is checked as a booking would", async () => {
  const body = { scheduled_crawl_id: night, number_of_people: 2, coupon_code: "NOPE" };
  expect((await call("/api/coupons/check", { body, ...house })).json).toMatchObject({ code: "coupon_invalid" });
});

test("the list says where bookings were sold: on the site, by a reseller's program, by an assistant", async () => {
  const sources = async () => {
    const { json } = await call("/api/bookings?limit=200", house);
    return new Map((json["bookings"] as Json[]).map(({ id, source }) => [id, source]));
  };
  const [site, assistant] = [await paying.books(night), await paying.books(night)];
  await db().insertInto("assistant_holds").values({ booking_id: assistant, client: "A", created_at: NOON }).execute();
  const seller = await addReseller(db());
  const wish: ReserveResale = { departure_id: night, people: [{}], currency: "MXN", language: "en" };
  const sold = await resellPlaces(asKey(paying.at(0), seller), wish);
  if (!sold.ok) throw new Error(sold.reason);
  const resold = await db().selectFrom("resales").select("booking_id").where("uuid", "=", sold.resale.uuid).execute();
  const read = await sources();
  expect([site, assistant, resold[0]!.booking_id].map((id) => read.get(id))).toEqual(["web", "assistant", "reseller"]);
});
