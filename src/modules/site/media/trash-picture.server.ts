import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { holdPicture, usesOf, writeTrashed } from "#src/modules/site/media/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Puts a picture that nothing uses into the trash, from where `restorePicture` brings it back for 30 days. Idempotent. Refusals:
 * forbidden {missing}, picture_not_found, picture_used {places}.
 */
export async function trashPicture(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return trashUnused(ctx, id);
}

/** The same for the job that does so when nothing has used a picture for long: checks no permission. */
export const trashUnused = (ctx: Context, id: string) =>
  ctx.db.transaction().execute(async (tx) => {
    const picture = await holdPicture(tx, id);
    if (!picture) return fail("picture_not_found");
    if (picture.trashed_at) return ok({});
    // read after the lock: whoever used it before has committed, whoever wants to waits and takes it out again
    const places = (await usesOf(tx, id)).length;
    if (places > 0) return fail("picture_used", { places });
    await writeTrashed(tx, id, { trashed: true, now: ctx.now });
    await audit(tx, ctx, {
      action: "picture.trashed",
      subject: ["picture", id],
      changes: { deleted_at: [null, ctx.now] },
    });
    return ok({});
  });
