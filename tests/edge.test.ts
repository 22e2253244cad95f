import http from "node:http";
import net from "node:net";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CALLS, PAGES } from "#src/access.ts";
import type * as Application from "#src/app.server.ts";
import { ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { PASSWORD } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { nightly } from "#tests/tier.ts";

// What every answer has, and what no request may cause, over HTTP to a server configured for HTTPS behind one proxy.

vi.setConfig({ testTimeout: 60_000 });

const BASE_URL = "https://ronda.test";
const METRICS_TOKEN = "a token of sixteen or more";
const monthsAhead = (months: number) => Temporal.Now.plainDateISO().add({ months }).toString().slice(0, 7);
const [farMonth, monthBeyond] = [monthsAhead(30), monthsAhead(31)];
const database = freshDatabase();
let server: RunningServer;
let crawlId = "";
/** A crawl that only other sites show. */
let hiddenHere = "";
const cookies = new Map<string, string>();
let printed = "";

beforeAll(async () => {
  const { db } = database.services;
  ({ crawlId } = await seedMinimal(db));
  hiddenHere = await addCrawl(db, { title: "Puerto Vallarta" });
  await addDeparture(db, crawlId, { date: Temporal.Now.plainDateISO().add({ days: 8 }).toString() });
  await addDeparture(db, crawlId, { date: `${farMonth}-15` });
  const secret = await sharedSecret(db, "app");
  for (const role of ROLES) {
    const { id } = await addAccount(db, { email: `${role}@people.test`, role, secondFactor: true });
    cookies.set(role, (await beginSession(db, id, { secret, baseUrl: BASE_URL })).cookie);
  }
  await addAccount(db, { email: "plain@people.test" });
  server = await startServer({
    DATABASE_URL: database.url,
    RONDA_SEED: "empty",
    BASE_URL,
    TRUST_PROXY: "1",
    LOG_REQUESTS: "true",
    METRICS_TOKEN,
  });
  for (const stream of [server.process.stdout, server.process.stderr])
    stream!.on("data", (chunk: Buffer) => (printed += String(chunk)));
}, 30_000);
afterAll(() => server.stop());

type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string };
type Call = { method?: string; cookie?: string | undefined; headers?: Record<string, string>; body?: string };

const call = (path: string, { method = "GET", cookie, headers = {}, body }: Call = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = { host: "ronda.test", ...(cookie ? { cookie } : {}), ...headers };
    const request = http.request(server.origin + path, { method, headers: sent }, async (res) => {
      let text = "";
      for await (const chunk of res) text += String(chunk);
      resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text });
    });
    request.on("error", reject);
    request.end(body);
  });
const form = (fields: Record<string, string>, more: Call = {}): Call => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
  ...more,
  headers: { origin: BASE_URL, "content-type": "application/x-www-form-urlencoded", ...more.headers },
});

/** How many pages the server has rendered. */
const renders = async (): Promise<number> => {
  const { body } = await call("/metrics", { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^ronda_renders_total\S* (\d+)$/m.exec(body)![1]);
};

const soon = Temporal.Now.plainDateISO().add({ days: 8 }).toString();

describe("every kind of answer stays on https, is what it says it is, and has a number", () => {
  test.each<[what: string, path: string, status: number, call?: Call]>([
    ["a page", "/contact", 200],
    ["a kept page, rendered", "/faq", 200],
    ["a kept page, kept", "/faq", 200],
    ["a kept page, unchanged", "/faq", 200, { method: "HEAD" }],
    ["data", "/faq.data", 200],
    ["a missing page", "/nope", 404],
    ["a missing page, kept", "/nope-either", 404],
    ["a path nobody can read", "/%zz", 404],
    ["a tidied address", "/faq/", 308],
    ["a tidied query", "/?date=soon", 308],
    ["a redirect", "/profile", 302],
    ["the API", "/api/pub-crawls", 200],
    ["a problem", "/api/nope", 404],
    ["the API's document", "/api/openapi.json", 200],
    ["a file", "/favicon.svg", 200],
    ["a missing upload", "/uploads/x.webp", 404],
    ["a refused form", "/contact", 415, { method: "POST", body: "x", headers: { "content-type": "text/plain" } }],
    ["another site's form", "/contact", 400, form({ a: "b" }, { headers: { origin: "https://evil.example" } })],
    ["a webhook", "/webhooks/nobody", 404, { method: "POST", body: "{}" }],
    ["the sandbox's API", "/sandbox/api/nope", 401],
    ["a sign of life", "/healthz", 200],
    ["readiness", "/readyz", 200],
    ["robots", "/robots.txt", 200],
    ["where to report a weakness", "/.well-known/security.txt", 200],
  ])("%s", async (_, path, status, input) => {
    const answer = await call(path, { ...input, headers: { ...input?.headers, "x-request-id": "a-proxys-number" } });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      "strict-transport-security": "max-age=31536000; includeSubDomains",
      "x-content-type-options": "nosniff",
      "x-request-id": "a-proxys-number",
    });
    // what is text says its charset (OWASP ASVS 5.0, 4.1.1)
    if (answer.body)
      expect(answer.headers["content-type"]).toMatch(/^(text\/.*; ?charset=utf-8$|application\/|image\/)/i);
  });
});

/** What the server says to these bytes before it closes the connection. */
const say = (text: string): Promise<string> =>
  new Promise((resolve) => {
    let heard = "";
    const socket = net.connect(Number(new URL(server.origin).port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => (heard += String(chunk)));
    socket.on("error", () => {});
    socket.on("close", () => resolve(heard));
  });

describe("what is no request for a page is refused with the same headers", () => {
  const line = (first: string, ...headers: string[]) => [first, ...headers, "Connection: close", "", ""].join("\r\n");
  test.each([
    ["what is no HTTP", "hello\r\n\r\n", 400],
    ["no host", line("GET /faq HTTP/1.1"), 400],
    ["no host of old", line("GET /faq HTTP/1.0"), 400],
    ["a host that is none", line("GET /contact HTTP/1.1", "Host: a b"), 400],
    ["a host that is none, for a kept page", line("GET /faq HTTP/1.1", "Host: ronda.test@evil.example"), 400],
    ["two hosts", line("GET /faq HTTP/1.1", "Host: ronda.test", "Host: evil.example"), 400],
    ["two hosts, apart", line("GET /contact HTTP/1.1", "Host: ronda.test", "Accept: */*", "host: ronda.test"), 400],
    ["another's address", line("GET http://evil.example/faq HTTP/1.1", "Host: ronda.test"), 400],
    ["a backslash", line("GET /a\\b HTTP/1.1", "Host: ronda.test"), 400],
    ["all of the server", line("OPTIONS * HTTP/1.1", "Host: ronda.test"), 400],
    ["another protocol's address", line("GET ftp://ronda.test/x HTTP/1.1", "Host: ronda.test"), 400],
    ["an expectation", line("GET /faq HTTP/1.1", "Host: ronda.test", "Expect: banana"), 417],
  ])("%s", async (_, text, status) => {
    await call("/faq");
    await call("/nope");
    const answer = (await say(text)).toLowerCase();
    expect(answer).toMatch(new RegExp(`^http/1.1 ${status} `));
    expect(answer).toContain("\r\nx-content-type-options: nosniff\r\n");
    expect(answer).toContain("\r\nstrict-transport-security: max-age=31536000; includesubdomains\r\n");
    expect(answer).toMatch(/\r\nx-request-id: [\w-]+\r\n/);
  });

  test("a whole address is a request for its page", async () => {
    await call("/nope");
    expect(await say(line("GET http://localhost/faq HTTP/1.1", "Host: localhost"))).toMatch(/^HTTP\/1.1 200 /);
  });
});

test("the framework's own question about a page's routes isn't a missing page", async () => {
  const answer = await call("/__manifest?p=/faq");
  expect([answer.status, answer.body]).toEqual([204, ""]); // which build it means isn't said
});

test.each([
  [`/?date=${soon}`, null],
  ["/?date=2026-02-30", "/"], // any day: no date at all
  ["/?date=9999-12-31&utm_source=a", "/?utm_source=a"],
  ["/es?month=1999-01", "/es"],
  [`/?month=${farMonth}`, null], // however far away the last departure is
  [`/?month=${monthBeyond}`, "/"],
  ["/crawls?city=nowhere", "/crawls"],
  ["/book-now?crawl=nobody", "/book-now"],
  ["//", "/"],
  ["/es//", "/es"],
  ["/faq//", "/faq"],
  ["/%66aq", "/faq"],
  ["/%63ities/%6Dexico-city/", "/cities/mexico-city"],
])("%s is at %s", async (path, address) => {
  const { status, headers } = await call(path);
  expect([status, headers.location ?? null]).toEqual(address === null ? [200, null] : [308, address]);
});

test("unknown paths get one kept page per language, staff and guarded paths their own", async () => {
  const [one, other, spanish] = [await call("/nope-1"), await call("/a/b/nope-2"), await call("/es/nope")];
  expect([one.status, one.body, one.headers.etag]).toEqual([404, other.body, other.headers.etag]);
  expect(one.headers.etag).toBeDefined();
  expect(one.body.length, "small: its styles are a file").toBeLessThan(40_000);
  expect(spanish.body).toContain("Página no encontrada");
  const staff = await call("/admin/nope", { cookie: cookies.get("admin") });
  expect([staff.status, staff.headers.etag]).toEqual([404, undefined]);
  expect((await call("/admin/nope")).headers.location).toContain("/login");
});

test("names that no crawl or city has share the kept missing page, however they are written", async () => {
  const [missing, spanish] = [await call("/nope"), await call("/es/nope")];
  const names = ["nobody", "caf%C3%A9", "a%20b", "nobody.php"];
  const found = async (path: string) => {
    const answer = await call(path);
    return answer.status === 308 ? call(answer.headers.location ?? "") : answer;
  };
  for (const place of ["/crawls", "/crawls/id", "/cities", "/%63rawls", "/CITIES"])
    for (const name of names) {
      const { status, headers } = await found(`${place}/${name}`);
      expect([status, headers.etag], `${place}/${name}`).toEqual([404, missing.headers.etag]);
    }
  expect((await call("/es/crawls/nobody")).headers.etag).toBe(spanish.headers.etag);
  const elsewhere = await call(`/crawls/${hiddenHere}`);
  expect([elsewhere.status, elsewhere.headers.etag], "a crawl of other sites").toEqual([404, missing.headers.etag]);
  for (const there of [`/crawls/id/${crawlId}`, "/cities/mexico-city"]) expect((await call(there)).status).toBe(200);
});

test.each([`/${"/".repeat(8000)}a`, `/es${"/".repeat(8000)}a.data`])(
  "a path of 8,000 slashes is missing like any other",
  async (path) => {
    const missing = await call(path.startsWith("/es") ? "/es/nope" : "/nope");
    const { status, headers } = await call(path);
    expect([status, headers.etag]).toEqual([404, missing.headers.etag]);
  },
);

test("what has a dot is looked for as a file, and then is the kept missing page as well", async () => {
  await call("/nope");
  const before = await renders();
  for (const path of ["/wp-login.php", "/.env", "/crawls/nobody.php"]) expect((await call(path)).status).toBe(404);
  expect(await renders()).toBe(before);
});

test.each(["/assets/nope-x1.js", "/assets/a/b", "/uploads/a/b", "/pictures/nope.avif", "/cards/nope"])(
  "%s is no file, in one line",
  async (path) => {
    const { status, headers, body } = await call(path);
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      404,
      "text/plain; charset=UTF-8",
      "no-store",
    ]);
    expect(body.length).toBeLessThan(100);
  },
);

test("no cookie that says that somebody is signed in changes a kept page; a live session alone is told of", async () => {
  const { db } = database.services;
  const record = (await call("/faq")).headers.etag;
  const name = sessionCookie(BASE_URL);
  const signed = cookies.get("admin")!;
  for (const cookie of [`${name}=x.y`, `${name}=`, `${signed.slice(0, -6)}AAAA%3D`, `theme=light; ${name}=%zz`])
    expect((await call("/faq", { cookie })).headers.etag, cookie).toBe(record);
  const secret = await sharedSecret(db, "app");
  const { id } = await addAccount(db, {});
  const ended = await beginSession(db, id, { secret, baseUrl: BASE_URL, expires: new Date(0) });
  expect((await call("/faq", { cookie: ended.cookie })).headers.etag).toBe(record);
  const { headers } = await call("/faq", { cookie: signed });
  expect([headers.etag, headers["set-cookie"]]).toEqual([record, ["signed_in=1; Path=/; SameSite=Lax; Secure"]]);
  const whose = async (cookie: string) => (await call("/own-account", { cookie })).body;
  expect(await whose(ended.cookie)).toBe("null");
  expect(await whose(signed)).toContain('"role":"admin"');
});

describe("a method that a page doesn't take is refused before any work", () => {
  const READ = "GET, HEAD";
  test.each([
    ["POST", "/faq", READ],
    ["POST", "/faq.data", READ],
    ["POST", "/", READ],
    ["POST", "/crawls/nobody", READ],
    ["POST", "/es/nope", READ],
    ["PUT", "/contact", `${READ}, POST`],
    ["DELETE", "/es/login", `${READ}, POST`],
    ["OPTIONS", "/faq", READ],
    ["TRACE", "/faq", READ],
    ["TRACE", "/admin/people", `${READ}, POST`],
    ["PROPFIND", "/%zz", READ],
  ])("%s %s", async (method, path, allow) => {
    const before = await renders();
    const { status, headers, body } = await call(path, method === "POST" ? form({ a: "b" }) : { method });
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(body.length).toBeLessThan(100);
    expect(await renders()).toBe(before);
    expect(printed).not.toContain("request.failed");
  });
});

test("more forms at once than can wait are told to come again, and the next is taken", async () => {
  // in this process, so that they come at the same moment on any machine
  const { createApp } = (await import(pathToFileURL("build/server/index.js").href)) as typeof Application;
  const app = createApp(database.services);
  const post = async (path: string) => {
    const init = { method: "POST", body: new URLSearchParams({ name: "Ana" }) };
    return app.fetch(new Request(`http://ronda.test${path}`, init), {});
  };
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, n) => post(n % 2 ? "/contact.data" : "/es/contact.data")),
  );
  const count = (wish: number) => answers.filter(({ status }) => status === wish).length;
  expect([count(422) > 200, count(503) > 50, count(422) + count(503)]).toEqual([true, true, 400]);
  for (const answer of answers) if (answer.status === 503) expect(answer.headers.get("retry-after")).toBe("2");
  expect((await post("/contact.data")).status).toBe(422);
});

const ODD = ["%00", "%01", "%0a", "%7f", "%c2%85", "%ff", "%zz", "%ed%a0%80", "%E3%80%80", "%2e%2e", "'"];
const addresses = (pattern: string, word: string) => [
  pattern.replaceAll(/:\w+|\{\w+\}|\*/g, word),
  `${pattern.replaceAll(/:\w+|\{\w+\}|\*/g, "x")}?token=${word}&q=${word}&next=/${word}/x&date=${word}&city=${word}&crawl=${word}&id=${word}&page=${word}`,
];
const asStaff = () => [undefined, cookies.get("admin")];

/** Asks for many addresses, eight at a time; all of them only in the long run. */
async function askAll(request: [string, Call][]): Promise<void> {
  const left = nightly ? [...request] : request.filter((_, at) => at % 7 === 0);
  const wrong: string[] = [];
  const ask = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { status, headers } = await call(...next);
      const { location = "" } = headers;
      if (status >= 500 || /^(\/\/|\/\\|https?:(?!\/\/ronda\.test))/.test(location))
        wrong.push(`${next[0]} ${status} ${location}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  expect(wrong).toEqual([]);
}

test.each(["/sandbox/pay/%00", "/es/sandbox/pay/%00", "/faq%00", "/admin/bookings/%00"])(
  "%s is missing",
  async (path) => {
    expect((await call(path, { cookie: cookies.get("admin") })).status).toBeLessThan(500);
  },
);

test("no odd character in a path or a query is our failure", async () => {
  const paths = [
    ...Object.keys(PAGES),
    ...Object.keys(CALLS).flatMap((name) => (name.startsWith("GET ") ? name.slice(4) : [])),
  ];
  await askAll(
    paths.flatMap((pattern, at) =>
      // every path with the worst, and each of the others somewhere
      ["%00", ODD[at % ODD.length]!].flatMap((word) =>
        addresses(pattern, word).flatMap((path) => asStaff().map((cookie): [string, Call] => [path, { cookie }])),
      ),
    ),
  );
});

test("no data of parts of a page is our failure, nor any way around a refusal", async () => {
  const guarded = Object.entries(PAGES).flatMap(([pattern, access]) =>
    access !== "public" && access !== "link" ? [[pattern, access] as const] : [],
  );
  const requests: [string, Call][] = [];
  for (const [pattern] of guarded)
    for (const role of ROLES)
      for (const parts of [`en${pattern}`, "root", "en/admin", "nobody"])
        requests.push([
          `${pattern.replaceAll(/:\w+|\*/g, "x")}.data?_routes=${encodeURIComponent(parts)}`,
          { cookie: cookies.get(role) },
        ]);
  await askAll(requests);
  const refused = await call("/admin/people.data?_routes=en%2Fadmin", { cookie: cookies.get("guide") });
  expect([refused.status, refused.body.includes("users.read")]).toEqual([403, true]);
});

test("signing in leads nowhere else and never fails, whatever comes next", async () => {
  for (const next of [
    "/\u3000/x",
    "/é",
    "/a b",
    "/\ud83d\ude00",
    "/\u2028/x",
    "//evil.example",
    "/\u3000//evil.example",
    "/%E3%80%80/x",
  ]) {
    const path = `/login?next=${encodeURIComponent(next)}`;
    const { status, headers } = await call(path, form({ email: "plain@people.test", password: PASSWORD }));
    expect(status, next).toBe(302);
    expect(headers.location, next).toMatch(/^\/(?![/\\])[!-~]*$/);
  }
});

test("a form with a character that nobody types is refused", async () => {
  const { status } = await call("/contact", form({ name: "Ana\0", subject: "x", message: "y" }));
  expect(status).toBe(400);
});

test("each request is one line of JSON without ids, tokens or people", async () => {
  await call("/booking-confirmation/0f5c2a94-3a4e-4a0e-8f4e-1f6d2ad5a5ff?token=hush", {
    headers: { "x-request-id": "the-last-of-all" },
  });
  await vi.waitFor(() => expect(printed).toContain("the-last-of-all"), { timeout: 20_000 });
  const lines = printed.trim().split("\n");
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ level: expect.anything(), event: expect.anything() });
  const mine = lines.filter((line) => line.includes("the-last-of-all")).map((line) => JSON.parse(line) as object);
  expect(mine).toEqual([expect.objectContaining({ event: "request", method: "GET", path: "/booking-confirmation/*" })]);
  expect(printed).not.toMatch(/hush|people\.test|0f5c2a94/);
});

describe("parts of a file", () => {
  const file = "/favicon.svg";
  const ask = (range: string, more = {}) => call(file, { headers: { range, ...more } });

  test("one part is served as one", async () => {
    const { body: whole } = await call(file);
    for (const [range, from, to] of [
      ["bytes=0-3", 0, 3],
      ["bytes=10-", 10, whole.length - 1],
      ["bytes=-5", whole.length - 5, whole.length - 1],
      ["bytes=1-999999", 1, whole.length - 1],
    ] as const) {
      const { status, headers, body } = await ask(range);
      const message = `bytes ${from}-${to}/${whole.length}`;
      expect([range, status, headers["content-range"], body]).toEqual([range, 206, message, whole.slice(from, to + 1)]);
    }
  });

  test("one that the file doesn't have is refused with its length", async () => {
    const { body: whole } = await call(file);
    for (const range of ["bytes=999999-", "bytes=999999-9999999", "bytes=-0", "bytes=5-2"]) {
      const { status, headers, body } = await ask(range);
      expect([range, status, headers["content-range"], body]).toEqual([range, 416, `bytes */${whole.length}`, ""]);
    }
  });

  test("any other wish is ignored", async () => {
    const { body: whole } = await call(file);
    for (const range of ["lines=1-2", "bytes", "bytes=", "bytes=a-b", "bytes=0-1,3-4", "bytes=--1", "x", "bytes=1"]) {
      const { status, headers, body } = await ask(range);
      expect([range, status, headers["content-range"], body]).toEqual([range, 200, undefined, whole]);
    }
    const { status } = await ask("bytes=0-3", { "if-range": '"another"' });
    expect(status).toBe(200);
  });

  test("a page and an export have none", async () => {
    for (const path of ["/faq", "/contact", "/robots.txt", "/api/pub-crawls"]) {
      const { status, headers } = await call(path, { headers: { range: "bytes=0-3" } });
      expect([path, status, headers["content-range"]]).toEqual([path, 200, undefined]);
    }
  });
});
