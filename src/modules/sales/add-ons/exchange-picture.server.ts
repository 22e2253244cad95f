import { exchangePicture } from "#src/modules/sales/add-ons/store.server.ts";
import type { pictureReplaced } from "#src/modules/site/media/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A picture was replaced: add-ons show the other one. Editors who have one open learn of it by its version. */
export async function exchangeAddOnPicture(
  _: Context,
  tx: Tx,
  replaced: ReturnType<typeof pictureReplaced>["payload"],
): Promise<void> {
  await exchangePicture(tx, replaced);
}
