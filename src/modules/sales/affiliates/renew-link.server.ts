import { fail, ok } from "#src/kernel/result.ts";
import { partnerLinkAsked } from "#src/modules/sales/affiliates/events.ts";
import { lockLink, saveLink } from "#src/modules/sales/affiliates/store/links.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * Makes the link of a partner's own page again: the one before opens nothing anymore. The new one is emailed to the partner, where
 * an address is known. `seen` is the version that the page showed, so that a form sent twice makes one. Refusals: forbidden
 * {missing}, partner_not_found.
 */
export async function renewPartnerLink(ctx: Context, { id, seen: seenVersion }: { id: string; seen: number }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockLink(tx, id);
    if (!was) return fail("partner_not_found");
    const isMailed = was.email !== "";
    if (was.link_version !== seenVersion) return ok({ version: was.link_version, isMailed });
    const version = seenVersion + 1;
    const mailed = isMailed ? { link_mailed_at: ctx.now } : {};
    await saveLink(tx, id, { link_version: version, link_revoked: false, ...mailed });
    await audit(tx, ctx, { action: "partner.link_renewed", subject: ["partner", id] });
    if (isMailed) await ctx.publish(ctx, tx, partnerLinkAsked({ partnerId: id, version, at: ctx.now.toISOString() }));
    return ok({ version, isMailed });
  });
}
