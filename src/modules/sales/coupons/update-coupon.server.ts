import { fail, ok } from "#src/kernel/result.ts";
import { codeKey } from "#src/modules/sales/coupons/rules/discount.ts";
import { instantsOf, type StoredCoupon, formValuesOf } from "#src/modules/sales/coupons/rules/coupon-form.ts";
import type { SaveCoupon } from "#src/modules/sales/coupons/schema.ts";
import {
  holdCoupon,
  isCodeOfPartner,
  isCodeTaken,
  partnerName,
  writeCoupon,
} from "#src/modules/sales/coupons/store/admin.server.ts";
import { placeName } from "#src/modules/sales/price-rules/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Changes a coupon opened at `version`. Bookings that use it keep their promised terms (docs/decisions/051). Refusals: forbidden
 * {missing}, coupon_not_found, changed_meanwhile {current, version}, code_used (bookings name its code), code_taken, code_of_partner,
 * partner_not_found, place_not_found. Bookings made with it stay with whom they are credited to.
 */
export async function updateCoupon(
  ctx: Context,
  { id, version, ...input }: SaveCoupon & { id: string; version: number },
) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const stored = await holdCoupon(tx, id);
    if (!stored) return fail("coupon_not_found");
    if (stored.version !== version)
      return fail("changed_meanwhile", { current: formValuesOf(stored), version: stored.version });
    const isRenamed = codeKey(stored.code) !== codeKey(input.code);
    if (isRenamed && (await ctx.ask.timesRedeemed(tx, id)) > 0) return fail("code_used");
    if (isRenamed && (await isCodeTaken(tx, input.code, id))) return fail("code_taken");
    if (isRenamed && (await isCodeOfPartner(tx, input.code))) return fail("code_of_partner");
    const [had, partner] = await namesOf(tx, [stored.partner_id, input.partner_id]);
    if (partner === undefined) return fail("partner_not_found");
    const place = await placeName(tx, input);
    if (place === undefined) return fail("place_not_found");
    const row = { ...input, ...instantsOf(input, stored) };
    const { partner_id: moved, city_id: city, crawl_id: crawl, ...changes } = differences(stored, row);
    if (!moved && !city && !crawl && Object.keys(changes).length === 0) return ok({ id });
    await writeCoupon(tx, id, row);
    await audit(tx, ctx, {
      action: "coupon.updated",
      subject: ["coupon", id],
      // in words: an id means nothing to readers of the log
      changes: {
        ...changes,
        ...(moved ? { partner: [had, partner] } : {}),
        ...(city || crawl ? { valid_for: [await placeName(tx, stored), place] } : {}),
      },
    });
    return ok({ id });
  });
}

/** The names of partners; null of none, undefined of one that there isn't. */
const namesOf = (tx: Tx, ids: readonly (string | null)[]) =>
  Promise.all(ids.map(async (id) => (id === null ? null : partnerName(tx, id))));

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

function differences(stored: StoredCoupon, now: StoredCoupon): Record<string, readonly [unknown, unknown]> {
  const pairs = (Object.keys(now) as (keyof StoredCoupon)[]).map(
    (field) => [field, [plain(stored[field]), plain(now[field])]] as const,
  );
  return Object.fromEntries(pairs.filter(([, [old, value]]) => old !== value));
}
