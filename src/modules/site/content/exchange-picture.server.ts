import { exchangeSectionPicture } from "#src/modules/site/content/store/home.server.ts";
import { exchangeItemPicture } from "#src/modules/site/content/store/items.server.ts";
import type { pictureReplaced } from "#src/modules/site/media/events.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A picture was replaced: the gallery, Instagram's posts and the home page show the other one; its versions stay as published. */
export async function exchangeContentPicture(
  _: Context,
  tx: Tx,
  replaced: ReturnType<typeof pictureReplaced>["payload"],
): Promise<void> {
  await exchangeItemPicture(tx, replaced);
  await exchangeSectionPicture(tx, replaced);
}
