import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changed } from "#src/modules/site/content/rules/items.ts";
import type { DescribeImage } from "#src/modules/site/content/schema.ts";
import { holdItem, imageById, writeDescription } from "#src/modules/site/content/store/items.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Says in both languages what a gallery's picture shows, opened at `version`. Returns what it said, and its version now.
 * Refusals: forbidden {missing}, item_not_found, item_deleted, changed_meanwhile {current, version}.
 */
export async function describeImage(
  ctx: Context,
  { id, version, ...input }: DescribeImage & { id: string; version: number },
) {
  if (!can(ctx.actor, "content.change")) return fail("forbidden", { missing: "content.change" });
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await holdItem(tx, "gallery_image", id))) return fail("item_not_found");
    const stored = (await imageById(tx, id))!;
    if (stored.deleted_at) return fail("item_deleted");
    const before = { alt: stored.alt, alt_es: stored.alt_es ?? "" };
    const row = { alt: input.alt, alt_es: input.alt_es || null };
    const changes = changed({ alt: stored.alt, alt_es: stored.alt_es || null }, row);
    if (Object.keys(changes).length === 0) return ok({ before, version: stored.version });
    if (stored.version !== version) return fail("changed_meanwhile", { current: before, version: stored.version });
    await writeDescription(tx, id, row);
    await audit(tx, ctx, { action: "gallery_image.described", subject: ["gallery_image", id], changes });
    return ok({ before, version: version + 1 });
  });
}
