import { deleteCrawl } from "#src/modules/site/catalog/delete-crawl.server.ts";
import { overruleTitle } from "#src/modules/site/catalog/overrule-title.server.ts";
import { restoreCrawl } from "#src/modules/site/catalog/restore-crawl.server.ts";
import type { CrawlAct } from "#src/modules/site/catalog/rules/answer.ts";
import { switchCrawl } from "#src/modules/site/catalog/switch-crawl.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Runs a staff action on a crawl. Each use case checks permissions, audits and returns its own refusals. */
export function actOnCrawl(ctx: Context, { act, id }: { act: CrawlAct; id: string }) {
  switch (act) {
    case "activate":
    case "deactivate":
      return switchCrawl(ctx, { id, is_active: act === "activate" });
    case "show_everywhere":
    case "follow_title":
      return overruleTitle(ctx, { id, on_every_site: act === "show_everywhere" });
    case "delete":
      return deleteCrawl(ctx, { id });
    case "restore":
      return restoreCrawl(ctx, { id });
  }
}
