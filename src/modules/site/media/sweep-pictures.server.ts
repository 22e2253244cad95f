import { trashedTooLong, unusedTooLong } from "#src/modules/site/media/rules/keeping.ts";
import {
  holdPicture,
  noteUnused,
  trashedBefore,
  unusedBefore,
  usesOf,
  writePurged,
} from "#src/modules/site/media/store.server.ts";
import { trashUnused } from "#src/modules/site/media/trash-picture.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { failuresOf, throwTogether } from "#src/platform/each-in-turn.server.ts";
import { filesOfPicture } from "#src/platform/encode-picture.server.ts";
import { storageOf } from "#src/platform/storage.server.ts";

/**
 * Job: puts pictures into the trash that nothing has used for 30 days, and deletes those for good that have lain there for 30
 * days; so many of each a night. What was used in the meantime stays. One that fails stops no other, but throws at the end, to be
 * tried again: the store of its files doesn't answer.
 */
export async function sweepPictures(ctx: Context): Promise<void> {
  await noteUnused(ctx.db, ctx.now);
  const unused = await unusedBefore(ctx.db, unusedTooLong(ctx.now), MOST);
  const naming = { event: "picture.not_swept", about: (picture: string) => ({ picture }) };
  const failed = await failuresOf(unused, naming, (id) => trashUnused(ctx, id));
  const trashed = await trashedBefore(ctx.db, trashedTooLong(ctx.now), MOST);
  failed.push(...(await failuresOf(trashed, naming, (id) => purgePicture(ctx, id))));
  throwTogether(failed, "pictures weren't swept");
}

/** Each is looked for in all records once more: more in one night would be work for long. */
const MOST = 100;

/** Deletes a picture's files for good, unless it was used or restored meanwhile. */
async function purgePicture(ctx: Context, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const picture = await holdPicture(tx, id);
    if (!picture?.trashed_at || picture.trashed_at >= trashedTooLong(ctx.now)) return;
    if ((await usesOf(tx, id)).length > 0) return;
    await writePurged(tx, id, ctx.now);
    await audit(tx, ctx, { action: "picture.purged", subject: ["picture", id] });
    // under the lock: whoever uploads the same picture meanwhile stores it again afterward
    await storageOf(ctx.settings).remove(filesOfPicture(id));
  });
}
