import { fail, ok } from "#src/kernel/result.ts";
import { forgetRules, nameOfPartner } from "#src/modules/sales/price-rules/queries.server.ts";
import type { SaveRule } from "#src/modules/sales/price-rules/schema.ts";
import { insertRule, nextPosition, placeName } from "#src/modules/sales/price-rules/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** Adds a price rule, after all others where no position is given. Refusals: forbidden {missing}, place_not_found, partner_not_found. */
export async function createRule(ctx: Context, input: SaveRule) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  const created = await ctx.db.transaction().execute(async (tx) => {
    const place = await placeName(tx, input);
    if (place === undefined) return fail("place_not_found");
    const partner = await nameOfPartner(ctx, tx, input.partner_id);
    if (partner === undefined) return fail("partner_not_found");
    const row = { ...input, weekdays: [...input.weekdays], position: input.position ?? (await nextPosition(tx)) };
    const { id } = await insertRule(tx, { ...row, created_at: ctx.now });
    const { city_id: _city, crawl_id: _crawl, partner_id: _partner, ...stored } = row;
    // in words: an id means nothing to readers of the log; what is no condition says nothing
    const changes = Object.entries({ ...stored, valid_for: place, partner })
      .filter(([, value]) => value !== null && String(value) !== "")
      .map(([field, value]) => [field, [null, value]]);
    await audit(tx, ctx, {
      action: "price_rule.created",
      subject: ["price_rule", id],
      changes: Object.fromEntries(changes) as Record<string, readonly [unknown, unknown]>,
    });
    return ok({ id });
  });
  forgetRules(ctx);
  return created;
}
