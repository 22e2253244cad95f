import { fail, ok } from "#src/kernel/result.ts";
import { can, type Permission } from "#src/modules/base/identity/rules/permissions.ts";
import { enterPicture, leavePicture } from "#src/modules/site/media/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { encodePicture } from "#src/platform/encode-picture.server.ts";
import { storageOf } from "#src/platform/storage.server.ts";
import { StorageAway, StorageFull } from "#src/platform/stored-file.server.ts";

/** Permission to store a picture: that to change the record it is for. */
export type PicturePermission = Extract<Permission, "crawls.change" | "content.change" | "settings.change">;

/**
 * Stores a picture in every width and format and enters it into the library; `src` is its URL as pages use it, without width and
 * extension, `width` and `height` are those of its largest file, `alt` and `alt_es` what the library says of it already. The same
 * picture always gets the same URL, and leaves the trash. `needs`: the permission to change what the picture is for. Refusals:
 * forbidden {missing}, picture_too_large, picture_svg, picture_type, picture_too_many_pixels, picture_broken, storage_full,
 * storage_away. Throws NotServed when too many pictures wait.
 */
export async function keepPicture(ctx: Context, bytes: Uint8Array, needs: PicturePermission) {
  if (!can(ctx.actor, needs)) return fail("forbidden", { missing: needs });
  const sender = { who: ctx.actor.userId ?? "nobody", ...ctx.request };
  const encoded = await encodePicture(bytes, sender);
  if (typeof encoded === "string") return fail(encoded);
  const { name, width, height, files } = encoded;
  // before the database is asked for anything: where there is no room, nothing is entered
  const refused = await stored(ctx, files);
  if (refused) return refused;
  const { isNew, isThere, alt, alt_es } = await enterPicture(ctx.db, encoded, ctx.now);
  // the files of one that was in the trash may have been deleted until its entry was ours
  const lost = isNew ? null : await stored(ctx, files);
  if (lost) {
    if (!isThere) await leavePicture(ctx.db, name, ctx.now);
    return lost;
  }
  await audit(ctx.db, ctx, { action: "picture.kept", subject: ["picture", name] });
  return ok({ src: `/uploads/${name}`, width, height, alt, alt_es: alt_es ?? "" });
}

/** Null once the files are stored. */
async function stored(ctx: Context, files: Parameters<ReturnType<typeof storageOf>["keep"]>[0]) {
  try {
    await storageOf(ctx.settings).keep(files);
    return null;
  } catch (error) {
    if (error instanceof StorageFull) return fail("storage_full");
    if (error instanceof StorageAway) return fail("storage_away");
    throw error;
  }
}
