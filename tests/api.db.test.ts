import { beforeAll, describe, expect, test, vi } from "vitest";
import { WEBHOOK_SECRET } from "#src/modules/money/sandbox/deliver-event.server.ts";
import { recordOutcome } from "#src/modules/money/sandbox/record-outcome.server.ts";
import { SIGNATURE_HEADER, signatureFor } from "#src/modules/money/sandbox/rules/signature.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { aKey, apiOn, byHandOn } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCoupon, addCrawl, addDeparture, bookingInput, later, seatsOf, seedMinimal } from "#tests/seeds.ts";

const NONE = { amount_minor: 0, currency: "MXN" };
const database = freshDatabase({ TRUST_PROXY: "1" });
const call = apiOn(database);
const NOBODY = "00000000-0000-4000-8000-000000000000";
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});
const departure = (over = {}) => addDeparture(database.services.db, crawlId, over);
const book = async (over: Parameters<typeof bookingInput>[1] = {}, headers = {}) => {
  const id = await departure();
  const { json } = await call("/api/bookings", { body: bookingInput(id, over), headers: { ...aKey(), ...headers } });
  return { id: String(json["id"]), access_token: String(json["access_token"]) };
};
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test("pub crawls are listed, and one is read by id or slug in the language asked for", async () => {
  const list = await call("/api/pub-crawls");
  expect(list.status).toBe(200);
  const crawl = list.rows.find((c) => c["id"] === crawlId)!;
  for (const name of [crawlId, String(crawl["slug"])])
    expect((await call(`/api/pub-crawls/${name}`)).json).toEqual(crawl);
  const spanish = await call(`/api/pub-crawls/${crawlId}`, {
    headers: { "accept-language": "fr, es-MX;q=0.9, en;q=0.8" },
  });
  expect(spanish.headers.get("content-language")).toBe("es");
});

describe("departures", () => {
  test("are rows with the table's names, in the currency asked for", async () => {
    const id = await departure({ date: "2027-03-01", sale_price: 1500 });
    const { status, rows } = await call("/api/scheduled-crawls?from=2027-03-01&to=2027-03-01&currency=EUR");
    expect(status).toBe(200);
    expect(rows).toMatchObject([
      {
        id,
        crawl_id: crawlId,
        date: "2027-03-01",
        start_time: "20:00",
        total_spots: 40,
        available_spots: 40,
        sale_price: 1500,
        price_per_person: { amount_minor: 1380, currency: "EUR" },
      },
    ]);
  });

  test("of one crawl, only those on sale", async () => {
    const other = await addCrawl(database.services.db, {});
    const db = database.services.db;
    const id = await addDeparture(db, other);
    await addDeparture(db, other, { status: "cancelled" });
    await addDeparture(db, other, { date: "2026-11-19" });
    const { rows } = await call(`/api/scheduled-crawls?crawl_id=${other}`);
    expect(rows.map((row) => row["id"])).toEqual([id]);
  });
});

test("a quote is the price of a booking and takes nothing", async () => {
  const id = await departure();
  await addCoupon(database.services.db, { code: "APITEN" });
  const { status, json } = await call("/api/quotes", {
    body: { scheduled_crawl_id: id, number_of_people: 3, currency: "USD", coupon_code: "apiten" },
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    subtotal: { amount_minor: 6000 },
    discount: { amount_minor: 600 },
    coupon_code: "APITEN",
  });
  expect(await seatsOf(database.services.db, id)).toMatchObject({ available: 40 });
});

describe("booking", () => {
  test("answers 201 with what the client must keep, and nobody may store it", async () => {
    const id = await departure();
    const { status, json, headers } = await call("/api/bookings", { body: bookingInput(id), headers: aKey() });
    expect(status).toBe(201);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(json).toEqual({
      id: expect.any(String),
      reference: expect.stringMatching(/^RND-/),
      status: "pending",
      total: { amount_minor: 80000, currency: "MXN" },
      hold_expires_at: later(31).toISOString(),
      access_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(await seatsOf(database.services.db, id)).toMatchObject({ available: 38, held: 2 });
  });

  test("sent again with its key gives the first answer", async () => {
    const id = await departure();
    const request = { body: bookingInput(id), headers: aKey() };
    const first = await call("/api/bookings", request);
    const again = await call("/api/bookings", { ...request, now: later(5) });
    expect([again.status, again.json]).toEqual([201, first.json]);
    expect(await seatsOf(database.services.db, id)).toMatchObject({ held: 2 });
  });
});

describe("reading a booking", () => {
  test("shows the public half with the id, and all of it with the token", async () => {
    const { id, access_token } = await book();
    const open = await call(`/api/bookings/${id}`);
    expect(open.json).toMatchObject({ id, status: "pending", private: null, payment: { last: "none" } });
    expect(open.text).not.toContain("Navarro");
    const own = await call(`/api/bookings/${id}`, { headers: bearer(access_token) });
    expect(own.json).toMatchObject({ private: { last_name: "Navarro", email: "sofia@example.test" } });
    expect((await call(`/api/bookings/${id}?token=${access_token}`)).json).toEqual(own.json);
    expect(own.headers.get("cache-control")).toBe("no-store");
  });

  test("with the token of another booking shows the public half only", async () => {
    const [mine, other] = [await book(), await book()];
    const { json } = await call(`/api/bookings/${other.id}`, { headers: bearer(mine.access_token) });
    expect(json["private"]).toBeNull();
  });

  test("in the browser that booked needs no token, on our own pages only", async () => {
    const cookie = `ronda_browser=${"b".repeat(43)}`;
    const own = { cookie, "sec-fetch-site": "same-origin" };
    const { id } = await book({}, own);
    const read = async (headers: Record<string, string>) =>
      (await call(`/api/bookings/${id}`, { headers })).json["private"];
    expect(await read(own)).not.toBeNull();
    expect(await read({ cookie })).toBeNull();
    expect(await read({ cookie, "sec-fetch-site": "cross-site" })).toBeNull();
    expect(await read({ cookie, origin: "https://evil.example" })).toBeNull();
  });
});

describe("paying", () => {
  test("a total of zero confirms at once; the same key gives the same attempt", async () => {
    await addCoupon(database.services.db, { code: "ALLFREE", value: 100 });
    const { id } = await book({ coupon_code: "ALLFREE" });
    const request = { body: { provider: "free" }, headers: aKey() };
    const first = await call(`/api/bookings/${id}/payments`, request);
    expect(first.status).toBe(201);
    expect(first.json["redirect_url"]).toBe(`http://ronda.test/es/booking-confirmation/${id}?payment=returned`);
    expect((await call(`/api/bookings/${id}/payments`, request)).json).toEqual(first.json);
    expect((await call(`/api/bookings/${id}`)).json).toMatchObject({
      status: "confirmed",
      payment: { last: "succeeded" },
    });
  });
});

test("a provider that does not answer is said to be away, and the same key tries again", async () => {
  const { id } = await book();
  const { sandbox } = database.services.providers;
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  const down = vi.spyOn(sandbox!, "createAttempt").mockRejectedValueOnce(new Error("connect ETIMEDOUT 10.0.0.1"));
  const request = { body: { provider: "sandbox", method: "paypal" }, headers: aKey() };
  const first = await call(`/api/bookings/${id}/payments`, request);
  expect([first.status, first.json["code"], first.headers.get("retry-after")]).toEqual([
    503,
    "provider_unavailable",
    "15",
  ]);
  expect(first.text).not.toContain("10.0.0.1");
  expect(errors).toHaveBeenCalledOnce();
  expect((await call(`/api/bookings/${id}/payments`, request)).status).toBe(201);
  down.mockRestore();
  errors.mockRestore();
});

test("HEAD asks like GET", async () => {
  const { status, text, headers } = await call("/api/scheduled-crawls", { method: "HEAD" });
  expect([status, text, headers.get("content-type")]).toEqual([200, "", "application/json"]);
});

describe("a paid booking", () => {
  const paid = async () => {
    await addCoupon(database.services.db, { code: `GIFT${coupons}`, value: 100 });
    const booking = await book({ coupon_code: `GIFT${coupons++}` });
    await call(`/api/bookings/${booking.id}/payments`, { body: { provider: "free" }, headers: aKey() });
    return booking;
  };
  let coupons = 0;

  test("has a ticket for each person, shown to who has the token", async () => {
    const { id, access_token } = await paid();
    const { json } = await call(`/api/bookings/${id}`, { headers: bearer(access_token) });
    expect(json["tickets"]).toMatchObject([
      { position: 1, status: "valid", token: expect.stringMatching(/^V2\./) },
      { position: 2, status: "valid" },
    ]);
    expect((await call(`/api/bookings/${id}`)).json["tickets"]).toBeNull();
  });

  test("is cancelled only by naming what comes back", async () => {
    const { id, access_token } = await paid();
    const cancel = (body: object) => call(`/api/bookings/${id}/cancel`, { body, headers: bearer(access_token) });
    const result = await cancel({});
    expect([result.status, result.json]).toMatchObject([
      409,
      { code: "quote_changed", refund: { amount_minor: 0, currency: "MXN" }, refund_until: expect.any(String) },
    ]);
    expect((await cancel({ expected_refund: { amount_minor: 500, currency: "MXN" } })).status).toBe(409);
    expect((await cancel({ expected_refund: { amount_minor: 0, currency: "USD" } })).status).toBe(409);
    expect((await cancel({ expected_refund: result.json["refund"] })).status).toBe(200);
  });
});

describe("a booking whose guest pays directly", () => {
  const direct = byHandOn(database);
  const build = (id: string, body: object = {}) => direct(`/api/bookings/${id}/by-hand`, { body });

  test("keeps its places until shortly after the start, once", async () => {
    const night = await departure();
    const { json } = await direct("/api/bookings", { body: bookingInput(night), headers: aKey() });
    const id = String(json["id"]);
    const first = await build(id);
    expect([first.status, first.json]).toEqual([
      200,
      { id, kept_until: expect.stringMatching(/^2026-12-|^2027-/), at_door: true, transfer_to: null },
    ]);
    expect((await build(id)).json).toEqual(first.json);
    expect((await direct(`/api/bookings/${id}`)).json).toMatchObject({
      status: "pending",
      kept_for: "by_hand",
      hold_expires_at: first.json["kept_until"],
    });
    const emails = await database.services.db
      .selectFrom("emails")
      .select("kind")
      .where("booking_id", "=", id)
      .where("kind", "=", "pay_by_hand")
      .execute();
    expect(emails).toHaveLength(1);
  });

  test("is refused where it can be paid online, isn't there, or says more than it may", async () => {
    const { id } = await book();
    const refused = await call(`/api/bookings/${id}/by-hand`, { body: {} });
    expect([refused.status, refused.json["code"]]).toEqual([409, "provider_not_offered"]);
    expect((await build(NOBODY)).json["code"]).toBe("booking_not_found");
    expect((await build(id, { amount: 1 })).json["code"]).toBe("invalid");
  });
});

test("a booking goes the whole way: held, paid, told by the provider, confirmed, cancelled with its money", async () => {
  const { services } = database;
  const { id, access_token } = await book();
  await call(`/api/bookings/${id}/payments`, { body: { provider: "sandbox" }, headers: aKey() });
  const payment = await services.db
    .selectFrom("payments")
    .selectAll()
    .where("purchase_id", "=", id)
    .executeTakeFirstOrThrow();
  const outcome = { outcome: "approve", delivery: "never", dispute: false, refunds_fail: false } as const;
  expect(await recordOutcome(database.ctx(), payment.external_id!, outcome)).toMatchObject({ ok: true });
  expect((await call(`/api/bookings/${id}`)).json).toMatchObject({ status: "pending", payment: { last: "open" } });

  const message = { id: "sbe_whole_way", type: "payment.succeeded", session: payment.external_id, created: 1 };
  const raw = JSON.stringify(message);
  const signature = await signatureFor(await sharedSecret(services.db, WEBHOOK_SECRET), raw, NOON);
  const messages = await call("/webhooks/sandbox", { raw, headers: { [SIGNATURE_HEADER]: signature } });
  expect([messages.status, messages.text]).toEqual([200, ""]);
  await database.work();

  const { json } = await call(`/api/bookings/${id}`, { headers: bearer(access_token) });
  expect(json).toMatchObject({ status: "confirmed", payment: { last: "succeeded" }, tickets: [{}, {}] });
  const cancel = (body: object) => call(`/api/bookings/${id}/cancel`, { body, headers: bearer(access_token) });
  const refund = (await cancel({})).json["refund"];
  expect(refund).toEqual(json["total"]);
  expect((await cancel({ expected_refund: refund })).json).toEqual({ id, status: "cancelled", refund, credit: NONE });
  expect((await call(`/api/bookings/${id}`)).json).toMatchObject({ payment: { refunds: [refund] } });
});

describe("cancelling", () => {
  test("an unpaid booking frees its seats; a second time says so", async () => {
    const { id, access_token } = await book();
    const path = `/api/bookings/${id}/cancel`;
    const first = await call(path, { body: {}, headers: bearer(access_token) });
    expect([first.status, first.json]).toEqual([200, { id, status: "cancelled", refund: NONE, credit: NONE }]);
    const again = await call(path, { method: "POST", headers: bearer(access_token) });
    expect([again.status, again.json["code"]]).toEqual([409, "already_cancelled"]);
  });

  test("of another's booking is refused exactly like that of none", async () => {
    const [mine, other] = [await book(), await book()];
    const headers = bearer(mine.access_token);
    const refused = await call(`/api/bookings/${other.id}/cancel`, { body: {}, headers });
    const nothing = await call(`/api/bookings/${NOBODY}/cancel`, { body: {}, headers });
    expect([refused.status, refused.json]).toEqual([404, nothing.json]);
    expect((await call(`/api/bookings/${other.id}`)).json["status"]).toBe("pending");
  });
});

describe("health", () => {
  test("is told with and without the database", async () => {
    expect((await call("/healthz")).text).toBe("ok");
    expect((await call("/readyz")).status).toBe(200);
  });
});
