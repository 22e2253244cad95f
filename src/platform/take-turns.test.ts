import { expect, test, vi } from "vitest";
import { Turns } from "#src/platform/take-turns.server.ts";

test("so many run, so many wait in order, and the others are told at once", async () => {
  const turns = new Turns({ atOnce: 2, waiting: 3, busyMs: 60_000 });
  const ends: (() => void)[] = [];
  const ran: number[] = [];
  const take = (n: number) =>
    turns.take(
      () => (ran.push(n), new Promise<string>((done) => ends.push(() => done(`ran ${n}`)))),
      () => `refused ${n}`,
    );
  const answers = [1, 2, 3, 4, 5, 6, 7].map(take);
  expect(await Promise.all(answers.slice(5))).toEqual(["refused 6", "refused 7"]);
  expect(ran).toEqual([1, 2]);
  for (let n = 0; n < 5; n++) {
    ends[n]!();
    await answers[n];
    await Promise.resolve();
  }
  expect(ran).toEqual([1, 2, 3, 4, 5]);
  expect(await Promise.all(answers.slice(0, 5))).toEqual([1, 2, 3, 4, 5].map((n) => `ran ${n}`));
});

test("whoever waits for something else gives the place on, once", async () => {
  const turns = new Turns({ atOnce: 1, waiting: 2, busyMs: 60_000 });
  const ends: (() => void)[] = [];
  const ran: string[] = [];
  const take = (name: string) =>
    turns.take(
      (leave) => {
        ran.push(name);
        return new Promise<string>((done) => ends.push(leave, () => done(`ran ${name}`)));
      },
      () => "refused",
    );
  const [first] = ["a", "b", "c"].map(take);
  expect(ran).toEqual(["a"]);
  ends[0]!();
  ends[0]!();
  await Promise.resolve();
  expect(ran).toEqual(["a", "b"]);
  ends[1]!();
  expect(await first).toBe("ran a");
  expect(ran).toEqual(["a", "b"]);
});

test("a render that fails gives its place away as well", async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1, busyMs: 60_000 });
  const never = () => "refused";
  await expect(turns.take(() => Promise.reject(new Error("failed")), never)).rejects.toThrow("failed");
  expect(await turns.take(async () => "ran", never)).toBe("ran");
});

test("who runs for long, because it waits for a company, doesn't keep the others waiting; its place is given on once", async () => {
  vi.useFakeTimers();
  const turns = new Turns({ atOnce: 1, waiting: 1, busyMs: 1000 });
  const never = () => "refused";
  const ends: (() => void)[] = [];
  const slow = turns.take(() => new Promise<string>((done) => ends.push(() => done("slow"))), never);
  const next = turns.take(async () => "next", never);
  expect(await turns.take(async () => "more", never)).toBe("refused");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await next).toBe("next");
  ends[0]!();
  expect(await slow).toBe("slow");
  const [last, waits] = [turns.take(() => new Promise<string>(() => {}), never), turns.take(async () => "x", never)];
  expect(await turns.take(async () => "y", never), "one place, not two").toBe("refused");
  void [last, waits];
  vi.useRealTimers();
});
