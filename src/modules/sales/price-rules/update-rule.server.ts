import { fail, ok } from "#src/kernel/result.ts";
import { forgetRules, nameOfPartner } from "#src/modules/sales/price-rules/queries.server.ts";
import { formValuesOf } from "#src/modules/sales/price-rules/rules/rule-form.ts";
import type { SaveRule } from "#src/modules/sales/price-rules/schema.ts";
import { holdRule, nextPosition, placeName, writeRule } from "#src/modules/sales/price-rules/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Changes a price rule opened at `version`. Bookings keep the price that they were made at. Refusals: forbidden {missing},
 * rule_not_found, changed_meanwhile {current, version}, place_not_found, partner_not_found.
 */
export async function updateRule(ctx: Context, { id, version, ...input }: SaveRule & { id: string; version: number }) {
  if (!can(ctx.actor, "coupons.change")) return fail("forbidden", { missing: "coupons.change" });
  const updated = await ctx.db.transaction().execute(async (tx) => {
    const stored = await holdRule(tx, id);
    if (!stored) return fail("rule_not_found");
    if (stored.version !== version)
      return fail("changed_meanwhile", { current: formValuesOf(stored), version: stored.version });
    const place = await placeName(tx, input);
    if (place === undefined) return fail("place_not_found");
    const partner = await nameOfPartner(ctx, tx, input.partner_id);
    if (partner === undefined) return fail("partner_not_found");
    const row = { ...input, weekdays: [...input.weekdays], position: input.position ?? (await nextPosition(tx)) };
    const fields = (Object.keys(row) as (keyof typeof row)[]).filter(
      (field) => String(stored[field]) !== String(row[field]),
    );
    if (fields.length === 0) return ok({ id });
    const isMoved = fields.includes("city_id") || fields.includes("crawl_id");
    await writeRule(tx, id, row);
    await audit(tx, ctx, {
      action: "price_rule.updated",
      subject: ["price_rule", id],
      changes: {
        ...Object.fromEntries(
          fields
            .filter((field) => field !== "city_id" && field !== "crawl_id" && field !== "partner_id")
            .map((field) => [field, [stored[field], row[field]] as const]),
        ),
        // in words: an id means nothing to readers of the log
        ...(isMoved ? { valid_for: [await placeName(tx, stored), place] } : {}),
        ...(fields.includes("partner_id")
          ? { partner: [await nameOfPartner(ctx, tx, stored.partner_id), partner] }
          : {}),
      },
    });
    return ok({ id });
  });
  forgetRules(ctx);
  return updated;
}
