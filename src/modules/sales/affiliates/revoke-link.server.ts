import { fail, ok } from "#src/kernel/result.ts";
import { lockLink, saveLink } from "#src/modules/sales/affiliates/store/links.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A partner's link as the page showed it. */
type LinkVersion = { id: string; version: number };

/**
 * Takes back the link of a partner's own page: it opens nothing anymore, until it is given back or a new one is made. Refusals:
 * forbidden {missing}, partner_not_found, changed_meanwhile where another link has been made since.
 */
export const revokePartnerLink = (ctx: Context, link: LinkVersion) => setRevoked(ctx, link, true);

/** Gives a link back that was taken back: the same one opens the page again. Refusals as above. */
export const restorePartnerLink = (ctx: Context, link: LinkVersion) => setRevoked(ctx, link, false);

async function setRevoked(ctx: Context, { id, version }: LinkVersion, isRevoked: boolean) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockLink(tx, id);
    if (!was) return fail("partner_not_found");
    if (was.link_version !== version) return fail("changed_meanwhile");
    if (was.link_revoked === isRevoked) return ok({ name: was.name });
    await saveLink(tx, id, { link_revoked: isRevoked });
    await audit(tx, ctx, {
      action: isRevoked ? "partner.link_revoked" : "partner.link_restored",
      subject: ["partner", id],
    });
    return ok({ name: was.name });
  });
}
