import { CODE } from "#src/modules/affiliates/rules/capture.ts";
import { PIXEL_HOSTS } from "#src/modules/affiliates/rules/pixel.ts";
import { activeCode, type PartnerChoice, partnerChoices } from "#src/modules/affiliates/store/partners.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The operator's advertising pixel id; null if there is none. Anyone may read it. */
export const pixelId = async (ctx: Pick<Context, "db">): Promise<string | null> => (await appSettings(ctx)).fbPixelId;

/** Partners to choose from, those switched off last; the caller checks permissions. */
export const listPartnerChoices = (ctx: Pick<Context, "db">): Promise<PartnerChoice[]> => partnerChoices(ctx.db);

/** A typed partner code as its active partner writes it; null where it is none. Anyone may ask. */
export const partnerCode = async (ctx: Pick<Context, "db">, typed: string): Promise<string | null> =>
  CODE.test(typed) ? activeCode(ctx.db, typed) : null;

/** Hosts that a page's CSP must allow besides our own: none without a pixel, or while the settings can't be read. */
export const pixelHosts = async (ctx: Pick<Context, "db">): Promise<readonly string[]> =>
  (await pixelId(ctx).catch(() => null)) === null ? [] : PIXEL_HOSTS;
