// What `npm run check` runs: the loop while working. Types, lint, boundaries, the unit tests, and the database tests of what changed
// (`choose-tests.mjs`). Prints only what failed, and what it left to `npm test`. Plain JavaScript, for Node 20 as well.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { chooseTests } from "./choose-tests.mjs";
import { headline, playAll, runs } from "./play-parts.mjs";

/** How many seconds of one core the tests of the database may take, so that all ends within 90 seconds on two cores. */
const DATABASE_SECONDS = 40;

/** Lines that git prints; undefined where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter(Boolean) : undefined;
}

/**
 * The commit that changes are counted from: where this branch left main; on main itself what its upstream has, or without one the
 * commit before the last.
 */
function baseCommit() {
  const [branch] = git("rev-parse", "--abbrev-ref", "HEAD") ?? [];
  const mains = branch === "main" ? ["@{upstream}"] : ["main", "origin/main", "@{upstream}"];
  for (const main of mains) {
    const base = git("merge-base", "HEAD", main)?.[0];
    if (base) return base;
  }
  return git("rev-parse", "--verify", "--quiet", "HEAD~1")?.[0];
}

/** Paths of what changed since the base, committed or not. Undefined where git knows no base. */
function changedFiles() {
  const base = baseCommit();
  const since = base && git("diff", "--name-only", "--no-renames", base);
  return since && [...since, ...(git("ls-files", "--others", "--exclude-standard") ?? [])];
}

/** The text of every test of the database project by its path. */
function databaseTests() {
  const filesUnder = (folder, recursive) =>
    readdirSync(folder, { recursive, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name).replaceAll("\\", "/"));
  const beside = ["src", "db"]
    .flatMap((folder) => filesUnder(folder, true))
    .filter((file) => file.endsWith(".db.test.ts"));
  const apart = filesUnder("tests", false).filter((file) => file.endsWith(".test.ts"));
  return Object.fromEntries([...apart, ...beside].map((file) => [file, readFileSync(file, "utf8")]));
}

const began = Date.now();
const changed = changedFiles();
const { run, left } = chooseTests(changed ?? [], databaseTests(), DATABASE_SECONDS);
const parts = [
  { script: "types", cores: 1 }, // generates the route types that the next two read
  { script: "unit", cores: 1, extra: "--reporter=dot --maxWorkers=1" },
  { script: "lint", cores: 1, after: "types" },
  ...(run.length > 0 ? [{ script: "database", cores: 1, extra: `--reporter=dot ${run.join(" ")}` }] : []),
  { script: "boundaries", cores: 1, after: "types" },
];
const failed = [];
await playAll(parts, 2, async ({ script, extra = "" }) => {
  const { succeeded, printed, seconds } = await runs(script, extra, false);
  if (!succeeded) {
    failed.push(script);
    headline(script);
    process.stdout.write(printed);
  }
  console.log(`${succeeded ? "✓" : "✗"} ${script} (${seconds.toFixed(1)} s)`);
});
if (!changed) console.log("Git names no commit to compare with: no test of the database was chosen.");
if (left.length > 0) {
  console.log(
    "Left to npm test, because they need a build or would take too long here (npm run database -- FILE plays one):",
  );
  console.log(left.map((test) => `  ${test}`).join("\n"));
}
const whole = `${((Date.now() - began) / 1000).toFixed(1)} s, ${run.length} database test files, ${left.length} left to npm test`;
console.log(failed.length > 0 ? `\nfailed: ${failed.join(", ")} (${whole})` : `\nall passed (${whole})`);
process.exitCode = failed.length > 0 ? 1 : 0;
