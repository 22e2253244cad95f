import { execFileSync, spawn } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { install } from "#tests/install-packages.ts";

// The tests of use cases, run again on other days: a test that names a day is true on it, and one that reads the machine's clock
// as well is false some day. What starts servers and browsers takes too long for every night, and is left to a person (docs/testing.md).

const LIMIT = 40 * 60_000;
/** `faketime` adds its offset to the time after which PostgreSQL ends a statement or a wait for a lock, for which these wait. */
const NOT_THERE = [
  "src/modules/office/booking-admin/list-bookings.db.test.ts",
  "src/modules/partners/commission/settle-commission.db.test.ts",
];

beforeAll(() => install({ faketime: "faketime" }));

/** Runs vitest with these words at an offset from now, for itself, its PostgreSQL and all that they start. */
async function passesAt(offset: string, words: readonly string[]): Promise<void> {
  const { NIGHTLY: _, ...env } = process.env;
  const run = spawn("faketime", ["-f", offset, process.execPath, "node_modules/vitest/vitest.mjs", "run", ...words], {
    env: { ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [run.stdout, run.stderr])
    stream.on("data", (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-20_000)));
  const code = await new Promise((resolve) => run.once("close", resolve));
  expect(code, printed).toBe(0);
}

test("control: what is run so is on another day", () => {
  const there = execFileSync("faketime", ["-f", "+211d", process.execPath, "-p", "Date.now()"], { encoding: "utf8" });
  expect(Math.round((Number(there) - Date.now()) / 86_400_000)).toBe(211);
});

// another season, in which some cities' clocks are changed; and another hour, which is another date in part of the cities
test.each(["+211d", "+5h"])("the tests of use cases pass at %s", { timeout: LIMIT }, (offset) =>
  passesAt(offset, ["--project", "database", "src/", ...NOT_THERE.flatMap((file) => ["--exclude", file])]),
);

test("the tests of rules pass a year and a half on", { timeout: LIMIT }, () =>
  passesAt("+550d", ["--project", "unit"]),
);
