// What `npm test` runs: every check one after the other, all of them even when one fails. Ends with `N passed, N failed`:
// a static check counts as one, the test runners count their tests. Plain JavaScript, for Node 20 as well.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);
const scripts = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const { env } = process;
env.PATH = [path.join(root, "node_modules/.bin"), env.PATH].join(path.delimiter);

/** Runs a script of package.json with arguments added. Returns whether it succeeded. */
function succeeds(script, extra = "") {
  console.log(`\n── ${script} ${"─".repeat(Math.max(0, 76 - script.length))}`);
  const began = Date.now();
  const { status } = spawnSync(`${scripts[script]} ${extra}`, { shell: true, stdio: ["ignore", "inherit", "inherit"] });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${status === 0 ? "✓" : "✗"} ${script} (${seconds} s)`);
  return status === 0;
}

function check(script) {
  const passed = succeeds(script);
  return { script, passed: Number(passed), failed: Number(!passed) };
}

/** Runs a test runner that also writes a JSON report. A runner that failed without a failed test counts as one failure. */
function runner(script, extra, report, count) {
  rmSync(report, { force: true });
  const passed = succeeds(script, extra);
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")))
    : { passed: 0, failed: 0, faults: [] };
  return { script, ...counted, failed: passed ? counted.failed : Math.max(counted.failed, 1) };
}

/** A file that failed without a failed test, because it could not be loaded, counts as one. */
function vitestCounts({ numPassedTests, testResults }) {
  const faults = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    const told = tests.map((test) => `${path.relative(root, name)} › ${test.fullName}\n${test.failureMessages[0]}`);
    return told.length === 0 && status === "failed" ? [`${path.relative(root, name)}\n${message}`] : told;
  });
  return { passed: numPassedTests, failed: faults.length, faults };
}
const playwrightCounts = ({ stats, suites }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  faults: suites.flatMap(faultsOf),
});
const faultsOf = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors);
      return `${file} › ${spec.title}\n${errors[0]?.message ?? ""}`;
    }),
  ...suites.flatMap(faultsOf),
];

mkdirSync("build", { recursive: true });
env.PLAYWRIGHT_JSON_OUTPUT_NAME = "build/e2e.json";
const results = [
  check("format"),
  check("types"), // makes the route types that lint reads
  check("lint"),
  check("boundaries"),
  check("dead"),
  runner(
    "unit",
    "--reporter=default --reporter=json --outputFile.json=build/unit.json",
    "build/unit.json",
    vitestCounts,
  ),
  runner("e2e", "--reporter=list,json", "build/e2e.json", playwrightCounts),
];
const failed = results.filter((result) => result.failed > 0);
// said once more at the end, where somebody looks who sees only that
for (const { script, faults = [] } of failed) {
  console.log(`\n✗ ${script}`);
  for (const fault of faults) console.log(`\n  ${fault.slice(0, 1200).replaceAll("\n", "\n  ")}`);
}
const total = (name) => results.reduce((sum, result) => sum + result[name], 0);
console.log(`\n${total("passed")} passed, ${total("failed")} failed`);
process.exitCode = total("failed") === 0 ? 0 : 1;
