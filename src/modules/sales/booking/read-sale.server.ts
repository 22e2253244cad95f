import { type Naming, type Offer, readOffer } from "#src/modules/sales/booking/store/hold.server.ts";
import { calendarOf } from "#src/modules/site/catalog/queries.server.ts";
import { isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

type SaleInput = { departureId: string; browser: string | null; key: string | null; naming?: Naming | null };

/** Reads with these, whatever transaction they belong to. */
type From = { db: Db | Tx; on: Statements };

/**
 * What `readOffer` reads, with the crawl that the site sells the departure as: its own, or the default crawl (`inCalendar`). The
 * chosen default is tried first, so that a sale doesn't wait for the list of crawls; one that the site doesn't show is as good as
 * none. Checks nothing.
 */
export async function readSale(ctx: Context, preview: SaleInput, { db, on }: From = { db: ctx.db, on: ctx.pool }) {
  const { defaultCrawlId: chosen } = await appSettings({ db });
  const asOf = (defaultCrawlId: string | null) =>
    readOffer(on, { naming: null, ...preview, now: ctx.now, defaultCrawlId, practice: practises(ctx) });
  const offer: Offer | null = await asOf(chosen);
  if (!offer || (offer.sold_as && isSeenOn(offer.sold_as, ctx.site))) return offer;
  const { defaultCrawlId: next } = await calendarOf({ ...ctx, db });
  return next === null || next === chosen ? offer : asOf(next);
}
