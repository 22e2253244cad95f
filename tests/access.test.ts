import http from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CALLS, DOWNLOADS, PAGES } from "#src/access.ts";
import { createApi } from "#src/api.server.ts";
import { type Locale, LOCALES, localizedPath } from "#src/kernel/localized.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { needsNobody, type PageAccess } from "#src/modules/base/identity/rules/access.ts";
import { allows, type Permission, ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import routes from "#src/routes.ts";
import { sandboxApi } from "#src/routes/api/sandbox.ts";
import { PASSWORD } from "#tests/accounts.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

// Who may open what: the table of src/access.ts against the real routes, and every guarded route against the table, over HTTP
// to a server configured for HTTPS.

// each requests dozens of pages, possibly on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const BASE_URL = "https://ronda.test";
const METRICS_TOKEN = "a token of sixteen or more";
const database = freshDatabase();
let server: RunningServer;
let departure: string;
const cookies = new Map<string, string>();

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  const soon = Temporal.Now.plainDateISO().add({ days: 20 }).toString();
  departure = await addDeparture(db, crawlId, { date: soon });
  const secret = await sharedSecret(db, "app");
  for (const role of ROLES) {
    const { id } = await addAccount(db, { email: `${role}@people.test`, role, secondFactor: true });
    cookies.set(role, (await beginSession(db, id, { secret, baseUrl: BASE_URL })).cookie);
  }
  server = await startServer({ DATABASE_URL: database.url, RONDA_SEED: "empty", BASE_URL, METRICS_TOKEN });
}, 30_000);
afterAll(() => server.stop());

type Answer = { status: number; location: string | undefined; setCookie: string[]; cache: string; body: string };
type Call = { method?: string; cookie?: string | undefined; headers?: Record<string, string>; form?: object };

/** The server's response; forms are posted as from our own pages unless stated otherwise. */
const call = (path: string, { method = "GET", cookie, headers = {}, form }: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = form && new URLSearchParams({ ...form }).toString();
    const sent = {
      host: "ronda.test",
      ...(cookie ? { cookie } : {}),
      ...(method === "GET" ? {} : { origin: BASE_URL, "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    };
    const request = http.request(server.origin + path, { method, headers: sent }, async (res) => {
      let text = "";
      for await (const chunk of res) text += String(chunk);
      const { location, "set-cookie": setCookie = [], "cache-control": cache = "" } = res.headers;
      resolve({ status: res.statusCode ?? 0, location, setCookie, cache, body: text });
    });
    request.on("error", reject);
    request.end(body);
  });

type Entry = { path?: string | undefined; children?: Entry[] | undefined };
const patternsOf = (entries: readonly Entry[], parent = ""): string[] =>
  entries.flatMap(({ path, children }) => {
    const here = path ? `${parent}/${path}` : parent;
    return children ? patternsOf(children, here) : [here || "/"];
  });
/** A concrete address for a pattern. */
const addressOf = (pattern: string) => pattern.replaceAll(/:\w+|\*/g, "x");

describe("the table", () => {
  test("has one row for every page, and a page for every row", () => {
    const pages = new Set(patternsOf(routes).map((pattern) => localizedPath(pattern, "en")));
    expect([...pages].toSorted()).toEqual(Object.keys(PAGES).toSorted());
  });

  test("has one row for every call, and a call for every row", () => {
    const api = createApi(database.services).routes;
    const sandbox = sandboxApi(database.services).routes.map(({ method, path }) => ({
      method,
      path: `/sandbox/api${path}`,
    }));
    const served = [...api, ...sandbox].filter(({ path }) => !path.endsWith("*"));
    expect(served.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(CALLS).toSorted());
  });
});

const guarded = Object.entries(PAGES).filter(([, access]) => !needsNobody(access));
const WAYS = [
  ["GET", ""],
  ["GET", ".data"],
  ["POST", ""],
  ["POST", ".data"],
] as const;

/** What the table says about a role, in words. */
function expected(access: PageAccess, role: string | null): "in" | "login" | "home" | "refused" {
  if (role === null) return "login";
  if (access === "signed-in") return "in";
  if (role === "customer") return "home";
  return access === "staff" || allows(role, access as Permission) ? "in" : "refused";
}

/**
 * The language in which a role asks for a page's document where it has to be rendered, its refusal as well: one for each method, and
 * the other for the next role. The page's data is asked for in both.
 */
const documentLanguage = (role: (typeof ROLES)[number], method: string): Locale =>
  LOCALES[(ROLES.indexOf(role) + Number(method === "POST")) % LOCALES.length]!;

describe.each(guarded)("%s, for %s:", (pattern, access) => {
  test.each([null, ...ROLES])("%s is led to where the table says", async (role) => {
    const cookie = role === null ? undefined : cookies.get(role);
    const way = expected(access, role);
    for (const locale of LOCALES)
      for (const [method, suffix] of WAYS) {
        const isRendered = suffix === "" && (way === "in" || way === "refused");
        if (isRendered && locale !== documentLanguage(role!, method)) continue;
        const path = localizedPath(addressOf(pattern), locale);
        const answer = await call(path + suffix, { method, cookie, ...(method === "POST" ? { form: {} } : {}) });
        const what = `${method} ${path}${suffix}`;
        expect(answer.cache, `${what} is kept by nobody`).toContain("no-store");
        const login = `${localizedPath("/login", locale)}?next=${encodeURIComponent(path)}`;
        const target = { in: null, refused: null, login, home: localizedPath("/", locale) }[way];
        if (way === "refused") {
          expect(answer.status, what).toBe(403);
          expect(answer.body, what).toContain(access);
        } else if (target === null) {
          expect(answer.location ?? "", what).not.toMatch(/\/login|^\/$|^\/es$/);
          expect(answer.status, what).not.toBe(403);
          expect(answer.status, what).toBeLessThan(500);
        } else {
          // a response to a script carries the redirect in its body
          expect(suffix ? answer.status : answer.location, what).toBe(suffix ? 202 : target);
          if (suffix) expect(answer.body, what).toContain(`"${target}"`);
        }
      }
  });
});

test("a path that is written otherwise is guarded all the same", async () => {
  for (const path of [
    "/%61dmin",
    "/admin/",
    "//admin",
    "/Admin",
    "/admin/x?_routes=root",
    "/admin.data?_routes=root",
  ]) {
    const { body, location = "", status } = await call(path);
    expect([location, body, status].join(" "), path).toMatch(/\/login\?next=|404/);
  }
});

test("an admin without a second factor sets one up first, and whose session or role ended is refused at once", async () => {
  const { db } = database.services;
  const secret = await sharedSecret(db, "app");
  const { id } = await addAccount(db, { role: "admin" });
  const { cookie, id: sessionId } = await beginSession(db, id, { secret, baseUrl: BASE_URL });
  expect((await call("/es/admin/x", { cookie })).location).toBe(
    "/es/profile?second-factor=required&next=%2Fes%2Fadmin%2Fx",
  );
  await db.updateTable("user").set({ two_factor_enabled: true }).where("id", "=", id).execute();
  expect((await call("/admin/x", { cookie })).location, "no code passed").toBe("/login?next=%2Fadmin%2Fx");
  await db.updateTable("session").set({ second_factor_at: new Date() }).where("id", "=", sessionId).execute();
  expect((await call("/admin/x", { cookie })).status).toBe(404);
  await db.updateTable("user").set({ role: null }).where("id", "=", id).execute();
  expect((await call("/admin/x", { cookie })).location).toBe("/");
  await db.updateTable("user").set({ banned: true }).where("id", "=", id).execute();
  expect((await call("/profile/x", { cookie })).location).toBe("/login?next=%2Fprofile%2Fx");
  await db.updateTable("user").set({ banned: false }).where("id", "=", id).execute();
  expect((await call("/profile/x", { cookie })).status).toBe(404);
  await db.deleteFrom("session").where("id", "=", sessionId).execute();
  expect((await call("/profile/x", { cookie })).location).toBe("/login?next=%2Fprofile%2Fx");
});

test.each([
  ["with a signature of somebody else", (cookie: string) => `${cookie.slice(0, -6)}AAAA%3D`],
  ["with another token", (cookie: string) => cookie.replace(/=./, "=~")],
  ["without a signature", (cookie: string) => cookie.replace(/\..*/, "")],
  ["of the name without the host", (cookie: string) => cookie.replace("__Host-", "")],
])("a cookie %s signs nobody in", async (_, spoil) => {
  const cookie = spoil(cookies.get("customer")!);
  expect((await call("/profile/x", { cookie })).location).toMatch(/^\/login/);
});

describe("another site", () => {
  const FOREIGN: Record<string, Record<string, string>> = {
    "that says so": { "sec-fetch-site": "cross-site", origin: BASE_URL },
    "of the same domain": { "sec-fetch-site": "same-site", origin: BASE_URL },
    "with its own origin": { origin: "https://evil.example" },
    "that hides its origin": { origin: "null" },
  };
  const cookie = () => cookies.get("admin")!;

  test.each(Object.keys(PAGES))("can't post to %s", async (pattern) => {
    for (const [who, headers] of Object.entries(FOREIGN))
      for (const suffix of ["", ".data"]) {
        const path = addressOf(pattern) + suffix;
        const answer = await call(path, { method: "POST", cookie: cookie(), headers, form: { a: "b" } });
        expect(answer.status, `${path} by a site ${who}`).toBe(400);
      }
  });

  const unsafe = Object.entries(CALLS).filter(([name]) => !name.startsWith("GET "));
  test.each(unsafe)("can't call %s with somebody's cookies", async (name, access) => {
    const [method = "", pattern = ""] = name.split(" ");
    for (const headers of Object.values(FOREIGN)) {
      const json = { ...headers, "content-type": "application/json" };
      const answer = await call(addressOf(pattern), { method, cookie: cookie(), headers: json, form: {} });
      // these authenticate by key or signature alone: cookies open nothing there
      if (access === "provider") expect([400, 404]).toContain(answer.status);
      else if (access === "key" || pattern.startsWith("/octo/")) expect(answer.status).toBe(401);
      else expect(answer.status).toBe(403);
    }
  });
});

test("no session opens more of the API than none", async () => {
  for (const [name] of Object.entries(CALLS)) {
    const [method = "", pattern = ""] = name.split(" ");
    const as = (cookie?: string) =>
      call(addressOf(pattern), { method, cookie, headers: { "sec-fetch-site": "same-origin" } });
    const [nobody, admin] = [await as(), await as(cookies.get("admin"))];
    expect([admin.status, admin.location], name).toEqual([nobody.status, nobody.location]);
  }
});

/** The content of every table as a hash; jobs, counters, the access log and a session's last use are not content. */
async function contents(): Promise<Record<string, string>> {
  const { db } = database.services;
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in ('rate_counters', 'rate_limit', 'access_log')
    and table_name not like 'access\\_log\\_%'`.execute(db);
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      word: string;
    }>`select md5(coalesce(string_agg(row, ',' order by row), '')) as word from
      (select (to_jsonb(t) - 'updated_at')::text as row from ${sql.table(name)} t) r`.execute(db);
    found[name] = rows[0]!.word;
  }
  return found;
}

test("nothing changes by asking for a page or an answer, whoever asks", async () => {
  const before = await contents();
  for (const role of [null, "customer", "admin"])
    for (const path of [
      ...Object.keys(PAGES),
      ...Object.keys(CALLS).flatMap((name) => (name.startsWith("GET ") ? name.slice(4) : [])),
    ])
      await call(addressOf(path), { cookie: role === null ? undefined : cookies.get(role) });
  await call(`/checkout?departure=${departure}`, { cookie: cookies.get("customer") });
  expect(await contents()).toEqual(before);
});

/** Runs `work` and returns the entries that it leaves in the access log. */
async function noted(work: () => Promise<unknown>) {
  const { db } = database.services;
  const { id: last } = await db
    .selectFrom("access_log")
    .select(({ fn }) => fn.coalesce(fn.max("id"), sql<number>`0`).as("id"))
    .executeTakeFirstOrThrow();
  await db.deleteFrom("rate_counters").execute(); // nobody leaves many refusals, and other tests have left theirs
  await work();
  return db
    .selectFrom("access_log as a")
    .leftJoin("user as u", "u.id", "a.user_id")
    .select(["a.kind", "a.subject", "a.address", "u.role"])
    .where("a.id", ">", last)
    .orderBy("a.id")
    .execute();
}
const inWords = (rows: Awaited<ReturnType<typeof noted>>) =>
  rows.map(({ kind, subject, role }) => `${kind} ${subject} ${role}`);

test("each file that is handed out and each refusal is noted, with person and place", async () => {
  const items: string[] = [];
  const rows = await noted(async () => {
    for (const path of DOWNLOADS.filter((page) => !page.includes(":")))
      if ((await call(path, { cookie: cookies.get("admin") })).status === 200) items.push(`download ${path} admin`);
    await call("/admin/payments", { cookie: cookies.get("guide") });
    await call("/admin/audit/log.csv", { cookie: cookies.get("support") });
    await call("/es/admin", { cookie: cookies.get("customer") });
    const foreign = { origin: "https://evil.example", "content-type": "application/json" };
    const forged = { method: "POST", cookie: cookies.get("guide"), headers: foreign, form: {} };
    expect((await call("/api/bookings", forged)).status).toBe(403);
    for (const path of ["/metrics", "/sandbox/api/sessions/x/outcome"])
      expect((await call(path, { headers: { authorization: "Bearer a guess" } })).status).toBe(401);
  });
  expect(items.length, items.join()).toBeGreaterThanOrEqual(4);
  expect(inWords(rows)).toEqual([
    ...items,
    "page /admin/payments guide",
    "page /admin/audit/log.csv support",
    "page /es/admin customer",
    "page /api/bookings null",
    "page /metrics null",
    "page /sandbox/api/sessions/x/outcome null",
  ]);
  expect(rows.every(({ address }) => address !== null)).toBe(true);
});

test("a file is noted however its address is written, and with a booking's link too", async () => {
  const cookie = cookies.get("customer");
  const addresses = ["/profile/data.json", "/profile/data.json/", "/Profile/Data.JSON", "/es/profile/data%2Ejson"];
  const ids: string[] = [];
  const rows = await noted(async () => {
    for (const path of addresses) if ((await call(path, { cookie })).status === 200) ids.push(path);
  });
  expect(ids.length).toBeGreaterThan(2);
  expect(inWords(rows)).toEqual(ids.map((path) => `download ${path} customer`));

  const { db } = database.services;
  const id = await bookDeparture({ db, now: new Date() });
  await db.insertInto("tickets").values({ booking_id: id, position: 1, code: "ABCDEF" }).execute();
  const token = accessToken(await sharedSecret(db, "app"), id);
  const pdf = `/booking-confirmation/${id}/tickets.pdf`;
  const byLink = await noted(() => call(`${pdf}?token=${token}`));
  expect(inWords(byLink)).toEqual([`download ${pdf} null`]);
});

test("an act that is refused on a page that is open is noted, and so is staff's session that owes a code", async () => {
  const act = (path: string, role: string, form: object) =>
    call(path, { method: "POST", cookie: cookies.get(role), form });
  const { db } = database.services;
  const { id } = await addAccount(db, { role: "manager" });
  const { cookie } = await beginSession(db, id, { secret: await sharedSecret(db, "app"), baseUrl: BASE_URL });
  const statuses: number[] = [];
  const rows = await noted(async () => {
    const role = { intent: "role", id, was: "manager", role: "admin" };
    statuses.push((await act("/admin/people", "support", role)).status);
    statuses.push((await act("/es/admin/people.data", "support", role)).status);
    statuses.push((await call("/admin/bookings", { cookie })).status);
  });
  expect(statuses).toEqual([403, 403, 302]);
  expect(inWords(rows)).toEqual([
    "page /admin/people support",
    "page /es/admin/people support",
    "page /admin/bookings manager",
  ]);
});

test("whoever deletes their account leaves no entry that says where they were", async () => {
  const { db } = database.services;
  const { id } = await addAccount(db, { email: "gone@people.test" });
  const { cookie } = await beginSession(db, id, { secret: await sharedSecret(db, "app"), baseUrl: BASE_URL });
  const form = { intent: "delete", password: PASSWORD, word: "DELETE" };
  const answer = await call("/profile", { method: "POST", cookie, form, headers: { "user-agent": "GoneBrowser/1" } });
  expect([answer.status, answer.location]).toEqual([302, "/account-deleted"]);
  const { rows } = await sql`select from access_log where user_id = ${id} or user_agent like 'Gone%'`.execute(db);
  expect(rows).toEqual([]);
});

test("what a page asks by itself doesn't keep a session in use", async () => {
  const { db } = database.services;
  const { id } = await addAccount(db, { role: "manager", secondFactor: true });
  const used = new Date(Date.now() - 3_600_000);
  const secret = await sharedSecret(db, "app");
  const { id: session, cookie } = await beginSession(db, id, { secret, baseUrl: BASE_URL, used });
  const lastUse = async () =>
    (await db.selectFrom("session").select("updated_at").where("id", "=", session).executeTakeFirstOrThrow())
      .updated_at;
  const path = "/admin/dashboard/tonight";
  expect((await call(path, { cookie, headers: { "x-by-itself": "1" } })).status).toBe(200);
  expect(await lastUse()).toEqual(used);
  expect((await call(path, { cookie })).status).toBe(200);
  expect((await lastUse()).getTime()).toBeGreaterThan(used.getTime());
});

// scripts must read these; neither identifies anybody
const READ_BY_SCRIPTS: Readonly<Record<string, string>> = {
  theme: "the button shows the theme before the server is asked",
  language: "the switcher tells other tabs",
  consent: "the pixel is loaded, or not, by the browser",
  signed_in: "a page that is the same for everybody shows the account's menu",
};

test("every cookie is bound to this host, to HTTPS and to requests, and none is set where nothing happened", async () => {
  const heard: string[] = [];
  for (const path of Object.keys(PAGES))
    for (const cookie of [undefined, cookies.get("customer")])
      heard.push(...(await call(addressOf(path), { cookie })).setCookie);
  expect(heard.filter((line) => !READ_BY_SCRIPTS[line.split("=")[0]!])).toEqual([]);
  const signIn = { method: "POST", form: { email: "customer@people.test", password: PASSWORD } };
  const signedIn = await call("/login", signIn);
  const session = signedIn.setCookie.map((line) => line.split(";")[0]).join("; ");
  const checkout = `/checkout?departure=${departure}`;
  // the versions of the terms that the page showed
  const [, agreed_to = ""] = /name="agreed_to" value="([^"]*)"/.exec((await call(checkout)).body) ?? [];
  const booked = await call(checkout, { method: "POST", form: { ...GUEST, agreed_to, key: "a-key-of-this-test" } });
  const signedOut = await call("/sign-out", { method: "POST", cookie: session, form: {} });
  for (const { setCookie } of [signedIn, booked, signedOut]) expect(setCookie).not.toEqual([]);
  heard.push(...signedIn.setCookie, ...booked.setCookie, ...signedOut.setCookie);
  for (const line of heard) {
    const [name = ""] = line.split("=");
    const parts = line.split(";").map((part) => part.trim().toLowerCase());
    expect(parts, line).toEqual(expect.arrayContaining(["secure", "path=/", "samesite=lax"]));
    expect(line).not.toMatch(/domain=/i);
    if (!READ_BY_SCRIPTS[name])
      expect([parts.includes("httponly"), name.startsWith("__Host-")], line).toEqual([true, true]);
  }
  expect(heard.some((line) => line.startsWith(`${sessionCookie(BASE_URL)}=`))).toBe(true);
});

test("a file of texts may be larger than a form, with a script and without, from whoever may upload it", async () => {
  const form = { intent: "preview", file: "x".repeat(100_000) };
  const statusFor = async (path: string, role: string) =>
    (await call(path, { method: "POST", cookie: cookies.get(role), form })).status;
  for (const path of ["/admin/languages/import", "/es/admin/languages/import.data"]) {
    expect(await statusFor(path, "marketing"), path).toBe(422);
    expect(await statusFor(path, "support"), path).toBe(413);
  }
  expect(await statusFor("/admin/languages", "marketing")).toBe(413);
});

const GUEST = {
  number_of_people: "1",
  first_name: "Ana",
  last_name: "Ríos",
  email: "ana@example.test",
  phone: "+52 55 1234 5678",
  country: "MX",
  currency: "MXN",
  agreed: "on",
  displayed_total: "40000",
  displayed_currency: "MXN",
};

test("whatever was asked for, no page looked for a text that there isn't", () => {
  expect(server.printed()).not.toContain("[i18n] missing");
});
