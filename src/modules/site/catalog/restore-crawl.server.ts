import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { lockCrawl, setCrawlState } from "#src/modules/site/catalog/store/editing.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Restores a deleted crawl to the list, hidden until activated: its texts and prices may be outdated. Refusals: forbidden
 * {missing}, crawl_not_found.
 */
export async function restoreCrawl(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockCrawl(tx, id);
    if (!was) return fail("crawl_not_found");
    if (was.deleted_at) {
      await setCrawlState(tx, id, { is_active: false, deleted_at: null });
      await audit(tx, ctx, {
        action: "crawl.restored",
        subject: ["crawl", id],
        changes: { deleted_at: [was.deleted_at, null] },
      });
    }
    return ok({ title: inLocale(ctx.locale, was.title, was.title_es) });
  });
}
