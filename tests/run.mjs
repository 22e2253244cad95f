// What `npm test` runs: every check, even when one fails, and as many at once as there are cores. Ends with where the time went
// and `N passed, N failed`: a static check counts as one, the test runners count their tests. What passed only when it was tried
// again is named as flaky before that line; too many of those fail the run. Plain JavaScript, for Node 20 as well.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { headline, playAll, runs } from "./play-parts.mjs";
import { failedAsFlaky, playwrightReport, vitestReport } from "./read-reports.mjs";

const { env } = process;
env.PLAYWRIGHT_JSON_OUTPUT_NAME = "build/e2e.json";
const nightly = env.NIGHTLY === "1";

const CORES = 2;
/** How many seconds a whole run may take, without installing and building. */
const WHOLE_BOUND = 720;
const vitest = (report, more = "") => `--reporter=default --reporter=json --outputFile.json=${report} ${more}`;
/**
 * Scripts of package.json in the order they start, each when the one in `after` has ended and `cores` are free. `bound` is how
 * many seconds each may take, by the clock: a run reports when one took longer, but doesn't fail.
 */
const PARTS = [
  { script: "types", cores: 1, bound: 30 }, // generates the route types that the next three read
  {
    script: "unit",
    cores: 1,
    bound: 40,
    extra: vitest("build/unit.json", "--maxWorkers=1"),
    report: "build/unit.json",
    read: vitestReport,
  },
  { script: "lint", cores: 1, bound: 40, after: "types" },
  { script: "boundaries", cores: 1, bound: 30, after: "types" },
  { script: "dead", cores: 1, bound: 30, after: "types" },
  { script: "format", cores: 1, bound: 10 },
  {
    script: "database",
    cores: CORES,
    bound: 180,
    extra: vitest("build/database.json"),
    report: "build/database.json",
    read: vitestReport,
  },
  {
    script: "e2e",
    cores: CORES,
    bound: 430,
    extra: "--reporter=list,json",
    report: "build/e2e.json",
    read: playwrightReport,
    // the browser tests' seconds are broken down by these files
    among: [
      { name: "e2e: every page", file: /every-page/, bound: 180 },
      { name: "e2e: stories", file: /./, bound: 245 },
    ],
  },
  ...(nightly ? [{ script: "mutation", cores: CORES, bound: 900 }] : []),
];

/** Runs a part; its output is streamed if it runs alone, else printed as a whole at the end. */
async function play({ script, extra = "", report, read, cores, among }) {
  const alone = cores === CORES;
  if (alone) headline(script);
  if (report) rmSync(report, { force: true });
  const { succeeded, printed, seconds, cpu } = await runs(script, extra, alone);
  if (!alone) {
    headline(script);
    process.stdout.write(printed);
  }
  console.log(`${succeeded ? "✓" : "✗"} ${script} (${seconds.toFixed(1)} s)`);
  const counted = report
    ? countsOf(report, read, succeeded)
    : { passed: Number(succeeded), failed: Number(!succeeded) };
  return { script, seconds, cpu, among, tests: [], ...counted };
}

/** A runner's report. A run that failed without a failed test counts as one failure. */
function countsOf(report, read, succeeded) {
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  return { ...counts, failed: succeeded ? counts.failed : Math.max(counts.failed, 1) };
}

/** How long each part took, and the shares of parts within a part: of its seconds, as much as of those of its tests. */
function partsOf({ script, seconds, cpu, among = [], tests }) {
  const { bound } = PARTS.find((part) => part.script === script);
  const sum = (some) => some.reduce((total, test) => total + test.seconds, 0);
  const rest = [...tests];
  const shares = among.map(({ name, file, bound: most }) => {
    const own = rest.filter((test) => file.test(test.file));
    for (const test of own) rest.splice(rest.indexOf(test), 1);
    return { name: `  ${name}`, seconds: (seconds * sum(own)) / (sum(tests) || 1), bound: most };
  });
  return [{ name: script, seconds, cpu, bound }, ...shares];
}

/** Prints where the time went. Bounds are for the tests of every change: at night everything takes longer. */
function printTimes(results, whole) {
  headline("seconds by the clock, of all processes together, and the bound");
  const lines = [...results.flatMap(partsOf), { name: "together", ...whole, bound: WHOLE_BOUND }];
  for (const { name, seconds, cpu, bound } of lines) {
    const figures = [seconds.toFixed(1), cpu === undefined ? "" : cpu.toFixed(1), String(bound)];
    const over = !nightly && seconds > bound ? "  over its bound" : "";
    console.log(`${name.padEnd(20)}${figures.map((figure) => figure.padStart(8)).join("")}${over}`);
  }
  headline("the ten slowest");
  const slowest = results.flatMap(({ tests }) => tests).toSorted((a, b) => b.seconds - a.seconds);
  for (const { seconds, file, title } of slowest.slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(8)}  ${file} › ${title.slice(0, 100)}`);
}

const began = Date.now();
const results = await playAll(PARTS, CORES, play);
const total = (name) => results.reduce((sum, result) => sum + result[name], 0);
const flaky = results.flatMap((result) => result.flaky ?? []);
const tooFlaky = failedAsFlaky(flaky.length);
printTimes(results, { seconds: (Date.now() - began) / 1000, cpu: total("cpu") });
// repeated at the end, for readers who see only that
for (const { script, failures = [] } of results.filter((result) => result.failed > 0)) {
  console.log(`\n✗ ${script}`);
  for (const failure of failures) console.log(`\n  ${failure.slice(0, 1200).replaceAll("\n", "\n  ")}`);
}
if (flaky.length > 0)
  console.log(`\n${flaky.length} flaky (passed only when tried again)${tooFlaky > 0 ? ": too many to pass" : ""}`);
for (const test of flaky) console.log(`\n  ${test.slice(0, 4000).replaceAll("\n", "\n  ")}`);
const failed = total("failed") + tooFlaky;
console.log(`\n${total("passed") - tooFlaky} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
