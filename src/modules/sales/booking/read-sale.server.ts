import { guestOf } from "#src/modules/sales/booking/guard-unpaid.server.ts";
import {
  type Entered,
  type Naming,
  type Offer,
  readOffer,
  readOfferTogether,
} from "#src/modules/sales/booking/store/hold.server.ts";
import { guessesAt, guessesOf } from "#src/modules/sales/coupons/redeem-coupon.server.ts";
import { codeKey } from "#src/modules/sales/coupons/rules/discount.ts";
import { calendarOf } from "#src/modules/site/catalog/queries.server.ts";
import { isSeenOn } from "#src/modules/site/catalog/rules/visible.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Statements, Tx } from "#src/platform/db.server.ts";

/** `codes`: what is entered of a coupon's and of a partner's code, which are looked up along with it, and the address of who enters them. */
type SaleInput = {
  departureId: string;
  browser: string | null;
  key: string | null;
  naming?: Naming | null;
  codes?: { coupon?: string | null | undefined; partner?: string | null | undefined; email?: string | undefined };
};

/** Reads with these, whatever transaction they belong to. */
type From = { db: Db | Tx; on: Statements };

/**
 * What `readOffer` reads, with the crawl that the site sells the departure as: its own, or the default crawl (`inCalendar`). The
 * chosen default is tried first, so that a sale doesn't wait for the list of crawls; one that the site doesn't show is as good as
 * none. Checks nothing.
 */
export async function readSale(ctx: Context, preview: SaleInput, { db, on }: From = { db: ctx.db, on: ctx.pool }) {
  const { defaultCrawlId: chosen } = await appSettings({ db });
  const { codes = {}, ...request } = preview;
  const [coupon, partner] = [codes.coupon?.trim(), codes.partner?.trim()];
  const couponKey = coupon ? codeKey(coupon) : null;
  // a partner's code that is entered as well is a guess each time
  const guesses = partner ? guessesOf(ctx) : couponKey === null ? null : guessesAt(ctx, couponKey);
  const asOf = (defaultCrawlId: string | null, entered: Entered) =>
    (on === ctx.pool ? readOfferTogether : readOffer)(on, {
      naming: null,
      ...request,
      entered,
      now: ctx.now,
      defaultCrawlId,
      practice: practises(ctx),
      guest: guestOf(ctx, codes.email ?? ""),
    });
  const offer: Offer | null = await asOf(chosen, { couponKey, guesses });
  if (!offer || (offer.sold_as && isSeenOn(offer.sold_as, ctx.site))) return offer;
  const { defaultCrawlId: next } = await calendarOf({ ...ctx, db });
  if (next === null || next === chosen) return offer;
  // it was one guess
  const counted = guesses && { counters: [], since: guesses.since };
  const other = await asOf(next, { couponKey, guesses: counted });
  return other && { ...other, guessed_out: offer.guessed_out };
}
