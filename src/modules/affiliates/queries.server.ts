import { randomUUID } from "node:crypto";
import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { partnerFormOf } from "#src/modules/affiliates/rules/partner-values.ts";
import { bankOf, lastFour } from "#src/modules/affiliates/rules/payout.ts";
import {
  crawlChoices,
  partnerById,
  partnerCities,
  termsOfPartner,
} from "#src/modules/affiliates/store/partner-admin.server.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { PIXEL_HOSTS } from "#src/modules/affiliates/rules/pixel.ts";
import { type PartnerChoice, partnerChoices } from "#src/modules/affiliates/store/partners.server.ts";
import { appSettings } from "#src/modules/settings/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The operator's advertising pixel id; null if there is none. Anyone may read it. */
export const pixelId = async (ctx: Pick<Context, "db">): Promise<string | null> => (await appSettings(ctx)).fbPixelId;

/** Partners to choose from, those switched off last; the caller checks permissions. */
export const listPartnerChoices = (ctx: Pick<Context, "db">): Promise<PartnerChoice[]> => partnerChoices(ctx.db);

/** Hosts that a page's CSP must allow besides our own: none without a pixel, or while the settings can't be read. */
export const pixelHosts = async (ctx: Pick<Context, "db">): Promise<readonly string[]> =>
  (await pixelId(ctx).catch(() => null)) === null ? [] : PIXEL_HOSTS;

/** What a new partner's form needs: the id under which it is added, and the choices. Refusal: forbidden {missing}. */
export async function partnerToAdd(ctx: Context) {
  if (!can(ctx.actor, "affiliates.change")) return fail("forbidden", { missing: "affiliates.change" });
  const cities = named(ctx, await partnerCities(ctx.db));
  return ok({ id: randomUUID(), cities, mayPay: can(ctx.actor, "payments.change") });
}

/**
 * A partner for its form with all terms, newest first; where it is paid only for whoever has `payments.change`, else its last four
 * characters. Refusals: forbidden {missing}, partner_not_found.
 */
export async function openPartner(ctx: Context, id: string) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const row = isUuid(id) ? await partnerById(ctx.db, id) : undefined;
  if (!row) return fail("partner_not_found");
  const [terms, cities, crawls] = await Promise.all([
    termsOfPartner(ctx.db, id),
    partnerCities(ctx.db),
    crawlChoices(ctx.db),
  ]);
  const mayPay = can(ctx.actor, "payments.change");
  return ok({
    partner: {
      id,
      version: row.version,
      isActive: row.is_active,
      values: partnerFormOf(row, mayPay),
      account: { clabe: lastFour(row.clabe), rfc: lastFour(row.rfc), bank: row.clabe && bankOf(row.clabe) },
    },
    terms: terms.map(({ created_at, ...one }) => ({ ...one, added: dateIn(created_at, HOME_ZONE) })),
    cities: named(ctx, cities),
    crawls: crawls.map((one) => ({ id: one.id, title: inLocale(ctx.locale, one.title, one.title_es) })),
    today: dateIn(ctx.now, HOME_ZONE),
    mayChange: can(ctx.actor, "affiliates.change"),
    mayPay,
  });
}

const named = (ctx: Context, cities: readonly { id: string; name: string; name_es: string | null }[]) =>
  cities.map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) }));
