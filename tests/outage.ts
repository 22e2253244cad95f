import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { initialise, prepareFolders } from "#src/platform/embedded-cluster.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import { copyPreparedData } from "#tests/prepared-data.ts";
import { callerOf, freePort } from "#tests/servers.ts";

// Faults of PostgreSQL, and a load whose outcomes can be compared with what is stored in the end.

/** A PostgreSQL that isn't the product's own, for a test to stop, kill and freeze. */
export type OwnPostgres = {
  url: (database?: string) => string;
  start: () => Promise<void>;
  /** Ends it: SIGINT as an operator's restart does, SIGKILL as a crash. */
  end: (signal: "SIGINT" | "SIGQUIT" | "SIGKILL") => Promise<void>;
  freeze: () => void;
  thaw: () => void;
  /** Ends it and deletes its data. */
  remove: () => Promise<void>;
};

/**
 * Starts one with the product's schema and no rows. `data`: where its data goes but for its WAL, for example a small disk. `follows`:
 * the primary that it is a standby of, which must have just been started like this.
 */
export async function ownPostgres({
  data,
  follows,
}: { data?: string; follows?: OwnPostgres } = {}): Promise<OwnPostgres> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-outage-"));
  fs.chmodSync(home, 0o755);
  const folder = data ?? path.join(home, "pg");
  copyPreparedData(folder);
  if (data) {
    execFileSync("mv", [path.join(data, "pg_wal"), path.join(home, "wal")]);
    fs.symlinkSync(path.join(home, "wal"), path.join(data, "pg_wal"));
  }
  const folders = prepareFolders(folder, { stateBase: home, existing: false });
  const password = initialise(folders, []);
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_wal_size=8MB"];
  if (follows) {
    fs.writeFileSync(path.join(folders.data, "standby.signal"), "");
    // it may have no fewer connections than were said when its data was made
    settings.push(`primary_conninfo=${follows.url()}`, "max_connections=300");
  }
  const args = ["-D", folders.data, ...settings.flatMap((setting) => ["-c", setting])];
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(path.join(folders.programs, "bin/postgres"), args, {
      ...folders.owner,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    const ready = new Promise<void>((resolve, reject) => {
      child!.stderr!.on("data", (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-4000);
        if (/ready to accept (read-only )?connections/.test(output)) resolve();
      });
      child!.once("exit", () => reject(new Error(`PostgreSQL ended: ${output}`)));
    });
    await ready;
  };
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    const backends = childrenOf(child.pid!);
    child.kill(signal);
    await ended;
    // those of a killed server end by themselves, and the next can't start before
    while (backends.some((pid) => fs.existsSync(`/proc/${pid}`))) await pause(20);
  };
  await start();
  return {
    url: (database = "postgres") => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    start,
    end,
    freeze: () => freeze(child!.pid!),
    thaw: () => thaw(child!.pid!),
    remove: async () => {
      await end("SIGQUIT");
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The embedded PostgreSQL of a data folder: its address, and the process that it is at this moment. */
export function embeddedIn(data: string): { url: string; postmaster: () => number } {
  const read = (file: string) => fs.readFileSync(path.join(data, "pg", file), "utf8");
  const { password } = JSON.parse(read("app-connection.json")) as { password: string };
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${read("app-port")}/postgres`,
    postmaster: () => Number(read("postmaster.pid").split("\n")[0]),
  };
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms)); // sleeps: between two looks and two requests

const childrenOf = (pid: number): number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);

/** Freezes a PostgreSQL with all of its processes: connections stay open, and nothing answers. */
export function freeze(postmaster: number): void {
  process.kill(postmaster, "SIGSTOP"); // first, so that it starts no others
  for (const pid of childrenOf(postmaster)) process.kill(pid, "SIGSTOP");
}

/** Undoes `freeze`. */
export function thaw(postmaster: number): void {
  for (const pid of childrenOf(postmaster)) process.kill(pid, "SIGCONT");
  process.kill(postmaster, "SIGCONT");
}

/** What one guest wished, and what became of it. */
type Wish = { email: string; departure: string; booking: string | null; unknown: number };
/** One answer: 0 when the connection broke. Times in ms; `code` is a refusal's. */
type Heard = { at: number; took: number; status: number; code: string; retryAfter: boolean };
export type Outcome = {
  wishes: Wish[];
  heard: Heard[];
  /** When the calls began that have no answer yet. */
  inFlight: ReadonlySet<{ at: number }>;
};

/** How long each call waited from an instant on: those that were in flight then, those that came later, and those without answer. */
export function waitsSince({ heard, inFlight }: Outcome, from: number): number[] {
  const waits = heard.flatMap(({ at, took }) => (at + took > from ? [at + took - Math.max(at, from)] : []));
  const now = performance.now();
  return [...waits, ...[...inFlight].map(({ at }) => now - Math.max(at, from))];
}

/**
 * Books at a steady rate until `stop`. Each guest repeats a request without an answer, or with 503, under the same key, until
 * it is accepted or refused. `origin` is asked before each try.
 */
export function bookSteadily(
  origin: () => string,
  { departures, perSecond }: { departures: readonly string[]; perSecond: number },
): { stop: () => Promise<Outcome>; so: () => Outcome } {
  const caller = callerOf(200);
  const wishes: Wish[] = [];
  const heard: Heard[] = [];
  const guests: Promise<void>[] = [];
  const inFlight = new Set<{ at: number }>();
  const done = new AbortController();

  async function insist(wish: Wish): Promise<void> {
    const body = {
      scheduled_crawl_id: wish.departure,
      number_of_people: 1,
      customer: { first_name: "Ana", last_name: "Ríos", email: wish.email, phone: "+52 55 1234 5678", country: "MX" },
      currency: "MXN",
      language: "es",
      agreed_to_terms: true,
    };
    const headers = { "idempotency-key": randomUUID() };
    for (const until = performance.now() + 60_000; performance.now() < until;) {
      const call = { at: performance.now() };
      inFlight.add(call);
      const { status, body: text } = await caller
        .call("POST", `${origin()}/api/bookings`, body, headers)
        .catch(() => ({ status: 0, body: {} as Record<string, unknown> }));
      inFlight.delete(call);
      const [took, code] = [performance.now() - call.at, JSON.stringify(text["code"] ?? "")];
      heard.push({ ...call, took, status, code, retryAfter: "retry_after" in text });
      if (status === 201) wish.booking = String(text["id"]);
      if (![0, 503].includes(status)) return;
      if (status === 0) wish.unknown++;
      await pause(200);
    }
  }

  const asking = (async () => {
    const began = performance.now();
    while (!done.signal.aborted) {
      const target = ((performance.now() - began) / 1000) * perSecond;
      while (wishes.length < target) {
        const departure = departures[wishes.length % departures.length]!;
        const wish: Wish = { departure, email: `guest-${wishes.length}@example.test`, booking: null, unknown: 0 };
        wishes.push(wish);
        guests.push(insist(wish));
      }
      await pause(10);
    }
  })();

  const so = (): Outcome => ({ wishes, heard, inFlight });
  return {
    so,
    stop: async () => {
      done.abort();
      await asking;
      await Promise.all(guests);
      caller.close();
      return so();
    },
  };
}

/** Bookings that were acknowledged and aren't there, and those that are there and were never acknowledged. */
export async function compareWith(db: Db, { wishes }: Outcome): Promise<{ lost: string[]; unexplained: string[] }> {
  const rows = await db.selectFrom("bookings").select(["id", "email"]).execute();
  const stored = new Map(rows.map(({ id, email }) => [id, email]));
  const acknowledged = new Set(wishes.map(({ booking }) => booking));
  return {
    lost: wishes.filter(({ booking, email }) => booking && stored.get(booking) !== email).map(({ email }) => email),
    unexplained: rows.filter(({ id }) => !acknowledged.has(id)).map(({ email }) => email),
  };
}
