import { expect, test } from "vitest";
import { type Asker, FairQueue, isNotServed } from "#src/platform/fair-queue.server.ts";

const MOST = { waiting: 64, calm: 4, overtaken: 1000 };

/** A queue whose work ends when the test says so, and a note of the order in which it began. */
function queueOf(most: Partial<typeof MOST> & { atOnce?: number } = {}) {
  const queue = new FairQueue({ ...MOST, atOnce: 1, ...most });
  const order: string[] = [];
  const outcomes = new Map<string, string>();
  const ends: (() => void)[] = [];
  /** Asks as `name`, of a network that is its first letter where none is given. */
  const ask = (name: string, over: Partial<Asker> = {}) => {
    const network = over.shares?.[0] ?? name[0]!;
    const asker: Asker = { line: "sign-in", shares: [network, `around ${network}`], ahead: 0, ...over };
    const work = () => (order.push(name), new Promise<void>((done) => ends.push(done)));
    queue.take(asker, work).then(
      () => outcomes.set(name, "done"),
      (error: unknown) => outcomes.set(name, isNotServed(error) ? error.why : String(error)),
    );
  };
  const settle = () => new Promise(setImmediate);
  /** Ends work in the order in which it began, until none is left. */
  const playOut = async () => {
    await settle();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settle();
    }
    return order.join(" ");
  };
  const endOne = async () => {
    await settle();
    ends.shift()!();
    await settle();
  };
  return { queue, order, outcomes, ask, playOut, endOne, settle };
}

type QueuedAsker = [string, Partial<Asker>?];
const wide = (narrow: string, wider: string): Partial<Asker> => ({ shares: [narrow, wider] });
const lookup = (account: string): Partial<Asker> => ({ shares: [`account:${account}`, "elsewhere"], ahead: 4 });

// the first one named begins at once, the others wait
test.each<{ name: string; asked: QueuedAsker[]; order: string }>([
  { name: "one network waits in order", asked: [["a1"], ["a2"], ["a3"]], order: "a1 a2 a3" },
  {
    name: "networks take turns, however many one of them sends",
    asked: [["a1"], ["a2"], ["a3"], ["a4"], ["b1"], ["c1"], ["b2"]],
    order: "a1 c1 b1 a2 b2 a3 a4",
  },
  {
    name: "a few of different networks are served in order of arrival",
    asked: [["a1"], ["b1"], ["c1"], ["d1"]],
    order: "a1 b1 c1 d1",
  },
  {
    name: "of a crowd from everywhere the newest is served first, or all would wait long",
    asked: [["a1"], ["b1"], ["c1"], ["d1"], ["e1"], ["f1"]],
    order: "a1 f1 b1 c1 d1 e1",
  },
  {
    name: "a known browser goes first",
    asked: [["a1"], ["b1"], ["c1"], ["d1", lookup("d")], ["e1"]],
    order: "a1 d1 b1 c1 e1",
  },
  {
    name: "a known browser that asks again and again loses its place",
    asked: [["a1"], ...Array.from({ length: 6 }, (_, i): QueuedAsker => [`k${i + 1}`, lookup("k")]), ["b1"]],
    order: "a1 k1 k2 k3 k4 b1 k5 k6",
  },
  {
    name: "many networks of one provider are one crowd",
    asked: [
      ["a1", wide("a", "x")],
      ["b1", wide("b", "x")],
      ["c1", wide("c", "x")],
      ["d1", wide("d", "y")],
    ],
    order: "a1 d1 b1 c1",
  },
  {
    name: "another line isn't held up",
    asked: [["a1"], ["b1"], ["c1"], ["d1", { line: "newcomers" }], ["e1", { line: "newcomers" }]],
    order: "a1 d1 b1 e1 c1",
  },
])("$name", async ({ asked: request, order }) => {
  const { ask, playOut, outcomes } = queueOf();
  for (const [name, over] of request) ask(name, over);
  expect(await playOut()).toBe(order);
  expect([...outcomes.values()]).toEqual(request.map(() => "done"));
});

test("of one network only one runs, even where there are places for more", async () => {
  const { ask, order, settle, playOut } = queueOf({ atOnce: 3 });
  for (const name of ["a1", "a2", "b1", "b2"]) ask(name);
  await settle();
  expect(order).toEqual(["a1", "b1"]);
  expect(await playOut()).toBe("a1 b1 a2 b2");
});

test("a full line refuses who has had or asks for the most, and never who comes first from elsewhere", async () => {
  const { ask, queue, outcomes, playOut, settle } = queueOf({ waiting: 3 });
  const asker = (network: string, line = "sign-in"): Asker => ({
    line,
    shares: [network, `around ${network}`],
    ahead: 0,
  });
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) ask(name);
  await settle();
  expect([...outcomes]).toEqual([["a5", "full"]]);
  expect(() => queue.expectRoom(asker("a"))).toThrow("full");
  queue.expectRoom(asker("b"));
  queue.expectRoom(asker("a", "newcomers"));
  for (const name of ["b1", "c1"]) ask(name);
  await settle();
  expect([...outcomes]).toEqual([
    ["a5", "full"],
    ["a4", "full"],
    ["a3", "full"],
  ]);
  expect(await playOut()).toBe("a1 b1 c1 a2");
});

test("who hangs up leaves the line, and its work never begins", async () => {
  const { ask, outcomes, playOut, settle } = queueOf({ waiting: 2 });
  const [gone, early] = [new AbortController(), new AbortController()];
  early.abort();
  ask("a1");
  ask("b1", { signal: gone.signal });
  ask("c1");
  ask("d1", { signal: early.signal });
  gone.abort();
  await settle();
  expect([...outcomes]).toEqual([
    ["d1", "left"],
    ["b1", "left"],
  ]);
  ask("e1"); // there is room again
  expect(await playOut()).toBe("a1 c1 e1");
});

test("who hangs up while the work runs changes nothing", async () => {
  const { ask, outcomes, playOut, settle } = queueOf();
  const gone = new AbortController();
  ask("a1", { signal: gone.signal });
  ask("b1");
  await settle();
  gone.abort();
  expect(await playOut()).toBe("a1 b1");
  expect(outcomes.get("a1")).toBe("done");
});

test("who is overtaken for long is told so", async () => {
  const { ask, outcomes, endOne, order } = queueOf({ overtaken: 3 });
  for (const name of ["a1", "a2"]) ask(name);
  for (const name of ["b", "c", "d", "e"]) {
    ask(name);
    await endOne();
  }
  expect(order.join(" ")).toBe("a1 b c d e");
  expect([...outcomes].filter(([name]) => name === "a2")).toEqual([["a2", "full"]]);
});

test("work that fails gives its place away as well", async () => {
  const { queue, ask, playOut } = queueOf();
  const asker: Asker = { line: "sign-in", shares: ["z", "z"], ahead: 0 };
  const failed = queue.take(asker, () => Promise.reject(new Error("failed")));
  ask("a1");
  await expect(failed).rejects.toThrow("failed");
  expect(await playOut()).toBe("a1");
});

test("what was served is forgotten after so many others", async () => {
  const { ask, playOut, endOne, order } = queueOf();
  ask("a1");
  await endOne();
  const lastThree = async () => {
    for (const name of ["z", "a2", "c"]) ask(name, { shares: [name[0]!, "around"] });
    await playOut();
    return order.slice(-3).join(" ");
  };
  expect(await lastThree()).toBe("z c a2");
  for (let i = 0; i < 1024; i++) {
    ask(`b${i}`);
    await endOne();
  }
  expect(await lastThree(), "as though a had never asked").toBe("z a2 c");
});

test("a large provider's guests of a quiet week count against the next of them only until an attack is under way", async () => {
  const { ask, playOut, endOne, order } = queueOf();
  for (let i = 0; i < 500; i++) {
    ask("g", { shares: [`guest ${i}`, "large provider"] });
    await endOne();
  }
  for (let i = 0; i < 64; i++) {
    ask("a", { shares: [`rented ${i}`, "rented"] });
    await endOne();
  }
  for (const name of ["a1", "a2", "a3"]) ask(name, { shares: [`new ${name}`, "rented"] });
  ask("guest", { shares: ["one more", "large provider"] });
  await playOut();
  expect(order.slice(-4)).toEqual(["a1", "guest", "a2", "a3"]);
});
