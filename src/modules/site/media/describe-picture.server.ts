import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { forgetFocus } from "#src/modules/site/media/queries.server.ts";
import type { DescribePicture } from "#src/modules/site/media/schema.ts";
import { holdPicture, writePicture } from "#src/modules/site/media/store.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

const FIELDS = ["alt", "alt_es", "focus_x", "focus_y"] as const;

/**
 * Says in both languages what a picture shows, and where its focus is, opened at `version`. Returns what was there, and its
 * version now. Refusals: forbidden {missing}, picture_not_found, changed_meanwhile {current, version}.
 */
export async function describePicture(
  ctx: Context,
  { id, version, ...input }: DescribePicture & { id: string; version: number },
) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  const done = await ctx.db.transaction().execute(async (tx) => {
    const stored = await holdPicture(tx, id);
    if (!stored) return fail("picture_not_found");
    const { alt, alt_es, focus_x, focus_y } = stored;
    const before = { alt, alt_es: alt_es ?? "", focus_x, focus_y };
    const changed = FIELDS.filter((field) => before[field] !== input[field]);
    if (changed.length === 0) return ok({ before, version: stored.version });
    if (stored.version !== version) return fail("changed_meanwhile", { current: before, version: stored.version });
    const row = { ...input, alt_es: input.alt_es || null };
    await writePicture(tx, id, Object.fromEntries(changed.map((field) => [field, row[field]])));
    await audit(tx, ctx, {
      action: "picture.described",
      subject: ["picture", id],
      changes: Object.fromEntries(changed.map((field) => [field, [stored[field], row[field]] as const])),
    });
    return ok({ before, version: version + 1 });
  });
  if (done.ok) forgetFocus(ctx);
  return done;
}
