import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { inject } from "vitest";

/** Copies the data of a migrated PostgreSQL that never ran here: to make it anew takes seconds. It keeps its owner. */
export function copyPreparedData(to: string): void {
  execFileSync("cp", ["-a", inject("preparedData"), to]);
  fs.rmSync(`${to}/app-port`); // two copies would want the same one
}
