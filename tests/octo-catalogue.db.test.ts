import { zAvailability, zAvailabilityCalendar, zCapability, zProduct, zSupplier } from "@octocloud/types";
import { beforeAll, describe, expect, test } from "vitest";
import { taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { hashOfKey } from "#src/platform/program-key.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import type { Json } from "#tests/api-client.ts";
import { addKey, asShape, octoOn } from "#tests/octo-client.ts";
import { addPartner } from "#tests/partner-acts.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

// What a reseller reads by OCTO, on a real database: each answer by the shapes that the organisation publishes, and by what its
// validator demands beyond them.

const database = freshDatabase();
const octo = octoOn(database);
let crawlId: string;
let key: string;
let partner: string;
const nights = { open: "", few: "", full: "", closed: "", cancelled: "" };

beforeAll(async () => {
  const { db } = database.services;
  ({ crawlId } = await seedMinimal(db));
  partner = await addPartner(db, NOON, { code: "agency", value: 1500 });
  key = await addKey(database, { partner });
  nights.open = await addDeparture(db, crawlId, { date: "2026-12-01" });
  nights.few = await addDeparture(db, crawlId, { date: "2026-12-02", seats: 10 });
  nights.full = await addDeparture(db, crawlId, { date: "2026-12-03" });
  nights.closed = await addDeparture(db, crawlId, { date: "2026-12-04", bookings_disabled: true });
  nights.cancelled = await addDeparture(db, crawlId, { date: "2026-12-05", status: "cancelled" });
  const left = async (id: string, available_spots: number) =>
    db.updateTable("scheduled_crawls").set({ available_spots }).where("id", "=", id).execute();
  await left(nights.few, 4);
  await left(nights.full, 0);
  await addDeparture(db, crawlId, { date: "2026-12-06", is_private: true });
  await addDeparture(db, crawlId, { date: "2026-12-07", external_booking_link: "https://tickets.example/1" });
});

const ask = (over: object = {}) => ({ productId: crawlId, optionId: "DEFAULT", ...over });
const december = { localDateStart: "2026-12-01", localDateEnd: "2026-12-08" };

describe("the supplier", () => {
  test("is the operator, at the address that was called", async () => {
    const { status, json, headers } = await octo(key, "/supplier");
    expect(status).toBe(200);
    expect(asShape(zSupplier, json)).toEqual(json);
    expect(json).toMatchObject({ id: "cdmx", endpoint: `${database.services.settings.BASE_URL}/octo` });
    expect(headers.get("octo-capabilities")).toBe("octo/pricing,octo/content");
    expect(headers.get("content-language")).toBe("en");
    expect(headers.get("content-type")).toBe("application/json");
  });

  test("lists the capabilities that work", async () => {
    const { rows } = await octo(key, "/capabilities/");
    // the published list of ids ends before the standard's capability for notifications
    for (const row of rows.filter(({ id }) => id !== "octo/notifications"))
      expect(asShape(zCapability, row)).toEqual(row);
    expect(asShape(zCapability.omit({ id: true }).strip(), rows.at(-1))).toEqual({ ...rows.at(-1), id: undefined });
    expect(rows.map(({ id }) => id)).toEqual(["octo/pricing", "octo/content", "octo/notifications"]);
  });
});

test.each([
  ["", ""],
  ["pricing", "pricing"],
  ["octo/pricing", "octo/pricing"],
  ["octo/cart , content,pricing", "content,pricing"],
  ["octo/notifications,notifications,octo/webhooks", "octo/notifications,notifications"],
])("of the capabilities %j, %j apply", async (header, echo) => {
  const { headers, rows } = await octo(key, "/products", { headers: { "octo-capabilities": header } });
  expect(headers.get("octo-capabilities")).toBe(echo);
  expect("defaultCurrency" in rows[0]!).toBe(echo.includes("pricing"));
  expect("features" in rows[0]!).toBe(echo.includes("content"));
});

describe("products", () => {
  test("are crawls with a start, in both languages and with and without a slash", async () => {
    const { status, rows } = await octo(key, "/products");
    expect(status).toBe(200);
    expect(rows).toHaveLength(1);
    expect(asShape(zProduct, rows[0])).toEqual(rows[0]);
    expect(rows[0]).toMatchObject({
      id: crawlId,
      locale: "en-US",
      timeZone: "America/Mexico_City",
      availabilityType: "START_TIME",
      pricingPer: "UNIT",
      defaultCurrency: "MXN",
      availableCurrencies: ["MXN"],
      durationMinutesFrom: 270,
      durationMinutesTo: null,
      options: [
        {
          id: "DEFAULT",
          availabilityLocalStartTimes: ["20:00"],
          cancellationCutoff: "24 hours",
          cancellationCutoffAmount: 24,
          cancellationCutoffUnit: "hour",
          restrictions: { minUnits: 1, maxUnits: 20 },
          units: [{ id: "adult", type: "ADULT", restrictions: { minAge: 18, maxAge: 120 } }],
        },
      ],
    });
    const one = await octo(key, `/products/${crawlId}/`, { headers: { "accept-language": "es-MX, en;q=0.5" } });
    expect(asShape(zProduct, one.json)).toEqual(one.json);
    expect(one.json).toMatchObject({ id: crawlId, locale: "es-MX" });
    expect(one.headers.get("content-language")).toBe("es");
  });

  test("have a price with tax inside and what the reseller owes", async () => {
    const { rows } = await octo(key, "/products");
    const [unit] = (rows[0]!["options"] as { units: { pricingFrom: Record<string, unknown>[] }[] }[])[0]!.units;
    const pesos = unit!.pricingFrom.find(({ currency }) => currency === "MXN");
    expect(pesos).toEqual({
      original: 40_000,
      retail: 40_000,
      net: 34_000,
      currency: "MXN",
      currencyPrecision: 2,
      includedTaxes: [{ name: "IVA 16%", retail: 5517, original: 5517, net: taxWithin(34_000, 16) }],
    });
  });

  test("are those of the key's cities and of the site, with a night that is sold here", async () => {
    const { db } = database.services;
    await addCrawl(db, { title: "Nights without a start" });
    await addDeparture(db, await addCrawl(db, { title: "Hidden", is_active: false }), { date: "2026-12-01" });
    await addDeparture(db, await addCrawl(db, { title: "Puerto Vallarta nights" }), { date: "2026-12-01" });
    const elsewhere = await addCrawl(db, { title: "Sold elsewhere" });
    await addDeparture(db, elsewhere, { date: "2026-12-01", external_booking_link: "https://tickets.example/1" });
    expect((await octo(key, "/products")).rows.map(({ id }) => id)).toEqual([crawlId]);
    const other = await addKey(database, { partner, cities: ["oaxaca"] });
    expect((await octo(other, "/products")).rows).toEqual([]);
    expect((await octo(other, `/products/${crawlId}`)).json).toMatchObject({ error: "INVALID_PRODUCT_ID" });
  });

  test("cost at the least what their cheapest night that can be booked does", async () => {
    const { db } = database.services;
    const cheap = await addCrawl(db, { title: "Cheap nights" });
    const least = async () => {
      const { json } = await octo(key, `/products/${cheap}`);
      return (json["options"] as { units: { pricingFrom: Json[] }[] }[])[0]!.units[0]!.pricingFrom;
    };
    const night = (over: object) => addDeparture(db, cheap, { price: 500, ...over });
    await night({ date: "2026-12-01", bookings_disabled: true });
    await night({ date: "2026-12-02", is_private: true });
    await night({ date: "2026-12-03", external_booking_link: "https://tickets.example/1" });
    await night({ date: "2026-12-04", status: "cancelled" });
    // none can be booked: the crawl's own price
    expect(await least()).toMatchObject([{ retail: 40_000, original: 40_000, net: 34_000 }]);
    await night({ date: "2026-12-05", price: 1800 });
    await night({ date: "2026-12-06", price: 2000, sale_price: 1500 });
    await night({ date: "2026-12-07", price: 3000 });
    await night({ date: "2026-12-08", price: 100, available_spots: 0 });
    expect(await least()).toMatchObject([{ retail: 30_000, original: 40_000, net: 25_500 }]);
    const { rows } = await octo(key, "/availability/calendar", { body: ask({ productId: cheap, ...december }) });
    const froms = rows
      .filter(({ available }) => available)
      .flatMap(({ unitPricingFrom: from }) => (from as { retail: number }[]).map((one) => one.retail));
    expect(Math.min(...froms)).toBe(30_000);
    await db.updateTable("pub_crawls").set({ is_active: false }).where("id", "=", cheap).execute();
  });

  test("have the site's questions about its nights, in the reader's language", async () => {
    const faqsIn = async (language: string) =>
      (await octo(key, `/products/${crawlId}`, { headers: { "accept-language": language } })).json["faqs"] as Json[];
    const [en, es] = [await faqsIn("en"), await faqsIn("es")];
    expect(en.map(({ question }) => question)).toContain("What should I bring and wear?");
    expect(JSON.stringify(en)).not.toContain("How can I pay?");
    expect(es).toHaveLength(en.length);
    expect(es.map(({ question }) => question)).toContain("¿Qué llevo y cómo me visto?");
    const { rows } = await octo(key, "/products", { headers: { "octo-capabilities": "" } });
    expect(rows[0]).not.toHaveProperty("faqs");
  });

  test("are not asked for by a parameter that is there twice", async () => {
    const { status, json } = await octo(key, "/products?x=1&x=2");
    expect([status, json["errorMessage"]]).toEqual([400, "“x” is missing, or isn’t as it should be."]);
  });

  test("owe a key of the house nothing that anybody agreed on", async () => {
    const { rows } = await octo(await addKey(database), "/products");
    expect(JSON.stringify(rows[0])).toContain('"net":null');
  });
});

describe("availability", () => {
  test("lists every night that is sold here, whatever its state", async () => {
    const { status, rows } = await octo(key, "/availability", { body: ask(december) });
    expect(status).toBe(200);
    for (const row of rows) expect(asShape(zAvailability, row)).toEqual(row);
    expect(rows.map(({ id, status: state, available, vacancies }) => [id, state, available, vacancies])).toEqual([
      [nights.open, "AVAILABLE", true, 40],
      [nights.few, "LIMITED", true, 4],
      [nights.full, "SOLD_OUT", false, 0],
      [nights.closed, "CLOSED", false, 0],
      [nights.cancelled, "CLOSED", false, 0],
    ]);
    expect(rows[0]).toMatchObject({
      localDateTimeStart: "2026-12-01T20:00:00-06:00",
      localDateTimeEnd: "2026-12-02T00:30:00-06:00",
      utcCutoffAt: "2026-12-02T02:00:00Z",
      allDay: false,
      capacity: 40,
      maxUnits: 20,
      unitPricing: [{ unitId: "adult", retail: 40_000, net: 34_000, currency: "MXN" }],
    });
    expect(rows[0]).not.toHaveProperty("pricing");
  });

  test("of figures that the site hides, nothing is hidden from resellers", async () => {
    const { db } = database.services;
    await db.insertInto("app_settings").values({ key: "hide_all_spots_info", value: "true" }).execute();
    const { rows } = await octo(key, "/availability", { body: ask({ availabilityIds: [nights.few] }) });
    expect(rows).toMatchObject([{ vacancies: 4, capacity: 10, status: "LIMITED" }]);
    await db.deleteFrom("app_settings").where("key", "=", "hide_all_spots_info").execute();
  });

  test("is for a party: its price, and whether it fits", async () => {
    const asking = (quantity: number, currency = "MXN") =>
      octo(key, "/availability", {
        body: ask({ availabilityIds: [nights.few], units: [{ id: "adult", quantity }], currency }),
      });
    expect((await asking(3)).rows).toMatchObject([
      {
        available: true,
        pricing: { retail: 120_000, net: 102_000, currency: "MXN" },
        unitPricing: [{ retail: 40_000 }],
      },
    ]);
    expect((await asking(5)).rows).toMatchObject([{ available: false, status: "SOLD_OUT", vacancies: 4 }]);
    expect((await asking(1, "USD")).json).toMatchObject({ error: "BAD_REQUEST" });
  });

  test("prices a party by its rule, and a night by its sale", async () => {
    const { db } = database.services;
    const id = await addDeparture(db, crawlId, { date: "2027-02-01", price: 2000, sale_price: 1500 });
    const { rows } = await octo(key, "/availability", { body: ask({ availabilityIds: [id] }) });
    expect(rows).toMatchObject([{ unitPricing: [{ retail: 30_000, original: 40_000 }] }]);
  });

  test("keeps what the waiting list is offered first", async () => {
    const { db } = database.services;
    const id = await addDeparture(db, crawlId, { date: "2027-02-02", seats: 4 });
    await db
      .insertInto("waiting_entries")
      .values({
        departure_id: id,
        people: 2,
        first_name: "Luz",
        email: "luz@people.test",
        language: "es",
        site_tag: "cdmx",
        currency: "MXN",
        unit_price: 40_000,
        test: true,
        asked_at: NOON,
      })
      .execute();
    const { rows } = await octo(key, "/availability", { body: ask({ availabilityIds: [id] }) });
    expect(rows).toMatchObject([{ vacancies: 0, status: "SOLD_OUT", available: false }]);
  });

  test("of another product's night, or none, nothing is told", async () => {
    const ids = [nights.open, "invalidAvailabilityId", "00000000-0000-4000-8000-000000000000"];
    const { rows } = await octo(key, "/availability", { body: ask({ availabilityIds: ids }) });
    expect(rows.map(({ id }) => id)).toEqual([nights.open]);
  });
});

test("the calendar has every day, with the best of its nights", async () => {
  const { status, rows } = await octo(key, "/availability/calendar/", { body: ask(december) });
  expect(status).toBe(200);
  for (const row of rows) expect(asShape(zAvailabilityCalendar, row)).toEqual(row);
  expect(rows.map(({ localDate, status: state, vacancies }) => [localDate, state, vacancies])).toEqual([
    ["2026-12-01", "AVAILABLE", 40],
    ["2026-12-02", "LIMITED", 4],
    ["2026-12-03", "SOLD_OUT", 0],
    ["2026-12-04", "CLOSED", 0],
    ["2026-12-05", "CLOSED", 0],
    ["2026-12-06", "CLOSED", 0],
    ["2026-12-07", "CLOSED", 0],
    ["2026-12-08", "CLOSED", 0],
  ]);
  expect(rows[0]).toMatchObject({ unitPricingFrom: [{ unitId: "adult", retail: 40_000 }] });
  expect(rows[7]).toMatchObject({ unitPricingFrom: [] });
});

const UNKNOWN = "invalidProductId";
describe("errors name what is wrong, as 400", () => {
  test.each([
    [
      "/availability",
      () => ask({ ...december, productId: UNKNOWN }),
      { error: "INVALID_PRODUCT_ID", productId: UNKNOWN },
    ],
    ["/availability", () => ask({ ...december, optionId: "x" }), { error: "INVALID_OPTION_ID", optionId: "x" }],
    ["/availability", () => ask({ ...december, optionId: "" }), { error: "INVALID_OPTION_ID", optionId: "unknown" }],
    [
      "/availability",
      () => ask({ ...december, units: [{ id: "child", quantity: 1 }] }),
      { error: "INVALID_UNIT_ID", unitId: "child" },
    ],
    ["/availability", () => ask({ ...december, availabilityIds: ["x"] }), { error: "BAD_REQUEST" }],
    ["/availability", () => ask(), { error: "BAD_REQUEST" }],
    ["/availability", () => ask({ availabilityIds: [] }), { error: "BAD_REQUEST" }],
    ["/availability", () => ask({ localDateStart: "2026-12-01" }), { error: "BAD_REQUEST" }],
    [
      "/availability",
      () => ask({ localDateStart: "2026-12-01", localDateEnd: "2028-12-01" }),
      { error: "BAD_REQUEST" },
    ],
    [
      "/availability",
      () => ask({ localDateStart: "2026-12-02", localDateEnd: "2026-12-01" }),
      { error: "BAD_REQUEST", errorMessage: "Ask for a year at most; the last day can’t be before the first." },
    ],
    [
      "/availability",
      () => ask({ localDateStart: "2026-02-31", localDateEnd: "2026-03-01" }),
      { error: "BAD_REQUEST" },
    ],
    [
      "/availability",
      () => ({}),
      { error: "BAD_REQUEST", errorMessage: "“productId” is missing, or isn’t as it should be." },
    ],
    ["/availability", () => [], { error: "BAD_REQUEST" }],
    ["/availability/calendar", () => ask({ localDateStart: "2026-12-01" }), { error: "BAD_REQUEST" }],
    ["/availability/calendar", () => ask({ ...december, productId: "" }), { error: "INVALID_PRODUCT_ID" }],
    ["/availability/calendar", () => ask({ ...december, optionId: "x\u0000" }), { error: "BAD_REQUEST" }],
  ])("%s %#", async (path, body, expected) => {
    const { status, json, headers } = await octo(key, path, { body: body() });
    expect({ status, json }).toMatchObject({ status: 400, json: { errorMessage: expect.any(String), ...expected } });
    expect(headers.get("content-type")).toBe("application/json");
  });

  test.each(["{", "null", '"', "[".repeat(20_000), JSON.stringify({ productId: "x".repeat(300_000) })])(
    "hostile JSON %#",
    async (raw) => {
      const { status, json } = await octo(key, "/availability", { raw });
      expect({ status, json }).toMatchObject({ status: 400, json: { error: "BAD_REQUEST" } });
    },
  );

  test("an unknown product is no unknown endpoint", async () => {
    const unknown = await octo(key, "/products/%2e%2e%2fx", { headers: { "accept-language": "es" } });
    expect(unknown).toMatchObject({ status: 400, json: { error: "INVALID_PRODUCT_ID" } });
    expect(unknown.json["errorMessage"]).toBe("Ese producto no existe.");
    expect(await octo(key, "/suppliers")).toMatchObject({ status: 404, json: { error: "NOT_FOUND" } });
    expect(await octo(key, "/availability")).toMatchObject({ status: 405, json: { error: "NOT_FOUND" } });
  });
});

test("nobody reads without a key that may", async () => {
  const ended = await addKey(database, { partner });
  await database.services.db
    .updateTable("api_keys")
    .set({ revoked_at: NOON })
    .where("id", "=", await idOf(ended))
    .execute();
  const elsewhere = await addKey(database, { partner, sites: ["oaxaca"] });
  const other = await addKey(database, { partner, scopes: ["bookings:read"] });
  const answers = await Promise.all([null, "nonsense", ended, elsewhere, other].map((one) => octo(one, "/products")));
  expect(answers.map(({ status, json }) => [status, json["error"]])).toEqual([
    [401, "UNAUTHORIZED"],
    [403, "FORBIDDEN"],
    [403, "FORBIDDEN"],
    [403, "FORBIDDEN"],
    [403, "FORBIDDEN"],
  ]);
});

const idOf = async (text: string): Promise<string> => {
  const { db } = database.services;
  const secrets = db.selectFrom("api_key_secrets").select("key_id").where("hash", "=", hashOfKey(text));
  return (await secrets.executeTakeFirstOrThrow()).key_id;
};
