import { partnerUrl } from "#src/modules/affiliates/grant-link.server.ts";
import { PIXEL_HOSTS } from "#src/modules/affiliates/rules/pixel.ts";
import { type PartnerChoice, partnerChoices } from "#src/modules/affiliates/store/partners.server.ts";
import { partnerById } from "#src/modules/affiliates/store/links.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The operator's advertising pixel id; null if there is none. Anyone may read it. */
export const pixelId = async (ctx: Pick<Context, "db">): Promise<string | null> => (await appSettings(ctx)).fbPixelId;

/** Partners to choose from, those switched off last; the caller checks permissions. */
export const listPartnerChoices = (ctx: Pick<Context, "db">): Promise<PartnerChoice[]> => partnerChoices(ctx.db);

/** Hosts that a page's CSP must allow besides our own: none without a pixel, or while the settings can't be read. */
export const pixelHosts = async (ctx: Pick<Context, "db">): Promise<readonly string[]> =>
  (await pixelId(ctx).catch(() => null)) === null ? [] : PIXEL_HOSTS;

/** A partner as an email to them needs it: the address of their own page, null while their link opens nothing. */
export async function partnerToMail(ctx: Pick<Context, "db" | "secret" | "settings">, id: string) {
  const partner = await partnerById(ctx.db, id);
  if (!partner) return null;
  const { name, email, link_version: version, is_active: isActive, language } = partner;
  const url = partner.link_revoked ? null : partnerUrl(ctx, partner);
  return { name, email, version, isActive, language: language === "en" ? ("en" as const) : ("es" as const), url };
}
