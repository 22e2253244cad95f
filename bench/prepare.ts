import { spawnSync } from "node:child_process";
import { surroundings } from "#tests/servers.ts";

/** Creates and fills the database that a server will be started on, so that what is measured is no first start. */
export function prepareDatabase(environment: Record<string, string>): void {
  const { status, stderr } = spawnSync(process.execPath, ["src/main.ts", "--prepare"], {
    env: { ...surroundings(), ...environment, QUIET: "true" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the database was not prepared:\n${stderr}`);
}
