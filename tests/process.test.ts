// @module-tag process
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test, vi } from "vitest";
import { embeddedIn } from "#tests/outage.ts";
import { startScript, surroundings } from "#tests/servers.ts";

// The built product as real processes on their own data folders. `npm test` builds it first.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const asRoot = process.getuid?.() === 0;
/** The user daemon, who has a home in /etc/passwd and no rights here; PostgreSQL under root runs as another, nobody. */
const ORDINARY = { uid: 1, gid: 1 };
const place = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-process-"));
fs.chmodSync(place, 0o777);
const started: Copy[] = [];

afterAll(async () => {
  await Promise.all(started.map((copy) => copy.end("SIGKILL")));
  fs.rmSync(place, { recursive: true, force: true });
});

type Copy = {
  port: number;
  child: ChildProcess;
  /** everything printed so far */
  said: () => string;
  /** its exit code, once it has ended */
  code: Promise<number | null>;
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0);
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

const folder = (name: string) => path.join(place, name);

type RunOptions = { uid?: number; gid?: number; args?: string[] };

/** Starts a process with only these settings. */
async function run(settings: Record<string, string>, options: RunOptions = {}): Promise<Copy> {
  const port = Number(settings["PORT"] ?? (await freePort()));
  const env = { ...surroundings(), RONDA_SEED: "empty", PORT: String(port), ...settings };
  const { args = [], ...owner } = options;
  const { variables, words } = startScript();
  const child = spawn(process.execPath, [...words, ...args], {
    env: { ...variables, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...owner,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += String(chunk)));
  const code = new Promise<number | null>((done) => child.once("close", (exit) => done(exit)));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return code;
  };
  const copy = { port, child, said: () => output, code, end };
  started.push(copy);
  return copy;
}

/** Starts a process and waits until it serves. */
async function serve(settings: Record<string, string>, options?: Parameters<typeof run>[1]): Promise<Copy> {
  const copy = await run(settings, options);
  await Promise.race([
    expect.poll(() => status(copy), { timeout: 40_000, interval: 100 }).toBe(200),
    copy.code.then((code) => Promise.reject(new Error(`ended with ${code}: ${copy.said()}`))),
  ]);
  return copy;
}

const status = (copy: Copy) =>
  fetch(`http://127.0.0.1:${copy.port}/healthz`).then(
    (answer) => answer.status,
    () => 0,
  );

/** PID of the PostgreSQL on a data folder, if it has one. */
function postgresOf(data: string): number | undefined {
  const file = path.join(data, "pg/postmaster.pid");
  return fs.existsSync(file) ? Number(fs.readFileSync(file, "utf8").split("\n")[0]) : undefined;
}

let prepared: Promise<Copy> | undefined;
/** Prepares a data folder, once, and waits until that has ended. */
async function prepare(): Promise<Copy> {
  const copy = await (prepared ??= run({ DATA_DIR: folder("filled") }, { args: ["--prepare"] }));
  await copy.code;
  return copy;
}

let leaving: Promise<Copy> | undefined;
/** The process that then served from it, once, and has ended. */
async function leave(): Promise<Copy> {
  const copy = await (leaving ??= prepare().then(() => serve({ DATA_DIR: folder("filled") })));
  await copy.end("SIGTERM");
  return copy;
}

/** A data folder that a process has left, for tests not about a first start: that takes twice as long. */
async function filledFolder(name: string): Promise<string> {
  await leave();
  // keeps its owner, which is a user other than root
  execFileSync("cp", ["-a", folder("filled"), folder(name)]);
  return folder(name);
}

/** Runs a statement on the database of a data folder. */
async function inDatabase(data: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(embeddedIn(data).url);
  await client.connect();
  const result = await client.query(statement);
  await client.end();
  return result;
}

const lives = (pid: number | undefined) => pid !== undefined && fs.existsSync(`/proc/${pid}`);
const lines = (text: string) => text.trim().split("\n");

async function databaseUrl(): Promise<string> {
  const base = inject("databaseUrl");
  const name = `process_${started.length}`;
  const client = new pg.Client(base.replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return base.replace("DATABASE", name);
}

test.each([
  ["a bad setting", { PORT: "70000" }, "Setting PORT"],
  ["production without a way of payment", { NODE_ENV: "production" }, "Setting PAYMENTS_MODE"],
  [
    "demo accounts in production",
    { NODE_ENV: "production", PAYMENTS_MODE: "sandbox", RONDA_SEED: "demo" },
    "Setting RONDA_SEED",
  ],
  [
    "a PostgreSQL that isn't there",
    { DATABASE_URL: "postgres://ronda@127.0.0.1:9/ronda", DATABASE_WAIT: "0" },
    "Setting DATABASE_URL",
  ],
])("%s: one line, and nothing is started", async (name, settings, line) => {
  const data = folder(name.replaceAll(" ", "-"));
  const copy = await run({ DATA_DIR: data, ...settings });
  expect(await copy.code).toBe(1);
  expect(lines(copy.said())).toEqual([expect.stringContaining(line)]);
  expect(fs.existsSync(data)).toBe(false);
});

test("a prepared database is there and at rest, and the next start finds it ready", async () => {
  const first = await prepare();
  expect(await first.code).toBe(0);
  expect(first.said()).toContain('"migration":"0001_baseline"');
  expect(postgresOf(folder("filled"))).toBeUndefined();
  const next = await leave();
  expect(next.said()).not.toContain("migrate.ran");
  expect(await next.code).toBe(0);
});

test("a port in use: one line, nothing is started, and the one that has it is not disturbed", async () => {
  const result = net.createServer().listen(0);
  await once(result, "listening");
  const data = folder("port-in-use");
  const { port } = result.address() as net.AddressInfo;
  const copy = await run({ DATA_DIR: data, PORT: String(port) });
  expect(await copy.code).toBe(1);
  expect(lines(copy.said())).toEqual([`Setting PORT: ${port} is in use`]);
  expect(fs.existsSync(data)).toBe(false);
  expect(result.listening).toBe(true);
  result.close();
});

test("SIGTERM and Ctrl-C stop everything; kill -9 leaves nothing that stops the next start, and no data is lost", async () => {
  const data = await filledFolder("signals");
  const first = await serve({ DATA_DIR: data });
  const postgres = postgresOf(data);
  expect(lives(postgres)).toBe(true);
  await inDatabase(data, "insert into cities (id, name, time_zone) values ('puebla', 'Puebla', 'America/Mexico_City')");
  expect(await first.end("SIGTERM")).toBe(0);
  expect([lives(postgres), postgresOf(data)]).toEqual([false, undefined]);

  const second = await serve({ DATA_DIR: data });
  expect(second.said()).not.toContain("migrate.ran");
  const killed = postgresOf(data);
  await inDatabase(data, "insert into cities (id, name, time_zone) values ('oaxaca', 'Oaxaca', 'America/Mexico_City')");
  await second.end("SIGKILL");
  await expect.poll(() => lives(killed), { timeout: 20_000 }).toBe(false);

  const third = await serve({ DATA_DIR: data });
  const { rows } = await inDatabase(data, "select id from cities where id in ('oaxaca', 'puebla') order by id");
  expect(rows).toEqual([{ id: "oaxaca" }, { id: "puebla" }]);
  const crawls = await fetch(`http://127.0.0.1:${third.port}/`);
  expect(crawls.headers.get("keep-alive"), "longer than proxies keep theirs").toBe("timeout=65");
  expect([crawls.status, third.said()]).toEqual([200, expect.not.stringContaining("migrate.ran")]);
  const interrupted = postgresOf(data);
  expect(await third.end("SIGINT")).toBe(0);
  expect([lives(interrupted), postgresOf(data)]).toEqual([false, undefined]);
});

test("what ends the jobs doesn't end the pages: they run again, and the process stops as ever", async () => {
  const [data, broken, code] = [await filledFolder("jobs-end"), folder("broken"), folder("break.mjs")];
  fs.writeFileSync(
    code,
    `import { existsSync } from "node:fs";
    import { isMainThread } from "node:worker_threads";
    const look = () => { if (existsSync(${JSON.stringify(broken)})) throw new Error("a job went wrong"); };
    if (!isMainThread) setInterval(look, 20);`,
  );
  const copy = await serve({ DATA_DIR: data, NODE_OPTIONS: `--import=${code}` });
  fs.writeFileSync(broken, "");
  const again = () => copy.said().match(/"jobs.thread.again","why":"Error: a job went wrong/g)?.length ?? 0;
  await expect.poll(again, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(await status(copy)).toBe(200);
  fs.rmSync(broken);
  await inDatabase(data, "select graphile_worker.add_job('email.send', json_build_object('id', gen_random_uuid()))");
  const left = async () =>
    (await inDatabase(data, "select from graphile_worker.jobs where task_identifier = 'email.send'")).rowCount;
  await expect.poll(left, { timeout: 20_000, interval: 100 }).toBe(0);
  fs.writeFileSync(broken, "");
  const before = again();
  await expect.poll(again, { timeout: 20_000 }).toBeGreaterThan(before);
  expect(await copy.end("SIGTERM"), "also between two threads").toBe(0);
  expect(postgresOf(data)).toBeUndefined();
});

test("jobs that can't even start end the process, and leave nothing behind", async () => {
  const [data, code] = [await filledFolder("jobs-never"), folder("never.mjs")];
  fs.writeFileSync(
    code,
    `import { isMainThread } from "node:worker_threads";
    if (!isMainThread) throw new Error("no jobs here");`,
  );
  const copy = await run({ DATA_DIR: data, NODE_OPTIONS: `--import=${code}` });
  expect(await copy.code).toBe(1);
  expect(copy.said()).toContain("no jobs here");
  for (const line of lines(copy.said())) expect(JSON.parse(line)).toHaveProperty("event");
  expect(postgresOf(data)).toBeUndefined();
});

test("a process number that another program has by now doesn't stop the start", async () => {
  const data = await filledFolder("foreign-pid");
  const first = await serve({ DATA_DIR: data });
  const file = path.join(data, "pg/postmaster.pid");
  const left = fs.readFileSync(file, "utf8").split("\n");
  await first.end("SIGTERM");
  fs.writeFileSync(file, [process.pid, ...left.slice(1)].join("\n"));
  fs.writeFileSync(path.join(data, `pg/.s.PGSQL.${left[3]}.lock`), [process.pid, ...left.slice(1)].join("\n"));
  fs.writeFileSync(`${data}/pg.lock`, "999999999");
  expect(await (await serve({ DATA_DIR: data })).end("SIGTERM")).toBe(0);
});

test("a database that crashes is started again", async () => {
  const data = await filledFolder("crash");
  const copy = await serve({ DATA_DIR: data });
  const before = postgresOf(data)!;
  process.kill(before, "SIGKILL");
  await expect.poll(() => postgresOf(data), { timeout: 20_000 }).not.toBe(before);
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${copy.port}/`)).status, { timeout: 20_000 }).toBe(200);
  expect(await copy.end("SIGTERM")).toBe(0);
  expect(postgresOf(data)).toBeUndefined();
});

test("two first starts on one empty folder share its database; when one goes, the other keeps it; both stop clean", async () => {
  const data = folder("two-first");
  const [one, two] = await Promise.all([serve({ DATA_DIR: data }), serve({ DATA_DIR: data })]);
  expect((one.said() + two.said()).match(/0001_baseline/g)).toHaveLength(1);
  await one.end("SIGTERM");
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${two.port}/`)).status, { timeout: 20_000 }).toBe(200);
  expect(lives(postgresOf(data))).toBe(true);
  expect(await two.end("SIGTERM")).toBe(0);
  expect(postgresOf(data)).toBeUndefined();
});

test("a second copy with a port and a folder of its own runs beside", async () => {
  const folders = [await filledFolder("one"), await filledFolder("two")] as const;
  const [one, two] = await Promise.all([serve({ DATA_DIR: folders[0] }), serve({ DATA_DIR: folders[1] })]);
  expect(postgresOf(folder("one"))).not.toBe(postgresOf(folder("two")));
  expect(await one.end("SIGTERM")).toBe(0);
  expect(await status(two)).toBe(200);
  expect(await two.end("SIGTERM")).toBe(0);
});

const PRODUCTION = {
  NODE_ENV: "production",
  BASE_URL: "https://ronda.example",
  ADMIN_EMAILS: "owner@ronda.example",
  APP_SECRET: "a secret of this test, which is long enough",
  PAYMENTS_MODE: "sandbox",
  CAPTURE_EMAILS: "true",
};

test("DATABASE_URL: web and worker apart on one database, and none is embedded", async () => {
  const settings = { DATABASE_URL: await databaseUrl(), DATA_DIR: folder("unused") };
  const worker = await run({ ...settings, ROLE: "worker" });
  const web = await serve({ ...settings, ...PRODUCTION, LOG_FORMAT: "text", ROLE: "web" });
  await expect.poll(worker.said, { timeout: 20_000 }).toContain('"event":"ready"');
  expect(await status(worker)).toBe(0);
  expect(fs.existsSync(folder("unused"))).toBe(false);
  expect(await Promise.all([web.end("SIGTERM"), worker.end("SIGTERM")])).toEqual([0, 0]);
  for (const line of lines(worker.said())) expect(JSON.parse(line)).toHaveProperty("event");
  expect(web.said()).toContain("emails are kept in the database, and nobody gets one"); // it has no page that shows them
});

test.runIf(asRoot)("an ordinary user runs its own database, which root's look at it doesn't take away", async () => {
  const data = folder("ordinary");
  const copy = await serve({ DATA_DIR: data }, ORDINARY);
  expect(fs.statSync(path.join(data, "pg")).uid).toBe(ORDINARY.uid);
  execFileSync(process.execPath, ["src/cli.ts", "check"], { env: { DATA_DIR: data }, stdio: "ignore" });
  expect(fs.statSync(path.join(data, "pg")).uid).toBe(ORDINARY.uid);
  expect(await copy.end("SIGTERM")).toBe(0);
});

test.runIf(asRoot)("root in a folder that only root can enter: the database lives where its user can", async () => {
  const data = folder("private");
  fs.mkdirSync(data, { mode: 0o700 });
  const first = await serve({ DATA_DIR: data });
  const [, elsewhere] = /"event":"database.elsewhere","folder":"([^"]+)"/.exec(first.said())!;
  expect(await first.end("SIGTERM")).toBe(0);
  const second = await serve({ DATA_DIR: data });
  expect(second.said()).not.toContain("migrate.ran");
  expect(await second.end("SIGTERM")).toBe(0);
  fs.rmSync(elsewhere!, { recursive: true });
});
