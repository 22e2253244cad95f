import os from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { median } from "#bench/measure.ts";
import { startOwnServer } from "#tests/e2e/own-server.ts";

// Ten people sign in at once, repeatedly: how long do other visitors wait meanwhile?

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const PEOPLE = 10;
// a demo account of the seed that every first start loads
const WHO = { email: "lucia@ronda.test", password: "ronda-demo-2026" };

const server = await startOwnServer();

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
  const taken = await work().finally(() => done.abort());
  const [checks = [], pages = []] = await looks;
  return { check: Math.max(...checks), page: Math.max(...pages), first: Math.min(...taken), last: Math.max(...taken) };
}

const alone = () => wait(1500).then(() => [Number.NaN]);
const crowd = () => Promise.all(Array.from({ length: PEOPLE }, signIn));
await round(crowd); // warm up
const measured = { alone: [] as Round[], crowd: [] as Round[] };
for (let i = 0; i < ROUNDS; i++) {
  measured.alone.push(await round(alone));
  measured.crowd.push(await round(crowd));
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
