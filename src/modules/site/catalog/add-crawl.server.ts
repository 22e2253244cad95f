import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { changesOf } from "#src/modules/site/catalog/rules/saving.ts";
import { emptyRow } from "#src/modules/site/catalog/rules/draft.ts";
import type { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import { crawlForEditing, insertCrawl } from "#src/modules/site/catalog/store/editing.server.ts";
import { addressOf, pictureGone } from "#src/modules/site/catalog/update-crawl.server.ts";
import { namesGonePicture } from "#src/modules/site/media/queries.server.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Adds a crawl under the id its form was opened with, so submitting twice adds one. Without a slug it gets one of its title.
 * Refusals:
 * forbidden {missing}, slug_taken, city_unknown, currency_without_rate, picture_gone {field}.
 */
export async function addCrawl(ctx: Context, { id, crawl }: { id: string; crawl: CrawlFields }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  const { perUsd } = await currencyRates(ctx);
  if (!perUsd[crawl.currency]) return fail("currency_without_rate");
  const row = { ...crawl, slug: crawl.slug || (await addressOf(ctx, id, crawl.title)) };
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      if (!(await insertCrawl(tx, id, row, ctx.now))) return ok({ id });
      const changes = changesOf(emptyRow(), row);
      await audit(tx, ctx, { action: "crawl.created", subject: ["crawl", id], changes });
      return ok({ id });
    });
  } catch (error) {
    const broken = violated(error);
    // a twin of this form may have taken it in the meantime
    if (broken === "pub_crawls_slug_key") return (await crawlForEditing(ctx.db, id)) ? ok({ id }) : fail("slug_taken");
    if (broken === "pub_crawls_city_id_fkey") return fail("city_unknown");
    if (namesGonePicture(error)) return pictureGone(ctx, row);
    throw error;
  }
}
