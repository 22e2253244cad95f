import { fail, ok } from "#src/kernel/result.ts";
import { activeAsSeen } from "#src/modules/site/catalog/queries.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { missing } from "#src/modules/office/opening/rules/opening.ts";
import { storedNames } from "#src/modules/office/opening/read-names.server.ts";
import { countOffer } from "#src/modules/office/opening/store.server.ts";
import { holdSetting, writeSetting } from "#src/modules/base/settings/write-setting.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/**
 * Lets guests book. Needs `settings.change`. Idempotent. Refusals: forbidden {missing}, not_ready {missing}: the required steps
 * that aren't done.
 */
export async function openSales(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return switched(ctx, true);
}

/**
 * Closes the site for sale: guests can book no night, and see that. Bookings and holds stay. Needs `settings.change`. Idempotent.
 * Refusal: forbidden {missing}.
 */
export async function closeSales(ctx: Context) {
  if (!can(ctx.actor, "settings.change")) return fail("forbidden", { missing: "settings.change" });
  return switched(ctx, false);
}

const OPEN = "open_for_sale";

async function switched(ctx: Context, open: boolean) {
  const ids = open ? (await activeAsSeen(ctx)).seen.map(({ id }) => id) : [];
  const result = await ctx.db.transaction().execute(async (tx) => {
    const isOpen = (await holdSetting(tx, OPEN, "true")) !== "false";
    if (isOpen === open) return ok({});
    const lacking = open ? await lackingIn(tx, ids, ctx.now) : [];
    if (lacking.length > 0) return fail("not_ready", { missing: lacking });
    await writeSetting(tx, OPEN, String(open));
    await audit(tx, ctx, { action: open ? "sales.opened" : "sales.closed", subject: ["sales", "all"] });
    return ok({});
  });
  forgetSettings(ctx);
  return result;
}

async function lackingIn(tx: Tx, ids: readonly string[], now: Date) {
  const { shipped, company } = await storedNames(tx);
  return missing({ ...(await countOffer(tx, ids, now)), brand: { shipped: shipped.length }, company });
}
