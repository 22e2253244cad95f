import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { cpuOf } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";

// What a cheap flood of pages costs the server, and what it does to a visitor of the home page meanwhile. `npm run bench:flood --
// FOLDER` measures another release, built in that folder, in the same run.

/** How long a flood lasts, and how many requests it keeps going. */
const FLOOD_MS = 8000;
const ATTACKERS = 64;
/** How many different pages are asked for before the home page is looked at again. */
const PAGES = 300;

type Answer = { status: number; ms: number; bytes: number };
const agent = new http.Agent({ keepAlive: true, maxSockets: ATTACKERS });
const visitors = new http.Agent({ keepAlive: true });

const ask = (url: string, by = agent): Promise<Answer> =>
  new Promise((resolve) => {
    const began = performance.now();
    http
      .get(url, { agent: by }, (res) => {
        let bytes = 0;
        res.on("data", (chunk: Buffer) => (bytes += chunk.length));
        res.on("end", () => resolve({ status: res.statusCode ?? 0, ms: performance.now() - began, bytes }));
      })
      .on("error", () => resolve({ status: 0, ms: performance.now() - began, bytes: 0 }));
  });

let seed = 0;
/** A date that nothing is known of, another each time, as nobody would type it. */
const anyDate = () =>
  new Date(Date.UTC(2000, 0, 1) + ((seed++ * 7919) % 2_900_000) * 86_400_000).toISOString().slice(0, 10);
const KINDS: Record<string, () => string> = {
  "the home page, kept": () => "/",
  "the home page for any date": () => `/?date=${anyDate()}`,
  "the home page for anything": () => `/?date=${randomBytes(6).toString("hex")}`,
  "an unknown address": () => `/${randomBytes(6).toString("hex")}`,
};

type Row = { kind: string; status: string; kilobytes: number; cpuMs: number; ms: number };

async function costs(origin: string, pid: number, kind: string, address: () => string): Promise<Row> {
  for (let n = 0; n < 30; n++) await ask(origin + address());
  const [before, answers] = [cpuOf(pid), [] as Answer[]];
  while (answers.length < PAGES * 2) {
    const urls = Array.from({ length: 4 }, () => origin + address());
    answers.push(...(await Promise.all(urls.map((url) => ask(url)))));
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
  await ask(`${origin}/`);
  for (let n = 0; n < PAGES; n++) await ask(origin + KINDS["the home page for any date"]!());
  return (await ask(`${origin}/`)).ms;
}

/** A visitor every 50 ms during a flood of all kinds. */
async function flood(origin: string) {
  const done = new AbortController();
  const answers: Answer[] = [];
  const attackers = Array.from({ length: ATTACKERS }, async (_, n) => {
    const address = Object.values(KINDS)[1 + (n % 3)]!;
    while (!done.signal.aborted) answers.push(await ask(origin + address()));
  });
  const visits: Answer[] = [];
  const booking: Answer[] = [];
  for (const until = performance.now() + FLOOD_MS; performance.now() < until;) {
    visits.push(await ask(`${origin}/`, visitors));
    booking.push(await ask(`${origin}/login`, visitors)); // a page that isn't kept
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

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-flood-"));
fs.chmodSync(folder, 0o755);
const releases = [...process.argv.slice(2).map((other) => path.resolve(other)), process.cwd()];
for (const [n, release] of releases.entries()) {
  const cluster = await startEmbedded(path.join(folder, `pg${n}`), { stateBase: folder });
  const server = await startServer({ DATABASE_URL: cluster.url(), RONDA_SEED: "demo", ROLE: "web" }, release);
  const pid = server.process.pid!;
  console.log(`\n${release === process.cwd() ? "this release" : "the other release"}\n`);
  console.log("| asked for | answer | kB | CPU-ms each | ms, four at once |\n|---|---|---|---|---|");
  for (const [kind, address] of Object.entries(KINDS)) {
    const { status, kilobytes, cpuMs, ms } = await costs(server.origin, pid, kind, address);
    console.log(`| ${kind} | ${status} | ${kilobytes.toFixed(1)} | ${cpuMs.toFixed(2)} | ${ms.toFixed(1)} |`);
  }
  console.log(`\nthe home page after ${PAGES} others: ${(await after(server.origin)).toFixed(1)} ms`);
  const { perSecond, home, login, refused } = await flood(server.origin);
  const both = ([a, b]: number[]) => `median ${a!.toFixed(1)} ms, p95 ${b!.toFixed(1)} ms`;
  console.log(
    `a flood of ${ATTACKERS} at once: ${perSecond.toFixed()} answers/s; a visitor's home page ${both(home)}; ` +
      `sign-in page ${both(login)}, ${(refused * 100).toFixed()} % busy`,
  );
  await server.stop();
  await cluster.stop();
}
agent.destroy();
visitors.destroy();
fs.rmSync(folder, { recursive: true, force: true });
