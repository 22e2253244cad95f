import { createHmac, randomUUID } from "node:crypto";
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { hashPassword } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { askAuth } from "#src/modules/base/identity/ask-auth.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { PASSWORD, requestAt, sentBack } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";
import { type RunningServer, startServer } from "#tests/servers.ts";
import { MOST_SAMPLES, ratio, sampleUntilClear, takeEquallyLong } from "#tests/timing.ts";

// Sign-in over HTTP: two processes on one database, behind a proxy that passes the client's address, in HTTPS.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const ORIGIN = "https://ronda.test";
const database = freshDatabase({ BASE_URL: ORIGIN });
const servers: RunningServer[] = [];
let passwordHash: string;

beforeAll(async () => {
  // only the web half: rendering emails meanwhile would blur the measurements
  const environment = {
    DATABASE_URL: database.url,
    RONDA_SEED: "empty",
    BASE_URL: ORIGIN,
    TRUST_PROXY: "1",
    ROLE: "web",
  };
  passwordHash = await hashPassword(PASSWORD);
  servers.push(...(await Promise.all([startServer(environment), startServer(environment)])));
});
afterAll(() => Promise.all(servers.map((server) => server.stop())));

/** Accounts with these tests' password and verified addresses. */
async function accounts(...emails: string[]): Promise<void> {
  const { db } = database.services;
  const people = emails.map((email) => ({ id: randomUUID(), email }));
  await db
    .insertInto("user")
    .values(people.map((person) => ({ ...person, name: "Sofía Navarro", email_verified: true })))
    .execute();
  await db
    .insertInto("account")
    .values(
      people.map(({ id }) => ({
        account_id: id,
        user_id: id,
        provider_id: "credential",
        password: passwordHash,
        updated_at: new Date(),
      })),
    )
    .execute();
}

type Answer = { status: number; headers: http.IncomingHttpHeaders; cookies: string[]; text: string; ms: number };
type SignInRequest = {
  address?: string;
  cookie?: string;
  server?: number;
  headers?: Record<string, string>;
  method?: string;
  signal?: AbortSignal;
};

let places = 0;
/** An unused address, in a network of its own. */
const newAddress = () => `10.${(++places >> 8) & 255}.${places & 255}.1`;

/** A form as a browser posts it; without fields, a page request. */
function ask(path: string, fields: Record<string, string> | null, wish: SignInRequest = {}): Promise<Answer> {
  const { address = newAddress(), cookie = "", server = 0, method = fields ? "POST" : "GET" } = wish;
  const headers = {
    host: "ronda.test",
    "x-forwarded-for": address,
    cookie,
    ...(fields ? { origin: ORIGIN, "content-type": "application/x-www-form-urlencoded" } : {}),
    ...wish.headers,
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const { signal } = wish;
    const options = { method, headers, ...(signal ? { signal } : {}) };
    const request = http.request(`${servers[server]!.origin}${path}`, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          cookies: answer.headers["set-cookie"] ?? [],
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - began,
        }),
      );
    });
    request.on("error", reject).end(fields ? new URLSearchParams(fields).toString() : undefined);
  });
}
const enter = (email: string, password = PASSWORD, request: SignInRequest = {}) =>
  ask("/login", { email, password }, request);
/** Whom a cookie signs in, as the pages see it. */
const knows = async (cookie: string, email: string) =>
  (await ask("/own-account", null, { cookie })).text.includes(email);

describe("sessions", () => {
  test("cookies are bound to this host, hidden from scripts, and there is a new one at every sign-in", async () => {
    await accounts("cookies@example.test");
    const [first, second] = [await enter("cookies@example.test"), await enter("cookies@example.test")];
    expect([first.status, first.headers.location]).toEqual([302, "/"]);
    expect(sentBack(first.cookies)).toMatch(/^__Host-ronda-test\.session_token=/);
    expect(sentBack(second.cookies)).not.toBe(sentBack(first.cookies));
    const out = await ask("/sign-out", {}, { cookie: sentBack(first.cookies) });
    for (const cookie of [...first.cookies, ...out.cookies]) {
      expect(cookie).toMatch(/^__Host-/);
      for (const part of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i])
        expect(cookie).toMatch(part);
      expect(cookie).not.toMatch(/Domain/i);
    }
  });

  test("a cookie that was planted before signing in is not kept, and says nothing afterwards", async () => {
    await accounts("victim@example.test", "attacker@example.test");
    const planted = sentBack((await enter("attacker@example.test")).cookies);
    const answer = await enter("victim@example.test", PASSWORD, { cookie: planted });
    const own = sentBack(answer.cookies);
    expect(own).not.toBe(planted);
    expect(await knows(own, "victim@example.test")).toBe(true);
    expect(await knows(planted, "victim@example.test")).toBe(false);
    const result = "__Host-ronda-test.session_token=planted.planted";
    const again = await enter("victim@example.test", PASSWORD, { cookie: result });
    expect(again.cookies.join()).not.toContain("planted");
    expect(await knows(result, "victim@example.test")).toBe(false);
  });

  test("signing out ends the session on the server, on every server; without a session nothing fails", async () => {
    await accounts("leaves@example.test");
    const cookie = sentBack((await enter("leaves@example.test")).cookies);
    expect(await knows(cookie, "leaves@example.test")).toBe(true);
    const out = await ask("/sign-out", {}, { cookie, server: 1 });
    expect([out.status, out.headers.location]).toEqual([302, "/login?note=signed-out"]);
    expect(await knows(cookie, "leaves@example.test")).toBe(false);
    const again = await ask("/sign-out", {}, { cookie });
    expect([again.status, again.headers.location]).toEqual([302, "/login?note=signed-out"]);
  });

  test("a browser that signed out without a line is nobody from its next request on, whichever that is", async () => {
    await accounts("offline@example.test");
    for (const path of ["/profile", "/", "/no-such-page", "/api/bookings/none"]) {
      const cookie = sentBack((await enter("offline@example.test")).cookies);
      expect(await knows(cookie, "offline@example.test")).toBe(true);
      const answer = await ask(path, null, { cookie: `signed_out=1; ${cookie}` });
      expect([path, answer.text.includes("offline@example.test")]).toEqual([path, false]);
      expect(answer.cookies.filter((set) => /Max-Age=0/i.test(set)).map((set) => set.split("=")[0])).toEqual(
        expect.arrayContaining(["signed_out", "__Host-ronda-test.session_token"]),
      );
      expect(await knows(cookie, "offline@example.test"), `ended by ${path}`).toBe(false);
    }
    expect((await ask("/profile", null, { cookie: "signed_out=1" })).headers.location).toMatch(/^\/login/);
    // a file may be kept by a proxy
    expect((await ask("/favicon.svg", null, { cookie: "signed_out=1" })).cookies).toEqual([]);
  });

  test("and whoever signs in there has a session again, and the mark is gone", async () => {
    await accounts("back@example.test");
    const old = sentBack((await enter("back@example.test")).cookies);
    const answer = await enter("back@example.test", PASSWORD, { cookie: `signed_out=1; ${old}` });
    const set = answer.cookies.map((one) => one.split(";", 1)[0]!);
    expect(set).toContain("signed_out=");
    const session = set.find((one) => /session_token=./.test(one))!;
    expect(await knows(session, "back@example.test")).toBe(true);
    expect(await knows(old, "back@example.test")).toBe(false);
  });

  test.each(["/login", "/signup", "/sign-out", "/login/code", "/forgot-password", "/reset-password", "/verify-email"])(
    "another site's form can't be posted to %s",
    async (path) => {
      await accounts(`csrf${path.replaceAll("/", ".")}@example.test`);
      const fields = { email: `csrf${path.replaceAll("/", ".")}@example.test`, password: PASSWORD };
      for (const headers of [
        { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
        { origin: "null", "sec-fetch-site": "cross-site" },
        { origin: "http://ronda.test" },
      ] as Record<string, string>[])
        for (const address of [path, `/es${path}`]) {
          const answer = await ask(address, fields, { headers });
          expect([answer.status, answer.cookies], `${address} from ${headers["origin"]}`).toEqual([400, []]);
        }
    },
  );

  test("a next page of this site is followed, in the language it has", async () => {
    await accounts("next@example.test");
    const to = async (query: string) =>
      (await ask(`/es/login${query}`, { email: "next@example.test", password: PASSWORD })).headers.location;
    expect(await to("?next=/checkout%3Fdeparture%3D1")).toBe("/checkout?departure=1");
    expect(await to("?next=//evil.example")).toBe("/es");
    expect(await to("?next=https://evil.example")).toBe("/es");
    expect(await to("")).toBe("/es");
  });
});

describe("guessing", () => {
  test("after ten wrong passwords from one address both servers say when to come back; from elsewhere the right one works", async () => {
    await accounts("guessed@example.test");
    const address = newAddress();
    const tries: Answer[] = [];
    for (let i = 0; i < 20; i++)
      tries.push(await enter("guessed@example.test", `wrong ${i}`, { address, server: i % 2 }));
    expect(tries.map((one) => one.status)).toEqual([...Array<number>(10).fill(401), ...Array<number>(10).fill(429)]);
    for (const { headers, text } of tries.slice(10)) {
      const seconds = Number(headers["retry-after"]);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
      expect(text).toMatch(new RegExp(`You can try again in ${Math.ceil(seconds / 60)} minutes?\\.`));
    }
    expect((await enter("guessed@example.test", PASSWORD, { address })).status).toBe(429);
    expect((await enter("guessed@example.test")).status, "from elsewhere").toBe(302);
    await accounts("neighbour@example.test");
    expect((await enter("neighbour@example.test", PASSWORD, { address })).status, "another account").toBe(302);
    const { rows } = await database.services.pool.query<{ key: string }>("select key from rate_counters");
    expect(rows.map((row) => row.key).join()).not.toContain("example.test");
  });

  test("a crowd of tries at once is let through no further than the same tries one by one; right ones don't count", async () => {
    await accounts("crowd@example.test");
    const address = newAddress();
    for (let i = 0; i < 12; i++)
      expect((await enter("crowd@example.test", PASSWORD, { address, server: i % 2 })).status).toBe(302);
    const crowd = Array.from({ length: 24 }, (_, i) =>
      enter("crowd@example.test", "wrong", { address, server: i % 2 }),
    );
    const statuses = (await Promise.all(crowd)).map((one) => one.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  test("an address that tries many accounts is stopped, also at signing up and asking for links", async () => {
    const status = async (path: string, most: number, fields: (i: number) => Record<string, string>) => {
      const address = newAddress();
      const { pool } = database.services;
      await pool.query("delete from rate_counters");
      const before = await ask(path, fields(0), { address });
      await pool.query("update rate_counters set count = $1", [most]);
      const after = await ask(path, fields(1), { address, server: 1 });
      return [before.status, after.status, Number(after.headers["retry-after"]) > 0];
    };
    const email = (i: number) => `nobody${i}-${randomUUID()}@example.test`;
    expect(await status("/login", 100, (i) => ({ email: email(i), password: "x" }))).toEqual([401, 429, true]);
    expect(await status("/forgot-password", 30, (i) => ({ email: email(i) }))).toEqual([200, 429, true]);
    const person = { first_name: "A", last_name: "B", password: PASSWORD };
    expect(await status("/signup", 30, (i) => ({ ...person, email: email(i) }))).toEqual([302, 429, true]);
  });
});

describe("the second factor", () => {
  /** Sets up an authenticator app for an account through its profile; returns the app's secret and the recovery codes. */
  async function withSecondFactor(email: string) {
    await accounts(email);
    const cookie = sentBack((await enter(email)).cookies);
    // the servers' own secret, stored in the database
    const secret = await sharedSecret(database.services.db, "app");
    const ctx = requestAt({ ...database.services, secret });
    const enabled = await askAuth(ctx, "/two-factor/enable", { body: { password: PASSWORD }, cookie });
    const { totpURI, backupCodes } = (await enabled.json()) as { totpURI: string; backupCodes: string[] };
    const seed = new URL(totpURI).searchParams.get("secret")!;
    const done = await askAuth(ctx, "/two-factor/verify-totp", { body: { code: codeOf(seed, -1) }, cookie });
    expect(done.status).toBe(200);
    return { seed, backupCodes };
  }

  test("a right password alone signs nobody in; a code does, once", async () => {
    const email = "admin2@example.test";
    const { seed } = await withSecondFactor(email);
    const first = await enter(email);
    expect([first.status, first.headers.location]).toEqual([302, "/login/code"]);
    const challenge = sentBack(first.cookies);
    expect(challenge).toMatch(/^__Host-ronda-test\.two_factor=/);
    for (const cookie of first.cookies) expect(cookie).not.toMatch(/Domain/i);
    expect(await knows(challenge, email)).toBe(false);
    expect((await ask("/login/code", null, { cookie: challenge })).status).toBe(200);

    const wrong = await ask("/login/code", { code: "000000" }, { cookie: challenge });
    expect([wrong.status, sentBack(wrong.cookies)]).toEqual([401, ""]);
    const code = codeOf(seed);
    const right = await ask(
      "/login/code?next=/faq",
      { code: `${code.slice(0, 3)} ${code.slice(3)}` },
      { cookie: challenge },
    );
    expect([right.status, right.headers.location]).toEqual([302, "/faq"]);
    expect(await knows(sentBack(right.cookies), email)).toBe(true);

    const second = await enter(email);
    const again = await ask("/login/code", { code }, { cookie: sentBack(second.cookies) });
    expect([again.status, again.headers.location]).toEqual([302, "/login?note=start-over"]);
    expect(sentBack(again.cookies)).toBe("");
    expect(await knows(challenge, email)).toBe(false);
    const { rows } = await database.services.pool.query(
      `select count(*)::int as n from session s join "user" u on u.id = s.user_id where u.email = $1`,
      [email],
    );
    expect(rows[0].n, "the session of the profile and that of the first code").toBe(2);
  });

  test("a recovery code works once; a challenge ends after five wrong codes", async () => {
    const email = "recovers@example.test";
    const { backupCodes } = await withSecondFactor(email);
    const recover = async (code: string) => {
      const challenge = sentBack((await enter(email)).cookies);
      return ask("/login/code?with=recovery", { code }, { cookie: challenge });
    };
    const first = await recover(` ${backupCodes[0]!} `);
    expect(first.status).toBe(302);
    expect(await knows(sentBack(first.cookies), email)).toBe(true);
    expect((await recover(backupCodes[0]!)).status).toBe(401);

    const challenge = sentBack((await enter(email)).cookies);
    const statuses: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const answer = await ask("/login/code", { code: `00000${i}` }, { cookie: challenge, server: i % 2 });
      statuses.push(answer.headers.location ?? answer.status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, "/login?note=start-over"]);
  });

  test("who owes no code is sent to sign in", async () => {
    const answer = await ask("/es/login/code?next=/faq", null);
    expect(answer.headers.location).toBe("/es/login?next=%2Ffaq");
    const posted = await ask("/es/login/code", { code: "123456" });
    expect(posted.headers.location).toBe("/es/login?note=start-over");
  });
});

describe("nobody learns which addresses have an account", () => {
  // each costs a full password hash: nothing is cheapened for the test
  const KNOWN = Array.from({ length: MOST_SAMPLES }, (_, i) => `known${i}@example.test`);
  beforeAll(() => accounts(...KNOWN));

  /** Requests known and unknown addresses alternately, one or more at a time on each server. */
  async function sample(one: (email: string, input: SignInRequest) => Promise<Answer>, lanes = [0, 1]) {
    const names: Answer[] = [];
    const unknown: Answer[] = [];
    const emails = KNOWN.flatMap((email, i) => [
      { email, into: names },
      { email: `other${i}@example.test`, into: unknown },
    ]);
    await sampleUntilClear(async (count) => {
      const request = emails.splice(0, 2 * (count - names.length));
      const worker = async (server: number) => {
        for (let next = request.shift(); next; next = request.shift())
          next.into.push(anonymous(await one(next.email, { server }), next.email));
      };
      await Promise.all(lanes.map(worker));
      return [timesOf(names), timesOf(unknown)];
    });
    return { known: names, unknown };
  }

  /** A response without what differs between any two: the address entered, the time, the request number. */
  const anonymous = (answer: Answer, email: string): Answer => ({
    ...answer,
    text: answer.text
      .replaceAll(email, "…")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")
      .replaceAll(/\b1[78]\d{11}\b/g, "…"),
  });
  const shapes = (answers: readonly Answer[]) => [
    ...new Set(
      answers.map(({ status, headers, cookies, text }) => JSON.stringify([status, headers.location, cookies, text])),
    ),
  ];
  const timesOf = (answers: readonly Answer[]) => answers.map(({ ms }) => ms);

  function expectAlike({ known: existing, unknown }: { known: Answer[]; unknown: Answer[] }) {
    expect(unknown).toHaveLength(existing.length);
    expect(shapes(existing)).toHaveLength(1);
    expect(shapes(unknown)).toEqual(shapes(existing));
    const [a, b] = [timesOf(existing), timesOf(unknown)];
    expect(takeEquallyLong(a, b), `${a.length} of each, the ratio of whose times is ${ratio(a, b)}`).toBe(true);
  }

  /** Under load no ratio reveals small differences, but a response before the first step of 500 ms is visible. */
  const expectInSteps = ({ known: existing, unknown }: { known: Answer[]; unknown: Answer[] }) =>
    expect(Math.min(...timesOf(existing), ...timesOf(unknown))).toBeGreaterThan(495);

  test("signing in", async () => {
    const both = await sample((email, input) => enter(email, "wrong password", input));
    expectAlike(both);
    expect(both.known[0]!.status).toBe(401);
    // the negative control: the same measure detects a response without a password hash
    const quick: Answer[] = [];
    for (let i = 0; i < 20; i++) quick.push(await enter("quick@example.test", ""));
    expect(takeEquallyLong(timesOf(both.known), timesOf(quick))).toBe(false);
  });

  test("signing up", async () => {
    const person = { first_name: "Sofía", last_name: "Navarro", password: PASSWORD };
    const both = await sample((email, input) => ask("/signup", { ...person, email }, input));
    expectAlike(both);
    expectInSteps(both);
    expect(both.known[0]!.headers.location).toBe("/login?note=check-email");
    const { rows } = await database.services.pool.query(
      "select kind, count(*)::int as n from emails where recipient like 'known%' or recipient like 'other%' group by 1 order by 1",
    );
    expect(rows).toEqual([
      { kind: "account_exists", n: both.known.length },
      { kind: "account_verify", n: both.known.length },
    ]);
  });

  test("asking for a new password", async () => {
    await database.services.pool.query(`delete from "user" where email like 'other%'`);
    const both = await sample((email, input) => ask("/forgot-password", { email }, input), [0, 1, 0, 1]);
    expectAlike(both);
    expectInSteps(both);
    const { rows } = await database.services.pool.query(
      "select count(*)::int as n from emails where kind = 'account_reset' and recipient like 'known%'",
    );
    expect(rows[0].n).toBe(both.known.length);
  });
});

test("ten people who sign in at once keep nobody else waiting", async () => {
  const emails = Array.from({ length: 10 }, (_, i) => `crowd${i}@example.test`);
  await accounts(...emails);
  const entered = Promise.all(emails.map((email) => enter(email)));
  let looks = 0;
  const done = new AbortController();
  void entered.finally(() => done.abort());
  for (; !done.signal.aborted; looks++) {
    await ask("/healthz", null);
    await wait(5); // sleeps: between two polls
  }
  // counted, not timed: if passwords were hashed on the request thread, there would be about one poll between two of them
  expect(looks).toBeGreaterThan(3 * emails.length);
  expect((await entered).map((one) => one.status)).toEqual(Array<number>(10).fill(302));
});

describe("a flood of sign-ins", () => {
  /** As many sign-ins as the process has room for, and more, each of a network of its own; `leave` hangs up on what isn't answered yet. */
  async function flood(path: string) {
    const gone = new AbortController();
    const refused: Answer[] = [];
    const addresses = Array.from({ length: 100 }, newAddress);
    const { promise: isFull, resolve } = Promise.withResolvers<void>();
    const request = addresses.map(async (address, i) => {
      const fields = { email: `flood${i}-${path.length}@example.test`, password: "x" };
      const answer = await ask(path, fields, { address, signal: gone.signal }).catch(() => null);
      if (answer?.status === 503) refused.push(answer);
      if (refused.length >= 20) resolve();
      return answer;
    });
    void Promise.all(request).then(() => resolve());
    await isFull;
    return { refused, addresses, leave: async () => (gone.abort(), await Promise.all(request)) };
  }
  const failed = async () =>
    (
      await database.services.pool.query<{ n: number }>(
        "select count(*)::int as n from access_log where outcome = 'failed' and kind = 'password'",
      )
    ).rows[0]!.n;

  test("is refused beyond a bound, in the page's language; who hangs up is never tried, and nobody else waits for them", async () => {
    await accounts("honest@example.test");
    const before = await failed();
    const { refused, addresses, leave } = await flood("/es/login");
    const { status, headers, text } = refused[0]!;
    expect([status, Number(headers["retry-after"]) > 0, headers["content-language"]]).toEqual([503, true, "es"]);
    expect(text).toContain("<h1>Volvemos en un momento</h1>");
    const honest = await enter("honest@example.test");
    expect(honest.status).toBe(302);
    const answered = (await leave()).filter((answer) => answer?.status === 401).length;
    // whoever asks from the same networks again is behind all that still wait
    for (const address of addresses.slice(0, 3))
      expect((await enter("honest@example.test", PASSWORD, { address })).status).toBe(302);
    expect((await failed()) - before, "passwords that were looked at").toBeLessThan(answered + 5);
    const { rows } = await database.services.pool.query<{ n: number }>(
      "select count(*)::int as n from rate_counters where key = any($1) and count > 0",
      [addresses.map((address) => `sign-in:${address}`)],
    );
    expect(rows[0]!.n, "networks with a try against them").toBeLessThan(answered + 5);
  });
});

/** The code of an authenticator app (RFC 6238), `steps` of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const bits = Array.from(secret, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const at = hash.at(-1)! & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
