import { randomUUID } from "node:crypto";
import http from "node:http";
import zlib from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { publishDraft } from "#src/modules/site/content/publish-draft.server.ts";
import { pageToEdit } from "#src/modules/site/content/read-pages.server.ts";
import { saveDraft } from "#src/modules/site/content/save-draft.server.ts";
import { confirmationToken } from "#src/modules/base/identity/grant-confirmation.server.ts";
import { saveOptions } from "#src/modules/office/options/save-options.server.ts";
import { takeBackOptions } from "#src/modules/office/options/take-back-options.server.ts";
import { newBrowser } from "#src/platform/request.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

// Cached pages, over HTTP from two servers on one database.

const database = freshDatabase();
const servers: RunningServer[] = [];

beforeAll(async () => {
  const { db } = database.services;
  await seedMinimal(db);
  // a feed without a product would be refused; before the servers start, so that none of them drops its pages meanwhile
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await db.selectFrom("pub_crawls").select("id").executeTakeFirstOrThrow();
  await addDeparture(db, id, { date: inTenDays, prices: { MXN: 40_000 } });
  const environment = { DATABASE_URL: database.url, RONDA_SEED: "empty" };
  servers.push(...(await Promise.all([startServer(environment), startServer(environment)])));
}, 30_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

type Page = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** The server's raw response. */
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
  for (const existing of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await get("/", { "if-none-match": existing });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  }
  const refused = await get("/", { "accept-encoding": "br;q=0, gzip;q=0.0" });
  expect([refused.headers["content-encoding"], refused.body.equals(plain!.body)]).toEqual([undefined, true]);
});

test("a calendar, the product feed and /llms.txt are kept like pages", async () => {
  const { db } = database.services;
  const { slug } = await db.selectFrom("pub_crawls").select("slug").executeTakeFirstOrThrow();
  const files = {
    "/calendar/cities/mexico-city.ics": "text/calendar",
    [`/es/calendar/crawls/${slug}.ics`]: "text/calendar",
    "/feeds/things-to-do.json": "application/json",
    "/llms.txt": "text/plain",
  };
  for (const [path, type] of Object.entries(files)) {
    const { status, headers } = await get(path);
    expect([status, headers["content-type"]?.split(";", 1)[0]], path).toEqual([200, type]);
    const again = await get(path, { "if-none-match": headers.etag ?? "" });
    expect([again.status, again.body.length], path).toEqual([304, 0]);
  }
  for (const path of ["/calendar/cities/atlantis.ics", "/calendar/crawls/nope.ics", "/calendar/cities/mexico-city.txt"])
    expect((await get(path)).status, path).toBe(404);
});

test("a kept page brings its styles itself, the others name their file", async () => {
  const styles = (page: string) => ({
    written: page.includes('<style data-site="true">/*! tailwindcss'),
    files: page.match(/<link rel="stylesheet" href="\/assets\/app-[\w-]+\.css"\/>/g)?.length ?? 0,
  });
  for (const path of ["/", "/es", "/faq"]) expect(styles(await text(path)), path).toEqual({ written: true, files: 0 });
  for (const path of ["/login", "/es/checkout", "/contact", "/nope"])
    expect(styles(await text(path)), path).toEqual({ written: false, files: 1 });
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
      await vi.waitFor(async () => expect(await text("/", {}, server)).toContain(title), { timeout: 20_000 });
  }
});

test("an option that is saved, and one that is taken back, is on both servers' pages without a restart", async () => {
  const ctx = database.ctx({ actor: { kind: "user", role: "admin" } });
  const colour = { section: "brand" as const, texts: { primary_color: "#0b6e4f" }, was: { primary_color: "#dc1846" } };
  const render = (server: number) => text("/faq", {}, server);
  for (const server of [0, 1]) expect(await render(server)).not.toContain("#0b6e4f");
  const saved = await saveOptions(ctx, { ...colour, confirmed: true });
  expect(saved).toMatchObject({ ok: true });
  for (const server of [0, 1])
    await vi.waitFor(async () => expect(await render(server)).toContain("#0b6e4f"), { timeout: 20_000 });
  if (saved.ok) await takeBackOptions(ctx, { entry: saved.entry! });
  for (const server of [0, 1])
    await vi.waitFor(async () => expect(await render(server)).not.toContain("#0b6e4f"), { timeout: 20_000 });
});

test("a page that is published is on both servers, in the words that are agreed to, whatever was kept of it", async () => {
  const ctx = database.ctx({ actor: { kind: "user", role: "admin" } });
  for (const title of ["Terms of ours", "Newer terms of ours"]) {
    const home = await pageToEdit(ctx, "terms");
    if (!home.ok) throw new Error(home.reason);
    const { draft, version } = home;
    await saveDraft(ctx, "terms", [{ key: "terms", version, draft: { ...draft, texts: { ...draft.texts, title } } }]);
    expect(await publishDraft(ctx, "terms", { versions: { terms: version + 1 }, note: "" })).toMatchObject({
      ok: true,
    });
    for (const server of [0, 1])
      await vi.waitFor(async () => expect(await text("/terms", {}, server)).toContain(`>${title}</h1>`), {
        timeout: 20_000,
      });
  }
});

test("a crawl is found at once, on both servers, when it is added, renamed or shown again", async () => {
  const { db } = database.services;
  const statuses = async (path: string) =>
    Promise.all([0, 1].map(async (server) => (await get(path, {}, server)).status));
  const become = (path: string, status: number) =>
    vi.waitFor(async () => expect(await statuses(path)).toEqual([status, status]), { timeout: 20_000 });
  const id = randomUUID();
  for (const path of ["/crawls/a-new-one", `/crawls/id/${id}`, "/crawls/a-newer-one"])
    for (let n = 0; n < 2; n++) expect(await statuses(path)).toEqual([404, 404]);
  const crawl = { id, slug: "a-new-one", title: "A new one", city_id: "mexico-city", price: 2000, prices: "{}" };
  await db.insertInto("pub_crawls").values(crawl).execute();
  for (const path of ["/crawls/a-new-one", `/crawls/id/${id}`]) await become(path, 200);
  const change = (to: object) => db.updateTable("pub_crawls").set(to).where("id", "=", id).execute();
  await change({ slug: "a-newer-one", former_slugs: ["a-new-one"] });
  await become("/crawls/a-newer-one", 200);
  expect(await statuses("/crawls/a-new-one"), "by its former slug").toEqual([200, 200]);
  await change({ is_active: false });
  await become("/crawls/a-newer-one", 404);
  await change({ is_active: true });
  await become("/crawls/a-newer-one", 200);
});

test("a city is in the menus at once, on both servers, when it is added, renamed, switched off or on", async () => {
  const { db } = database.services;
  const shows = (path: string, status: number, name: string | null) =>
    vi.waitFor(
      async () => {
        for (const server of [0, 1]) {
          expect((await get(path, {}, server)).status).toBe(status);
          const home = await text("/", {}, server);
          if (name === null) expect(home).not.toContain(path);
          else expect(home).toContain(name);
        }
      },
      { timeout: 20_000 },
    );
  const path = "/cities/puerto-vallarta";
  await shows(path, 404, null);
  const city = { id: "puerto-vallarta", name: "Puerto Vallarta", time_zone: "America/Bahia_Banderas", position: 9 };
  await db.insertInto("cities").values(city).execute();
  await shows(path, 200, "Puerto Vallarta");
  const change = (to: object) => db.updateTable("cities").set(to).where("id", "=", city.id).execute();
  await change({ name: "The Bay" });
  await shows(path, 200, "The Bay");
  await change({ is_active: false });
  await shows(path, 404, null);
  await change({ is_active: true });
  await shows(path, 200, "The Bay");
});

test("pages with forms are each visitor's own", async () => {
  expect((await get("/")).headers.etag).toBeDefined();
  expect((await get("/contact")).headers["cache-control"]).toBe("private, no-store");
});

test("light and dark are two pages, and a stranger's query is in neither", async () => {
  expect(await text("/")).toContain('data-theme="light"');
  expect(await text("/", { cookie: "theme=dark" })).toContain('data-theme="dark"');
  const soon = Temporal.Now.plainDateISO().add({ days: 8 }).toString();
  expect(await text(`/?utm_source=strange-words&date=${soon}`)).not.toContain("strange-words");
});

/** Cookies that a stranger can come by, and what each of them was given for. */
const falseCookies = async (): Promise<[name: string, value: string][]> => {
  const { db } = database.services;
  const secret = await sharedSecret(db, "app");
  const person = await addAccount(db);
  const ended = await beginSession(db, person.id, { secret, baseUrl: ownOrigin() });
  await db.deleteFrom("session").where("id", "=", ended.id).execute();
  const late = { secret, baseUrl: ownOrigin(), expires: new Date(Date.now() - 1000) };
  const expired = await beginSession(db, person.id, late);
  const { token } = confirmationToken(
    { secret, now: new Date() },
    { kind: "sign_up", userId: person.id, email: "a@b.test" },
  );
  const [payload = "", signature = ""] = token.split(".");
  const formKey = randomUUID();
  const { setCookie } = newBrowser(secret, formKey, false);
  const browser = setCookie.split(";")[0]!.split("=")[1]!;
  const asSession = (signed: string, proof: string) =>
    `${sessionCookie(ownOrigin())}=${encodeURIComponent(`${signed}.${Buffer.from(proof, "base64url").toString("base64")}`)}`;
  return [
    ["a session that was signed out", ended.cookie],
    ["a session that has expired", expired.cookie],
    ["an emailed link's token", asSession(`token:confirm-email:${payload}`, signature)],
    ["the browser's own cookie", asSession(`browser:${formKey}`, browser)],
    ["a made-up session", asSession("x".repeat(32), browser)],
  ];
};

test("everybody gets the same kept page, marked where a session lives, and only its owner is told whose it is", async () => {
  const { db } = database.services;
  const secret = await sharedSecret(db, "app");
  const asks = async (cookie: string) => {
    const [page, account] = [await get("/faq", { cookie }), await get("/own-account", { cookie })];
    const { etag, "set-cookie": mark = [] } = page.headers;
    expect(account.headers["cache-control"]).toBe("private, no-store");
    return { etag, mark, account: JSON.parse(account.body.toString()) as { email: string } | null };
  };
  const { etag } = (await get("/faq")).headers;
  expect(etag).toBeDefined();
  const missing = (await get("/no-such-page")).headers.etag;
  for (const [name, cookie] of await falseCookies())
    for (let n = 0; n < 2; n++) {
      expect([name, await asks(cookie)]).toEqual([name, { etag, mark: [], account: null }]);
      expect([name, (await get("/no-such-page", { cookie })).headers.etag]).toEqual([name, missing]);
    }
  const people = [await addAccount(db), await addAccount(db)];
  for (const { id, email } of people) {
    const session = await beginSession(db, id, { secret, baseUrl: ownOrigin() });
    const mark = ["signed_in=1; Path=/; SameSite=Lax"];
    expect(await asks(session.cookie)).toMatchObject({ etag, mark, account: { email } });
    const { body, headers } = await get("/faq", { cookie: `${session.cookie}; signed_in=1` });
    expect([headers.etag, headers["set-cookie"], body.includes(email)]).toEqual([etag, undefined, false]);
    const dark = await text("/faq", { cookie: `theme=dark; ${session.cookie}` });
    expect([dark.includes('data-theme="dark"'), dark.includes(email)]).toEqual([true, false]);
    // a page with a form is theirs alone, and says so
    expect(await text("/contact", { cookie: session.cookie })).toContain(email);
    await db.deleteFrom("session").where("id", "=", session.id).execute();
    const ended = await get("/own-account", { cookie: `${session.cookie}; signed_in=1` });
    const unmarked = ["signed_in=; Path=/; Max-Age=0; SameSite=Lax"];
    expect([ended.body.toString(), ended.headers["set-cookie"]]).toEqual(["null", unmarked]);
  }
  expect((await get("/faq", { cookie: "signed_in=1" })).headers["set-cookie"]).toEqual([
    "signed_in=; Path=/; Max-Age=0; SameSite=Lax",
  ]);
});

test("what nobody shares leads to the language once chosen; every other address says its own", async () => {
  for (const [request, led] of [
    ["/?affiliate=x", "/es?affiliate=x"],
    ["/login?next=%2Fbookings", "/es/login?next=%2Fbookings"],
    ["/login/code", "/es/login/code"],
    ["/signup", "/es/signup"],
    ["/forgot-password", "/es/forgot-password"],
    ["/checkout?departure=a", "/es/checkout?departure=a"],
    ["/bookings", "/es/bookings"],
    ["/profile", "/es/profile"],
  ] as const) {
    const answer = await get(request, { cookie: "a=1; language=es" });
    expect([request, answer.status, answer.headers.location]).toEqual([request, 302, led]);
    expect((await get(request, { cookie: "language=en" })).headers.location ?? "").not.toContain("/es/");
  }
  // and the guard's redirect goes on in it
  expect((await get("/es/bookings", { cookie: "language=es" })).headers.location).toBe(
    "/es/login?next=%2Fes%2Fbookings",
  );
  expect((await get("/crawls", { cookie: "language=es" })).status).toBe(200);
  expect((await get("/", { cookie: "language=en" })).status).toBe(200);
  expect((await get("/es", { cookie: "language=en" })).status).toBe(200);
});

test.each([
  ["/ES/Crawls/?utm_source=a", "/es/crawls?utm_source=a"],
  ["/faq/", "/faq"],
  ["/contact/", "/contact"],
])("%s is at %s", async (path, address) => {
  const { status, headers } = await get(path);
  expect([status, headers.location]).toEqual([308, address]);
});

test.each(["//evil.example/", "//evil.example/faq/", "/%2F%2Fevil.example/"])("%s leads nowhere else", async (path) => {
  expect((await get(path)).headers.location).toBeUndefined();
});

test.each(["/?month=9999-12", "/?date=9999-12-31", "/book-now?month=0001-01"])("%s leads to a page", async (path) => {
  const { status, headers } = await get(path);
  expect(status).toBe(308);
  expect((await get(headers.location ?? "")).status).toBe(200);
});

/** The address that the first server knows itself by. */
const ownOrigin = () => `http://localhost:${new URL(servers[0]!.origin).port}`;

/** Posts a body as is; `chunked` sends no length. */
const post = (body: string, type: string, chunked = false): Promise<number> =>
  new Promise((resolve) => {
    const length = chunked ? { "transfer-encoding": "chunked" } : { "content-length": String(Buffer.byteLength(body)) };
    const request = http.request(`${servers[0]!.origin}/contact`, {
      method: "POST",
      headers: { "content-type": type, origin: ownOrigin(), ...length },
    });
    request.on("response", (res) => (res.resume(), resolve(res.statusCode ?? 0)));
    request.on("error", () => resolve(0)); // a server that has responded may close while we still send
    request.end(body);
  });
const FORM = "application/x-www-form-urlencoded";

test.each([
  ["a form of 100 KB", `message=${"x".repeat(100_000)}`, FORM, false, 413],
  ["the same without its length", `message=${"x".repeat(100_000)}`, FORM, true, 413],
  ["JSON", "{}", "application/json", false, 415],
  ["a broken multipart form", "--x\r\nno form", "multipart/form-data; boundary=x", false, 400],
])("%s is refused and nothing breaks", async (_, body, type, chunked, status) => {
  expect([status, 0]).toContain(await post(body, type, chunked));
  expect((await get("/contact")).status).toBe(200);
});
