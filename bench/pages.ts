import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { cpuOf } from "#bench/cpu.ts";
import type { Job } from "#bench/load.ts";
import { load, median } from "#bench/measure.ts";
import { freePort, startServer } from "#tests/servers.ts";

// One run over the public pages: what a phone loads, what Lighthouse says, how soon a slow line and a slow phone have what can be
// pressed, and what a cached page costs beside nginx serving the same bytes. Prints tables of medians.
//   ONLY=js|lighthouse|cache|slow|tap   one part alone        RUNS (3), ROUNDS (5), SECONDS (3)

const RUNS = Number(process.env["RUNS"] ?? 3);
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const SECONDS = Number(process.env["SECONDS"] ?? 3);
const CONNECTIONS = 24;
const PAGES = ["/", "/es", "/crawls", "/crawls/mexico-city", "/cities/oaxaca", "/vip-bar-crawl", "/book-now", "/faq"];
const CHROMIUM = "/usr/bin/chromium";
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

const isSelected = (part: string) => (process.env["ONLY"] ?? part) === part;
const table = (head: string[], rows: (string | number)[][]) =>
  console.log(`\n${[head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")}`);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-pages-"));
fs.chmodSync(folder, 0o755);
const server = await startServer({ DATA_DIR: folder, RONDA_SEED: "demo" });

/** Every script that a page loads without interaction or scrolling, as `gzip -9`. */
async function firstLoad(): Promise<void> {
  const browser = await chromium.launch({
    ...(fs.existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {}),
    args: FLAGS,
  });
  const rows: (string | number)[][] = [];
  for (const page of PAGES) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const tab = await context.newPage();
    const scripts: Promise<number>[] = [];
    tab.on("response", (response) => {
      if (response.url().endsWith(".js"))
        scripts.push(response.body().then((body) => zlib.gzipSync(body, { level: 9 }).length));
    });
    await tab.goto(server.origin + page);
    await tab.locator("html[data-hydrated]").waitFor({ state: "attached" });
    await tab.waitForLoadState("networkidle");
    const sizes = await Promise.all(scripts);
    rows.push([page, sizes.length, (sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1)]);
    await context.close();
  }
  await browser.close();
  table(["page", "scripts", "kB gz"], rows);
}

type Categories = Record<"performance" | "accessibility" | "best-practices" | "seo", { score: number | null }>;
type Result = { lhr: { categories: Categories; audits: Record<string, { numericValue?: number }> } };

/** Lighthouse's default phone: simulated slow 4G and a four times slower processor. */
async function lighthouse(): Promise<void> {
  const home = new URL("./lighthouse/", import.meta.url);
  if (!fs.existsSync(new URL("node_modules/.package-lock.json", home)))
    spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: home, stdio: "inherit" });
  const part = (name: string) => import(new URL(`node_modules/${name}`, home).href) as Promise<Record<string, unknown>>;
  const { launch } = (await part("chrome-launcher/dist/index.js")) as {
    launch: (options: object) => Promise<{ port: number; kill: () => void }>;
  };
  const { default: audit } = (await part("lighthouse/core/index.js")) as {
    default: (url: string, options: object) => Promise<Result | undefined>;
  };
  const rows: (string | number)[][] = [];
  for (const page of PAGES) {
    const runs: Result["lhr"][] = [];
    for (let run = 0; run < RUNS; run++) {
      const chrome = await launch({ chromePath: CHROMIUM, chromeFlags: [...FLAGS, "--headless=new"] });
      const result = await audit(server.origin + page, { port: chrome.port, output: "json", logLevel: "error" });
      if (result) runs.push(result.lhr);
      chrome.kill();
    }
    const score = (name: keyof Categories) =>
      median(runs.map((r) => Math.round((r.categories[name].score ?? 0) * 100)));
    const figure = (name: string) => median(runs.map((r) => r.audits[name]?.numericValue ?? Number.NaN));
    rows.push([
      page,
      score("performance"),
      score("accessibility"),
      score("best-practices"),
      score("seo"),
      (figure("first-contentful-paint") / 1000).toFixed(2),
      (figure("largest-contentful-paint") / 1000).toFixed(2),
      figure("total-blocking-time").toFixed(0),
      figure("cumulative-layout-shift").toFixed(3),
    ]);
  }
  table(["page", "performance", "accessibility", "best practices", "SEO", "FCP s", "LCP s", "TBT ms", "CLS"], rows);
}

/** nginx with one worker, serving the home page's exact bytes from a file. */
async function startNginx(body: Buffer): Promise<{ port: number; pid: number; process: ChildProcess } | null> {
  if (spawnSync("nginx", ["-v"]).error) {
    console.log("\nnginx is not installed (apt-get install nginx-light): the comparison is left out");
    return null;
  }
  const port = await freePort();
  fs.writeFileSync(path.join(folder, "home"), body);
  fs.writeFileSync(
    path.join(folder, "nginx.conf"),
    `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;
    events { worker_connections 256; }
    http { access_log off; keepalive_requests 100000000; default_type text/html; sendfile on; open_file_cache max=10;
      server { listen 127.0.0.1:${port}; root ${folder}; location = /home { add_header content-encoding br; } } }`,
  );
  const child = spawn("nginx", ["-c", path.join(folder, "nginx.conf"), "-g", "user root;"], { stdio: "inherit" });
  for (let tries = 0; tries < 100 && !fs.existsSync(path.join(folder, "nginx.pid")); tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const worker = fs.readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim().split(" ")[0];
  return { port, pid: Number(worker), process: child };
}

/** A cached page and its floor alternate under the same load. */
async function keptPage(): Promise<void> {
  const own = Number(new URL(server.origin).port);
  const headers = { "accept-encoding": "br" };
  const answer = await fetch(`${server.origin}/`, { headers });
  const nginx = await startNginx(zlib.brotliCompressSync(Buffer.from(await answer.arrayBuffer()), BROTLI));
  const targets = [
    { name: "kept page", port: own, pid: server.process.pid!, page: "/" },
    ...(nginx ? [{ name: "nginx, the same bytes", port: nginx.port, pid: nginx.pid, page: "/home" }] : []),
  ];
  const rounds = new Map<string, { rps: number; cpu: number }[]>(targets.map(({ name }) => [name, []]));
  for (let round = -1; round < ROUNDS; round++)
    for (const { name, port, pid, page } of targets) {
      const before = cpuOf(pid);
      const job: Job = {
        port,
        method: "GET",
        path: page,
        headers,
        connections: CONNECTIONS,
        milliseconds: SECONDS * 1000,
      };
      const m = await load(job);
      if (m.failed > 0) throw new Error(`${m.failed} of ${m.requests} requests failed on ${name}`);
      if (round >= 0) rounds.get(name)!.push({ rps: m.requests / m.seconds, cpu: (cpuOf(pid) - before) / m.requests });
    }
  nginx?.process.kill();
  const of = (name: string, what: "rps" | "cpu") => median(rounds.get(name)!.map((r) => r[what]));
  table(
    ["what", "requests/s", "of nginx", "CPU-ms"],
    targets.map(({ name }) => [
      name,
      of(name, "rps").toFixed(0),
      nginx ? (of(name, "rps") / of("nginx, the same bytes", "rps")).toFixed(2) : "–",
      of(name, "cpu").toFixed(3),
    ]),
  );
}
const BROTLI = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };

/** "Slow 3G" as Chrome's developer tools have it: bits per second each way, and milliseconds before each answer begins. */
const SLOW_3G = { bits: 400_000, latency: 2000 };
/** How much slower a cheap phone's processor is than this machine's, as Lighthouse has it. */
const SLOWER = 4;

/** A phone in a browser of its own, with nothing kept. */
async function onPhone<T>(use: (tab: Page, protocol: CDPSession) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    ...(fs.existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : {}),
    args: FLAGS,
  });
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    deviceScaleFactor: 2,
  });
  const tab = await context.newPage();
  const protocol = await context.newCDPSession(tab);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return use(tab, protocol).finally(() => browser.close());
}

/** When a page on a slow line first paints something, and when what leads to booking is there to be pressed. */
async function slowLine(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const page of PAGES) {
    const runs: { paint: number; button: number | null }[] = [];
    for (let run = 0; run < RUNS; run++)
      runs.push(
        await onPhone(async (tab, protocol) => {
          const bytes = SLOW_3G.bits / 8;
          const line = { offline: false, latency: SLOW_3G.latency, downloadThroughput: bytes, uploadThroughput: bytes };
          await protocol.send("Network.enable");
          await protocol.send("Network.emulateNetworkConditions", line);
          await tab.addInitScript(() => {
            const look = () => {
              const button = [...document.querySelectorAll('main a[href*="#booking-"], main a[href*="/crawls/"]')].some(
                (link) => link.checkVisibility() && link.getBoundingClientRect().height > 0,
              );
              if (button) Object.assign(globalThis, { buttonAt: performance.now() });
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          });
          await tab.goto(server.origin + page, { waitUntil: "load" });
          return tab.evaluate(() => ({
            paint: performance.getEntriesByName("first-contentful-paint")[0]!.startTime,
            button: (globalThis as { buttonAt?: number }).buttonAt ?? null,
          }));
        }),
      );
    const seconds = (times: (number | null)[]) => {
      const there = times.filter((time) => time !== null);
      return there.length > 0 ? (median(there) / 1000).toFixed(2) : "–";
    };
    rows.push([page, seconds(runs.map(({ paint }) => paint)), seconds(runs.map(({ button }) => button))]);
  }
  table(["page, slow 3G", "first paint s", "button s"], rows);
}

/** The first tap on a night: the milliseconds until the page answers it, and until its panel is there. */
async function firstTap(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const page of ["/", "/es", "/book-now", "/crawls/mexico-city"]) {
    const taps: { answer: number; panel: number }[] = [];
    for (let run = 0; run < RUNS; run++)
      taps.push(
        await onPhone(async (tab) => {
          await tab.goto(server.origin + page, { waitUntil: "load" });
          await tab.locator("html[data-hydrated]").waitFor({ state: "attached" });
          await tab.evaluate(() => {
            const state = { answer: 0, panel: 0 };
            Object.assign(globalThis, { state });
            new PerformanceObserver((list) => {
              for (const { name, duration } of list.getEntries())
                if (/^(pointer|touch|click|mouse)/.test(name)) state.answer = Math.max(state.answer, duration);
            }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
            addEventListener(
              "pointerdown",
              (event) => {
                const look = () => {
                  if (document.querySelector("main #book-now")) state.panel = performance.now() - event.timeStamp;
                  else requestAnimationFrame(look);
                };
                requestAnimationFrame(look);
              },
              { once: true, capture: true },
            );
          });
          const night = tab.locator('main a[href*="#booking-details"]').first();
          await night.scrollIntoViewIfNeeded();
          await night.tap();
          await tab.waitForFunction(() => (globalThis as unknown as { state: { panel: number } }).state.panel > 0);
          await tab.waitForFunction(() => (globalThis as unknown as { state: { answer: number } }).state.answer > 0);
          return tab.evaluate(() => (globalThis as unknown as { state: { answer: number; panel: number } }).state);
        }),
      );
    const ms = (of: "answer" | "panel") => median(taps.map((tap) => tap[of])).toFixed(0);
    rows.push([page, ms("answer"), ms("panel")]);
  }
  table(["first tap on a night", "answer ms", "panel ms"], rows);
}

if (isSelected("js")) await firstLoad();
if (isSelected("cache")) await keptPage();
if (isSelected("slow")) await slowLine();
if (isSelected("tap")) await firstTap();
if (isSelected("lighthouse")) await lighthouse();
console.log(
  `\n${RUNS} Lighthouse runs a page, ${ROUNDS} rounds of ${SECONDS} s; ${os.cpus().length} × ${os.cpus()[0]?.model}`,
);
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });
