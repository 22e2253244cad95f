import { exchangeCityPicture } from "#src/modules/site/catalog/store/cities.server.ts";
import { exchangeCrawlPicture } from "#src/modules/site/catalog/store/editing.server.ts";
import type { pictureReplaced } from "#src/modules/site/media/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A picture was replaced: crawls and cities show the other one. Editors who have one open learn of it by its version. */
export async function exchangeCatalogPicture(
  _: Context,
  tx: Tx,
  replaced: ReturnType<typeof pictureReplaced>["payload"],
): Promise<void> {
  await exchangeCrawlPicture(tx, replaced);
  await exchangeCityPicture(tx, replaced);
}
