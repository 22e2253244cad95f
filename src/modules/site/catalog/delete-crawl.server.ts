import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { comingTogether } from "#src/modules/site/catalog/rules/coming.ts";
import { lockCrawlAndItsDates, setCrawlState } from "#src/modules/site/catalog/store/editing.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Moves a crawl to the deleted list, from which it can be restored. Past departures and bookings stay unchanged. Refused with
 * upcoming departures, since guests may hold seats in them. Refusals: forbidden {missing}, crawl_not_found, has_departures
 * {departures, people}.
 */
export async function deleteCrawl(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ctx.db.transaction().execute(async (tx) => {
    // concurrent departure inserts wait for this lock and are then refused (departures_need_a_crawl)
    const was = await lockCrawlAndItsDates(tx, id);
    if (!was) return fail("crawl_not_found");
    if (was.deleted_at) return ok({ title: inLocale(ctx.locale, was.title, was.title_es) });
    const { departures, people } = comingTogether(await ctx.ask.comingOfCrawls(tx, ctx.now, { crawl: id }));
    if (departures > 0) return fail("has_departures", { departures, people });
    await setCrawlState(tx, id, { is_active: false, deleted_at: ctx.now });
    await audit(tx, ctx, {
      action: "crawl.deleted",
      subject: ["crawl", id],
      changes: { deleted_at: [null, ctx.now], ...(was.is_active ? { is_active: [true, false] } : {}) },
    });
    return ok({ title: inLocale(ctx.locale, was.title, was.title_es) });
  });
}
