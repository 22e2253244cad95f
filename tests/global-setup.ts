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
  }
}

/** One throwaway PostgreSQL per run, with a migrated template that every test file clones. */
export default async function setup(project: TestProject) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-test-"));
  fs.chmodSync(folder, 0o755);
  const flags = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"].flatMap((f) => [
    "-c",
    f,
  ]);
  const cluster = await startEmbedded(path.join(folder, "pg"), { flags, initFlags: ["--no-sync"], stateBase: folder });
  const client = new pg.Client(cluster.url());
  await client.connect();
  await client.query("create database template");
  await client.end();
  await migrate(cluster.url("template"));
  project.provide("databaseUrl", cluster.url("DATABASE"));
  return async () => {
    await cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}
