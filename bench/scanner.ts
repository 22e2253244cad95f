import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import { WAYS } from "#src/modules/evening/door/admin/decode-ways.ts";
import type { DoorList } from "#src/modules/evening/door/schema.ts";
import { newTickets } from "#bench/guests.ts";
import { signTickets } from "#src/modules/evening/tickets/sign-tickets.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";
import { launchOptions } from "#tests/e2e/browser.ts";
import { inDatabaseOf, startOwnServer } from "#tests/e2e/own-server.ts";
import { cameraArgs, refuseCamera, type Held, ticketFrame, writeVideo } from "#tests/e2e/ticket-video.ts";

// The scanner on a processor that is slowed down four times: from a picture to the painted verdict, opening without a line, and which
// share of hard pictures is read, beside the decoder's own defaults. Floors: the picture's text alone, without anything of ours after
// it, and the kept document's first paint. Workers aren't slowed down by the browser: what the decoder took there is counted four
// times instead. All times are taken in the page, where nothing of the test runs meanwhile.

const SLOWER = 4;
const OPENINGS = Number(process.env["OPENINGS"] ?? 9);
/** Codes in front of the camera with a line, and as many without; each is in sight for less than a second. */
const CODES = Number(process.env["CODES"] ?? 48);
const [STREET, SHOWN] = [12, 24];
const FRAMES_A_SECOND = 30;

/** How codes are held in front of a phone's camera at night. */
const HELD: Readonly<Record<string, Held>> = {
  straight: {},
  "at 25°": { angle: 25 },
  dim: { light: 0.25 },
  blurred: { blur: 2.2 },
  "small, at 15°": { angle: 15, share: 0.32 },
  "dim and blurred, at 20°": { angle: 20, light: 0.3, blur: 1.8, share: 0.5 },
  "very dim and blurred, at 35°": { angle: 35, light: 0.18, blur: 2.4, share: 0.5 },
};

const percentile = (values: number[], p: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * p))] ?? NaN;

const wasmBinary = fs.readFileSync(
  createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm"),
).buffer;
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });

async function reads(jpeg: Buffer, ways: readonly ReaderOptions[], text: string): Promise<boolean> {
  const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const picture = {
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: "srgb",
  } as ImageData;
  for (const way of ways) if ((await readBarcodes(picture, way)).some((found) => found.text === text)) return true;
  return false;
}

async function shares(tokens: readonly string[]): Promise<void> {
  console.log("\n| held | read | by the library’s defaults |\n|---|---|---|");
  for (const [name, held] of Object.entries(HELD)) {
    const counts = { ours: 0, defaults: 0, of: 0 };
    for (const [n, text] of tokens.entries()) {
      const jpeg = await ticketFrame(text, { ...held, angle: (held.angle ?? 0) + (n % 5) - 2 });
      counts.of += 1;
      if (await reads(jpeg, WAYS, text)) counts.ours += 1;
      if (await reads(jpeg, [{ formats: ["QRCode"] }], text)) counts.defaults += 1;
    }
    const share = (n: number) => `${Math.round((n / counts.of) * 100)} %`;
    console.log(`| ${name} | ${share(counts.ours)} | ${share(counts.defaults)} |`);
  }
}

/** What `use-scanner.ts` measures of each verdict. */
type Verdict = { ms: number; readMs: number; decodeMs: number };

/** In the page: taps "next" as soon as a result has been seen, as a guide in a hurry. */
function tapNext(): void {
  setInterval(() => {
    const buttons = document.querySelectorAll<HTMLElement>("[data-result] button");
    [...buttons].find((one) => /next/i.test(one.ariaLabel ?? one.textContent))?.click();
  }, 200);
}

/** In a page that opens: reports the title of the door once it is painted, and when the document was. Milliseconds. */
function reportOpening(title: string): void {
  const look = () => {
    if (document.querySelector("h1")?.textContent !== title) return void requestAnimationFrame(look);
    setTimeout(() => {
      const [first] = performance.getEntriesByName("first-contentful-paint");
      console.debug(`opened ${performance.now()} ${first?.startTime}`);
    });
  };
  look();
}

async function verdicts(page: Page, seconds: number): Promise<void> {
  await page.evaluate(() => performance.clearMeasures("door.verdict"));
  await page.waitForTimeout(seconds * 1000); // sleeps: the video plays
  const found = await page.evaluate(() =>
    performance
      .getEntriesByName("door.verdict")
      .map((one) => ({ ms: one.duration, ...((one as PerformanceMeasure).detail as Omit<Verdict, "ms">) })),
  );
  const row = (name: string, values: number[]) => {
    const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)].map((ms) => ms.toFixed(0));
    console.log(`| ${name} | ${p50} | ${p95} |`);
  };
  const slow = (verdict: Verdict, ms: number) => ms + (SLOWER - 1) * verdict.decodeMs;
  const what = `${found.length} verdicts`;
  row(
    what,
    found.map((verdict) => slow(verdict, verdict.ms)),
  );
  row(
    "floor: the picture's text alone",
    found.map((verdict) => slow(verdict, verdict.readMs)),
  );
  row(
    "decoder in its worker, not slowed down",
    found.map(({ decodeMs }) => decodeMs),
  );
}

const server = await startOwnServer();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bench-scanner-"));
try {
  const form = { email: "admin@ronda.test", password: "ronda-demo-2026" };
  const scout = await chromium.launch(launchOptions);
  const asking = await scout.newContext({ baseURL: server.origin });
  await asking.request.post("/login", { form, headers: { "sec-fetch-site": "same-origin" } });
  const list = (await (await asking.request.get("/admin/ticket-scanner/list")).json()) as DoorList;
  await scout.close();
  const [here] = list.departures.filter(({ tonight }) => tonight).toSorted((a, b) => b.guests.length - a.guests.length);
  if (!here) throw new Error("the demo data has no night tonight");
  const ids = here.guests
    .filter(({ state }) => state === "confirmed")
    .flatMap(({ tickets }) => tickets.map(({ id }) => id));
  let [hard, tokens]: [string[], string[]] = [[], []];
  await inDatabaseOf(server.folder, async (db) => {
    const sign = (tickets: string[]) =>
      signTickets(
        { db },
        tickets.map((ticketId) => ({ ticketId, departureId: here.id })),
      );
    hard = await sign(ids);
    tokens = await sign(await newTickets(statementsOf(db), here.id, 2 * CODES));
  });
  await shares(hard);

  const video = path.join(folder, "door.mjpeg");
  const holds = Object.values(HELD).slice(0, -1);
  const street = await ticketFrame(null);
  const frames = await Promise.all(tokens.map((token, n) => ticketFrame(token, holds[n % holds.length])));
  writeVideo(
    video,
    frames.flatMap((picture) => [
      { picture: street, times: STREET },
      { picture, times: SHOWN },
    ]),
  );
  const seconds = (CODES * (STREET + SHOWN)) / FRAMES_A_SECOND;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...cameraArgs(video)],
  });
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    locale: "en-US",
  });
  await context.addInitScript(refuseCamera);
  const page = await context.newPage();
  await page.request.post("/login", { form, headers: { "sec-fetch-site": "same-origin" } });
  await page.goto("/admin/ticket-scanner");
  await page.getByRole("button", { name: "Start scanning" }).click();
  await page.getByRole("button", { name: "Change crawl" }).click();
  await page.getByRole("button", { name: `${here.title}, ${here.start}` }).click();
  await page.locator("html[data-kept]").waitFor({ state: "attached" });
  await page.evaluate(() => localStorage.setItem("camera", "allowed"));
  await page.reload();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.evaluate(tapNext);
  console.log("\n| from a picture to the verdict, with a line | p50 ms | p95 ms |\n|---|---|---|");
  await verdicts(page, seconds);
  await context.setOffline(true);
  await page.getByText("Offline since").waitFor();
  console.log("\n| the same, without | p50 ms | p95 ms |\n|---|---|---|");
  await verdicts(page, seconds);

  const openings: number[][] = [];
  await context.addInitScript(reportOpening, `${here.title}, ${here.start}`);
  for (let n = 0; n < OPENINGS; n++) {
    const opened = page.waitForEvent("console", (message) => message.text().startsWith("opened "));
    await page.reload({ waitUntil: "commit" });
    openings.push((await opened).text().split(" ").slice(1).map(Number));
    await page.waitForTimeout(1500); // sleeps: until what follows the opening is done
  }
  console.log("\n| opened from the phone, without a line | p50 ms | most ms |\n|---|---|---|");
  for (const [at, name] of ["the door, painted", "floor: the document's first paint"].entries()) {
    const times = openings.map((one) => one[at]!);
    console.log(`| ${name} | ${percentile(times, 0.5).toFixed(0)} | ${Math.max(...times).toFixed(0)} |`);
  }
  console.log(`\nload average ${os.loadavg()[0]!.toFixed(1)} at the end`);
  await browser.close();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
  await server.stop();
}
