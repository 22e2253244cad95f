import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import type { AddOnFields } from "#src/modules/sales/add-ons/schema.ts";
import {
  insertAddOn,
  lockAddOn,
  lockOrder,
  removeAddOn,
  saveAddOnRow,
  saveOrder,
  setActive,
} from "#src/modules/sales/add-ons/store.server.ts";
import { allCities, crawlChoices } from "#src/modules/site/catalog/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import { violated } from "#src/platform/transaction.server.ts";

/**
 * Adds an add-on under the id that its form was made with: the same form sent twice adds one. Refusals: forbidden {missing},
 * scope_not_found.
 */
export async function createAddOn(ctx: Context, { id, addOn }: { id: string; addOn: AddOnFields }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return changing(ctx, async (tx) => {
    if (!(await isScope(tx, addOn))) return fail("scope_not_found");
    if (!(await insertAddOn(tx, id, addOn))) return ok({ id });
    const changes = Object.fromEntries(Object.entries(addOn).map(([field, value]) => [field, [null, value] as const]));
    await audit(tx, ctx, { action: "add_on.created", subject: ["add_on", id], changes });
    return ok({ id });
  });
}

/**
 * Saves an add-on's form unless it was saved since it was opened. What was sold keeps its price. Refusals: forbidden {missing},
 * add_on_not_found, scope_not_found, changed_meanwhile {version}.
 */
export async function updateAddOn(
  ctx: Context,
  { id, version, addOn }: { id: string; version: number; addOn: AddOnFields },
) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return changing(ctx, async (tx) => {
    const was = isUuid(id) ? await lockAddOn(tx, id) : undefined;
    if (!was) return fail("add_on_not_found");
    if (!(await isScope(tx, addOn))) return fail("scope_not_found");
    const fields = Object.keys(addOn) as (keyof AddOnFields)[];
    const differing = fields.filter((field) => JSON.stringify(was[field]) !== JSON.stringify(addOn[field]));
    if (differing.length === 0) return ok({ version: was.version });
    if (was.version !== version) return fail("changed_meanwhile", { version: was.version });
    await saveAddOnRow(tx, id, addOn);
    const changes = Object.fromEntries(differing.map((field) => [field, [was[field], addOn[field]] as const]));
    await audit(tx, ctx, { action: "add_on.updated", subject: ["add_on", id], changes });
    return ok({ version: version + 1 });
  });
}

/** Offers an add-on or no longer; what was sold stays as it is. Refusals: forbidden {missing}, add_on_not_found. */
export async function switchAddOn(ctx: Context, { id, isActive }: { id: string; isActive: boolean }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return changing(ctx, async (tx) => {
    const was = isUuid(id) ? await lockAddOn(tx, id) : undefined;
    if (!was) return fail("add_on_not_found");
    if (was.is_active === isActive) return ok({ name: was.name });
    await setActive(tx, id, isActive);
    await audit(tx, ctx, { action: isActive ? "add_on.activated" : "add_on.deactivated", subject: ["add_on", id] });
    return ok({ name: was.name });
  });
}

/**
 * Puts an add-on above another one, unless it stands there already: sent again, it stays. Refusals: forbidden {missing},
 * add_on_not_found (either).
 */
export async function raiseAddOn(ctx: Context, { id, above }: { id: string; above: string }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return changing(ctx, async (tx) => {
    const order = await lockOrder(tx);
    const [from, to] = [id, above].map((one) => order.findIndex((addOn) => addOn.id === one)) as [number, number];
    if (from === -1 || to === -1) return fail("add_on_not_found");
    if (from <= to) return ok({});
    const ids = order.map((addOn) => addOn.id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    await saveOrder(tx, ids);
    const changes = { position: [order[from]!.position, to + 1] } as const;
    await audit(tx, ctx, { action: "add_on.moved", subject: ["add_on", id], changes });
    return ok({});
  });
}

/** Deletes an add-on that no booking ever had, or was about to have; others can only be switched off. Refusals: forbidden {missing}, add_on_not_found, add_on_in_use. */
export async function deleteAddOn(ctx: Context, { id }: { id: string }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  try {
    return await changing(ctx, async (tx) => {
      const was = isUuid(id) ? await lockAddOn(tx, id) : undefined;
      if (!was) return fail("add_on_not_found");
      await removeAddOn(tx, id);
      const changes = { name: [was.name, null] } as const;
      await audit(tx, ctx, { action: "add_on.deleted", subject: ["add_on", id], changes });
      return ok({ name: was.name });
    });
  } catch (error) {
    if (/^(booking|change)_add_ons_add_on_id_fkey$/.test(violated(error) ?? "")) return fail("add_on_in_use");
    throw error;
  }
}

/** Guests see what was changed at once. */
async function changing<R>(ctx: Context, change: (tx: Tx) => Promise<R>) {
  const result = await ctx.db.transaction().execute(change);
  forgetAddOns(ctx);
  return result;
}

async function isScope(db: Db | Tx, { city_id: city, crawl_id: crawl }: AddOnFields): Promise<boolean> {
  if (city === null && crawl === null) return true;
  const places = crawl === null ? await allCities(db) : await crawlChoices(db);
  return places.some(({ id }) => id === (crawl ?? city));
}
