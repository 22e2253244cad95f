import { fail, ok } from "#src/kernel/result.ts";
import { MOST_ORIGINS, UNTOLD } from "#src/modules/sales/affiliates/rules/widget.ts";
import { lockPartnerSites, savePartnerSites } from "#src/modules/sales/affiliates/store/widgets.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

type Sites = { widget_origins: string[]; widget_ignored: string[] };

/**
 * Sets the sites (origins) on which a partner's widget credits them, unless the partner was changed since they were opened.
 * Refusals: forbidden {missing}, partner_not_found, changed_meanwhile {version}.
 */
export const setWidgetOrigins = (
  ctx: Context,
  { partnerId, version, origins }: { partnerId: string; version: number; origins: string[] },
) => changeSites(ctx, partnerId, ({ widget_ignored: ignored }) => listsOf(origins, ignored), { version });

/** Adds a reported site to a partner's. Idempotent. Refusals: forbidden {missing}, partner_not_found, too_many_sites. */
export const listWidgetOrigin = (ctx: Context, { partnerId, origin }: { partnerId: string; origin: string }) =>
  changeSites(ctx, partnerId, ({ widget_origins: origins, widget_ignored: ignored }) =>
    listsOf(origin === UNTOLD || origins.includes(origin) ? origins : [...origins, origin], ignored),
  );

/** Reports a partner's widget on a site no longer. Idempotent. Refusals: forbidden {missing}, partner_not_found. */
export const ignoreWidgetOrigin = (ctx: Context, { partnerId, origin }: { partnerId: string; origin: string }) =>
  changeSites(
    ctx,
    partnerId,
    // the oldest are forgotten, and reported again
    ({ widget_origins: origins, widget_ignored: ignored }) =>
      listsOf(origins, ignored.includes(origin) ? ignored : [...ignored, origin].slice(-MOST_IGNORED)),
  );
const MOST_IGNORED = 200;

/** A site that is listed isn't ignored. */
const listsOf = (origins: string[], ignored: string[]): Sites => ({
  widget_origins: origins,
  widget_ignored: ignored.filter((one) => !origins.includes(one)),
});

async function changeSites(
  ctx: Context,
  partnerId: string,
  change: (was: Sites) => Sites,
  page: { version: number } | null = null,
) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockPartnerSites(tx, partnerId);
    if (!was) return fail("partner_not_found");
    const now = change(was);
    if (now.widget_origins.length > MOST_ORIGINS) return fail("too_many_sites");
    const isListed = !same(was.widget_origins, now.widget_origins);
    if (!isListed && same(was.widget_ignored, now.widget_ignored)) return ok({ version: was.version });
    if (page && page.version !== was.version) return fail("changed_meanwhile", { version: was.version });
    await savePartnerSites(tx, partnerId, now);
    const field = isListed ? "widget_origins" : "widget_ignored";
    await audit(tx, ctx, {
      action: isListed ? "partner.widget_origins_set" : "partner.widget_site_ignored",
      subject: ["partner", partnerId],
      changes: { [field]: [was[field], now[field]] },
    });
    return ok({ version: was.version + 1 });
  });
}

const same = (a: readonly string[], b: readonly string[]) => a.join("\n") === b.join("\n");
