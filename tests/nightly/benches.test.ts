import { spawn } from "node:child_process";
import fs from "node:fs";
import { expect, onTestFinished, test } from "vitest";

// Each benchmark once, as small as it can be: one that no longer runs is found within a day. What it measured so says nothing, and
// nothing here looks at it.

const LIMIT = 30 * 60_000;
const SIZES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bench: { ROUNDS: "1", SECONDS: "0.5", CONNECTIONS: "4" },
  "bench:admin": { FEW: "500", MANY: "2000", TIMES: "2", EXPORTED: "500" },
  "bench:backup": { BOOKINGS: "5000" },
  "bench:door": { ROUNDS: "1" },
  "bench:emails": { ROUNDS: "1", EMAILS: "2", GUESTS: "2" },
  "bench:first-start": { TIMES: "1" },
  "bench:friends": { ROUNDS: "1" },
  "bench:flood": { SECONDS: "0.5", PAGES: "10" },
  "bench:holds": { ROUNDS: "1", REQUESTS: "32" },
  "bench:memory": { REST: "1", PAGES: "20", SECONDS: "1" },
  "bench:money": { ROUNDS: "1", PAYMENTS: "10", SECONDS: "1", RATE: "20" },
  "bench:pages": { RUNS: "1", ROUNDS: "1", SECONDS: "0.5" },
  "bench:programs": { ROUNDS: "1", SECONDS: "1", RATE: "10", EVENTS: "20" },
  "bench:render": { ROUNDS: "1", SECONDS: "0.2" },
  "bench:scanner": { OPENINGS: "1", CODES: "4" },
  "bench:session": { ROUNDS: "1", CALLS: "100" },
  "bench:sign-in": { ROUNDS: "1", GUESTS: "2" },
};

const { scripts } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const benches = Object.keys(scripts).filter((name) => /^bench(:|$)/.test(name));

test("control: each benchmark has a small size", () => {
  expect(Object.keys(SIZES).toSorted()).toEqual(benches.toSorted());
});

test.each(benches)("%s runs to its end", { timeout: LIMIT }, async (name) => {
  const words = scripts[name]!.split(" ").slice(2); // after `exec node`
  const { NIGHTLY: _, ...env } = process.env;
  const run = spawn(process.execPath, words, {
    env: { ...env, ...SIZES[name] },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a group, which ends with its servers whatever became of it
  });
  onTestFinished(() => {
    try {
      process.kill(-run.pid!, "SIGKILL");
    } catch {
      // all of it has ended
    }
  });
  let printed = "";
  for (const stream of [run.stdout, run.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
  const code = await new Promise((resolve) => run.once("exit", resolve));
  expect(code, printed).toBe(0);
});
