import { inDatabaseOf, type OwnServer } from "#tests/e2e/own-server.ts";

type Server = Pick<OwnServer, "origin" | "folder">;

/** Configures an advertising pixel, until the returned function is called: the other stories run without one. */
export async function configurePixel(server: Server, id: string): Promise<() => Promise<void>> {
  await inDatabaseOf(server.folder, async (db) => {
    await db.insertInto("app_settings").values({ key: "fb_pixel_id", value: id }).execute();
  });
  await waitUntil(server, (served) => served.includes(id));
  return async () => {
    await inDatabaseOf(server.folder, async (db) => {
      await db.deleteFrom("app_settings").where("key", "=", "fb_pixel_id").execute();
    });
    await waitUntil(server, (served) => !served.includes(id));
  };
}

/** The server hears of a change of its settings a moment later, and forgets its cached pages with them. */
async function waitUntil({ origin }: Server, fits: (served: string) => boolean): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (fits(await (await fetch(`${origin}/api/functions/get-fb-pixel-config`)).text())) return;
    await new Promise((done) => setTimeout(done, 100)); // sleeps: between two polls
  }
  throw new Error("the server doesn't hear of the pixel");
}
