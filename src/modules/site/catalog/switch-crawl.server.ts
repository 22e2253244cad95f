import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { lockCrawl, setCrawlState } from "#src/modules/site/catalog/store/editing.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Shows a crawl on the site or hides it; `unseen`: why guests of some site don't see it then. Idempotent. Refusals: forbidden {missing}, crawl_not_found, crawl_deleted. */
export async function switchCrawl(ctx: Context, { id, is_active }: { id: string; is_active: boolean }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockCrawl(tx, id);
    if (!was) return fail("crawl_not_found");
    if (was.deleted_at) return fail("crawl_deleted");
    if (was.is_active !== is_active) {
      await setCrawlState(tx, id, { is_active, deleted_at: null });
      await audit(tx, ctx, {
        action: is_active ? "crawl.activated" : "crawl.deactivated",
        subject: ["crawl", id],
        changes: { is_active: [was.is_active, is_active] },
      });
    }
    return ok({ title: inLocale(ctx.locale, was.title, was.title_es), unseen: unseenHere(ctx, { ...was, is_active }) });
  });
}
