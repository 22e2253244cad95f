import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
// @ts-expect-error -- plain JavaScript, which runs before anything is installed
import { failedAsFlaky, playwrightReport, vitestReport } from "./read-reports.mjs";

type Status = "expected" | "unexpected" | "flaky";
type Report = { passed: number; failed: number; failures: string[]; flaky: string[] };

const error = { message: "Error: not visible", stack: "Error: not visible\n    at tests/e2e/home.test.ts:12:3" };
const attachments = [
  { name: "trace", path: "build/e2e/home/trace.zip" },
  { name: "server", body: Buffer.from("database.away").toString("base64") },
];
const TOLD = `${error.stack}\ntrace: build/e2e/home/trace.zip\nserver: database.away`;
const PASSED = { status: "passed", duration: 900, errors: [] };
const FAILED = { status: "failed", duration: 1500, errors: [error], attachments };
const RESULTS = { expected: [PASSED], unexpected: [FAILED, FAILED], flaky: [FAILED, PASSED] };

/** Playwright's report of a run in which tests ended so. */
function reportOf(...statuses: Status[]): Report {
  const specs = statuses.map((status, i) => ({
    file: "home.test.ts",
    title: `story ${i}`,
    ok: status !== "unexpected",
    tests: [{ status, results: RESULTS[status] }],
  }));
  const count = (status: Status) => statuses.filter((one) => one === status).length;
  const stats = { expected: count("expected"), unexpected: count("unexpected"), flaky: count("flaky") };
  return playwrightReport({
    stats,
    suites: [{ specs: specs.slice(0, 1), suites: [{ specs: specs.slice(1) }] }],
  }) as Report;
}

describe("what a run of the browser tests says", () => {
  test("those that passed only when tried again pass, and are told with where they failed and their trace", () => {
    const report = reportOf("expected", "flaky", "flaky");
    expect(report).toMatchObject({ passed: 3, failed: 0, failures: [] });
    expect(report.flaky).toHaveLength(2);
    expect(report.flaky[0]).toBe(`home.test.ts › story 1\n${TOLD}`);
  });

  test("one that failed twice fails, beside any that are flaky", () => {
    const report = reportOf("unexpected", "flaky", "expected");
    expect(report).toMatchObject({ passed: 2, failed: 1 });
    expect(report.failures).toEqual([`home.test.ts › story 0\n${TOLD}`]);
    expect(report.flaky).toHaveLength(1);
  });
});

describe("what a run of Vitest says", () => {
  fs.mkdirSync("build", { recursive: true });
  const place = fs.mkdtempSync(path.resolve("build/tried-again-"));
  afterAll(() => fs.rmSync(place, { recursive: true }));
  const TESTS = `import { expect, test } from "vitest";
let tries = 0;
test("passes the second time", () => expect(++tries).toBe(2));
test("fails", () => expect("it").toBe("that"));
test("passes", () => {});`;

  /** Vitest's report of these tests with the product's settings, in a file that says it is about processes and in one that doesn't. */
  function played(environment: Record<string, string>): Report {
    fs.mkdirSync(path.join(place, "src"), { recursive: true });
    fs.writeFileSync(path.join(place, "src/processes.test.ts"), `// @module-tag process\n${TESTS}`);
    fs.writeFileSync(path.join(place, "src/others.test.ts"), TESTS);
    const vitest = path.resolve("node_modules/vitest/vitest.mjs");
    const args = ["run", "--project=unit", "--reporter=json", "--outputFile=report.json", "--root", place];
    const { CI: _, ...env } = process.env;
    spawnSync(process.execPath, [vitest, ...args, "--config", path.resolve("vitest.config.ts")], {
      env: { ...env, ...environment },
    });
    return vitestReport(JSON.parse(fs.readFileSync(path.join(place, "report.json"), "utf8")), place) as Report;
  }

  test("in CI a test of processes that passed only when tried again passes, and is told with its first error", () => {
    const report = played({ CI: "true" });
    expect(report).toMatchObject({ passed: 3, failed: 3 });
    expect(report.flaky).toEqual([
      expect.stringMatching(/^src\/processes.test.ts › passes the second time\nAssertionError: expected 1 to be 2/),
    ]);
    expect(report.failures.map((failure) => failure.split("\n")[0])).toEqual(
      expect.arrayContaining([
        "src/processes.test.ts › fails",
        "src/others.test.ts › fails",
        "src/others.test.ts › passes the second time",
      ]),
    );
  });

  test("elsewhere none is tried again", () => {
    expect(played({})).toMatchObject({ passed: 2, failed: 4, flaky: [] });
  });
});

test.each([
  [0, 0],
  [2, 0],
  [3, 3],
])("of %i tests that passed only when tried again %i count as failed", (flaky, failed) =>
  expect(failedAsFlaky(flaky)).toBe(failed),
);
