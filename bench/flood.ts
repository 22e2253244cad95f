import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { cpuOf } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { sessionCookie } from "#src/platform/session-cookie.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";
import { beginSession } from "#tests/signed-in.ts";

// What a cheap flood of pages costs the server, and what it does to a visitor of the home page meanwhile. `npm run bench:flood --
// FOLDER` measures another release, built in that folder, in the same run.
//   SECONDS (8) a flood        PAGES (300) of each kind

const SECONDS = Number(process.env["SECONDS"] ?? 8);
/** How long a flood lasts, and how many requests it keeps going. */
const FLOOD_MS = SECONDS * 1000;
const ATTACKERS = 64;
const FORM_ATTACKERS = 150;
/** How many different pages are asked for before the home page is looked at again. */
const PAGES = Number(process.env["PAGES"] ?? 300);

type Answer = { status: number; ms: number; bytes: number };
const agent = new http.Agent({ keepAlive: true, maxSockets: FORM_ATTACKERS });
const visitors = new http.Agent({ keepAlive: true });

/** A request: a path, and what else it is made of. A form is posted. */
type FloodRequest = { path: string; cookie?: string; form?: string; from?: string };

const ask = (origin: string, { path: address, cookie, form, from }: FloodRequest, by = agent): Promise<Answer> =>
  new Promise((resolve) => {
    const began = performance.now();
    const type = form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
    const method = form === undefined ? "GET" : "POST";
    const headers = { ...type, ...(cookie ? { cookie } : {}), ...(from ? { "x-forwarded-for": from } : {}) };
    http
      .request(origin + address, { agent: by, method, headers }, (res) => {
        let bytes = 0;
        res.on("data", (chunk: Buffer) => (bytes += chunk.length));
        res.on("end", () => resolve({ status: res.statusCode ?? 0, ms: performance.now() - began, bytes }));
      })
      .on("error", () => resolve({ status: 0, ms: performance.now() - began, bytes: 0 }))
      .end(form);
  });

let seed = 0;
/** A date that nothing is known of, another each time, as nobody would type it. */
const anyDate = () =>
  new Date(Date.UTC(2000, 0, 1) + ((seed++ * 7919) % 2_900_000) * 86_400_000).toISOString().slice(0, 10);
const anyWord = () => randomBytes(6).toString("hex");
const page = (address: string): FloodRequest => ({ path: address });
const KINDS: Record<string, (origin: string) => FloodRequest> = {
  "the home page, kept": () => page("/"),
  "the home page for any date": () => page(`/?date=${anyDate()}`),
  "the home page for anything": () => page(`/?date=${anyWord()}`),
  "an unknown address": () => page(`/${anyWord()}`),
  "an unknown crawl": () => page(`/crawls/${anyWord()}`),
  "an unknown file": () => page(`/assets/${anyWord()}.js`),
  "a page with a made-up cookie": (origin) => ({ path: "/faq", cookie: `${sessionCookieOf(origin)}=x.${anyWord()}` }),
  "a form for a page without one": () => ({ path: "/faq", form: "a=b" }),
  "a form that is filled in wrong": () => ({ path: "/contact", form: "a=b" }),
};
/** The server knows itself by another name than the one it is asked under here. */
const sessionCookieOf = (origin: string) => sessionCookie(`http://localhost:${new URL(origin).port}`);
/** What is asked for in a flood of pages. */
const PAGES_OF_A_FLOOD = ["the home page for any date", "the home page for anything", "an unknown address"];

type Row = { kind: string; status: string; kilobytes: number; cpuMs: number; ms: number };

async function costs(origin: string, pid: number, kind: string): Promise<Row> {
  const next = () => ask(origin, KINDS[kind]!(origin));
  // until its code is warm, whatever was asked for before
  for (let n = 0; n < PAGES; n++) await next();
  const [before, answers] = [cpuOf(pid), [] as Answer[]];
  while (answers.length < PAGES * 2) {
    answers.push(...(await Promise.all(Array.from({ length: 4 }, next))));
  }
  return {
    kind,
    status: [...new Set(answers.map(({ status }) => status))].join(", "),
    kilobytes: median(answers.map(({ bytes }) => bytes)) / 1000,
    cpuMs: (cpuOf(pid) - before) / answers.length,
    ms: median(answers.map(({ ms }) => ms)),
  };
}

/** Milliseconds of the home page right after so many other pages. */
async function after(origin: string): Promise<number> {
  await ask(origin, page("/"));
  for (let n = 0; n < PAGES; n++) await ask(origin, KINDS["the home page for any date"]!(origin));
  return (await ask(origin, page("/"))).ms;
}

/** A visitor every 50 ms during a flood of these kinds. */
async function flood(origin: string, kinds: readonly string[], attackersAtOnce: number) {
  const done = new AbortController();
  const answers: Answer[] = [];
  const attackers = Array.from({ length: attackersAtOnce }, async (_, n) => {
    const request = KINDS[kinds[n % kinds.length]!]!;
    while (!done.signal.aborted) answers.push(await ask(origin, request(origin)));
  });
  const visits: Answer[] = [];
  const booking: Answer[] = [];
  for (const until = performance.now() + FLOOD_MS; performance.now() < until;) {
    visits.push(await ask(origin, page("/"), visitors));
    booking.push(await ask(origin, page("/login"), visitors)); // a page that isn't kept
    await setTimeout(50); // sleeps: between two visits
  }
  done.abort();
  await Promise.all(attackers);
  const p95 = (list: Answer[]) => list.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(list.length * 0.95)]!;
  return {
    perSecond: answers.length / (FLOOD_MS / 1000),
    home: [median(visits.map(({ ms }) => ms)), p95(visits)],
    login: [median(booking.map(({ ms }) => ms)), p95(booking)],
    refused: booking.filter(({ status }) => status !== 200).length / booking.length,
  };
}

/** How long each attack beside a guest lasts, and of how many connections it is. */
const BESIDE_MS = FLOOD_MS * 0.625;
const CONNECTIONS = 60;
const [ATTACKER, GUEST] = ["203.0.113.9", "198.51.100.7"];

/** What one client can ask for that isn't kept, or wasn't: with cookies that we once made, and a booking of their own. */
async function attacksOn(origin: string, url: string): Promise<Record<string, () => FloodRequest>> {
  const db = openDb(openPool(url, 2));
  const [secret, baseUrl] = [await sharedSecret(db, "app"), `http://localhost:${new URL(origin).port}`];
  const { id: userId } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const ended = await beginSession(db, userId, { secret, baseUrl });
  await db.deleteFrom("session").where("id", "=", ended.id).execute();
  const { booking_id: booking } = await db
    .selectFrom("tickets")
    .innerJoin("bookings", "bookings.id", "tickets.booking_id")
    .select("booking_id")
    .where("tickets.status", "=", "valid")
    .where("link_version", "=", 0)
    .orderBy("bookings.created_at", "desc")
    .executeTakeFirstOrThrow();
  await db.destroy();
  const asSession = (signed: string, proof: string) =>
    `${sessionCookie(baseUrl)}=${encodeURIComponent(`${signed}.${Buffer.from(proof, "base64url").toString("base64")}`)}`;
  const token = `token:confirm-email:${anyWord()}`;
  const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  const visit = (cookie: string) => () => ({ path: "/faq", cookie });
  return {
    "a signed-out session": visit(ended.cookie),
    "an emailed link's token as a session": visit(asSession(token, hmac(token))),
    "the browser's cookie as a session": visit(asSession("browser:x", hmac("browser:x"))),
    "pages that aren't kept": () => page(`/contact?x=${anyWord()}`),
    "tickets of their own": () =>
      page(`/booking-confirmation/${booking}/tickets.pdf?token=${accessToken(secret, booking)}`),
  };
}

/** A guest elsewhere, who looks at a kept page and at one that isn't, quietly and then beside an attack. */
async function beside(origin: string, attack: () => FloodRequest) {
  const guest = new Worker(new URL("flood-guest.ts", import.meta.url), { workerData: { origin, from: GUEST } });
  const look = async (ms: number): Promise<{ kept: number; own: number; refused: number }> => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    guest.postMessage(ms);
    return ((await once(guest, "message")) as [{ kept: number; own: number; refused: number }])[0];
  };
  const quiet = await look(BESIDE_MS / 2);
  const done = new AbortController();
  const answers: Answer[] = [];
  const attackers = Array.from({ length: CONNECTIONS }, async () => {
    while (!done.signal.aborted) answers.push(await ask(origin, { ...attack(), from: ATTACKER }));
  });
  const loud = await look(BESIDE_MS);
  done.abort();
  await Promise.all(attackers);
  await guest.terminate();
  return { quiet, loud, perSecond: answers.length / (BESIDE_MS / 1000) };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-flood-"));
fs.chmodSync(folder, 0o755);
const releases = [...process.argv.slice(2).map((other) => path.resolve(other)), process.cwd()];
for (const [n, release] of releases.entries()) {
  const cluster = await startEmbedded(path.join(folder, `pg${n}`), { stateBase: folder });
  const server = await startServer(
    { DATABASE_URL: cluster.url(), RONDA_SEED: "demo", ROLE: "web", TRUST_PROXY: "1" },
    release,
  );
  const pid = server.process.pid!;
  console.log(`\n${release === process.cwd() ? "this release" : "the other release"}\n`);
  console.log("| asked for | answer | kB | CPU-ms each | ms, four at once |\n|---|---|---|---|---|");
  for (const kind of Object.keys(KINDS)) {
    const { status, kilobytes, cpuMs, ms } = await costs(server.origin, pid, kind);
    console.log(`| ${kind} | ${status} | ${kilobytes.toFixed(1)} | ${cpuMs.toFixed(2)} | ${ms.toFixed(1)} |`);
  }
  console.log(`\nthe home page after ${PAGES} others: ${(await after(server.origin)).toFixed(1)} ms`);
  const both = ([a, b]: number[]) => `median ${a!.toFixed(1)} ms, p95 ${b!.toFixed(1)} ms`;
  for (const [kinds, size] of [
    [PAGES_OF_A_FLOOD, ATTACKERS],
    [["a form for a page without one"], FORM_ATTACKERS],
    [["a form that is filled in wrong"], FORM_ATTACKERS],
  ] as const) {
    const { perSecond, home, login, refused } = await flood(server.origin, kinds, size);
    console.log(
      `${size} at once ask for ${kinds.join(", ")}: ${perSecond.toFixed()} answers/s; a visitor's home page ${both(home)}; ` +
        `sign-in page ${both(login)}, ${(refused * 100).toFixed()} % busy`,
    );
  }
  console.log(
    "\n| 60 connections ask for | answers/s | kept page, ms: quiet, beside | own page, ms: quiet, beside | refused |",
  );
  console.log("|---|---|---|---|---|");
  for (const [name, attack] of Object.entries(await attacksOn(server.origin, cluster.url()))) {
    const { quiet, loud, perSecond } = await beside(server.origin, attack);
    const pair = (what: "kept" | "own") => `${quiet[what].toFixed(1)}, ${loud[what].toFixed(1)}`;
    console.log(`| ${name} | ${perSecond.toFixed()} | ${pair("kept")} | ${pair("own")} | ${loud.refused} |`);
  }
  await server.stop();
  await cluster.stop();
}
agent.destroy();
visitors.destroy();
fs.rmSync(folder, { recursive: true, force: true });
