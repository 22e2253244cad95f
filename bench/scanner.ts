import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { prepareZXingModule, readBarcodes, type ReaderOptions } from "zxing-wasm/reader";
import { WAYS } from "#src/modules/door/admin/decode-ways.ts";
import type { DoorList } from "#src/modules/door/schema.ts";
import { signTickets } from "#src/modules/tickets/sign-tickets.server.ts";
import { launchOptions } from "#tests/e2e/browser.ts";
import { inDatabaseOf, startOwnServer } from "#tests/e2e/own-server.ts";
import { cameraArgs, refuseCamera, type Held, ticketFrame, writeVideo } from "#tests/e2e/ticket-video.ts";

// The scanner on a processor that is slowed down four times: from a picture to the verdict, opening without a line, and which share
// of hard pictures is read, beside the decoder's own defaults. Workers aren't slowed down by the browser: what the decoder took
// there is counted four times instead.

const SLOWER = 4;
const OPENINGS = Number(process.env["OPENINGS"] ?? 7);

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

async function verdicts(page: Page, seconds: number): Promise<void> {
  await page.evaluate(() => performance.clearMeasures("door.verdict"));
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    await page.waitForTimeout(500); // sleeps: the video plays
    const next = page.getByRole("button", { name: "Do not admit, scan next" });
    if (await next.isVisible()) await next.click();
  }
  const found = await page.evaluate(() =>
    performance.getEntriesByName("door.verdict").map((one) => {
      const { decodeMs } = (one as PerformanceMeasure).detail as { decodeMs: number };
      return { ms: one.duration, decodeMs };
    }),
  );
  const slow = found.map(({ ms, decodeMs }) => ms + (SLOWER - 1) * decodeMs);
  const decoding = found.map(({ decodeMs }) => decodeMs);
  console.log(
    `${found.length} verdicts: p50 ${percentile(slow, 0.5).toFixed(0)} ms, p95 ${percentile(slow, 0.95).toFixed(0)} ms` +
      ` (decoder alone, not slowed down: p50 ${percentile(decoding, 0.5).toFixed(1)}, p95 ${percentile(decoding, 0.95).toFixed(1)} ms)`,
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
  let tokens: string[] = [];
  await inDatabaseOf(server.folder, async (db) => {
    tokens = await signTickets(
      { db },
      ids.map((ticketId) => ({ ticketId, departureId: here.id })),
    );
  });
  await shares(tokens);

  const video = path.join(folder, "door.mjpeg");
  const holds = Object.values(HELD).slice(0, -1);
  const street = await ticketFrame(null);
  const frames = await Promise.all(tokens.slice(0, 14).map((token, n) => ticketFrame(token, holds[n % holds.length])));
  writeVideo(
    video,
    frames.flatMap((picture) => [
      { picture: street, times: 35 },
      { picture, times: 60 },
    ]),
  );
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
  console.log("\nfrom a picture to the verdict, with a line:");
  await verdicts(page, 50);
  await context.setOffline(true);
  await page.getByText("Offline since").waitFor();
  console.log("the same, without:");
  await verdicts(page, 50);

  const openings: number[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    await page.reload({ waitUntil: "commit" });
    await page.getByText(`${here.title}, ${here.start}`).waitFor();
    openings.push(await page.evaluate(() => performance.now()));
  }
  console.log(
    `opened from the phone, without a line: p50 ${percentile(openings, 0.5).toFixed(0)} ms, most ${Math.max(...openings).toFixed(0)} ms`,
  );
  await browser.close();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
  await server.stop();
}
