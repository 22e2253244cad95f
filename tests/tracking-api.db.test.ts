import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { noteTrace } from "#src/modules/sales/affiliates/note-trace.server.ts";
import { forgetTraces, forgetVisitors } from "#src/modules/sales/affiliates/forget-visitors.server.ts";
import { apiOn, type Call } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { later } from "#tests/seeds.ts";

const database = freshDatabase({ TRUST_PROXY: "1", SITE_ORIGINS: "https://oaxaca.example" });
const call = apiOn(database);
const onOaxaca = apiOn(database, "oaxaca.example");

const HERE = { "x-forwarded-for": "203.0.113.50" };
const VISIT = { affiliateCode: "CASA-77", userAgent: "Browser/1", ipAddress: null, referrer: "" };
const visit = (over: object = {}, more: Call = {}) =>
  call("/api/functions/track-affiliate-visit", { body: { ...VISIT, ...over }, headers: HERE, ...more });
const scan = (body: object = { qrCodeId: "door" }, more: Call = {}) =>
  call("/api/functions/track-qr-scan", { body, headers: HERE, ...more });

const choose = (over: object = {}, more: Call = {}) =>
  call("/api/functions/track-affiliate-choice", {
    body: { affiliateCode: "CASA-77", ...over },
    headers: HERE,
    ...more,
  });

const visits = () => database.services.db.selectFrom("affiliate_visits").selectAll().orderBy("id").execute();
const choices = () => database.services.db.selectFrom("affiliate_choices").selectAll().orderBy("id").execute();
const scans = () => database.services.db.selectFrom("qr_scans").selectAll().execute();

beforeEach(async () => {
  const { db } = database.services;
  for (const table of ["affiliate_visits", "affiliate_choices", "qr_scans", "rate_counters"] as const)
    await db.deleteFrom(table).execute();
});

describe("a visit through a partner's link", () => {
  test("is kept with what was said, and with a hash instead of the address", async () => {
    const message = { userAgent: "B".repeat(400), referrer: "https://hostel.example/deals?guest=ana#x" };
    expect(await visit(message)).toMatchObject({ status: 200, json: { counted: true } });
    expect(await visits()).toMatchObject([
      {
        affiliate_code: "CASA-77",
        user_agent: "B".repeat(300),
        referrer: "https://hostel.example/deals",
        site_tag: "cdmx",
        at: NOON,
        visitor: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    const { rows } = await sql<{ key: string }>`select key from rate_counters`.execute(database.services.db);
    expect(JSON.stringify([await visits(), rows])).not.toContain("203.0.113.50");
  });

  test.each([
    ["at once", 0, 1],
    ["59 minutes later", 59, 1],
    ["an hour later", 60, 2],
  ])("and another %s are %i", async (_, minutes, count) => {
    await visit();
    expect((await visit({}, { now: later(minutes) })).json).toEqual({ counted: count === 2 });
    expect(await visits()).toHaveLength(count);
  });

  test("counts once though the clock's hour ends between two", async () => {
    await visit({}, { now: later(55) });
    await visit({}, { now: later(65) });
    expect(await visits()).toHaveLength(1);
  });

  test("counts once when twenty arrive together", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit()));
    expect(answers.filter(({ json }) => json["counted"])).toHaveLength(1);
    expect(await visits()).toHaveLength(1);
  });

  test("counts for each code, address and browser", async () => {
    await visit();
    await visit({ affiliateCode: "OTHER" });
    await visit({}, { headers: { "x-forwarded-for": "203.0.113.51" } });
    const browser = (letter: string) => ({
      cookie: `ronda_browser=${letter.repeat(43)}`,
      "sec-fetch-site": "same-origin",
    });
    await visit({}, { headers: { ...HERE, ...browser("a") } });
    await visit({}, { headers: { ...HERE, ...browser("b") } });
    await visit({}, { headers: { "x-forwarded-for": "203.0.113.52", ...browser("b") } });
    expect(await visits()).toHaveLength(5);
  });

  test("belongs to the site of its host, and says nothing of our own pages", async () => {
    const referrer = "https://oaxaca.example/booking-confirmation/7?token=x";
    await onOaxaca("/api/functions/track-affiliate-visit", { body: { ...VISIT, referrer } });
    expect(await visits()).toMatchObject([{ site_tag: "oaxaca", referrer: "" }]);
  });

  test("is limited per address, and says when to come again", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 63; n++) statuses.push((await visit({ affiliateCode: `code-${n}` })).status);
    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429, 429]);
    expect(await visits()).toHaveLength(60);
    const refused = await visit({ affiliateCode: "another" });
    expect([refused.json["code"], refused.headers.get("retry-after")]).toEqual(["too_many_attempts", "600"]);
    expect((await visit({}, { headers: { "x-forwarded-for": "203.0.113.51" } })).status).toBe(200);
    expect((await visit({ affiliateCode: "another" }, { now: later(10) })).status).toBe(200);
  });
});

describe("a scan of a QR code", () => {
  test("counts once an hour", async () => {
    expect([(await scan()).json, (await scan()).json]).toEqual([{ counted: true }, { counted: false }]);
    expect(await scans()).toMatchObject([{ qr_code_id: "door", site_tag: "cdmx", at: NOON }]);
  });

  test("is limited together with visits", async () => {
    for (let n = 0; n < 60; n++) await visit({ affiliateCode: `code-${n}` });
    expect((await scan()).status).toBe(429);
  });
});

describe("a choice of a date after a partner's link", () => {
  test("counts once an hour, with the printed code that led there", async () => {
    expect((await choose({ qrCodeId: "door" })).json).toEqual({ counted: true });
    expect((await choose({ qrCodeId: "other" }, { now: later(59) })).json).toEqual({ counted: false });
    expect((await choose({}, { now: later(60) })).json).toEqual({ counted: true });
    expect(await choices()).toMatchObject([
      { affiliate_code: "CASA-77", qr_code_id: "door", site_tag: "cdmx", at: NOON },
      { affiliate_code: "CASA-77", qr_code_id: null, at: later(60) },
    ]);
  });

  test("is the same visitor's as the visit, and limited together with visits", async () => {
    await visit({ qrCodeId: "door" });
    await choose();
    const [[visited], [chose]] = [await visits(), await choices()];
    expect(visited).toMatchObject({ visitor: chose!.visitor, qr_code_id: "door" });
    for (let n = 0; n < 58; n++) await visit({ affiliateCode: `code-${n}` });
    expect((await choose({ affiliateCode: "OTHER" })).status).toBe(429);
  });

  test.each([[{ affiliateCode: "" }], [{ affiliateCode: null }], [{ qrCodeId: "../x" }], [{ departureId: "x" }]])(
    "is refused with %o",
    async (over) => {
      expect((await choose(over)).status).toBe(422);
      expect(await choices()).toEqual([]);
    },
  );
});

describe("what is not as it should be is refused, and nothing is kept", () => {
  test.each([
    [{ affiliateCode: "" }, "affiliateCode"],
    [{ affiliateCode: "a".repeat(65) }, "affiliateCode"],
    [{ affiliateCode: "a\r\nSet-Cookie: x" }, "affiliateCode"],
    [{ affiliateCode: "a\n" }, "affiliateCode"],
    [{ affiliateCode: "a\u0000" }, "affiliateCode"],
    [{ affiliateCode: "<b>" }, "affiliateCode"],
    [{ affiliateCode: ["CASA-77"] }, "affiliateCode"],
    [{ affiliateCode: undefined }, "affiliateCode"],
    [{ userAgent: "a\r\nb" }, "userAgent"],
    [{ userAgent: "a".repeat(2001) }, "userAgent"],
    [{ referrer: "https://a.example/\u0085" }, "referrer"],
    [{ ipAddress: "203.0.113.9" }, "ipAddress"],
    [{ qrCodeId: "../x" }, "qrCodeId"],
    [{ site: "oaxaca" }, "site"],
    [{ at: "2020-01-01" }, "at"],
  ])("a visit with %o, for its %s", async (over, field) => {
    const { status, json } = await visit(over);
    expect([status, json["errors"]]).toMatchObject([422, [{ field }]]);
    expect(await visits()).toEqual([]);
  });

  test.each([[{}], [{ qrCodeId: 7 }], [{ qrCodeId: "../x" }], [{ qrCodeId: "a", affiliateCode: "b" }]])(
    "a scan with %o",
    async (body) => {
      expect((await scan(body)).status).toBe(422);
      expect(await scans()).toEqual([]);
    },
  );

  test("a page of somebody else's can't use a visitor's browser", async () => {
    const foreign = { ...HERE, cookie: `ronda_browser=${"a".repeat(43)}`, "sec-fetch-site": "cross-site" };
    expect((await visit({}, { headers: foreign })).status).toBe(403);
  });
});

test("who it was is forgotten; the numbers stay", async () => {
  await visit({ qrCodeId: "door" });
  await scan();
  await choose({ qrCodeId: "door" });
  await visit({ affiliateCode: "NEW" }, { now: later(24 * 60) });
  await choose({ affiliateCode: "NEW" }, { now: later(24 * 60) });
  await forgetVisitors(database.services, later(1));
  expect((await visits()).map(({ visitor }) => visitor !== null)).toEqual([false, true]);
  expect((await choices()).map(({ visitor }) => visitor !== null)).toEqual([false, true]);
  expect((await visits())[0]).toMatchObject({ qr_code_id: "door", user_agent: "" });
  expect(await scans()).toMatchObject([{ visitor: null }]);
});

test("from where a partner looked at their page, and where their widget was, is forgotten", async () => {
  const { db } = database.services;
  const { id } = await db
    .insertInto("partners")
    .values({ name: "Casa", code: "CASA-77", created_at: NOON })
    .returning("id")
    .executeTakeFirstOrThrow();
  const at = (address: string, now: Date) => noteTrace(database.ctx({ now, actor: { address, browser: null } }), id);
  await at("192.0.2.1", NOON);
  await at("192.0.2.2", NOON);
  await at("192.0.2.1", later(24 * 60));
  const view = { partner_id: id, origin: "https://casa.example" };
  await db
    .insertInto("widget_reports")
    .values(["2026-11-19", "2026-11-20"].map((day) => ({ ...view, day })))
    .execute();
  await forgetTraces({ db }, later(1));
  const record = sql<string>`day::text`.as("day");
  expect(await db.selectFrom("widget_reports").select(record).execute()).toEqual([{ day: "2026-11-20" }]);
  expect(await db.selectFrom("partner_traces").select("seen_at").execute()).toEqual([{ seen_at: later(24 * 60) }]);
});

test("the pixel's id is told where one is configured, by GET and POST", async () => {
  const path = "/api/functions/get-fb-pixel-config";
  expect((await call(path)).json).toEqual({ pixelId: null });
  const { db } = database.services;
  await db.insertInto("app_settings").values({ key: "fb_pixel_id", value: "123456789012345" }).execute();
  // settings are cached for a second
  await expect.poll(async () => (await call(path)).json).toEqual({ pixelId: "123456789012345" });
  expect((await call(path, { body: {} })).json).toEqual({ pixelId: "123456789012345" });
});
