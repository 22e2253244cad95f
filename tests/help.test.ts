import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { expect, test } from "vitest";

test("npm run help names each script once, and nothing else", () => {
  const { scripts } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const own = Object.keys(scripts).filter((name) => !(name.startsWith("pre") && Object.hasOwn(scripts, name.slice(3))));
  const { stdout, status } = spawnSync(process.execPath, ["scripts/print-help.mjs"], { encoding: "utf8" });
  const named = [...stdout.matchAll(/^ {2}(\S+) /gm)].map(([, name]) => name!);
  expect(status).toBe(0);
  expect(named.toSorted()).toEqual(own.toSorted());
});
