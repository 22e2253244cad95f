import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { migrate } from "#src/platform/migrate.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    databaseUrl: string;
    /** The data of a migrated PostgreSQL at rest, to copy (tests/prepared-data.ts). */
    preparedData: string;
  }
}

/**
 * One throwaway PostgreSQL per run, with a migrated template that every test file clones; and the same at rest, for tests that stop,
 * kill or freeze one of their own. They and every temporary file of the tests lie in one folder.
 */
export default async function setup(project: TestProject) {
  const folder = folderOfRun();
  process.env["TMPDIR"] = folder; // the workers' too: they start after this
  const flags = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=300",
    "max_wal_size=1GB",
    // of a hundred tables that nobody analyzed a statement is thought large: two more processes are started to add up nothing
    "max_parallel_workers_per_gather=0",
  ].flatMap((f) => ["-c", f]);
  const prepared = path.join(folder, "prepared");
  // small segments of WAL: small copies, and a small disk holds them
  const options = { flags, initFlags: ["--no-sync", "--wal-segsize=1"], stateBase: folder };
  const first = await startEmbedded(prepared, options);
  await migrate(first.url());
  await first.stop();
  execFileSync("cp", ["-a", prepared, path.join(folder, "pg")]); // keeps its owner, who isn't root
  const cluster = await startEmbedded(path.join(folder, "pg"), options);
  const client = new pg.Client(cluster.url("template1"));
  await client.connect();
  await client.query("create database template template postgres strategy file_copy");
  await client.end();
  project.provide("databaseUrl", cluster.url("DATABASE"));
  project.provide("preparedData", prepared);
  return async () => {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

const MEMORY = "/dev/shm";
/** Several times what a run takes. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * A new folder, in memory where there is room: what a run writes is dropped at its end, and on a disk a database costs ten times the
 * work. Runs that were killed left theirs: they go now.
 */
function folderOfRun(): string {
  const parent = hasRoom(MEMORY) ? MEMORY : os.tmpdir();
  for (const name of fs.readdirSync(parent)) {
    const [, pid] = /^ronda-test-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
  const folder = fs.mkdtempSync(path.join(parent, `ronda-test-${process.pid}-`));
  fs.chmodSync(folder, 0o755);
  return folder;
}

function hasRoom(folder: string): boolean {
  if (!fs.existsSync(folder)) return false;
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize > NEEDED_BYTES;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
