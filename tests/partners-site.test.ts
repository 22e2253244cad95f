import { randomUUID } from "node:crypto";
import http from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openPartnerWidget } from "#src/modules/sales/affiliates/queries.server.ts";
import { viaOf } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { UNTOLD } from "#src/modules/sales/affiliates/rules/widget.ts";
import { ignoreWidgetOrigin, listWidgetOrigin } from "#src/modules/sales/affiliates/set-widget-origins.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";

// What partners print and embed, over HTTP: the short address, and the widget's page and script.

const database = freshDatabase();
let server: RunningServer;
const partnerId = randomUUID();
const HOSTEL = "https://hostel.example";

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const date = Temporal.Now.plainDateISO().add({ days: 20 }).toString();
  await addDeparture(db, crawlId, { date });
  await addDeparture(db, await addCrawl(db, { title: "Mezcal Tasting" }), { date });
  const partner = { id: partnerId, name: "Hostel Jacaranda", code: "JACA", created_at: new Date() };
  await db
    .insertInto("partners")
    .values({ ...partner, widget_origins: [HOSTEL] })
    .execute();
  const code = { partner_id: partnerId, target: "/crawls", created_at: new Date() };
  await db
    .insertInto("qr_codes")
    .values({ id: "k7m2x", ...code })
    .execute();
  server = await startServer({ DATABASE_URL: database.url, RONDA_SEED: "empty" });
}, 30_000);
afterAll(() => server.stop());
beforeEach(async () => {
  const { db } = database.services;
  for (const table of ["widget_reports", "rate_counters", "qr_scans"] as const) await db.deleteFrom(table).execute();
});

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };

/** The server's raw response: `fetch` writes headers of its own. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    http
      .get(server.origin + path, { headers }, async (res) => {
        let body = "";
        for await (const chunk of res) body += String(chunk);
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body });
      })
      .on("error", reject);
  });

describe("the short address", () => {
  test.each([
    ["k7m2x", {}, "/crawls?affiliate=JACA&qr=k7m2x"],
    ["K7M2X", {}, "/crawls?affiliate=JACA&qr=k7m2x"],
    ["k7m2x", { "accept-language": "es-MX,es;q=0.9,en;q=0.8" }, "/es/crawls?affiliate=JACA&qr=k7m2x"],
    ["k7m2x", { "accept-language": "es-MX", cookie: "language=en" }, "/crawls?affiliate=JACA&qr=k7m2x"],
    ["k7m2x", { "accept-language": "fr" }, "/crawls?affiliate=JACA&qr=k7m2x"],
    ["nobody", { "accept-language": "es" }, "/es"],
    ["%3Cscript%3E", {}, "/"],
  ])("%s with %j leads to %s, for this one time", async (id, headers: Record<string, string>, location) => {
    const answer = await get(`/q/${id}`, headers);
    expect([answer.status, answer.headers.location]).toEqual([302, location]);
    expect([answer.headers["cache-control"], answer.headers["set-cookie"]]).toEqual(["no-store", undefined]);
  });

  test("counts who comes with a browser, and not the previews of links", async () => {
    const scans = async () => (await database.services.db.selectFrom("qr_scans").select("id").execute()).length;
    await get("/q/k7m2x");
    await get("/q/k7m2x", { "sec-fetch-mode": "navigate", "sec-purpose": "prefetch" });
    expect(await scans()).toBe(0);
    await get("/q/k7m2x", { "sec-fetch-mode": "navigate" });
    await get("/q/k7m2x", { "sec-fetch-mode": "navigate" });
    expect(await scans()).toBe(1);
  });
});

describe("the widget", () => {
  const framed = (referer: string | null, query = "partner=jaca&lang=es") =>
    get(`/widget?${query}`, { "sec-fetch-dest": "iframe", ...(referer ? { referer } : {}) });
  const reports = async () => {
    const partnerWidget = await openPartnerWidget(
      database.ctx({ now: new Date(), actor: { kind: "user", role: "marketing" } }),
      partnerId,
    );
    return partnerWidget.ok
      ? partnerWidget.reports.map(({ origin, opened }) => [origin, opened])
      : partnerWidget.reason;
  };
  const vias = (html: string) =>
    Array.from(html.matchAll(/href="([^"]+)"/g), ([, href = ""]) =>
      new URL(href.replaceAll("&amp;", "&"), server.origin).searchParams.get("via"),
    );

  test("may stand in any site's frame, sets no cookies, and no other page may", async () => {
    const answer = await framed(`${HOSTEL}/rooms`);
    expect(answer.status).toBe(200);
    const policy = answer.headers["content-security-policy"];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/frame-ancestors \*$/);
    expect([answer.headers["set-cookie"], answer.headers["x-frame-options"]]).toEqual([undefined, undefined]);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    for (const page of ["/", "/checkout", "/login"])
      expect((await get(page)).headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    const script = await get("/widget.js");
    expect([script.status, script.headers["set-cookie"]]).toEqual([200, undefined]);
    expect(Buffer.byteLength(script.body)).toBeLessThan(15 * 1024);
  });

  test("credits its partner on a listed site, whose name its page keeps", async () => {
    const html = (await framed(`${HOSTEL}/rooms`)).body;
    expect(html).toContain(`data-at="${HOSTEL}"`);
    expect(html).toContain('lang="es"');
    expect(html).toContain("/es/checkout?departure=");
    expect(vias(html).map((via) => via && viaOf(via, Date.now()))).toContainEqual(
      expect.objectContaining({ code: "JACA", place: "widget" }),
    );
    expect(await reports()).toEqual([]);
  });

  test("lists what the site sells, the calendar's crawls first", async () => {
    const { body } = await framed(`${HOSTEL}/rooms`);
    expect(body.indexOf("Ronda Test")).toBeGreaterThan(0);
    expect(body.indexOf("Mezcal Tasting")).toBeGreaterThan(body.indexOf("Ronda Test"));
  });

  test.each([
    ["https://blog.example/a", "https://blog.example"],
    [null, UNTOLD],
  ])("on %s still books, credits nobody, and is reported until staff decide", async (referer, origin) => {
    for (let i = 0; i < 2; i++) {
      const html = (await framed(referer)).body;
      expect(html).toContain("/es/checkout?departure=");
      expect(html).not.toMatch(/via=|affiliate=|data-at/);
    }
    expect(await reports()).toEqual([[origin, 2]]);
    const staff = database.ctx({ actor: { kind: "user", role: "marketing" } });
    expect(await ignoreWidgetOrigin(staff, { partnerId, origin })).toMatchObject({ ok: true });
    expect(await reports()).toEqual([]);
    await framed(referer);
    expect((await framed(referer)).body).not.toContain("via=");
  });

  test("runs no script in the admin's preview, and then credits nobody on any site", async () => {
    const html = (await framed(`${HOSTEL}/rooms`, "partner=jaca&lang=es&preview=1")).body;
    expect(html).toContain("/es/checkout?departure=");
    expect(html).not.toMatch(/<script|via=|affiliate=/);
  });

  test("credits on a site that was reported once staff list it", async () => {
    await framed("https://new.example/");
    const staff = database.ctx({ actor: { kind: "user", role: "marketing" } });
    await listWidgetOrigin(staff, { partnerId, origin: "https://new.example" });
    expect((await framed("https://new.example/")).body).toContain("via=JACA");
  });

  test.each([
    ["an unknown partner", "partner=NOBODY"],
    ["no partner", ""],
    ["what is no code", "partner=%27%00"],
  ])("of %s books and credits nobody", async (_, query) => {
    const answer = await framed(HOSTEL, query);
    if (query.includes("%00")) expect(answer.status).toBe(400);
    else expect(answer.body).not.toContain("via=");
    expect(await reports()).toEqual([]);
  });

  test("fills no table with made-up names", async () => {
    await database.services.db
      .insertInto("widget_reports")
      .values(
        Array.from({ length: 50 }, (_, i) => ({
          partner_id: partnerId,
          origin: `https://s${i}.example`,
          day: Temporal.Now.plainDateISO("America/Mexico_City").toString(),
        })),
      )
      .execute();
    await framed("https://one-more.example/");
    await framed("https://s7.example/");
    expect(await reports()).toHaveLength(50);
    expect(await reports()).toContainEqual(["https://s7.example", 2]);
  });
});
