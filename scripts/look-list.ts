import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { launchOptions } from "#tests/e2e/browser.ts";
import { signIn } from "#tests/e2e/pages.ts";
import { startServer } from "#tests/servers.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-look-"));
fs.chmodSync(folder, 0o755);
const server = await startServer({ DATA_DIR: folder, DEMO_YEAR: "true" });
const origin = server.origin.replace("127.0.0.1", "localhost");
const browser = await chromium.launch(launchOptions);
const P = "5f0d6a52-7c1e-4b9a-9d53-00000000aa01";
const shots = async (name: string, size: { width: number; height: number }, theme: string, prefix: string, paths: string[]) => {
  const context = await browser.newContext({ viewport: size, baseURL: origin, colorScheme: theme as "dark" });
  await context.addCookies([{ name: "theme", value: theme, url: origin }]);
  const page = await context.newPage();
  page.on("console", (m) => m.type() === "error" && console.log(name, m.text()));
  page.on("pageerror", (e) => console.log(name, String(e)));
  await signIn(page, "admin@ronda.test");
  for (const [n, at] of paths.entries()) {
    await page.goto(origin + prefix + at);
    await page.waitForTimeout(500);
    console.log(name, n, at, await page.evaluate(() => document.documentElement.scrollWidth));
    await page.screenshot({ path: `/tmp/look/${name}-${n}.png`, fullPage: n !== 0 });
  }
  await context.close();
};
fs.mkdirSync("/tmp/look", { recursive: true });
const paths = ["/admin/affiliates", `/admin/affiliates?partner=${P}`, `/admin/affiliates/${P}`, "/admin/affiliates/new", `/admin/affiliates?partner=${P}&month=2026-10&by=campaign`, "/admin/affiliates?q=zzzz"];
await shots("d", { width: 1280, height: 800 }, "dark", "", paths);
await shots("l", { width: 1280, height: 800 }, "light", "", paths.slice(0, 2));
await shots("m", { width: 390, height: 844 }, "light", "/es", paths);
await browser.close();
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });
process.exit(0);
