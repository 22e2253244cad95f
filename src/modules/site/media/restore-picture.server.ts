import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { holdPicture, writeTrashed } from "#src/modules/site/media/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Takes a picture out of the trash. Idempotent. Refusals: forbidden {missing}, picture_not_found (it may be gone for good). */
export async function restorePicture(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const picture = await holdPicture(tx, id);
    if (!picture) return fail("picture_not_found");
    if (!picture.trashed_at) return ok({});
    await writeTrashed(tx, id, { trashed: false, now: ctx.now });
    await audit(tx, ctx, {
      action: "picture.restored",
      subject: ["picture", id],
      changes: { deleted_at: [picture.trashed_at, null] },
    });
    return ok({});
  });
}
