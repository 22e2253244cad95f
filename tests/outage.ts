import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { initialise, prepareFolders } from "#src/platform/embedded-cluster.server.ts";
import type { Db } from "#src/platform/db.server.ts";
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

type Place = {
  /** Where its data goes, for example a small file system. */
  folder?: string;
  initFlags?: string[];
};

/** Starts one on an empty data folder. */
export async function ownPostgres({ folder, initFlags = [] }: Place = {}): Promise<OwnPostgres> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-outage-"));
  fs.chmodSync(home, 0o755);
  const folders = prepareFolders(folder ?? path.join(home, "pg"), { stateBase: home, existing: false });
  const password = initialise(folders, ["--no-sync", "--wal-segsize=1", ...initFlags]);
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_wal_size=8MB"];
  const args = ["-D", folders.data, ...settings.flatMap((setting) => ["-c", setting])];
  let child: ChildProcess | undefined;
  const start = async () => {
    child = spawn(path.join(folders.programs, "bin/postgres"), args, {
      ...folders.owner,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    const ready = new Promise<void>((resolve, reject) => {
      child!.stderr!.on("data", (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-4000);
        if (said.includes("ready to accept connections")) resolve();
      });
      child!.once("exit", () => reject(new Error(`PostgreSQL ended: ${said}`)));
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
/** One answer: 0 when the connection broke. Times in ms. */
type Heard = { at: number; took: number; status: number; retryAfter: boolean };
export type Outcome = {
  wishes: Wish[];
  heard: Heard[];
  /** The longest time without a booking, in ms. */
  longestGap: number;
};

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
  const accepted: number[] = [performance.now()];
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
      const at = performance.now();
      const answer = await caller
        .call("POST", `${origin()}/api/bookings`, body, headers)
        .catch(() => ({ status: 0, body: {} as Record<string, unknown> }));
      heard.push({ at, took: performance.now() - at, status: answer.status, retryAfter: "retry_after" in answer.body });
      if (answer.status === 201) {
        wish.booking = String(answer.body["id"]);
        accepted.push(performance.now());
      }
      if (![0, 503].includes(answer.status)) return;
      if (answer.status === 0) wish.unknown++;
      await pause(200);
    }
  }

  const asking = (async () => {
    const began = performance.now();
    while (!done.signal.aborted) {
      const wanted = ((performance.now() - began) / 1000) * perSecond;
      while (wishes.length < wanted) {
        const departure = departures[wishes.length % departures.length]!;
        const wish: Wish = { departure, email: `guest-${wishes.length}@example.test`, booking: null, unknown: 0 };
        wishes.push(wish);
        guests.push(insist(wish));
      }
      await pause(10);
    }
  })();

  const so = (): Outcome => ({
    wishes,
    heard,
    longestGap: Math.max(0, ...accepted.slice(1).map((at, i) => at - accepted[i]!)),
  });
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
