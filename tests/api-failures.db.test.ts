import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createApi } from "#src/api.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import type { Services } from "#src/platform/context.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
let open = "";
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  open = await addDeparture(database.services.db, crawlId);
});
afterEach(() => vi.restoreAllMocks());

const ask = (services: Services, path: string, init?: RequestInit) =>
  createApi(services).fetch(new Request(`http://ronda.test${path}`, init), {});
const muted = () => vi.spyOn(console, "error").mockImplementation(() => {});
const logged = (spy: ReturnType<typeof muted>) => spy.mock.calls.map(([line]) => JSON.parse(String(line)) as object);

describe("when the database is gone", () => {
  const without = (): Services => {
    const pool = openPool("postgres://nobody@127.0.0.1:1/nothing");
    return { ...database.services, pool, db: openDb(pool) };
  };

  test.each([
    ["/api/scheduled-crawls", undefined],
    ["/api/pub-crawls", undefined],
    [
      "/api/bookings",
      {
        method: "POST",
        body: JSON.stringify(bookingInput("00000000-0000-4000-8000-000000000000")),
        headers: { "content-type": "application/json", "idempotency-key": "key-without-database" },
      },
    ],
  ])("%s answers 503 and says when to try again", async (path, init) => {
    const errors = muted();
    const response = await ask(without(), path, init);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await response.json()).toMatchObject({ code: "unavailable", retry_after: 2 });
    expect(logged(errors)).toMatchObject([{ event: "database.unreachable" }]);
  });

  test("the process lives, but is not ready", async () => {
    expect((await ask(without(), "/healthz")).status).toBe(200);
    expect((await ask(without(), "/readyz")).status).toBe(503);
    expect((await ask(database.services, "/readyz")).status).toBe(200);
  });
});

test("a database that takes no writes any more is away, and a booking is no bug", async () => {
  const errors = muted();
  const pool = openPool(`${database.url}?options=${encodeURIComponent("-c default_transaction_read_only=on")}`);
  const headers = { "content-type": "application/json", "idempotency-key": "key-of-a-read-only" };
  const body = JSON.stringify(bookingInput(open));
  const response = await ask({ ...database.services, pool, db: openDb(pool) }, "/api/bookings", {
    method: "POST",
    body,
    headers,
  });
  expect([response.status, await response.json()]).toEqual([503, expect.objectContaining({ code: "unavailable" })]);
  expect(logged(errors)).toMatchObject([{ event: "database.unreachable" }]);
  await pool.end();
});

test("while its disk is full, what would write is refused without asking the database, and what reads is answered", async () => {
  const errors = muted();
  const pool = openPool(database.url);
  pool.runsFull("no room");
  pool.runsFull("still none");
  expect(logged(errors)).toMatchObject([{ event: "database.disk_full", error: "no room" }]);
  const spy = vi.spyOn(pool, "connect");
  const full = { ...database.services, pool, db: openDb(pool) };
  const headers = { "content-type": "application/json", "idempotency-key": "key-of-a-full-disk" };
  for (const path of ["/api/bookings", "/webhooks/sandbox"]) {
    const response = await ask(full, path, { method: "POST", body: JSON.stringify(bookingInput(open)), headers });
    expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, expect.any(String)]);
    expect(await response.json()).toMatchObject({ code: "busy" });
  }
  expect(spy).not.toHaveBeenCalled();
  expect((await ask(full, "/api/pub-crawls")).status).toBe(200);
  expect(errors).toHaveBeenCalledOnce();
  await pool.end();
});

test("a bug is logged once under the id that the caller gets, and shows nothing of itself", async () => {
  const errors = muted();
  const pool = Object.assign(Object.create(database.services.pool) as Services["pool"], {
    query: () => Promise.reject(new TypeError("secret detail of /srv/code.ts")),
  });
  const response = await ask({ ...database.services, pool }, "/api/scheduled-crawls", {
    headers: { "accept-language": "es" },
  });
  const body = (await response.json()) as { code: string; instance: string; detail: string };
  expect([response.status, body.code]).toEqual([500, "server"]);
  expect(body.detail).toBe("Algo falló de nuestro lado. No se cobró ni se perdió nada.");
  expect(JSON.stringify(body)).not.toContain("secret");
  expect(logged(errors)).toMatchObject([
    { event: "request.failed", path: "/api/scheduled-crawls", requestId: body.instance.replace("urn:uuid:", "") },
  ]);
});

describe("over a real connection", () => {
  /** Sends 8 KB chunks, up to 1 MB, until the server responds; returns the response and the bytes accepted. */
  async function pour(path: string, headers: Record<string, string>) {
    const app = createApi(database.services);
    const server = createServer(getRequestListener((request, env) => app.fetch(request, env)));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const out = httpRequest({ port, path, method: "POST", headers }, (incoming) => {
        let text = "";
        incoming.on("data", (chunk: Buffer) => (text += chunk.toString()));
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, text }));
      });
      out.on("error", reject);
      const chunk = Buffer.alloc(8192, "x");
      let sent = 0;
      const more = () => {
        if (sent >= 1_048_576) return out.end();
        sent += chunk.length;
        out.write(chunk, () => setImmediate(more));
      };
      more();
    });
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    return answer;
  }

  const key = { "idempotency-key": "key-of-a-large-body" };
  const POURED: [string, Record<string, string>, string][] = [
    ["/webhooks/sandbox", {}, "event_too_large"],
    ["/webhooks/sandbox", { "content-length": "1048576" }, "event_too_large"],
    ["/api/bookings", { "content-type": "application/json", ...key }, "too_large"],
    ["/api/bookings", { "content-type": "application/json", "content-length": "1048576", ...key }, "too_large"],
  ];
  test.each(POURED)("%s refuses a megabyte (%o) without reading it", async (path, headers, code) => {
    const { status, text } = await pour(path, headers);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([413, code]);
  });

  test("a body without end is read no further than its limit", async () => {
    let count = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        count += 4096;
        controller.enqueue(new Uint8Array(4096));
      },
    });
    const response = await ask(database.services, "/webhooks/sandbox", {
      method: "POST",
      body,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(count).toBeLessThan(80_000);
  });
});

test("a cookie that can't be decoded is no cookie", async () => {
  const headers = { cookie: "ronda_browser=%E0%A4%A", "sec-fetch-site": "same-origin" };
  expect((await ask(database.services, "/api/scheduled-crawls", { headers })).status).toBe(200);
});

describe("who may act with the browser's cookie", () => {
  const cookie = `ronda_browser=${"c".repeat(43)}`;
  const body = () => JSON.stringify(bookingInput(open));
  let sent = 0;
  const send = (headers: Record<string, string>, n: number) =>
    ask(database.services, "/api/bookings", {
      method: "POST",
      body: body(),
      headers: { "content-type": "application/json", "idempotency-key": `key-of-origin-${n}`, ...headers },
    });

  const CALLERS: [string, number, Record<string, string>][] = [
    ["our own page", 201, { cookie, origin: "http://ronda.test", "sec-fetch-site": "same-origin" }],
    ["our own page, in a browser that sends no Origin", 201, { cookie, "sec-fetch-site": "same-origin" }],
    ["a program, which says no origin", 201, { cookie }],
    ["a partner's page without a cookie", 201, { origin: "https://partner.example" }],
    ["a foreign page", 403, { cookie, origin: "https://evil.example" }],
    [
      "a foreign page that claims to be ours",
      403,
      { cookie, origin: "https://evil.example", "sec-fetch-site": "same-origin" },
    ],
    ["a neighbour under the same domain", 403, { cookie, "sec-fetch-site": "same-site" }],
    ["a page without an origin of its own", 403, { cookie, origin: "null" }],
  ];
  test.each(CALLERS)("%s: %i", async (_, status, headers) => {
    expect((await send(headers, sent++)).status).toBe(status);
  });
});
