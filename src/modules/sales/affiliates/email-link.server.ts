import { fail, ok } from "#src/kernel/result.ts";
import { partnerLinkAsked } from "#src/modules/sales/affiliates/events.ts";
import { partnerOfLink } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { lockLink, saveLink } from "#src/modules/sales/affiliates/store/links.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { type Act, mayDo } from "#src/platform/limit-strangers.server.ts";
import { type Limit, mayUse } from "#src/platform/rate-limit.server.ts";

const PER_PARTNER: Limit = { max: 3, seconds: 3600 };
const ASKED: Act = { name: "partner-link", limit: { max: 30, seconds: 3600 } };

/**
 * Emails a partner the link of their own page as it is. `seen` is when it was last mailed as the page showed it (ISO, "" for never),
 * so that a form sent twice mails once. Refusals: forbidden {missing}, partner_not_found, no_email, link_revoked.
 */
export async function emailPartnerLink(ctx: Context, { id, seen: lastMailedAt }: { id: string; seen: string }) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  return ctx.db.transaction().execute(async (tx) => {
    const was = await lockLink(tx, id);
    if (!was) return fail("partner_not_found");
    if (was.email === "") return fail("no_email");
    if ((was.link_mailed_at?.toISOString() ?? "") !== lastMailedAt) return ok({ email: was.email });
    if (was.link_revoked) return fail("link_revoked");
    await saveLink(tx, id, { link_mailed_at: ctx.now });
    await audit(tx, ctx, { action: "partner.link_sent", subject: ["partner", id] });
    await ctx.publish(
      ctx,
      tx,
      partnerLinkAsked({ partnerId: id, version: was.link_version, at: ctx.now.toISOString() }),
    );
    return ok({ email: was.email });
  });
}

/**
 * A partner asks for the link of their own page from the page of one that opens nothing anymore. It goes to the address on file
 * alone, and the answer is the same whether or not there is one, and beyond three an hour. A link that was taken back is made again;
 * where a newer one exists that one is sent, or an old link could end new ones.
 */
export async function askPartnerLink(ctx: Context, token: string) {
  if (!(await mayDo(ctx, ASKED))) return ok({});
  const link = await partnerOfLink(ctx, token);
  if (link?.state !== "revoked") return ok({});
  const { id } = link.partner;
  if (!(await mayUse(ctx.pool, [`partner-link:${id}`], PER_PARTNER, ctx.now))) return ok({});
  await ctx.db.transaction().execute(async (tx) => {
    const was = await lockLink(tx, id);
    if (!was || was.email === "" || !was.is_active) return;
    if (!(await mayMail(ctx, tx, "partner_link", was.email))) return;
    const version = was.link_version + (was.link_revoked ? 1 : 0);
    await saveLink(tx, id, { link_version: version, link_revoked: false, link_mailed_at: ctx.now });
    if (was.link_revoked) await audit(tx, ctx, { action: "partner.link_renewed", subject: ["partner", id] });
    await ctx.publish(ctx, tx, partnerLinkAsked({ partnerId: id, version, at: ctx.now.toISOString() }));
  });
  return ok({});
}
