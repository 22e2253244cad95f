import { spawn, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { generateIdentity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { backup } from "#src/cli/backup.ts";
import { findingsIn } from "#src/cli/check.ts";
import { openTools } from "#src/cli/open-tools.ts";
import { type BackupManifest, opened, sealed } from "#src/platform/backup-format.server.ts";
import { bucketStorage } from "#src/platform/bucket-storage.server.ts";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { keepMonths } from "#src/platform/keep-months.server.ts";
import { migrate, underStartLock } from "#src/platform/migrate.server.ts";
import { BadSetting, readSettings } from "#src/platform/env.server.ts";
import { restoreBackup, type Restored } from "#src/platform/restore-backup.server.ts";
import { folderStorage } from "#src/platform/storage.server.ts";
import { backupStream } from "#src/platform/write-backup.server.ts";
import { startBucket } from "#tests/bucket.ts";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { surroundings } from "#tests/servers.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";
import { addAccount } from "#tests/signed-in.ts";

// A backup is written, the place is lost, and the backup is restored into an empty one.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-backup-"));
const database = freshDatabase({ DATA_DIR: folder });
const stage = payingStage(database);
const storage = folderStorage(path.join(folder, "uploads"));
const PICTURE = `${"ab".repeat(16)}-320.webp`;
const pools: pg.Pool[] = [];
let departure: string;
let secret: string;

beforeAll(async () => {
  const { db } = database.services;
  const { crawlId } = await seedMinimal(db);
  departure = await addDeparture(db, crawlId, { seats: 1000 });
  const booking = await stage.books(departure, { number_of_people: 3 });
  const { externalId } = await stage.goesToPay(booking);
  stage.provider.pays(externalId);
  await stage.webhook(externalId, 1);
  for (let i = 0; i < 80; i++) await book();
  await storage.keep([{ name: PICTURE, bytes: randomBytes(70_000) }]);
  await db
    .updateTable("pub_crawls")
    .set({ image: `/uploads/${PICTURE.slice(0, 32)}` })
    .execute();
  await addJob(db, "email.send", { id: randomUUID() }, { key: "kept", runAt: new Date("2100-01-01T00:00:00Z") }); // any day: never due
  secret = await generateIdentity();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  fs.rmSync(folder, { recursive: true, force: true });
});

/** One person, each with their own browser: another basket of the same one would replace the first. */
const book = () => stage.books(departure, { number_of_people: 1 });

/** An empty database, as a new installation has: its role owns it and may do nothing else. */
async function emptyDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const base = inject("databaseUrl");
  const name = `r_${randomBytes(4).toString("hex")}`;
  const client = new pg.Client(base.replace("DATABASE", "postgres"));
  await client.connect();
  await client.query(`create role ${name} login password '${name}'`);
  await client.query(`create database ${name} owner ${name}`);
  await client.end();
  const owned = new URL(base.replace("DATABASE", name));
  [owned.username, owned.password] = [name, name];
  const url = owned.href;
  const pool = openPool(url, 2);
  pools.push(pool);
  return { url, pool };
}

const sources = () => ({ url: database.url, storage, release: "1.2.3", now: new Date() });
const bytesOf = async (stream: Readable) => Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>));
const backupBytes = async (key?: string) => bytesOf(await sealed(backupStream(sources()).tar, key));

async function restoreInto(
  url: string,
  bytes: Buffer,
  into = folderStorage(path.join(folder, randomUUID())),
  key?: string,
) {
  let restored: Restored | undefined;
  await underStartLock(url, async (pool) => {
    restored = await restoreBackup(await opened(Readable.from([bytes]), key), pool, into);
  });
  return restored!;
}

async function manifestOf(url: string, from = storage): Promise<BackupManifest> {
  const { tar, written } = backupStream({ ...sources(), url, storage: from });
  await bytesOf(tar);
  return written;
}

/** As `npm run ronda` has it. */
const OWN = { ...surroundings(), DATA_DIR: folder, NODE_COMPILE_CACHE: "build/compiled" };
const ronda = (words: string[], environment: Record<string, string>) =>
  spawnSync(process.execPath, ["src/cli.ts", ...words], {
    encoding: "utf8",
    env: { ...OWN, DATABASE_URL: database.url, ...environment },
  });

test("what was lost comes back: rows, checks, numbers, jobs and pictures", async () => {
  const file = path.join(folder, "whole.backup");
  const written = ronda(["backup", "--to", file], { BACKUP_KEY: await identityToRecipient(secret) });
  expect(written.stderr).toContain("encrypted");
  expect(written.status).toBe(0);
  expect(fs.readFileSync(file, "latin1")).toMatch(/^age-encryption\.org/);
  // what /admin/health shows; it comes after the moment of the backup
  const recorded = await database.services.db.deleteFrom("operations").returningAll().execute();
  expect(recorded).toMatchObject([{ name: "backup", ok: true, details: { pictures: 1 } }]);

  const empty = await emptyDatabase();
  const uploads = path.join(folder, "restored");
  const place = { DATABASE_URL: empty.url, UPLOADS_DIR: uploads, BACKUP_KEY: secret };
  const came = ronda(["restore", file], place);
  expect([came.status, came.stderr]).toEqual([0, expect.stringMatching(/^restored .*\n0 unfinished refunds.*\n$/)]);
  expect(await manifestOf(empty.url, folderStorage(uploads))).toEqual(await manifestOf(database.url));
  expect(fs.readFileSync(path.join(uploads, PICTURE))).toEqual(fs.readFileSync(path.join(folder, "uploads", PICTURE)));
  const stray = `${"cd".repeat(16)}-320.webp`;
  fs.writeFileSync(path.join(uploads, stray), "");
  expect(ronda(["check"], place)).toMatchObject({
    status: 0,
    stderr: `0 findings; 1 stored picture files that nothing shows\n  ${stray}\n`,
  });

  const { pool } = empty;
  await expect(pool.query("delete from audit_log")).rejects.toThrow("append-only");
  await expect(pool.query("update tickets set booking_id = gen_random_uuid()")).rejects.toThrow("foreign key");
  const entry = "insert into audit_log (actor_kind, action, subject_type, subject_id) values ('system', 'x', 'y', 'z')";
  await pool.query(entry); // its number is new
  const jobs = await pool.query("select key from graphile_worker.jobs where key = 'kept'");
  expect(jobs.rowCount).toBe(1);

  const again = ronda(["restore", file], place);
  expect([again.status, again.stderr]).toEqual([1, "the database is not empty: restore into a new one\n"]);
}, 60_000);

/** Every index, constraint and trigger, with whether it is in force. */
async function guards(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query<{ said: string }>(`
    select pg_get_indexdef(indexrelid) || ' ' || indisvalid as said from pg_index x join pg_class c on c.oid = x.indrelid
      where c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated from pg_constraint
      where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    union all select pg_get_triggerdef(t.oid) || ' ' || tgenabled::text from pg_trigger t join pg_class c on c.oid = tgrelid
      where not tgisinternal and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    order by 1`);
  return rows.map(({ said: text }) => text);
}

const isThere = async (pool: pg.Pool, name: string) =>
  (await pool.query<{ there: boolean }>("select to_regclass($1) is not null as there", [name])).rows[0]!.there;

/** A restore in a process of its own, which has got only the first half of its backup. */
function halfRestore(url: string, bytes: Buffer) {
  const env = { ...OWN, DATABASE_URL: url, UPLOADS_DIR: path.join(folder, randomUUID()) };
  const child = spawn(process.execPath, ["src/cli.ts", "restore", "--jobs", "2", "-"], {
    env,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => {});
  child.stdin.write(bytes.subarray(0, bytes.length / 2));
  const killed = async () => {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  };
  return { goesOn: () => child.stdin.end(bytes.subarray(bytes.length / 2)), killed };
}

test.each([["while it reads rows"], ["while it makes keys"]])(
  "a restore that is killed %s can be repeated, and all guards are back",
  async (moment) => {
    const { url, pool } = await emptyDatabase();
    const bytes = await backupBytes();
    const half = halfRestore(url, bytes);
    await vi.waitUntil(() => isThere(pool, "restoring.put_off"), { timeout: 30_000 });
    if (moment === "while it makes keys") {
      const reader = await pool.connect();
      await reader.query("begin; lock table tickets in access share mode");
      half.goesOn();
      const WAITS =
        "select from pg_locks where relation = 'tickets'::regclass and mode = 'AccessExclusiveLock' and not granted";
      await vi.waitUntil(async () => (await reader.query(WAITS)).rowCount === 1, { timeout: 30_000 });
      await half.killed();
      await reader.query("rollback");
      reader.release();
    } else await half.killed();
    await expect(migrate(url)).rejects.toThrow("a restore was broken off in this database");
    await restoreInto(url, bytes);
    expect(await manifestOf(url, folderStorage(path.join(folder, "none")))).toMatchObject({
      tables: (await manifestOf(database.url)).tables,
    });
    expect(await guards(pool)).toEqual(await guards(database.services.pool));
    await migrate(url);
  },
  90_000,
);

test("rows that refer to nothing are not let in", async () => {
  const { pool } = database.services;
  const owner = await pool.connect();
  await owner.query("begin; set local session_replication_role = replica");
  await owner.query(
    "insert into tickets (booking_id, position, guest_name, code) values (gen_random_uuid(), 1, 'x', 'ORPHAN')",
  );
  await owner.query("commit");
  owner.release();
  const bytes = await backupBytes();
  await pool.query("delete from tickets where code = 'ORPHAN'");
  const { url } = await emptyDatabase();
  await expect(restoreInto(url, bytes)).rejects.toThrow("tickets_booking_id_fkey");
  await expect(migrate(url)).rejects.toThrow("a restore was broken off in this database");
  await restoreInto(url, await backupBytes());
});

test("a table in months comes back as a whole, whatever months it had", async () => {
  const { db, pool } = database.services;
  await keepMonths(db, new Date());
  const empty = await emptyDatabase();
  const { leftOut } = await restoreInto(empty.url, await backupBytes());
  const count = "select count(*)::int as n from audit_log";
  expect([leftOut, (await empty.pool.query(count)).rows]).toEqual([[], (await pool.query(count)).rows]);
});

test("a backup that isn't encrypted knows what it has written", async () => {
  const { services, url } = database;
  const { settings, db } = services;
  const { signal } = new AbortController();
  const tools = { settings, storage, signal, url: async () => url, db: async () => db, close: async () => {} };
  const counted = async (name: string) => {
    expect(await backup(tools, { words: [], to: path.join(folder, name), jobs: undefined, plan: false })).toBe(0);
    const [row] = await db.deleteFrom("operations").returning("details").execute();
    return (row!.details as { rows: number }).rows;
  };
  // whether the file or the count is done first is chance
  const rows = [await counted("1"), await counted("2"), await counted("3"), await counted("4")];
  expect(Math.min(...rows)).toBeGreaterThan(80);
});

test("pictures go from a bucket into another one", async () => {
  const one = await startBucket(path.join(folder, "one"));
  const other = await startBucket(path.join(folder, "other"));
  const [from, to] = [bucketStorage(one.bucket), bucketStorage(other.bucket)];
  const pictures = [PICTURE, `${"ab".repeat(16)}-640.avif`].map((name) => ({ name, bytes: randomBytes(200_000) }));
  for (const { name, bytes } of pictures) await from.keep([{ name, bytes }]);
  const packed = await bytesOf(await sealed(backupStream({ ...sources(), storage: from }).tar, undefined));
  const { url, pool } = await emptyDatabase();
  expect((await restoreInto(url, packed, to)).manifest.pictures.count).toBe(2);
  for (const { name, bytes } of pictures) expect(await buffer((await to.read(name))!.body)).toEqual(bytes);
  expect((await findingsIn(openDb(pool), to)).findings).toEqual([]);
  await Promise.all([one.close(), other.close()]);
});

test("a backup is of one moment, whatever is booked while it is read", async () => {
  const { tar } = backupStream(sources());
  const chunks: Buffer[] = [];
  let booked = 0;
  for await (const chunk of tar as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    if (booked > 0 || !chunk.toString("latin1").startsWith("tables/public.bookings/")) continue;
    for (; booked < 5; booked++) await book(); // the bookings are read, the departures not yet
  }
  expect(booked).toBe(5);
  const packed = await bytesOf(await sealed(Readable.from(chunks), undefined));
  const { url, pool } = await emptyDatabase();
  const into = folderStorage(path.join(folder, randomUUID()));
  await restoreInto(url, packed, into);
  expect((await findingsIn(openDb(pool), into)).findings).toEqual([]);
  // the control: with departures of a later moment, as without a snapshot, the seats don't add up
  const { available_spots } = await database.services.db
    .selectFrom("scheduled_crawls")
    .select("available_spots")
    .where("id", "=", departure)
    .executeTakeFirstOrThrow();
  await pool.query("update scheduled_crawls set available_spots = $1 where id = $2", [available_spots, departure]);
  expect((await findingsIn(openDb(pool), into)).findings).toEqual([
    expect.stringContaining(`seats: departure ${departure}`),
  ]);
});

test("what was cut off, changed or locked with another key doesn't pass, and leaves room for the next try", async () => {
  const { url } = await emptyDatabase();
  const plain = await backupBytes();
  const locked = await backupBytes(await identityToRecipient(secret));
  const changed = Buffer.from(locked);
  changed[locked.length - 5000]! ^= 1;
  await expect(restoreInto(url, plain.subarray(0, plain.length / 2))).rejects.toThrow("the backup");
  await expect(restoreInto(url, locked.subarray(0, locked.length / 2), undefined, secret)).rejects.toThrow(
    "the backup",
  );
  await expect(restoreInto(url, changed, undefined, secret)).rejects.toThrow("the backup");
  await expect(restoreInto(url, locked)).rejects.toThrow("set BACKUP_KEY");
  await expect(restoreInto(url, locked, undefined, await generateIdentity())).rejects.toThrow("can't be decrypted");
  await restoreInto(url, locked, undefined, secret);
});

test("a start waits for a restore that runs, and is refused where one was broken off", async () => {
  const { url, pool } = await emptyDatabase();
  const bytes = await backupBytes();
  const half = new Readable({ read() {} });
  half.push(bytes.subarray(0, bytes.length / 2));
  const into = folderStorage(path.join(folder, randomUUID()));
  const restoring = underStartLock(url, async (own) => {
    await restoreBackup(await opened(half, undefined), own, into);
  });
  restoring.catch(() => {}); // awaited below
  const begun = async () => (await pool.query("select to_regnamespace('restoring') as name")).rows[0];
  await vi.waitUntil(async () => (await begun()).name !== null, { timeout: 20_000 });
  const starting = migrate(url);
  starting.catch(() => {}); // awaited below
  // the restore's own connection, which has the lock, and the one that tries for it
  const TRIED =
    "select from pg_stat_activity where datname = current_database() and query like '%pg_try_advisory_lock(%'";
  const others = `${TRIED} and pid <> pg_backend_pid()`;
  await vi.waitUntil(async () => (await pool.query(others)).rowCount === 2, { timeout: 20_000 });
  half.push(null);
  await expect(restoring).rejects.toThrow("the backup");
  await expect(starting).rejects.toThrow(BadSetting);
  await expect(starting).rejects.toThrow("a restore was broken off in this database");
  await restoreInto(url, bytes);
  await migrate(url);
});

test("a backup that is killed leaves no file that passes for whole", async () => {
  const file = path.join(folder, "killed.backup");
  const { pool } = database.services;
  const holder = await pool.connect();
  await holder.query("begin; lock table bookings");
  const child = spawn(process.execPath, ["src/cli.ts", "backup", "--to", file], {
    env: { ...OWN, DATABASE_URL: database.url },
    stdio: "ignore",
  });
  const ended = new Promise((done) => child.once("exit", done));
  await vi.waitUntil(() => fs.existsSync(`${file}.part`), { timeout: 20_000 });
  child.kill("SIGKILL");
  await ended;
  await holder.query("rollback");
  holder.release();
  expect(fs.existsSync(file)).toBe(false);
});

/** A backup in a process of its own that waits for a lock on the bookings; its name is then taken, its rows aren't read. */
async function waitingBackup(name: string) {
  const { pool } = database.services;
  const holder = await pool.connect();
  await holder.query("begin; lock table bookings");
  const file = path.join(folder, name);
  const env = { ...OWN, DATABASE_URL: database.url };
  const child = spawn(process.execPath, ["src/cli.ts", "backup", "--to", file], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let message = "";
  child.stderr.on("data", (chunk: Buffer) => (message += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.once("close", done));
  await vi.waitUntil(() => fs.existsSync(`${file}.part`), { timeout: 20_000 });
  await database.someoneWaits();
  return { child, file, ended: ended.then((code) => (holder.release(true), { code, said: message })) };
}

const WAITING =
  "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

test.each([
  ["is told to stop", async (pid: number) => void process.kill(pid, "SIGTERM"), "stopped by SIGTERM\n"],
  [
    "loses its database",
    async () => void (await database.services.pool.query(WAITING)),
    "terminating connection due to administrator command\n",
  ],
])("a backup that %s says so in one line, leaves nothing and is recorded as failed", async (_, harm, line) => {
  const { db } = database.services;
  const { child, file, ended } = await waitingBackup(randomUUID());
  await harm(child.pid!);
  expect(await ended).toEqual({ code: 1, said: line });
  expect([fs.existsSync(file), fs.existsSync(`${file}.part`)]).toEqual([false, false]);
  expect(await db.deleteFrom("operations").returningAll().execute()).toMatchObject([
    { name: "backup", ok: false, details: { error: line.trim() } },
  ]);
});

test("a database that goes away while a part of the backup waits to be read ends the backup, not the process", async () => {
  const { tar, written } = backupStream(sources());
  const failed = new Promise<Error>((done) => tar.once("error", done));
  written.catch(() => {}); // awaited below
  // nobody reads it: it stands still after its first bytes
  const STANDS = "from pg_stat_activity where state = 'idle in transaction' and query like 'lock table %'";
  const ended = async () => (await database.services.pool.query(`select pg_terminate_backend(pid) ${STANDS}`)).rowCount;
  await vi.waitUntil(async () => (await ended()) === 1, { timeout: 20_000 });
  expect((await failed).message).toContain("terminat");
  await expect(written).rejects.toThrow();
});

test("verify-backup restores aside and says what is wrong", async () => {
  const file = path.join(folder, "verified.backup");
  fs.writeFileSync(file, await backupBytes());
  expect(ronda(["verify-backup", file], {})).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("good: taken"),
  });
  fs.writeFileSync(file, fs.readFileSync(file).subarray(0, -100));
  expect(ronda(["verify-backup", file], {}).status).toBe(1);
}, 60_000);

test("verify-backup that is told to stop leaves nothing decrypted behind", async () => {
  const aside = path.join(folder, "aside");
  fs.mkdirSync(aside);
  fs.chmodSync(folder, 0o755); // PostgreSQL may run as another user
  const env = { ...OWN, TMPDIR: aside };
  const child = spawn(process.execPath, ["src/cli.ts", "verify-backup", "-"], {
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  child.stdin.on("error", () => {});
  let message = "";
  child.stderr.on("data", (chunk: Buffer) => (message += chunk.toString()));
  const ended = new Promise((done) => child.once("close", done));
  const bytes = await backupBytes();
  child.stdin.write(bytes.subarray(0, bytes.length - 20_000)); // the rest never comes
  const begun = () => fs.readdirSync(aside).some((name) => fs.existsSync(path.join(aside, name, "pg/postmaster.pid")));
  await vi.waitUntil(begun, { timeout: 30_000 });
  child.kill("SIGINT");
  expect([await ended, message]).toEqual([1, "stopped by SIGINT\n"]);
  expect(fs.readdirSync(aside)).toEqual([]);
}, 60_000);

test("somebody else's tables are left out of a restore, which names them", async () => {
  const { pool } = database.services;
  await pool.query('create table "Notes" (id bigserial primary key, text text); insert into "Notes" (text) values (1)');
  const bytes = await backupBytes();
  await pool.query('drop table "Notes"');
  const { url } = await emptyDatabase();
  const { leftOut } = await restoreInto(url, bytes);
  expect(leftOut).toEqual(['public."Notes"']);
  expect((await manifestOf(url, folderStorage(path.join(folder, "none")))).tables).toEqual(
    (await manifestOf(database.url)).tables,
  );
});

test.each([[["backup", "--to", "-"]], [["migrate", "--plan"]]])(
  "ronda %j makes no database where there is none",
  (words) => {
    const nowhere = path.join(folder, "nowhere-yet");
    const { status, stderr } = ronda(words, { DATABASE_URL: "", DATA_DIR: nowhere });
    expect([status, stderr]).toEqual([2, `Setting DATA_DIR: there is no database in ${nowhere}\n`]);
    expect(fs.existsSync(nowhere)).toBe(false);
  },
);

test("verbs that only read refuse an empty database in one line", async () => {
  const { url } = await emptyDatabase();
  const { signal } = new AbortController();
  const tools = openTools(readSettings({ DATABASE_URL: url }), { signal, existing: true });
  await expect(tools.db()).rejects.toThrow(BadSetting);
  await expect(tools.db()).rejects.toThrow("there is no database of Ronda there");
});

test("reset-second-factor removes it, and its owner gets an email", async () => {
  const { db } = database.services;
  const { id, email } = await addAccount(db, { secondFactor: true });
  const once = ronda(["reset-second-factor", email], {});
  expect([once.status, once.stderr]).toEqual([0, expect.stringContaining("signs in with the password alone")]);
  const emails = await db.selectFrom("emails").select("payload").where("recipient", "=", email).execute();
  expect(emails).toEqual([{ payload: { userId: id, enabled: false } }]);
});

test.each([
  [["backup", "extra"], 2, "usage"],
  [["check", "--to", "x"], 2, "usage"],
  [["restore", "--jobs", "0", "x"], 2, "usage"],
  [["create-admin", "nobody"], 2, "no email address"],
  [["migrate", "--plan"], 0, "nothing to do"],
])("ronda %j ends with %i", (words, code, line) => {
  const { status, stderr } = ronda(words, {});
  expect([status, stderr]).toEqual([code, expect.stringContaining(line)]);
});

const NO_BUCKET = {
  S3_ENDPOINT: "http://127.0.0.1:9",
  S3_BUCKET: "ronda",
  S3_ACCESS_KEY_ID: "x",
  S3_SECRET_ACCESS_KEY: "x",
};
test.each([
  ["a folder that isn't there", "nowhere/x.backup", {}, /^ENOENT: no such file or directory.*\n$/],
  ["a bucket that is away", "unseen.backup", NO_BUCKET, /(?:^|\n)the bucket doesn't answer: .*\n$/],
])("%s: one line says so, and nothing is left", (_, name, environment, line) => {
  const file = path.join(folder, name);
  const { status, stderr } = ronda(["backup", "--to", file], environment);
  expect([status, stderr]).toEqual([1, expect.stringMatching(line)]);
  expect(stderr).not.toContain("    at ");
  expect([fs.existsSync(file), fs.existsSync(`${file}.part`)]).toEqual([false, false]);
});
