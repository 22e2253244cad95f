import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { compareWithBudget } from "#bench/budget.ts";
import { cpuOf, cpuOfPostgres, memoryOf } from "#bench/cpu.ts";
import { median } from "#bench/measure.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { sharedSecret } from "#src/platform/secrets.server.ts";
import { freePort, killLeftServers, startServer } from "#tests/servers.ts";
import { addAccount, beginSession } from "#tests/signed-in.ts";

// What a page costs that isn't answered from memory: CPU-ms of the server and of PostgreSQL, and bytes, beside its floors in the same run:
// the same bytes from memory, and a page of a few lines that React renders. `npm run bench:render -- FOLDER` measures another release, built
// in that folder, in turns with this one. The last line is the result as JSON.
//   ROUNDS (5), SECONDS (1) a page, CONNECTIONS (4) of the second column, ONLY=part of a page's name, PROFILE=folder for CPU profiles

const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 1);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 4);
const WARM_UP = 50;
const ONLY = process.env["ONLY"] ?? "";

/** What a page is asked for by: its address, another one each time for a page that would be kept, and who asks. */
type Stage = { nights: string[]; months: string[]; departure: string; booking: string; guest: string; staff: string };
type Request = { path: string; cookie?: string };
let count = 0;
/** One of the addresses under which a kept page shows a night: so many that none of them is in memory when it comes again. */
const showing = (address: string, { nights, months }: Stage): Request => {
  const n = count++;
  const [night, month] = [nights[n % nights.length], months[Math.floor(n / nights.length) % months.length]];
  return { path: `${address}?date=${night}&month=${month}` };
};
const PAGES: Record<string, (stage: Stage) => Request> = {
  "sign-in": () => ({ path: "/login" }),
  home: (stage) => showing("/", stage),
  crawl: (stage) => showing("/crawls/mexico-city", stage),
  "checkout, details": ({ departure }) => ({ path: `/checkout?departure=${departure}` }),
  "checkout, held": ({ departure, booking }) => ({ path: `/checkout?departure=${departure}&booking=${booking}` }),
  account: ({ guest }) => ({ path: "/profile", cookie: guest }),
  dashboard: ({ staff }) => ({ path: "/admin/dashboard", cookie: staff }),
  bookings: ({ staff }) => ({ path: "/admin/bookings", cookie: staff }),
};
const chosen = Object.keys(PAGES).filter((name) => name.includes(ONLY));

type Release = {
  name: string;
  origin: string;
  pid: number;
  postmaster: number;
  stage: Stage;
  stop: () => Promise<void>;
};
type Round = { server: number; postgres: number; ms: number };

const agent = new http.Agent({ keepAlive: true });
/** Asks for a page as a browser does; the whole answer, as it was sent. */
const ask = (origin: string, { path: address, cookie }: Request, body?: string | Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const headers = { "accept-encoding": "gzip, deflate, br, zstd", ...(cookie ? { cookie } : {}) };
    const json =
      typeof body === "string"
        ? { "content-type": "application/json", "idempotency-key": "the-booking-of-this-run" }
        : {};
    const method = body === undefined ? "GET" : "POST";
    http
      .request(origin + address, { agent, method, headers: { ...headers, ...json } }, (res) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => {
          const bytes = Buffer.concat(chunks);
          if (Math.floor((res.statusCode ?? 0) / 100) === 2) resolve(bytes);
          else
            reject(
              new Error(
                `${address} answered ${res.statusCode} ${res.headers.location ?? ""}: ${bytes.toString().slice(0, 300)}`,
              ),
            );
        });
      })
      .on("error", reject)
      .end(body);
  });

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-render-"));
fs.chmodSync(folder, 0o755);

/** Starts a release on a database of its own, with a guest and a member of staff who are signed in, and a booking that holds places. */
async function start(release: string, n: number): Promise<Release> {
  const state = path.join(folder, `pg${n}`);
  const cluster = await startEmbedded(state, { stateBase: folder });
  const postmaster = Number(fs.readFileSync(path.join(state, "postmaster.pid"), "utf8").split("\n")[0]);
  const profile = process.env["PROFILE"];
  const server = await startServer(
    {
      DATABASE_URL: cluster.url(),
      RONDA_SEED: "demo",
      ROLE: "web",
      ...(profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` } : {}),
    },
    release,
  );
  const stage = await prepare(server.origin, cluster.url());
  const stop = async () => {
    await server.stop();
    await cluster.stop();
  };
  const name = release === process.cwd() ? "this release" : "the other release";
  return { name, origin: server.origin, pid: server.process.pid!, postmaster, stage, stop };
}

async function prepare(origin: string, url: string): Promise<Stage> {
  const db = openDb(openPool(url, 2));
  const nights = await db
    .selectFrom("scheduled_crawls")
    .innerJoin("app_settings", (on) => on.on("key", "=", "default_crawl_id"))
    .select(["scheduled_crawls.id", "scheduled_crawls.date"])
    .where("status", "=", "scheduled")
    .where("external_booking_link", "is", null)
    .where("bookings_disabled", "=", false)
    .where("available_spots", ">=", 4)
    .where("sales_close_at", ">", new Date(Date.now() + 3_600_000))
    .whereRef("crawl_id", "=", (is) => is.cast("value", "uuid"))
    .orderBy("date")
    .execute();
  const session = { secret: await sharedSecret(db, "app"), baseUrl: `http://localhost:${new URL(origin).port}` };
  const guest = await addAccount(db);
  const staff = await addAccount(db, { role: "admin", secondFactor: true });
  const cookies = [await beginSession(db, guest.id, session), await beginSession(db, staff.id, session)];
  await db.destroy();
  const departure = nights[5]!.id;
  const customer = {
    first_name: "Ana",
    last_name: "Ríos",
    email: "ana@example.test",
    phone: "+52 55 1234 5678",
    country: "MX",
  };
  const wish = {
    number_of_people: 2,
    customer,
    additional_names: ["Luis Ríos"],
    special_requests: "",
    currency: "MXN",
  };
  const body = JSON.stringify({ ...wish, language: "en", agreed_to_terms: true, scheduled_crawl_id: departure });
  const held = JSON.parse((await ask(origin, { path: "/api/bookings" }, body)).toString()) as { id: string };
  const days = nights.map(({ date }) => date);
  const months = [...new Set(days.map((day) => day.slice(0, 7)))];
  return { nights: days, months, departure, booking: held.id, guest: cookies[0]!.cookie, staff: cookies[1]!.cookie };
}

/** Asks for one page over and over on so many connections, and says what one answer costs. */
async function round({ origin, pid, postmaster }: Target, next: () => Request, atOnce: number): Promise<Round> {
  const [began, server, postgres] = [performance.now(), cpuOf(pid), postmaster ? cpuOfPostgres(postmaster) : 0];
  let answers = 0;
  const keepAsking = async () => {
    for (; performance.now() < began + SECONDS * 1000; answers++) await ask(origin, next());
  };
  await Promise.all(Array.from({ length: atOnce }, keepAsking));
  const each = (from: number, to: number) => (to - from) / answers;
  return {
    server: each(server, cpuOf(pid)),
    postgres: postmaster ? each(postgres, cpuOfPostgres(postmaster)) : 0,
    ms: each(began, performance.now()) * atOnce,
  };
}
type Target = Pick<Release, "origin" | "pid"> & { postmaster?: number };

async function startFloor(): Promise<Target & { stop: () => void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ["bench/render-floor.ts"], {
    env: { ...process.env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.kill() };
}

const floor = await startFloor();
process.once("exit", () => (floor.stop(), killLeftServers()));
const releases: Release[] = [];
for (const [n, release] of [...process.argv.slice(2).map((other) => path.resolve(other)), process.cwd()].entries())
  releases.push(await start(release, n));

type Row = { of: string; page: string; atOnce: number; bytes: { html: number; sent: number; gzip: number } | null };
const rows = new Map<Row, { target: Target; next: () => Request; rounds: Round[] }>();
const trivial: Row = { of: "floor", page: "a trivial page by React", atOnce: 1, bytes: null };
rows.set(trivial, { target: floor, next: () => ({ path: "/" }), rounds: [] });
for (const page of chosen)
  for (const release of releases) {
    const next = () => PAGES[page]!(release.stage);
    const sent = await ask(release.origin, next());
    const html = zlib.brotliDecompressSync(sent);
    const bytes = { html: html.length, sent: sent.length, gzip: zlib.gzipSync(html).length };
    if (release === releases.at(-1)) {
      const same = { path: `/${encodeURIComponent(page)}` };
      await ask(floor.origin, same, sent);
      rows.set({ of: "floor", page, atOnce: 1, bytes: null }, { target: floor, next: () => same, rounds: [] });
    }
    for (const atOnce of [1, CONNECTIONS])
      rows.set({ of: release.name, page, atOnce, bytes }, { target: release, next, rounds: [] });
  }

// until its code is warm, a page costs twice as much
for (const { target, next } of rows.values()) for (let n = 0; n < WARM_UP; n++) await ask(target.origin, next());
for (let n = 0; n < ROUNDS; n++)
  for (const [{ atOnce }, { target, next, rounds }] of rows) rounds.push(await round(target, next, atOnce));

const figures = [...rows].map(([row, { rounds }]) => {
  const of = (what: keyof Round) => Number(median(rounds.map((one) => one[what])).toFixed(3));
  return { ...row, server: of("server"), postgres: of("postgres"), ms: of("ms") };
});
const unit = figures[0]!.server;
console.log(`\n${ROUNDS} rounds of ${SECONDS} s, medians; ${os.cpus().length} × ${os.cpus()[0]?.model}`);
console.log(`a trivial page by React: ${unit} CPU-ms\n`);
console.log(
  "| page | at once | server CPU-ms | of the trivial page | PostgreSQL CPU-ms | ms | HTML kB | sent kB | gzip kB |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const { of, page, atOnce, bytes, server, postgres, ms } of figures.slice(1)) {
  const kilobytes = bytes ? [bytes.html, bytes.sent, bytes.gzip].map((n) => (n / 1000).toFixed(1)) : ["–", "–", "–"];
  const costs = [server.toFixed(2), (server / unit).toFixed(1), postgres.toFixed(2), ms.toFixed(1)];
  console.log(`| ${[`${page}, ${of}`, atOnce, ...costs, ...kilobytes].join(" | ")} |`);
}
for (const { name, pid } of releases) console.log(`\nmemory of ${name} afterward: ${memoryOf(pid).toFixed(0)} MB`);
const own = figures.flatMap(({ of, page, atOnce, bytes, server, postgres }) =>
  bytes && of === "this release" && atOnce === 1 ? [[page, { server, postgres, ...bytes }] as const] : [],
);
compareWithBudget("render", { ...Object.fromEntries(own), [trivial.page]: { server: unit } });
console.log(`\n${JSON.stringify({ bench: "render", unit, figures })}`);

floor.stop();
for (const { stop } of releases) await stop();
fs.rmSync(folder, { recursive: true, force: true });
