import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { threadId } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { CalledThread, ThreadBusy } from "#src/platform/call-thread.server.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-thread-"));
const program = path.join(folder, "program.mjs");
fs.writeFileSync(
  program,
  `import { parentPort, threadId } from "node:worker_threads";
   parentPort.on("message", (message) => {
     if (message === "end") process.exit(3);
     if (message === "fail") return parentPort.postMessage({ error: "it failed" });
     if (message !== "never") parentPort.postMessage({ value: [message, threadId] });
   });`,
);
afterAll(() => fs.rmSync(folder, { recursive: true }));

const MOST = { waiting: 3, longestMs: 20_000, idleMs: 20_000 };

test("one message after the other is answered by another thread, the same for all", async () => {
  const thread = new CalledThread(program, MOST);
  const answers = (await Promise.all([1, 2, 3].map((n) => thread.call(n)))) as [number, number][];
  expect(answers.map(([n]) => n)).toEqual([1, 2, 3]);
  const threads = new Set(answers.map(([, id]) => id));
  expect([threads.size, threads.has(threadId)]).toEqual([1, false]);
});

test.each([
  ["fails", "fail", "it failed"],
  ["ends its thread", "end", "the thread ended: 3"],
])("a message that %s fails alone: the next one is answered", async (_, message, why) => {
  const thread = new CalledThread(program, MOST);
  const [failing, next] = [thread.call(message), thread.call("x")];
  await expect(failing).rejects.toThrow(why);
  expect((await next) as [string, number]).toContain("x");
});

test("a message that gets no answer fails when its time is over", async () => {
  const thread = new CalledThread(program, { ...MOST, longestMs: 1 });
  await expect(thread.call("never")).rejects.toThrow("no answer within 1 ms");
});

test("too many are refused at once, and the others are answered", async () => {
  const thread = new CalledThread(program, MOST);
  const calls = [1, 2, 3, 4, 5].map((n) => thread.call(n));
  await expect(calls[4]).rejects.toBeInstanceOf(ThreadBusy);
  expect((await Promise.all(calls.slice(0, 4))).map((answer) => (answer as [number])[0])).toEqual([1, 2, 3, 4]);
});

test("an idle thread ends, and another one answers", async () => {
  const thread = new CalledThread(program, { ...MOST, idleMs: 0 });
  const idOf = async () => ((await thread.call("x")) as [string, number])[1];
  const first = await idOf();
  await expect.poll(idOf).not.toBe(first);
});
