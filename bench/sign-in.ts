import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { median } from "#bench/measure.ts";
import { inDatabaseOf, startOwnServer } from "#tests/e2e/own-server.ts";

// Ten people sign in at once, repeatedly: how long do other visitors wait meanwhile? And how long does a guest's sign-in take beside
// an attacker who posts sign-ins as fast as they are answered?

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const PEOPLE = 10;
// a demo account of the seed that every first start loads
const WHO = { email: "lucia@ronda.test", password: "ronda-demo-2026" };

const server = await startOwnServer({ TRUST_PROXY: "1" });

/** Milliseconds until a response with this status. */
async function timed(path: string, status: number, init: RequestInit = {}): Promise<number> {
  const began = performance.now();
  const answer = await fetch(server.origin + path, { redirect: "manual", ...init });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  return performance.now() - began;
}
const signIn = () =>
  timed("/login", 302, { method: "POST", body: new URLSearchParams(WHO), headers: { origin: server.origin } });

/** Durations of sequential requests to a path until the work was done. */
async function looksDuring(path: string, done: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!done.aborted) {
    times.push(await timed(path, 200));
    await wait(5);
  }
  return times;
}

type Round = { check: number; page: number; first: number; last: number };

async function round(work: () => Promise<number[]>): Promise<Round> {
  const done = new AbortController();
  const looks = Promise.all(["/healthz", "/contact"].map((path) => looksDuring(path, done.signal)));
  const duration = await work().finally(() => done.abort());
  const [checks = [], pages = []] = await looks;
  return {
    check: Math.max(...checks),
    page: Math.max(...pages),
    first: Math.min(...duration),
    last: Math.max(...duration),
  };
}

const alone = () => wait(1500).then(() => [Number.NaN]);
const crowd = () => Promise.all(Array.from({ length: PEOPLE }, signIn));
await round(crowd); // warm up
const measured = { alone: [] as Round[], crowd: [] as Round[] };
for (let i = 0; i < ROUNDS; i++) {
  measured.alone.push(await round(alone));
  measured.crowd.push(await round(crowd));
}

let guests = 0;
/** A guest's sign-in, from a network that nobody else uses. `cookie`: of a browser that signed in before. */
async function guestSignsIn(email: string, cookie = ""): Promise<{ ms: number; status: number; cookies: string[] }> {
  const began = performance.now();
  const address = `10.${(++guests >> 8) & 255}.${guests & 255}.1`;
  const headers = { origin: server.origin, "x-forwarded-for": address, cookie };
  const body = new URLSearchParams({ ...WHO, email });
  const init = { method: "POST", body, headers, redirect: "manual" } as const;
  const answer = await fetch(`${server.origin}/login`, init);
  await answer.arrayBuffer();
  return { ms: performance.now() - began, status: answer.status, cookies: answer.headers.getSetCookie() };
}

/** Posts wrong passwords over `ATTACKERS` connections until it ends, each from the next address. Returns how many were posted. */
async function attack(addressOf: (n: number) => string, ended: AbortSignal): Promise<number> {
  let posted = 0;
  const connection = async () => {
    while (!ended.aborted) {
      const n = posted++;
      const fields = { email: `nobody${n}@example.test`, password: "a wrong one" };
      const headers = { origin: server.origin, "x-forwarded-for": addressOf(n) };
      const init = {
        method: "POST",
        body: new URLSearchParams(fields),
        headers,
        redirect: "manual",
        signal: ended,
      } as const;
      await fetch(`${server.origin}/login`, init).then(
        (answer) => answer.arrayBuffer(),
        () => {},
      );
    }
  };
  await Promise.all(Array.from({ length: ATTACKERS }, connection));
  return posted;
}

const ATTACKERS = 100;
const ATTACKS = {
  nobody: null,
  "one IPv6 /48": (n: number) => `2001:db8:7:${(n % 65_536).toString(16)}::1`,
  "300 IPv4 /24": (n: number) => `203.${Math.floor((n % 300) / 250)}.${(n % 300) % 250}.${1 + (n % 200)}`,
};
const GUESTS = Number(process.env["GUESTS"] ?? 15);
const people = Array.from({ length: GUESTS }, (_, i) => `guest${i}@example.test`);
await inDatabaseOf(server.folder, async (db) => {
  const { password } = await db
    .selectFrom("account as a")
    .innerJoin("user as u", "u.id", "a.user_id")
    .select("a.password")
    .where("u.email", "=", WHO.email)
    .executeTakeFirstOrThrow();
  const added = people.map((email) => ({ email, name: "Guest", email_verified: true }));
  const users = await db.insertInto("user").values(added).returning("id").execute();
  const accounts = users.map(({ id }) => ({ user_id: id, account_id: id, provider_id: "credential", password }));
  const updated_at = new Date();
  await db
    .insertInto("account")
    .values(accounts.map((account) => ({ ...account, updated_at })))
    .execute();
});
const cache = new Map<string, string>();
for (const email of people) {
  const cookies = (await guestSignsIn(email)).cookies.map((cookie) => cookie.split(";")[0] ?? "");
  cache.set(email, cookies.filter((cookie) => cookie.includes(".known=")).join("; "));
}
const beside: string[] = [];
for (const [name, addressOf] of Object.entries(ATTACKS)) {
  const ended = new AbortController();
  const attacking = addressOf ? attack(addressOf, ended.signal) : Promise.resolve(0);
  const began = performance.now();
  await wait(1000);
  const [strangers, knowns] = [[], []] as [number[], number[]];
  let refused = 0;
  for (const email of people)
    for (const [times, cookie] of [
      [strangers, ""],
      [knowns, cache.get(email)!],
    ] as const) {
      const { ms, status } = await guestSignsIn(email, cookie);
      times.push(ms);
      if (status !== 302) refused++;
    }
  ended.abort();
  const posted = (await attacking) / ((performance.now() - began) / 1000);
  const figures = [posted, median(strangers), Math.max(...strangers), median(knowns), Math.max(...knowns), refused];
  beside.push(`| ${[name, ...figures.map((figure) => figure.toFixed(0))].join(" | ")} |`);
}
await server.stop();

const column = (rounds: Round[], what: keyof Round) => {
  const value = median(rounds.map((one) => one[what]));
  return Number.isNaN(value) ? "–" : value.toFixed(0);
};
console.log(`\n${ROUNDS} rounds, medians of the longest; ${os.cpus().length} × ${os.cpus()[0]?.model}`);
console.log(`load average ${os.loadavg()[0]?.toFixed(1)}\n`);
console.log("| meanwhile | /healthz ms | /contact ms | first sign-in ms | last sign-in ms |\n|---|---|---|---|---|");
for (const [name, rounds] of [
  ["nobody signs in", measured.alone],
  [`${PEOPLE} people sign in at once`, measured.crowd],
] as const)
  console.log(
    `| ${[name, ...(["check", "page", "first", "last"] as const).map((what) => column(rounds, what))].join(" | ")} |`,
  );
console.log(`\n${GUESTS} guests each; ${ATTACKERS} connections attack\n`);
console.log(
  "| attacker | posts/s | new browser ms | longest | known browser ms | longest | refused |\n|---|---|---|---|---|---|---|",
);
for (const line of beside) console.log(line);
