import { randomUUID } from "node:crypto";
import http from "node:http";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALLS, PAGES, TAKES_JSON, UPLOADS } from "#src/access.ts";
import type * as Application from "#src/app.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";
import { PAGE_FILES, type Page, takesForms, wordsOf } from "#tests/source-words.ts";
import { nightly } from "#tests/tier.ts";

// Every page and call with what no form of ours sends: fields that are missing, empty, no id, too long, doubled or no text. An owner
// asks, so that no right stands before it. What answers 500 was read without being looked at.

const BASE_URL = "https://ronda.test";
const database = freshDatabase();
let server: RunningServer;
let secret: string;
let owner: string;
/** A record's id for each kind of address in `RECORDS`. */
let ids: Map<string, string>;

/** The table of the record that an address names after these words. */
const RECORDS: Readonly<Record<string, string>> = {
  "/admin/edit-pub-crawl/": "pub_crawls",
  "/admin/cities/": "cities",
  "/admin/bars/": "bars",
  "/admin/nights/": "scheduled_crawls",
  "/admin/schedule/": "scheduled_crawls",
  "/admin/bookings/": "bookings",
  "/admin/affiliates/qr/": "qr_codes",
  "/admin/affiliates/statements/": "partners",
  "/admin/affiliates/": "partners",
  "/admin/emails/": "emails",
  "/booking-confirmation/": "bookings",
  "/rating/": "bookings",
};

beforeAll(async () => {
  const { db } = database.services;
  // nobody listens at the companies' addresses
  const companies = {
    STRIPE_SECRET_KEY: "sk_test_ofthistest",
    STRIPE_WEBHOOK_SECRET: "whsec_of_this_test",
    STRIPE_API_URL: "http://127.0.0.1:9",
  };
  const settings = { DATABASE_URL: database.url, RONDA_SEED: "demo", BASE_URL, TRUST_PROXY: "1" };
  server = await startServer({ ...settings, ...companies });
  secret = await sharedSecret(db, "app");
  owner = (await addAccount(db, { role: "admin", secondFactor: true })).id;
  ids = new Map();
  for (const [prefix, table] of Object.entries(RECORDS)) {
    const { rows } = await sql<{ id: string }>`select id::text from ${sql.table(table)} limit 1`.execute(db);
    ids.set(prefix, rows[0]?.id ?? randomUUID());
  }
}, 60_000);
afterAll(() => server.stop());

const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

type Sent = {
  method: string;
  path: string;
  body?: string;
  type?: string;
  cookie?: string;
  headers?: Record<string, string>;
};

/** The status of an answer. Each call comes from a network of its own, so that no limit of tries hides what comes after it. */
const statusOf = ({ method, path, body, type = FORM, cookie = "", headers: more = {} }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const [a, b, c] = randomUUID().match(/[\da-f]{4}/g)!;
    const headers = {
      host: "ronda.test",
      "x-forwarded-for": `2001:db8:${a}:${b}:${c}::1`,
      ...(cookie ? { cookie } : {}),
      ...more,
      ...(body === undefined
        ? {}
        : { origin: BASE_URL, "content-type": type, "content-length": Buffer.byteLength(body) }),
    };
    const request = http.request(server.origin + path, { method, agent, headers }, (res) => {
      res.resume();
      res.on("end", () => resolve(res.statusCode ?? 0));
    });
    request.on("error", reject);
    request.end(body);
  });
const FORM = "application/x-www-form-urlencoded";

const today = Temporal.Now.plainDateISO();
const soon = today.add({ days: 20 }).toString();
const lastMonth = today.subtract({ months: 1 }).toString().slice(0, 7);

/** A value as a browser of ours would send it, by the name of its field. */
function likely(name: string): string {
  if (/email|to$/.test(name)) return "somebody@people.test";
  if (/date|day|from|until|^on$/.test(name)) return soon;
  if (/month/.test(name)) return lastMonth;
  if (/time|_at$|hour/.test(name)) return "21:00";
  if (/version|count|people|seats|stars|amount|price|page|foreseen|number|value|limit|minutes|cents/.test(name))
    return "1";
  if (/seen|at$/.test(name)) return `${soon}T10:00:00.000Z`;
  if (/name|title|text|note|reason|message|subject|address|query/.test(name)) return "Luz";
  return NOBODY;
}
const NOBODY = "6b1f8a52-0000-4000-8000-3f3c1d8e2a10";

/** What stands in a field that nobody typed into. */
const ODD: Readonly<Record<string, string>> = {
  empty: "",
  "no id": "x",
  "like an id": "------------------------------------",
  negative: "-1",
  "far too large": "99999999999999999999",
  "not a number": "NaN",
  "no day": `${soon.slice(0, 4)}-02-31`,
  "a year that no database has": "+275760-09-13T00:00:00Z",
  "half a character": "\uD800",
  JSON: '{"a":[',
  "a list": "[[1],null]",
  "a pattern": "%_\\'\"(*",
  "100 KB": "x".repeat(100 * 1024),
  "60 KB": "x".repeat(60 * 1024),
  "a control character": "\u0001",
  nul: "a\0b",
};

const encoded = (pairs: [string, string][]): string =>
  // by hand: a half character goes as the bytes that no text holds
  pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeText(value)}`).join("&");
const encodeText = (value: string): string =>
  value === "\uD800" ? "%ED%A0%80" : encodeURIComponent(value).replaceAll("%20", "+");

/** By day those that each stand for a way of failing: a cast to an id, a number, a day, a header, a length. */
const BY_DAY = ["empty", "no id", "far too large", "no day", "half a character", "60 KB"];
const oddities = Object.entries(ODD).filter(([what]) => nightly || BY_DAY.includes(what));

type Form = [what: string, body: string];

/** The forms that a page is sent for one act. By day an oddity is in all fields at once, at night in each alone too. */
function* formsOf(act: string | null, fields: readonly string[], isReal: boolean): Generator<Form> {
  const textOf = act === null ? [] : ["intent", "act"].map((name): [string, string] => [name, act]);
  const others = fields.filter((name) => name !== "intent" && name !== "act");
  const usual = others.map((name): [string, string] => [name, likely(name)]);
  yield ["nothing else", encoded(textOf)];
  yield ["likely fields", encoded([...textOf, ...usual])];
  if (!isReal && !nightly) return;
  yield ["every field twice", encoded([...textOf, ...usual, ...usual, ...textOf])];
  for (const [what, value] of oddities) {
    // larger than any form, if all were
    const most = value.length > 1000 ? others.slice(0, 1) : others;
    yield [`${what} everywhere`, encoded([...textOf, ...most.map((name): [string, string] => [name, value])])];
  }
  if (!nightly) return;
  for (const name of others) {
    const rest = usual.filter(([other]) => other !== name);
    yield [`no ${name}`, encoded([...textOf, ...rest])];
    for (const [what, value] of oddities) yield [`${name}: ${what}`, encoded([...textOf, ...rest, [name, value]])];
  }
}

/** The addresses of a page: one that names nothing, and one of a record where there is one. */
function addressesOf(pattern: string): string[] {
  const prefix = Object.keys(RECORDS).find((words) => pattern.startsWith(`${words}:`));
  const filled = (id: string) =>
    pattern
      .replace(/:\w+/, id)
      .replace(/:month/, lastMonth)
      .replaceAll(/:\w+|\*/g, "x");
  if (!pattern.includes(":")) return [filled("x")];
  return [prefix ? ids.get(prefix)! : NOBODY, "x"].map(filled);
}

const ownerSession = () => beginSession(database.services.db, owner, { secret, baseUrl: BASE_URL });

/** Does `work` with every item, eight at a time. */
async function allOf<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const all = [...items].values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const item of all) await work(item);
    }),
  );
}

test("the pages of this test are those of the table", () => {
  const patterns = new Set(PAGE_FILES.map(({ pattern }) => pattern));
  expect([...patterns].toSorted()).toEqual(Object.keys(PAGES).toSorted());
  expect(PAGE_FILES.filter(takesForms).length).toBeGreaterThan(60);
});

test("no form makes a page fail", { timeout: nightly ? 3_600_000 : 180_000 }, async () => {
  const failed: string[] = [];
  const pages = PAGE_FILES.filter(takesForms);
  await allOf(pages, async (page: Page) => {
    const { acts, fields } = wordsOf(page);
    const { cookie } = await ownerSession();
    for (const address of addressesOf(page.pattern))
      for (const act of [null, "no-such-act", ...acts])
        for (const [what, body] of formsOf(act, fields, !address.includes("/x"))) {
          const status = await statusOf({ method: "POST", path: `${address}.data`, body, cookie });
          if (status >= 500) failed.push(`${status} ${page.pattern} ${act}: ${what}`);
        }
  });
  expect(failed, server.printed()).toEqual([]);
});

test("no query makes a page fail", { timeout: nightly ? 3_600_000 : 180_000 }, async () => {
  const failed: string[] = [];
  await allOf(PAGE_FILES, async (page: Page) => {
    const { fields } = wordsOf(page);
    const { cookie } = await ownerSession();
    for (const address of addressesOf(page.pattern))
      for (const [what, value] of Object.entries<string | null>({ likely: null, ...Object.fromEntries(oddities) })) {
        if (value !== null && value.length > 1000) continue;
        const query = encoded(fields.map((name): [string, string] => [name, value ?? likely(name)]));
        for (const path of [`${address}.data?${query.slice(0, 6000)}`]) {
          const status = await statusOf({ method: "GET", path, cookie });
          if (status >= 500) failed.push(`${status} ${page.pattern}: ${what}`);
        }
      }
  });
  expect(failed, server.printed()).toEqual([]);
});

const JSONS: readonly string[] = [
  "",
  "{}",
  "[]",
  "null",
  '"x"',
  "1e999",
  '{"a":1',
  '{"__proto__":{"a":1}}',
  `${"[".repeat(5000)}${"]".repeat(5000)}`,
  '"\\ud800"',
  '{"id":"\\u0000","events":[{}],"sales":[null],"people":"x"}',
];

test("no JSON makes a call or a page fail", async () => {
  const failed: string[] = [];
  const { cookie } = await ownerSession();
  const calls = Object.entries(CALLS)
    .filter(([, access]) => access !== "operator")
    .map(([call]) => call.split(" ") as [string, string]);
  await allOf([...calls, ...TAKES_JSON.map((path): [string, string] => ["POST", path])], async ([method, pattern]) => {
    for (const address of [pattern.replaceAll(/:\w+|\*/g, "x"), pattern.replaceAll(/:\w+|\*/g, NOBODY)])
      for (const body of method === "GET" ? [undefined] : JSONS) {
        const own = TAKES_JSON.includes(pattern) ? { cookie } : {};
        const json = body === undefined ? {} : { body, type: "application/json" };
        const status = await statusOf({ method, path: address, ...own, ...json });
        if (status >= 500) failed.push(`${status} ${method} ${address}: ${body?.slice(0, 50)}`);
      }
  });
  expect(failed, server.printed()).toEqual([]);
});

const part = (head: string, body = "x") => `--b\r\nContent-Disposition: ${head}\r\n\r\n${body}\r\n`;
const MULTIPART = "multipart/form-data; boundary=b";
/** What no browser sends as a form with a file: its type, and its body with `NAME` for the field that holds the file. */
const PARTS: Readonly<Record<string, [type: string, body: string]>> = {
  nothing: [MULTIPART, ""],
  "an end alone": [MULTIPART, "--b--\r\n"],
  "no boundary": ["multipart/form-data", `${part('form-data; name="NAME"; filename="a"')}--b--\r\n`],
  "another boundary": ["multipart/form-data; boundary=c", `${part('form-data; name="NAME"; filename="a"')}--b--\r\n`],
  "no end": [MULTIPART, part('form-data; name="NAME"; filename="a"')],
  "a text for a file": [MULTIPART, `${part('form-data; name="NAME"')}--b--\r\n`],
  "a file for every text": [
    MULTIPART,
    `${["NAME", "intent", "act", "id"].map((name) => part(`form-data; name="${name}"; filename="a"`)).join("")}--b--\r\n`,
  ],
  "a file without a name": [MULTIPART, `${part('form-data; name="NAME"; filename=""', "")}--b--\r\n`],
  "a name that is a path": [MULTIPART, `${part('form-data; name="NAME"; filename="../../a\\0.png"')}--b--\r\n`],
  "no name": [MULTIPART, `${part("form-data")}--b--\r\n`],
  "a head without an end": [MULTIPART, `--b\r\nContent-Disposition: form-data; name="NAME${"x".repeat(9000)}`],
  "a thousand parts": [MULTIPART, `${part('form-data; name="NAME"; filename="a"').repeat(500)}--b--\r\n`],
  "the start of a picture": [MULTIPART, `${part('form-data; name="NAME"; filename="a"', "GIF89a\x01")}--b--\r\n`],
  "a drawing": [MULTIPART, `${part('form-data; name="NAME"; filename="a.svg"', "<svg onload=x>")}--b--\r\n`],
};

test("no form with files makes a page fail", async () => {
  const failed: string[] = [];
  const { cookie } = await ownerSession();
  await allOf([...Object.keys(UPLOADS), "/contact", "/admin/bars", "/admin/cities"], async (page) => {
    for (const [what, [type, body]] of Object.entries(PARTS))
      for (const name of ["picture", "file"])
        for (const more of ["", part('form-data; name="intent"', "preview")]) {
          const sent = body.replaceAll("NAME", name).replace("--b--", `${more}--b--`);
          const status = await statusOf({ method: "POST", path: page, body: sent, type, cookie });
          if (status >= 500) failed.push(`${status} ${page} ${name}: ${what}`);
        }
  });
  expect(failed, server.printed()).toEqual([]);
});

const SIGNATURES: Readonly<Record<string, readonly string[]>> = {
  stripe: ["stripe-signature"],
  paypal: ["paypal-transmission-sig", "paypal-cert-url", "paypal-transmission-time", "paypal-auth-algo"],
  sandbox: ["ronda-sandbox-signature"],
  nobody: ["x-signature"],
};

test("no message to a webhook makes it fail, and none is taken", async () => {
  const wrong: string[] = [];
  const messages = [...JSONS, "a=b", "x".repeat(100), `{"id":"evt_1","type":"checkout.session.completed","data":{}}`];
  const values = [null, "", "x", "t=1,v1=", `t=${"9".repeat(400)},v1=zz`, "t=-1,v1=00", "https://127.0.0.1:1/cert"];
  await allOf(Object.entries(SIGNATURES), async ([provider, names]) => {
    for (const body of messages)
      for (const value of values) {
        const signed = value === null ? {} : Object.fromEntries(names.map((name) => [name, value]));
        const path = `/webhooks/${provider}`;
        const status = await statusOf({ method: "POST", path, body, type: "application/json", headers: signed });
        if (status >= 500 || status < 400) wrong.push(`${status} ${provider} ${value}: ${body.slice(0, 50)}`);
      }
  });
  expect(wrong, server.printed()).toEqual([]);
});

/** The product in this process, which waits for a lock for a moment only; in production it is 3 s. */
async function impatientApp() {
  const { createApp } = (await import(pathToFileURL("build/server/index.js").href)) as typeof Application;
  const pool = openPool(database.url, 10);
  Object.assign(pool.options, { options: "-c lock_timeout=20ms" });
  const settings = { ...database.services.settings, BASE_URL };
  const app = createApp({ ...database.services, settings, secret, pool, db: openDb(pool) });
  return { app, end: () => pool.end() };
}

/** Whoever reads may go on, nobody writes: every act loses its first lock. */
async function lockWriters(): Promise<pg.Client> {
  const holder = new pg.Client(database.url);
  await holder.connect();
  const { rows } = await holder.query<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  await holder.query("begin");
  await holder.query(`lock table ${rows.map(({ name }) => name).join(", ")} in exclusive mode`);
  return holder;
}

test("no lock that is lost makes a page fail", { timeout: 180_000 }, async () => {
  const { app, end } = await impatientApp();
  const { cookie } = await ownerSession();
  const ask = async (method: string, path: string, body?: string) => {
    const headers = { host: "ronda.test", cookie, origin: BASE_URL, "content-type": FORM };
    const request = new Request(BASE_URL + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const answer = await app.fetch(request, {});
    await answer.body?.cancel();
    return answer;
  };
  expect((await ask("POST", "/contact.data", encoded([["name", "Luz"]]))).status, "before").toBe(422);
  const holder = await lockWriters();
  const failed: string[] = [];
  const busy = new Set<string>();
  await allOf(PAGE_FILES, async (page: Page) => {
    const { acts, fields } = wordsOf(page);
    const forms = takesForms(page) ? [null, ...acts].flatMap((act) => [...formsOf(act, fields, false)]) : [];
    for (const address of addressesOf(page.pattern))
      for (const [what, body] of [["read", undefined] as const, ...forms]) {
        const answer = await ask(body === undefined ? "GET" : "POST", `${address}.data`, body);
        if (answer.status === 503) {
          busy.add(page.pattern);
          if (!answer.headers.get("retry-after")) failed.push(`no retry-after ${address}`);
        } else if (answer.status >= 500) failed.push(`${answer.status} ${page.pattern}: ${what}`);
      }
  });
  await holder.query("rollback");
  await holder.end();
  await end();
  expect(failed).toEqual([]);
  expect(busy.size, "the lock was met").toBeGreaterThan(20);
});
