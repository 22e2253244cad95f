import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { cutoffChanged } from "#src/modules/site/catalog/events.ts";
import { addressFor, draftOf, type StoredCrawl } from "#src/modules/site/catalog/rules/draft.ts";
import { comingTogether } from "#src/modules/site/catalog/rules/coming.ts";
import { changesOf, formerSlugs } from "#src/modules/site/catalog/rules/saving.ts";
import type { CrawlFields } from "#src/modules/site/catalog/schema.ts";
import {
  addressesOfOthers,
  type EditedCrawl,
  lockCrawlAndItsDates,
  saveCrawl,
  zonesOf,
} from "#src/modules/site/catalog/store/editing.server.ts";
import { isGone, namesGonePicture } from "#src/modules/site/media/queries.server.ts";
import { currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

type Input = { id: string; version: number; crawl: CrawlFields };

/**
 * Saves a crawl's form unless it was saved since it was opened. A former slug keeps redirecting, and upcoming departures get the
 * new sales cutoff. Returns the crawl as it is stored now. Refusals: forbidden {missing}, crawl_not_found, crawl_deleted, changed_meanwhile {current: {version, draft}},
 * slug_taken, city_unknown, city_in_use {departures} (departures are dated in the time zone of the city they were planned in),
 * currency_without_rate, picture_gone {field} (deleted for good since the form was opened).
 */
export async function updateCrawl(ctx: Context, { id, version, crawl }: Input) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  const { perUsd } = await currencyRates(ctx);
  if (!perUsd[crawl.currency]) return fail("currency_without_rate");
  const now = { ...crawl, slug: crawl.slug || (await addressOf(ctx, id, crawl.title)) };
  try {
    return await ctx.db.transaction().execute(async (tx) => {
      const was = await lockCrawlAndItsDates(tx, id);
      if (!was) return fail("crawl_not_found");
      if (was.deleted_at) return fail("crawl_deleted");
      if (was.version !== version)
        return fail("changed_meanwhile", { current: { version: was.version, draft: draftOf(was) } });
      return (await refusedCity(tx, ctx, was, now)) ?? save(tx, ctx, was, now);
    });
  } catch (error) {
    if (violated(error) === "pub_crawls_slug_key") return fail("slug_taken");
    if (namesGonePicture(error)) return pictureGone(ctx, now);
    throw error;
  }
}

/** The address of a crawl whose form leaves it empty. */
export const addressOf = async ({ db }: Context, id: string, title: string) =>
  addressFor(title, id, await addressesOfOthers(db, id));

/** The refusal of a crawl with a picture that has been deleted for good; `field` holds it. */
export const pictureGone = async (ctx: Context, { image }: StoredCrawl) =>
  fail("picture_gone", { field: image && (await isGone(ctx, image)) ? ("image" as const) : ("gallery" as const) });

async function refusedCity(tx: Tx, ctx: Context, was: EditedCrawl, now: StoredCrawl) {
  if (was.city_id === now.city_id) return null;
  const zones = await zonesOf(tx, [was.city_id, now.city_id]);
  if (!zones.has(now.city_id)) return fail("city_unknown");
  if (zones.get(was.city_id) === zones.get(now.city_id)) return null;
  const { departures } = comingTogether(await ctx.ask.comingOfCrawls(tx, ctx.now, { crawl: was.id }));
  return departures > 0 ? fail("city_in_use", { departures }) : null;
}

async function save(tx: Tx, ctx: Context, was: EditedCrawl, now: StoredCrawl) {
  const changes = changesOf(was, now);
  if (Object.keys(changes).length === 0) return ok({ version: was.version, draft: draftOf(now) });
  await saveCrawl(tx, was.id, now, formerSlugs(was, now.slug));
  await audit(tx, ctx, { action: "crawl.updated", subject: ["crawl", was.id], changes });
  const { sales_cutoff_minutes: minutes } = now;
  if (minutes !== was.sales_cutoff_minutes) await ctx.publish(ctx, tx, cutoffChanged({ crawlId: was.id, minutes }));
  return ok({ version: was.version + 1, draft: draftOf(now) });
}
