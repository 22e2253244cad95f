import { fail, ok } from "#src/kernel/result.ts";
import { can, type Permission } from "#src/modules/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { encodePicture } from "#src/platform/encode-picture.server.ts";
import { storageOf } from "#src/platform/storage.server.ts";
import { StorageAway, StorageFull } from "#src/platform/stored-file.server.ts";

/** Who may keep a picture: whoever may change what it is for. */
export type PicturePermission = Extract<Permission, "crawls.change" | "content.change" | "settings.change">;

/**
 * Stores a picture in every width and format; `src` is its URL as pages use it, without width and extension. The same picture
 * always gets the same URL. `needs`: the permission to change what the picture is for. Refusals: forbidden {missing}, picture_too_large, picture_type, picture_too_many_pixels,
 * picture_broken, storage_full, storage_away.
 */
export async function keepPicture(ctx: Context, bytes: Uint8Array, needs: PicturePermission) {
  if (!can(ctx.actor, needs)) return fail("forbidden", { missing: needs });
  const encoded = await encodePicture(bytes);
  if (typeof encoded === "string") return fail(encoded);
  try {
    await storageOf(ctx.settings).keep(encoded.files);
  } catch (error) {
    if (error instanceof StorageFull) return fail("storage_full");
    if (error instanceof StorageAway) return fail("storage_away");
    throw error;
  }
  await audit(ctx.db, ctx, { action: "picture.kept", subject: ["picture", encoded.name] });
  return ok({ src: `/uploads/${encoded.name}` });
}
