import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { outOfOrder } from "#src/modules/evening/stops/rules/route.ts";
import { isSameList, sayStops } from "#src/modules/evening/stops/rules/say-stops.ts";
import type { CrawlStop } from "#src/modules/evening/stops/schema.ts";
import { barsToChoose, crawlStops, lockCrawl, saveCrawlStops } from "#src/modules/evening/stops/store/route.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Saves a crawl's stops in their order; `seen` are those that the page was opened with. Nights that already have stops of their own
 * keep them. Refusals: forbidden {missing}, crawl_not_found, changed_meanwhile, bar_not_found, out_of_order {index}.
 */
export async function setCrawlStops(
  ctx: Context,
  { crawlId, seen: stopsBefore, stops }: { crawlId: string; seen: readonly CrawlStop[]; stops: readonly CrawlStop[] },
) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  const index = outOfOrder(stops.map(({ at }) => at));
  if (index >= 0) return fail("out_of_order", { index });
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockCrawl(tx, crawlId))) return fail("crawl_not_found");
    const was = await crawlStops(tx, crawlId);
    if (isSameList(was, stops)) return ok({});
    if (!isSameList(was, stopsBefore)) return fail("changed_meanwhile");
    const bars = await barsToChoose(
      tx,
      was.map((stop) => stop.bar_id),
    );
    if (stops.some(({ bar_id: id }) => !bars.some((bar) => bar.id === id))) return fail("bar_not_found");
    await saveCrawlStops(tx, crawlId, stops);
    const changes = { stops: [sayStops(was, bars), sayStops(stops, bars)] as const };
    await audit(tx, ctx, { action: "crawl.stops_changed", subject: ["crawl", crawlId], changes });
    return ok({});
  });
}
