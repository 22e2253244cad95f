import http from "node:http";
import zlib from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { freshDatabase } from "#tests/database.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { smallWorld } from "#tests/world.ts";

// Pages kept in memory, through the front door of two servers on one database.

const database = freshDatabase();
const servers: RunningServer[] = [];

beforeAll(async () => {
  await smallWorld(database.services.db);
  const environment = { DATABASE_URL: database.url, RONDA_WORLD: "empty" };
  servers.push(...(await Promise.all([startServer(environment), startServer(environment)])));
}, 30_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

type Page = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** What a server answers, as it comes over the wire. */
const get = (path: string, headers: Record<string, string> = {}, server = 0): Promise<Page> =>
  new Promise((resolve, reject) => {
    http
      .get(servers[server]!.origin + path, { headers }, async (res) => {
        const chunks: Buffer[] = [];
        for await (const chunk of res) chunks.push(chunk as Buffer);
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks) });
      })
      .on("error", reject);
  });
const text = async (path: string, headers = {}, server = 0) => (await get(path, headers, server)).body.toString();

test("a kept page is the same in every encoding, and isn't sent again to who has it", async () => {
  const { etag = "" } = (await get("/")).headers;
  const [plain, br, gzip] = await Promise.all(
    ["identity", "br", "gzip"].map((encoding) => get("/", { "accept-encoding": encoding })),
  );
  expect([br!.headers["content-encoding"], gzip!.headers["content-encoding"]]).toEqual(["br", "gzip"]);
  expect(zlib.brotliDecompressSync(br!.body).equals(plain!.body)).toBe(true);
  expect(zlib.gunzipSync(gzip!.body).equals(plain!.body)).toBe(true);
  const again = await get("/", { "if-none-match": etag });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test("a change of content is on both servers' pages without a restart", async () => {
  const { db } = database.services;
  const store = (title: string) =>
    db
      .insertInto("home_page_content")
      .values({ section_key: "hero", site_tag: "cdmx", content: JSON.stringify({ title }) })
      .onConflict((conflict) =>
        conflict.columns(["section_key", "site_tag"]).doUpdateSet({ content: JSON.stringify({ title }) }),
      )
      .execute();
  for (const title of ["A first title", "Another title"]) {
    await store(title);
    for (const server of [0, 1])
      await vi.waitFor(async () => expect(await text("/", {}, server)).toContain(title), 5000);
  }
});

test("who is signed in, or only says so, gets a page of their own", async () => {
  expect((await get("/")).headers.etag).toBeDefined();
  expect((await get("/", { cookie: "ronda.session_token=x.y" })).headers.etag).toBeUndefined();
});

test("light and dark are two pages, and a stranger's query is in neither", async () => {
  expect(await text("/")).toContain('data-theme="light"');
  expect(await text("/", { cookie: "theme=dark" })).toContain('data-theme="dark"');
  expect(await text("/?utm_source=strange-words&date=2026-12-01")).not.toContain("strange-words");
});

test("the bare address leads to the language once chosen; every other address says its own", async () => {
  const answer = await get("/?affiliate=x", { cookie: "language=es" });
  expect([answer.status, answer.headers.location]).toEqual([302, "/es?affiliate=x"]);
  expect((await get("/", { cookie: "language=en" })).status).toBe(200);
  expect((await get("/es", { cookie: "language=en" })).status).toBe(200);
});
