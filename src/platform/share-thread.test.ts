import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { SharedThread } from "#src/platform/share-thread.server.ts";

/** A thread, what ran in it in order, and its event loop's turns. A request takes `ms`; a client's share of a turn is less than 1.5. */
function threadWith(ms = 1.5) {
  let now = 0;
  const thread = new SharedThread(() => now);
  const ran: string[] = [];
  const take = (name: string) => thread.take(name[0]!, () => ((now += ms), ran.push(name)));
  const turns = async () => {
    for (let n = 0; n < 10; n++) await turn();
  };
  return { thread, ran, take, turns };
}

test("alone, a client's requests run at once", () => {
  const { ran, take } = threadWith();
  for (const name of ["a1", "a2", "a3"]) take(name);
  expect(ran).toEqual(["a1", "a2", "a3"]);
});

test("beside another, a client has a share of each turn, and the other waits for none of the rest", async () => {
  const { ran, take, turns } = threadWith();
  for (const name of ["b0", "a1", "a2", "a3", "b1"]) take(name);
  expect(ran).toEqual(["b0", "a1", "b1"]);
  await turn();
  take("b2");
  await turns();
  expect(ran.filter((name) => name[0] === "a")).toEqual(["a1", "a2", "a3"]);
  expect(ran.indexOf("b2"), "before the rest of the crowd").toBeLessThan(ran.indexOf("a3"));
});

test("what costs little shares a turn", () => {
  const { ran, take } = threadWith(0.3);
  for (const name of ["b0", "a1", "a2", "a3", "a4", "a5"]) take(name);
  expect(ran).toEqual(["b0", "a1", "a2", "a3", "a4"]);
});

test("a request that throws keeps nobody from a turn", async () => {
  const { thread, ran, take, turns } = threadWith();
  for (const name of ["b0", "a1", "a2"]) take(name);
  const thrown: unknown[] = [];
  const [listeners] = [process.listeners("uncaughtException")];
  process.removeAllListeners("uncaughtException");
  process.once("uncaughtException", (error) => thrown.push(error));
  thread.take("a", () => {
    throw new Error("a bug");
  });
  take("a3");
  await turns();
  for (const listener of listeners) process.on("uncaughtException", listener);
  expect(thrown).toHaveLength(1);
  expect(ran).toEqual(["b0", "a1", "a2", "a3"]);
});
