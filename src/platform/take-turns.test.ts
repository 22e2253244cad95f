import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Lane, Turns } from "#src/platform/take-turns.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MOST = { atOnce: 4, forOne: 2, waiting: 100, busyMs: 60_000, patienceMs: 60_000 };

/** A line, what has started in it in order, and how to end what runs. */
function lineOf(most: Partial<typeof MOST> = {}) {
  const turns = new Turns({ ...MOST, ...most });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const take = (name: string, lane: Lane, over: { most?: number; signal?: AbortSignal; shared?: string } = {}) =>
    turns.take(
      lane,
      () => (started.push(name), new Promise<string>((done) => ends.set(name, () => done(`ran ${name}`)))),
      () => `refused ${name}`,
      { most: 100, ...over },
    );
  const end = async (name: string) => {
    await settle();
    ends.get(name)!();
    ends.delete(name);
    await settle();
  };
  /** Ends what runs, oldest first, until nothing does. */
  const endAll = async () => {
    for (await settle(); ends.size > 0;) await end([...ends.keys()][0]!);
  };
  return { turns, started, take, end, endAll, settle };
}

describe("in which order they start, as one place after the other becomes free", () => {
  test.each<[string, Record<string, Lane>, string]>([
    ["one client, in order of arrival", { a1: ["a"], a2: ["a"], a3: ["a"], a4: ["a"] }, "a1 a2 a3 a4"],
    [
      "a crowd, and who comes later from elsewhere",
      { a1: ["a"], a2: ["a"], a3: ["a"], a4: ["a"], b1: ["b"], c1: ["c"] },
      "a1 b1 c1 a2 a3 a4",
    ],
    [
      "two crowds take turns",
      { a1: ["a"], a2: ["a"], a3: ["a"], b1: ["b"], b2: ["b"], b3: ["b"] },
      "a1 b1 a2 b2 a3 b3",
    ],
    [
      "addresses of one network take turns within it",
      { x1: ["a", "x"], x2: ["a", "x"], x3: ["a", "x"], y1: ["a", "y"], b1: ["b", "z"] },
      "x1 b1 x2 y1 x3",
    ],
    [
      "many addresses of one network have its turns only",
      { x1: ["a", "1"], x2: ["a", "2"], x3: ["a", "3"], x4: ["a", "4"], b1: ["b", "1"], b2: ["b", "1"] },
      "x1 b1 x2 b2 x3 x4",
    ],
    [
      "who is signed in has turns beside the others of the address",
      { n1: ["a", "x", ""], n2: ["a", "x", ""], n3: ["a", "x", ""], s1: ["a", "x", "sofia"] },
      "n1 n2 s1 n3",
    ],
  ])("%s", async (_, lanes, order) => {
    const { started, take, endAll } = lineOf({ atOnce: 1, forOne: 1 });
    for (const [name, lane] of Object.entries(lanes)) void take(name, lane);
    await endAll();
    expect(started.join(" ")).toBe(order);
  });
});

test("a flood of one client has two places, beside others one, and starts nothing while another's page runs", async () => {
  const { started, take, end, settle } = lineOf();
  for (let n = 1; n <= 60; n++) void take(`a${n}`, ["a"]);
  await settle();
  expect(started).toEqual(["a1", "a2"]);
  await end("a1");
  expect(started).toEqual(["a1", "a2", "a3"]);
  const guest = take("b1", ["b"]);
  await settle();
  expect(started.at(-1), "at once").toBe("b1");
  await end("a2");
  await end("a3");
  expect(started).toHaveLength(4);
  await end("b1");
  expect(await guest).toBe("ran b1");
  expect(started.slice(4)).toEqual(["a4"]);
  await end("a4");
  expect(started.slice(4)).toEqual(["a4", "a5"]);
});

test("a crowd isn't kept waiting for ever by guests who come one by one", async () => {
  const { started, take, end, settle } = lineOf({ forOne: 3, patienceMs: 250 });
  for (const name of ["a1", "a2"]) void take(name, ["a"]);
  void take("b1", ["b"]);
  void take("a3", ["a"]);
  void take("c1", ["c"]);
  await end("b1");
  void take("d1", ["d"]);
  await settle();
  expect(started, "there is always a guest").toEqual(["a1", "a2", "b1", "c1", "d1"]);
  await vi.advanceTimersByTimeAsync(251);
  await end("c1");
  expect(started.at(-1)).toBe("a3");
});

test("too many of one lane are told at once, and no other lane notices", async () => {
  const { take, endAll } = lineOf();
  const answers = [1, 2, 3, 4, 5].map((n) => take(`a${n}`, ["a"], { most: 3 }));
  const other = take("b1", ["b"], { most: 3 });
  expect(await Promise.all(answers.slice(3))).toEqual(["refused a4", "refused a5"]);
  await endAll();
  expect(await Promise.all([...answers.slice(0, 3), other])).toEqual(["ran a1", "ran a2", "ran a3", "ran b1"]);
});

test("in a full line the longest crowd makes room for a client of fewer", async () => {
  const { take, endAll } = lineOf({ waiting: 5 });
  const crowd = [1, 2, 3, 4, 5, 6, 7].map((n) => take(`a${n}`, ["a"]));
  const [more, other] = [take("a8", ["a"]), take("b1", ["b"])];
  const guests = [1, 2, 3].map((n) => take(`c${n}`, ["c"]));
  expect(await more).toBe("refused a8");
  await endAll();
  expect(await Promise.all([other, ...guests])).toEqual(["ran b1", "ran c1", "ran c2", "ran c3"]);
  const answers = await Promise.all(crowd);
  expect(
    answers.filter((answer) => answer.startsWith("refused")),
    "the last ones",
  ).toEqual(["refused a6", "refused a7"]);
});

test("whoever has gone leaves the line", async () => {
  const { started, take, endAll } = lineOf({ atOnce: 1 });
  const gone = new AbortController();
  void take("a1", ["a"]);
  const left = take("a2", ["a"], { signal: gone.signal });
  const stays = take("a3", ["a"]);
  gone.abort();
  expect(await left).toBe("refused a2");
  const late = take("a4", ["a"], { signal: gone.signal });
  expect(await late).toBe("refused a4");
  await endAll();
  expect([await stays, started]).toEqual(["ran a3", ["a1", "a3"]]);
});

test("what several wait for runs when it is the turn of any of them, once", async () => {
  const { turns, started, take, end, endAll } = lineOf({ atOnce: 1, forOne: 1 });
  for (let n = 1; n <= 4; n++) void take(`a${n}`, ["a"]);
  const page = take("page", ["a"], { shared: "home" });
  turns.join("home", ["b"]);
  turns.join("home", ["b"]);
  turns.join("another", ["c"]);
  await end("a1");
  expect(started).toEqual(["a1", "page"]);
  await endAll();
  expect([await page, started]).toEqual(["ran page", ["a1", "page", "a2", "a3", "a4"]]);
  turns.join("home", ["b"]);
  expect(await Promise.race([take("b1", ["b"]), endAll().then(() => "line ended")]), "nothing is left").toBe("ran b1");
});

test("whoever waits for something else gives the place on, once", async () => {
  const turns = new Turns({ ...MOST, atOnce: 1 });
  const ends: (() => void)[] = [];
  const ran: string[] = [];
  const take = (name: string) =>
    turns.take(
      [name],
      (leave) => {
        ran.push(name);
        return new Promise<string>((done) => ends.push(leave, () => done(`ran ${name}`)));
      },
      () => "refused",
      { most: 1 },
    );
  const [first] = ["a", "b", "c"].map(take);
  await vi.advanceTimersByTimeAsync(0);
  expect(ran).toEqual(["a"]);
  ends[0]!();
  ends[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(ran).toEqual(["a", "b"]);
  ends[1]!();
  expect(await first).toBe("ran a");
  expect(ran).toEqual(["a", "b"]);
});

test("a render that fails gives its place away as well", async () => {
  const turns = new Turns({ ...MOST, atOnce: 1 });
  const never = () => "refused";
  const options = { most: 1 };
  await expect(turns.take(["a"], () => Promise.reject(new Error("failed")), never, options)).rejects.toThrow("failed");
  expect(await turns.take(["a"], async () => "ran", never, options)).toBe("ran");
});

test("who runs for long, because it waits for a company, gives its place on, once, and still counts in its lane", async () => {
  const { started, take, end, settle } = lineOf({ atOnce: 1, busyMs: 1000 });
  const slow = take("slow", ["a"], { most: 2 });
  void take("next", ["a"], { most: 2 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(started).toEqual(["slow", "next"]);
  expect(await take("more", ["a"], { most: 2 })).toBe("refused more");
  await end("slow");
  expect(await slow).toBe("ran slow");
  void take("last", ["a"], { most: 2 });
  await settle();
  expect(started, "one place, not two").toEqual(["slow", "next"]);
  await end("next");
  expect(started).toEqual(["slow", "next", "last"]);
});
