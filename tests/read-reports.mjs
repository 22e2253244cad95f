// What the test runners' reports say: {passed, failed, failures, flaky, tests}. Plain JavaScript, for `run.mjs`.
import path from "node:path";

/** The tests of a run that may pass only when tried again: one race must not refuse a change, three are no chance. */
const FLAKY_BOUND = 2;

/** How many of the tests that were flaky in a run, of all its runners, count as failed: none up to the bound, beyond it all. */
export const failedAsFlaky = (flaky) => (flaky > FLAKY_BOUND ? flaky : 0);

/**
 * Vitest's JSON; file names are told from `root` on. A file that failed without a failed test, because it could not be loaded,
 * counts as one. A test that passed only when it was tried again counts as passed and is `flaky`, with its first error.
 */
export function vitestReport({ numPassedTests, testResults }, root = process.cwd()) {
  const named = (name, test) => `${path.relative(root, name)} › ${test.fullName}\n${test.failureMessages[0]}`;
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    const messages = tests.map((test) => named(name, test));
    return messages.length === 0 && status === "failed" ? [`${path.relative(root, name)}\n${message}`] : messages;
  });
  // the report names no tries, but it keeps what failed in each
  const flaky = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === "passed" && test.failureMessages.length > 0)
      .map((test) => named(name, test)),
  );
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, duration = 0 }) => ({
      file: path.relative(root, name),
      title,
      seconds: duration / 1000,
    })),
  );
  return { passed: numPassedTests, failed: failures.length, failures, flaky, tests };
}

/**
 * Playwright's JSON. A test that passed only when it was tried again counts as passed and is `flaky`, with what failed before.
 */
export function playwrightReport({ stats, suites }) {
  const specs = suites.flatMap(specsOf);
  const flaky = specs.filter(isFlaky).map(toldOf);
  const failures = specs.filter((spec) => !spec.ok).map(toldOf);
  const tests = specs.map((spec) => ({
    file: spec.file,
    title: spec.title,
    seconds: resultsOf(spec).reduce((sum, { duration }) => sum + duration / 1000, 0),
  }));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures, flaky, tests };
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];
const resultsOf = (spec) => spec.tests.flatMap(({ results }) => results);
const isFlaky = (spec) => spec.tests.some(({ status }) => status === "flaky");

/** A test's name, its first error with where it happened, its trace, and what its server complained of. */
function toldOf(spec) {
  const failed = resultsOf(spec).find(({ status }) => status !== "passed");
  const { message = "", stack = message } = failed?.errors[0] ?? {};
  const attachments = failed?.attachments ?? [];
  const traces = attachments.filter(({ name }) => name === "trace").map((trace) => `trace: ${trace.path}`);
  const complaints = attachments
    .filter(({ name }) => name === "server")
    .map(({ body }) => `server: ${Buffer.from(body, "base64").toString()}`);
  return [`${spec.file} › ${spec.title}`, stack, ...traces, ...complaints].join("\n");
}
