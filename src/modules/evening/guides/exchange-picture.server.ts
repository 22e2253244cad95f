import { exchangePicture } from "#src/modules/evening/guides/store/months.server.ts";
import type { pictureReplaced } from "#src/modules/site/media/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A picture was replaced: guides show the other one. */
export async function exchangePortrait(
  _: Context,
  tx: Tx,
  replaced: ReturnType<typeof pictureReplaced>["payload"],
): Promise<void> {
  await exchangePicture(tx, replaced);
}
