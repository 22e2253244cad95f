import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterSilence, withinSilence } from "#src/platform/count-silence.server.ts";

let clock = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** After how many looks a second of silence has been counted, where each comes so much later than the one before. */
function looksUntilDone(msPerLook: number, heard?: (look: number) => number): number {
  let look = 0;
  const done = vi.fn<() => void>();
  const end = afterSilence(1000, done, heard && (() => heard(look)));
  while (done.mock.calls.length === 0 && look < 200) {
    look++;
    clock += msPerLook;
    vi.advanceTimersToNextTimer();
  }
  end();
  return look;
}

test.each([
  ["is free", 50, 20],
  ["is held up a little", 80, 13],
  ["is held up for minutes at a time", 180_000, 10],
])("a process that %s counts what it could hear", (_, msPerLook, looks) =>
  expect(looksUntilDone(msPerLook)).toBe(looks),
);

test("whoever says something now and then isn't silent", () => {
  expect(looksUntilDone(50, (look) => Math.floor(look / 19))).toBe(200);
  expect(looksUntilDone(180_000, (look) => Math.floor(look / 9))).toBe(200);
  expect(
    looksUntilDone(50, (look) => Math.min(look, 30)),
    "until nothing more is heard",
  ).toBe(50);
});

test("an answer comes, or the silence ends the waiting, and nothing is counted on", async () => {
  expect(await withinSilence(1000, Promise.resolve("here"))).toBe("here");
  await new Promise(setImmediate);
  expect(vi.getTimerCount()).toBe(0);
  const never = withinSilence(1000, new Promise(() => {}));
  for (let look = 0; look < 10; look++) {
    clock += 100;
    vi.advanceTimersToNextTimer();
  }
  await expect(never).rejects.toThrow("no answer for 1000 ms");
  expect(vi.getTimerCount()).toBe(0);
});
