import { fail, ok } from "#src/kernel/result.ts";
import { isSame } from "#src/kernel/merge.ts";
import { lockOrder, saveOrder } from "#src/modules/site/catalog/store/cities.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Puts all cities in another order, as the menus show them. `was` is the order that the person saw, as ids: if somebody else has
 * ordered, added or removed cities since, nothing is written. Idempotent. Refusals: forbidden {missing}, changed_meanwhile
 * {order}, not_the_cities (`now` has others than `was`).
 */
export async function orderCities(ctx: Context, { was, now }: { was: readonly string[]; now: readonly string[] }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  if (!isSame(was.toSorted(), now.toSorted())) return fail("not_the_cities");
  return ctx.db.transaction().execute(async (tx) => {
    const cities = await lockOrder(tx);
    const order = cities.map(({ id }) => id);
    if (isSame(order, now)) return ok({ order });
    if (!isSame(order, was)) return fail("changed_meanwhile", { order });
    await saveOrder(tx, now);
    const namesOf = (ids: readonly string[]) => ids.map((id) => cities.find((city) => city.id === id)?.name);
    const changes = { cities: [namesOf(order), namesOf(now)] as const };
    await audit(tx, ctx, { action: "cities.ordered", subject: ["cities", "order"], changes });
    return ok({ order: [...now] });
  });
}
