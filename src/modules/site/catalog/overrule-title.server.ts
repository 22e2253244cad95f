import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { unseenHere } from "#src/modules/site/catalog/queries.server.ts";
import { lockCrawl, setOnEverySite } from "#src/modules/site/catalog/store/editing.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Has a crawl shown on every site whatever its title, or lets its title decide as by default (spec section 9). Idempotent.
 * Refusals: forbidden {missing}, crawl_not_found, crawl_deleted.
 */
export async function overruleTitle(ctx: Context, { id, on_every_site }: { id: string; on_every_site: boolean }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockCrawl(tx, id);
    if (!was) return fail("crawl_not_found");
    if (was.deleted_at) return fail("crawl_deleted");
    if (was.on_every_site !== on_every_site) {
      await setOnEverySite(tx, id, on_every_site);
      const changes = { on_every_site: [was.on_every_site, on_every_site] as const };
      await audit(tx, ctx, { action: "crawl.updated", subject: ["crawl", id], changes });
    }
    return ok({
      title: inLocale(ctx.locale, was.title, was.title_es),
      unseen: unseenHere(ctx, { ...was, on_every_site }),
    });
  });
}
