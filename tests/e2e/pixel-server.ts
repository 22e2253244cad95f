import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openDb, openPool } from "#src/platform/db.server.ts";
import { startEmbedded } from "#src/platform/embedded-postgres.server.ts";
import { startServer } from "#tests/servers.ts";

export type PixelServer = { origin: string; stop: () => Promise<void> };

/** The product with an advertising pixel configured, on a database of its own: the other stories play without one. */
export async function startWithPixel(id: string): Promise<PixelServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-pixel-"));
  fs.chmodSync(folder, 0o755);
  const server = await startServer({ DATA_DIR: folder });
  const origin = server.origin.replace("127.0.0.1", "localhost");
  const end = async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await configure(folder, id);
    await isServed(`${origin}/api/functions/get-fb-pixel-config`, id);
    return { origin, stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function configure(folder: string, id: string): Promise<void> {
  const cluster = await startEmbedded(path.join(folder, "pg")); // joins the one that the server has started
  const db = openDb(openPool(cluster.url(), 2));
  await db.insertInto("app_settings").values({ key: "fb_pixel_id", value: id }).execute();
  await db.destroy();
  await cluster.stop();
}

/** Settings are kept for a second. */
async function isServed(address: string, id: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await (await fetch(address)).text()).includes(id)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the pixel is not served");
}
