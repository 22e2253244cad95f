import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { BAR_FIELDS, type BarFields } from "#src/modules/evening/stops/schema.ts";
import { citiesToChoose, insertBar, lockBar, saveBarRow } from "#src/modules/evening/stops/store/bars.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Adds a bar under the id that its form was made with: the same form sent twice adds one. Refusals: forbidden {missing},
 * city_not_found.
 */
export async function addBar(ctx: Context, { id, bar }: { id: string; bar: BarFields }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  if (!(await isCity(ctx, bar))) return fail("city_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await insertBar(tx, id, bar))) return ok({ id });
    const changes = Object.fromEntries(BAR_FIELDS.map((field) => [field, [null, bar[field]] as const]));
    await audit(tx, ctx, { action: "bar.created", subject: ["bar", id], changes: auditChanges(changes) });
    return ok({ id });
  });
}

/**
 * Saves a bar's form unless it was saved since it was opened. Refusals: forbidden {missing}, bar_not_found, city_not_found,
 * changed_meanwhile {version}.
 */
export async function updateBar(ctx: Context, { id, version, bar }: { id: string; version: number; bar: BarFields }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  if (!isUuid(id)) return fail("bar_not_found");
  if (!(await isCity(ctx, bar))) return fail("city_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockBar(tx, id);
    if (!was) return fail("bar_not_found");
    const differing = BAR_FIELDS.filter((field) => was[field] !== bar[field]);
    if (differing.length === 0) return ok({ version: was.version });
    if (was.version !== version) return fail("changed_meanwhile", { version: was.version });
    await saveBarRow(tx, id, bar, 1);
    const changes = Object.fromEntries(differing.map((field) => [field, [was[field], bar[field]] as const]));
    if ("voucher_price" in changes) changes["voucher_currency"] ??= [was.voucher_currency, bar.voucher_currency];
    await audit(tx, ctx, { action: "bar.updated", subject: ["bar", id], changes: auditChanges(changes) });
    return ok({ version: version + 1 });
  });
}

/** Switches a bar on or off: an inactive one can't be chosen for a stop, and its link opens nothing. Refusals: forbidden {missing}, bar_not_found. */
export async function switchBar(ctx: Context, { id, isActive }: { id: string; isActive: boolean }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  if (!isUuid(id)) return fail("bar_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockBar(tx, id);
    if (!was) return fail("bar_not_found");
    if (was.is_active === isActive) return ok({ name: was.name });
    await saveBarRow(tx, id, { is_active: isActive }, 0);
    await audit(tx, ctx, { action: isActive ? "bar.activated" : "bar.deactivated", subject: ["bar", id] });
    return ok({ name: was.name });
  });
}

/**
 * Makes a bar's secret link anew: the one before opens nothing any more. `seen` is the version that the page showed, so that a form
 * sent twice makes one. Refusals: forbidden {missing}, bar_not_found.
 */
export async function renewBarLink(ctx: Context, { id, seen: version }: { id: string; seen: number }) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  if (!isUuid(id)) return fail("bar_not_found");
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockBar(tx, id);
    if (!was) return fail("bar_not_found");
    if (was.link_version !== version) return ok({ version: was.link_version });
    await saveBarRow(tx, id, { link_version: version + 1 }, 0);
    await audit(tx, ctx, { action: "bar.link_renewed", subject: ["bar", id] });
    return ok({ version: version + 1 });
  });
}

const isCity = async (ctx: Context, { city_id }: BarFields): Promise<boolean> =>
  (await citiesToChoose(ctx.db)).some(({ id }) => id === city_id);

type Changes = Record<string, readonly [old: unknown, now: unknown]>;

/** The price under the name that the audit log says as money, with the currency that it is in. */
function auditChanges({ voucher_price: price, voucher_currency: currency, ...rest }: Changes): Changes {
  return { ...rest, ...(price ? { price } : {}), ...(currency ? { currency } : {}) };
}
