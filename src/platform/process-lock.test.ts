import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdingLock } from "#src/platform/process-lock.server.ts";

const MINUTE = 60_000;
let file = "";
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "ronda-lock-")), "lock");
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  fs.rmSync(path.dirname(file), { recursive: true, force: true });
});

/** Holds the lock until `end` is called. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { held: holdingLock(file, () => promise), end: () => resolve("first") };
}
const ask = () => {
  const work = vi.fn(() => Promise.resolve("second"));
  return { work, asked: holdingLock(file, work) };
};

test.each([
  ["the same", 0],
  ["a day behind", 24 * 60 * MINUTE],
  ["a day ahead", -24 * 60 * MINUTE],
])("is waited for when the folder's clock is %s", async (_, ahead) => {
  vi.setSystemTime(Date.now() + ahead);
  const { held, end } = hold();
  const { work, asked: request } = ask();
  expect(work).not.toHaveBeenCalled();
  end();
  expect(await Promise.all([held, request])).toEqual(["first", "second"]);
});

test("is taken over from a process that is gone, and from one that has had it for more than two minutes", async () => {
  fs.writeFileSync(file, String(spawnSync("true").pid));
  expect(await ask().asked).toBe("second");
  const { held, end } = hold();
  vi.setSystemTime(Date.now() + 2 * MINUTE + 1000);
  expect(await ask().asked).toBe("second");
  end();
  await held;
});
