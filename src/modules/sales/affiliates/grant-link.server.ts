import { type PartnerRow, linkedPartner } from "#src/modules/sales/affiliates/store/links.server.ts";
import { isUuid } from "#src/kernel/codes.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** Characters of a token's signature: 132 bits. */
const SIGNED = 22;

/**
 * The token of a partner's secret link: its id and our signature, derived, so that it can be shown again without being stored. Only
 * the newest version opens.
 */
export const partnerToken = (secret: string, id: string, version: number): string =>
  Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url") +
  sign(secret, "partner", id, version).slice(0, SIGNED);

/** The address of a partner's own page, in their language. */
export const partnerUrl = (
  ctx: Pick<Context, "settings" | "secret">,
  partner: Pick<PartnerRow, "id" | "language" | "link_version">,
): string =>
  `${ctx.settings.BASE_URL}${partner.language === "es" ? "/es" : ""}/partner/${partnerToken(ctx.secret, partner.id, partner.link_version)}`;

/** A partner's link: `off` while the partner is switched off. */
export type PartnerLink = { state: "open" | "off" | "revoked"; partner: PartnerRow };

/**
 * The partner that a link is of: `revoked` where a newer link exists or the operator took it back, `off` where the partner is
 * switched off; null for any other text.
 */
export async function partnerOfLink(ctx: Pick<Context, "db" | "secret">, token: string): Promise<PartnerLink | null> {
  if (!/^[\w-]{44}$/.test(token)) return null;
  const hex = Buffer.from(token.slice(0, -SIGNED), "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const partner = isUuid(id) ? await linkedPartner(ctx.db, id) : undefined;
  if (!partner) return null;
  const isVersion = (version: number) => sameToken(token, partnerToken(ctx.secret, partner.id, version));
  if (isVersion(partner.link_version))
    return { state: partner.link_revoked ? "revoked" : partner.is_active ? "open" : "off", partner };
  const isOld = Array.from({ length: partner.link_version - 1 }, (_, index) => index + 1).some(isVersion);
  return isOld ? { state: "revoked", partner } : null;
}
