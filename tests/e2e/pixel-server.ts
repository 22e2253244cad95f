import { inDatabaseOf, type OwnServer, startOwnServer } from "#tests/e2e/own-server.ts";

/** The product with an advertising pixel configured, on its own database: the other tests run without one. */
export async function startWithPixel(id: string): Promise<OwnServer> {
  const server = await startOwnServer();
  try {
    await configure(server.folder, id);
    await isServed(`${server.origin}/api/functions/get-fb-pixel-config`, id);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const configure = (folder: string, id: string): Promise<void> =>
  inDatabaseOf(folder, async (db) => {
    await db.insertInto("app_settings").values({ key: "fb_pixel_id", value: id }).execute();
  });

/** Settings are cached for a second. */
async function isServed(address: string, id: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await (await fetch(address)).text()).includes(id)) return;
    await new Promise((done) => setTimeout(done, 100)); // sleeps: between two polls
  }
  throw new Error("the pixel is not served");
}
