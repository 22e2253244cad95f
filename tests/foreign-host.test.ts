import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "#tests/servers.ts";

// The built product behind unknown hosts: no response may name them, or sharing or caching it would spread them.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const OURS = "https://ronda.example";
const OAXACA = "https://oaxaca.example";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-host-"));
fs.chmodSync(folder, 0o755);
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ DATA_DIR: folder, BASE_URL: OURS, SITE_ORIGINS: OAXACA });
});
afterAll(async () => {
  await server.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

type Answer = { status: number; text: string };

/** A raw response, headers and body in one text; fetch can't set a Host. */
function ask(address: string, headers: Record<string, string>, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.origin}${address}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const text = answer.rawHeaders.join("\n") + Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, text });
      });
    });
    request.on("error", reject).end();
  });
}

const EVIL = "oaxaca.evil-host.example";

test.each([
  "/",
  "/es",
  "/?site=cdmx",
  "/login",
  "/checkout",
  "/nope",
  "/es/nope",
  "/bookings",
  "/booking-confirmation/00000000-0000-4000-8000-000000000000",
  "/sandbox/pay/sbx_none",
  "/sitemap.xml",
  "/robots.txt",
  "/.well-known/security.txt",
  "/favicon.svg",
  "/api/openapi.json",
  "/api/docs",
  "/api/pub-crawls",
  "/api/scheduled-crawls",
  "/api/nope",
  "/api/functions/get-fb-pixel-config",
  "/dev/mail",
  "/healthz",
  "//evil-host.example/es",
])("a foreign Host is reflected nowhere in the answer to %s", async (address) => {
  for (const headers of [
    { host: EVIL },
    { host: EVIL, cookie: "language=es" },
    { host: `${EVIL}:443`, "x-forwarded-host": EVIL, "x-forwarded-proto": "https", forwarded: `host=${EVIL}` },
    { host: "ronda.example", "x-forwarded-host": EVIL },
  ] as Record<string, string>[]) {
    const { status, text } = await ask(address, headers);
    expect(status).toBeLessThan(500);
    if (!address.includes("evil")) expect(text.toLowerCase()).not.toContain("evil-host");
    expect(text.toLowerCase()).not.toMatch(/location\n(https?:)?\/\/[^\n]*evil-host/);
  }
});

test("a redirect names no host, or ours", async () => {
  const { text } = await ask("/sign-out", { host: EVIL, origin: OURS, "sec-fetch-site": "same-origin" }, "POST");
  expect(text).not.toContain("evil-host");
});

test.each([
  ["ronda.example", OURS],
  ["oaxaca.example", OAXACA],
  ["OAXACA.example:443", OAXACA],
  [EVIL, OURS],
  // again, now that each is cached
  ["oaxaca.example", OAXACA],
  ["ronda.example", OURS],
  [EVIL, OURS],
])("as %s the home page calls itself %s", async (host, origin) => {
  const { text } = await ask("/", { host });
  const named = [
    ...text.matchAll(
      /<(?:link rel="(?:canonical|alternate)"[^>]*href|meta property="og:(?:url|image)" content)="(https?:\/\/[^/"]+)/g,
    ),
  ];
  for (const [, name] of named) expect(name).toBe(origin);
  expect(text).toContain(`"${origin}"`.replaceAll('"', '\\"'));
});

test("forms of a configured host are taken there, and a stranger's are not", async () => {
  const post = async (host: string, origin: string) => {
    const headers = { host, origin, "content-type": "application/x-www-form-urlencoded" };
    return (await ask("/checkout?departure=none", headers, "POST")).status;
  };
  // 409: parsed, and there is no such departure; 400: not even parsed
  expect([await post("oaxaca.example", OAXACA), await post("ronda.example", OURS)]).toEqual([409, 409]);
  expect([await post(EVIL, `https://${EVIL}`), await post("oaxaca.example", `https://${EVIL}`)]).toEqual([400, 400]);
  expect(await post("ronda.example", OAXACA)).toBe(400);
});
