import { fail, ok } from "#src/kernel/result.ts";
import { leftForBill } from "#src/modules/money/credits/reserve-credit.server.ts";
import { priceSale } from "#src/modules/sales/booking/queries.server.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { CheckCredit } from "#src/modules/evening/till/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * What a gift card or credit would pay of a sale at the door, before it is made; wrong codes are limited as for guests. Needs
 * `sales.door`. Refusals: forbidden {missing}, and those of `priceSale` and `leftForBill`.
 */
export async function checkCredit(ctx: Context, input: CheckCredit) {
  if (!can(ctx.actor, "sales.door") || !ctx.actor.userId) return fail("forbidden", { missing: "sales.door" as const });
  return leftForSale(ctx, input);
}

/** The same for a caller that has checked permissions. `pays`: of this sale, in minor units; `credit`: as its form shows it. */
export async function leftForSale(
  ctx: Context,
  { departure_id, people, currency, add_ons, credit_code: code }: CheckCredit,
) {
  const wish = { scheduled_crawl_id: departure_id, number_of_people: people, currency, add_ons };
  const priced = await priceSale(ctx, wish, { total: null });
  if (!priced.ok) return priced;
  const { amount_minor: total } = priced.quote.total;
  const smallest = SMALLEST_CHARGE[currency];
  const found = await leftForBill(ctx, code, { total, currency, smallest, test: practises(ctx) });
  return found.ok ? ok({ ...found, credit: { code, left: found.left, currency } }) : found;
}
