// Changes rules in small ways, one at a time (a `<` to `<=`, a text to none), and fails where their tests don't notice, unless
// survivors.ts says why. Stryker does it; its settings with the files are in stryker.json.
//   npm run mutation [-- <part of a file's path> …]
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import settings from "./stryker.json" with { type: "json" };
import { compareSurvivors, noticedOf, type Report } from "./compare-survivors.ts";
import { SURVIVORS } from "./survivors.ts";

const args = process.argv.slice(2);
const files = settings.mutate.filter((file) => args.length === 0 || args.some((part) => file.includes(part)));
if (files.length === 0) throw new Error(`no file of stryker.json is named like ${args.join(" or ")}`);
const { fileName } = settings.jsonReporter;

rmSync(fileName, { force: true });
const options = ["run", "tests/mutation/stryker.json", "--mutate", files.join(",")];
const { status } = spawnSync("stryker", options, { stdio: "inherit" });
if (status !== 0) process.exit(1);

const report = JSON.parse(readFileSync(fileName, "utf8")) as Report;
for (const { file, noticed, all } of noticedOf(report)) console.log(`${noticed} of ${all}`.padStart(12), file);
const findings = compareSurvivors(report, files, SURVIVORS);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
