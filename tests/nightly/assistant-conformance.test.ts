import { spawn } from "node:child_process";
import fs from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#src/api.server.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

// The protocol's own conformance suite against `/mcp`. It brings 84 packages, so it is fetched here instead of being a dependency of
// everybody (docs/decisions/221).

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

/** What applies to a server that has tools only and no sessions, and the checks in it that don't, with why. */
const APPLIES: Record<string, Record<string, string>> = {
  "server-initialize": {},
  ping: {},
  "tools-list": {},
  "dns-rebinding-protection": {},
  "http-header-validation": {},
  "input-required-result-unsupported-methods": {},
  "server-stateless": {
    "sep-2575-server-rejects-undeclared-capability": "its tool, which asks the client for more, isn’t here",
    "sep-2575-missing-capability-http-400": "the same",
    "sep-2575-http-server-no-independent-requests-on-stream": "its streaming tool isn’t here",
    "sep-2575-server-no-log-without-loglevel": "its logging tool isn’t here",
  },
  caching: {
    "sep-2549-prompts-list-caching-hints": "no prompts",
    "sep-2549-resources-list-caching-hints": "no resources",
    "sep-2549-resources-templates-list-caching-hints": "no resources",
  },
};

/** Scenarios of the suite for what this server doesn't have: named, so that a new one of another kind is looked at. */
const APPLIES_NOT: readonly RegExp[] = [
  /^(resources|prompts|sep-2164)-/, // no resources, no prompts
  /^(completion|logging|elicitation)-/, // nothing is completed, logged to the client or asked of it
  /^tools-call-/, // call tools of the suite's own example server
  /^(json-schema-[\d-]+|http-custom-header-server-validation)$/, // the same
  /^input-required-result-/, // no tool asks back
  /^server-(sse-polling|sse-multiple-streams|session-lifecycle)$/, // no streams that go on, no sessions
  /^(sep-2640|tasks)-/, // extensions that aren't offered
];

const database = freshDatabase({ BASE_URL: "http://localhost" });
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-conformance-"));
let server: ReturnType<typeof serve>;
beforeAll(async () => {
  const { crawlId } = await seedMinimal(database.services.db);
  await addDeparture(database.services.db, crawlId);
  const api = createApi({ ...database.services, clock: () => NOON });
  await new Promise<void>((ready) => {
    server = serve({ fetch: api.fetch, port: 0, hostname: "127.0.0.1" }, () => ready());
  });
  fs.writeFileSync(path.join(folder, "package.json"), "{}");
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", SUITE]);
}, 300_000);
afterAll(() => {
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const run = (command: string, args: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (text += part.toString()));
    child.on("error", reject).on("close", () => resolve(text));
  });

const suite = (...args: string[]) =>
  run(process.execPath, ["node_modules/@modelcontextprotocol/conformance/dist/index.js", ...args]);

test("every scenario of the suite either applies or is of a kind that doesn't", async () => {
  const names = [...(await suite("list", "--server")).matchAll(/^ +- ([\w-]+) \[/gm)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(50);
  const others = names.filter((name) => !(name in APPLIES) && !APPLIES_NOT.some((kind) => kind.test(name)));
  expect(others).toEqual([]);
});

test.each(Object.entries(APPLIES))("%s", async (scenario, excused) => {
  await database.services.db.deleteFrom("rate_counters").execute();
  const { port } = server.address() as AddressInfo;
  const text = await suite("server", "--url", `http://localhost:${port}/mcp`, "--scenario", scenario);
  // oxlint-disable-next-line no-control-regex -- colours of the suite's own
  const lines = text.replaceAll(/\u001B\[\d+m/g, "");
  const failures = [...lines.matchAll(/\[([\w-]+) *\] FAILURE/g)].map(([, check]) => check!);
  expect(failures.filter((check) => !(check in excused))).toEqual([]);
  expect(Object.keys(excused).filter((check) => !failures.includes(check))).toEqual([]);
  expect(Number(/Passed: (\d+)\//.exec(lines)?.[1])).toBeGreaterThan(0);
});
