import { afterEach, expect, test, vi } from "vitest";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { keptPerDatabase } from "#src/platform/keep-per-database.server.ts";

afterEach(() => vi.useRealTimers());

const [one, other] = [{ name: "one" }, { name: "other" }] as unknown[] as [Db, Db];

test("an answer is kept for each database until it is forgotten", async () => {
  const read = vi.fn(async (db: Db) => ({ of: db, n: read.mock.calls.length }));
  const ask = keptPerDatabase(read);
  const [first, beside] = await Promise.all([ask(one), ask(one)]);
  expect(beside).toBe(first);
  expect((await ask(other)).of).toBe(other);
  ask.forget(one);
  expect((await ask(one)).n).toBe(3);
  expect(read).toHaveBeenCalledTimes(3);
});

test("it is kept no longer than its time", async () => {
  vi.useFakeTimers();
  const read = vi.fn(async () => read.mock.calls.length);
  const ask = keptPerDatabase(read, 1000);
  expect([await ask(one), await ask(one)]).toEqual([1, 1]);
  vi.advanceTimersByTime(1001);
  expect(await ask(one)).toBe(2);
});

test("a read that fails isn't kept, and one that fails late takes no newer one with it", async () => {
  const failures: ((error: Error) => void)[] = [];
  const read = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(() => new Promise((_, reject) => failures.push(reject)))
    .mockResolvedValue("new");
  const ask = keptPerDatabase(read);
  const late = ask(one);
  ask.forget(one);
  expect(await ask(one)).toBe("new");
  failures[0]!(new Error("away"));
  await expect(late).rejects.toThrow("away");
  expect(await ask(one)).toBe("new");
  expect(read).toHaveBeenCalledTimes(2);
});

test("a transaction takes what is known, and reads for itself what somebody else is reading", async () => {
  let answer: (value: string) => void = () => {};
  const read = vi
    .fn<(db: Db) => Promise<string>>()
    .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
    .mockResolvedValueOnce("its own");
  const ask = keptPerDatabase(read);
  const waiting = ask(one);
  const tx = {} as Tx;
  expect(await ask(one, tx)).toBe("its own");
  expect(read).toHaveBeenLastCalledWith(tx);
  answer("shared");
  expect(await waiting).toBe("shared");
  expect(await ask(one, tx)).toBe("shared");
  expect(read).toHaveBeenCalledTimes(2);
});
