import { isUuid } from "#src/kernel/codes.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { partnerUrl } from "#src/modules/sales/affiliates/grant-link.server.ts";
import { linkedPartner } from "#src/modules/sales/affiliates/store/links.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";

/** A partner as an email to them needs it: the address of their own page, null while their link opens nothing. */
export async function partnerToMail(ctx: Pick<Context, "db" | "secret" | "settings">, id: string) {
  const partner = await linkedPartner(ctx.db, id);
  if (!partner) return null;
  const { name, email, link_version: version, is_active: isActive, language } = partner;
  const url = partner.link_revoked ? null : partnerUrl(ctx, partner);
  return { name, email, version, isActive, language: language === "en" ? ("en" as const) : ("es" as const), url };
}

/** The link of a partner's own page as staff see it. Refusals: forbidden {missing}, partner_not_found. */
export async function partnerLink(ctx: Context, id: string) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const partner = isUuid(id) ? await linkedPartner(ctx.db, id) : undefined;
  if (!partner) return fail("partner_not_found");
  const mayChange = can(ctx.actor, "affiliates.change");
  return ok({
    name: partner.name,
    link: {
      partnerId: id,
      // a key to agree in the partner's name: only for whoever may agree in ours
      url: can(ctx.actor, "payments.change") ? partnerUrl(ctx, partner) : null,
      version: partner.link_version,
      isRevoked: partner.link_revoked,
      email: partner.email,
      mailedAt: partner.link_mailed_at?.toISOString() ?? null,
      mayChange,
    },
  });
}
