import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { runJobsApart } from "#src/platform/run-jobs-apart.server.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-jobs-apart-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A program that notes each of its starts; the first of its threads then does something else. */
function program(name: string, first: string): { url: URL; starts: () => number } {
  const [file, notes] = [path.join(folder, `${name}.mjs`), path.join(folder, `${name}.starts`)];
  fs.writeFileSync(notes, "");
  fs.writeFileSync(
    file,
    `import fs from "node:fs";
     import { parentPort } from "node:worker_threads";
     parentPort.on("message", (message) => message === "stop" ? process.exit(0) : parentPort.postMessage("awake"));
     const isFirst = fs.readFileSync(${JSON.stringify(notes)}, "utf8") === "";
     fs.appendFileSync(${JSON.stringify(notes)}, "x");
     parentPort.postMessage("ready");
     if (isFirst) setImmediate(() => { ${first} });`,
  );
  return { url: pathToFileURL(file), starts: () => fs.readFileSync(notes, "utf8").length };
}
const WATCH = { everyMs: 20, missing: 100 };

test("a thread that no longer turns is followed by another", async () => {
  const { url, starts } = program("stuck", "for (;;);");
  const jobs = runJobsApart(url, {}, WATCH);
  await jobs.started;
  await vi.waitFor(() => expect(starts()).toBe(2), { timeout: 20_000 });
  await jobs.stop();
});

test("one that is busy and turns is left alone", async () => {
  const busy =
    "const work = () => { for (const until = Date.now() + 15; Date.now() < until;); setImmediate(work); }; work();";
  const { url, starts } = program("busy", busy);
  const jobs = runJobsApart(url, {}, WATCH);
  await jobs.started;
  await new Promise((resolve) => setTimeout(resolve, 1.5 * WATCH.everyMs * WATCH.missing)); // sleeps: nothing is to happen
  expect(starts()).toBe(1);
  await jobs.stop();
});
