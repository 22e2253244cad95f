import { describe, expect, test } from "vitest";
// @ts-expect-error -- plain JavaScript, which runs before anything is installed
import { playwrightReport } from "./read-reports.mjs";

type Status = "expected" | "unexpected" | "flaky";
type Report = { passed: number; failed: number; failures: string[]; flaky: string[] };

const error = { message: "Error: not visible", stack: "Error: not visible\n    at tests/e2e/home.test.ts:12:3" };
const attachments = [{ name: "trace", path: "build/e2e/home/trace.zip" }];
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
  test("one or two that passed only when tried again pass, and are told with where they failed and their trace", () => {
    for (const flaky of [["flaky"], ["flaky", "flaky"]] satisfies Status[][]) {
      const report = reportOf("expected", ...flaky);
      expect(report).toMatchObject({ passed: 1 + flaky.length, failed: 0, failures: [] });
      expect(report.flaky).toHaveLength(flaky.length);
      expect(report.flaky[0]).toBe(`home.test.ts › story 1\n${error.stack}\ntrace: build/e2e/home/trace.zip`);
    }
  });

  test("more than two fail the run, each by its name", () => {
    const report = reportOf("expected", "flaky", "flaky", "flaky");
    expect(report).toMatchObject({ passed: 1, failed: 3 });
    expect(report.failures[2]).toContain("flaky, with 2 others: home.test.ts › story 3");
  });

  test("one that failed twice fails, beside any that are flaky", () => {
    const report = reportOf("unexpected", "flaky", "expected");
    expect(report).toMatchObject({ passed: 2, failed: 1 });
    expect(report.failures).toEqual([`home.test.ts › story 0\n${error.stack}\ntrace: build/e2e/home/trace.zip`]);
    expect(report.flaky).toHaveLength(1);
  });
});
