import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale } from "#src/kernel/localized.ts";
import type { Days } from "#src/kernel/period.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import { termsOn } from "#src/modules/partners/commission/rules/terms.ts";
import {
  type ListedPartner,
  type PartnerFunnel,
  PARTNERS_PAGE,
} from "#src/modules/partners/commission/rules/listed-partner.ts";
import {
  allWays,
  type PartnerQuery,
  statementState,
  waysBy,
} from "#src/modules/partners/commission/rules/partner-list.ts";
import {
  citiesOfPartners,
  countPartners,
  doubtsOf,
  partnerFigures,
  partnerShown,
  termsOfAll,
  textsNearPartners,
  waysOfPartner,
} from "#src/modules/partners/commission/store/partner-figures.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";

const EXPORTED = 500;
const DOUBTS_SHOWN = 5;

/** Reads how many bookings and guests each partner brought to the nights of some days; handed in, because reports stand above. */
export type NightsOf = (
  ctx: Context,
  wish: { days: Days; tests: boolean },
) => Promise<{ partner_id: string; bookings: number; came: number }[]>;

/**
 * A page of partners with the figures of the days asked for, the sums of all that match, and the cities to filter by; `near` tells
 * what a search text that finds none may have meant. Refusal: forbidden {missing}.
 */
export async function listPartners(ctx: Context, query: PartnerQuery, nightsOf: NightsOf) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const [{ partners, sums }, cities] = await Promise.all([
    shownPartners(ctx, query, nightsOf, { limit: PARTNERS_PAGE, offset: (query.page - 1) * PARTNERS_PAGE }),
    citiesOfPartners(ctx.db),
  ]);
  const near = partners.length > 0 ? [] : respelled(query.q, await textsNearPartners(ctx.db, query.q));
  return ok({
    partners,
    sums,
    near,
    isEmpty: partners.length === 0 && (await countPartners(ctx.db)) === 0,
    cities: cities.map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) })),
    mayChange: can(ctx.actor, "affiliates.change"),
  });
}

async function shownPartners(
  ctx: Context,
  query: PartnerQuery,
  nightsOf: NightsOf,
  part: { limit: number; offset: number },
) {
  const tests = practises(ctx);
  const nights = await nightsOf(ctx, { days: query.days, tests });
  const { rows, sums } = await partnerFigures(ctx.db, query, { nights, tests, ...part });
  const terms = await termsOfAll(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const today = dateIn(ctx.now, HOME_ZONE);
  const partners = rows.map((row): ListedPartner => {
    const now = termsOn(
      terms.filter(({ partner_id }) => partner_id === row.id),
      today,
    );
    return {
      id: row.id,
      name: row.name,
      code: row.code,
      visits: row.visits,
      bookings: row.bookings,
      came: row.came,
      commission: row.commission,
      isActive: row.is_active,
      city: row.city === null ? null : inLocale(ctx.locale, row.city, row.city_es),
      rate: now && { kind: now.kind, value: now.value },
      statement: statementState(row, { month: query.days.before, since: dateIn(row.created_at, HOME_ZONE) }),
    };
  });
  return { partners, sums };
}

/** All partners of a query, page by page. The caller checks permissions. */
export const everyPartner = (ctx: Context, query: PartnerQuery, nightsOf: NightsOf) =>
  readParts<ListedPartner>(
    EXPORTED,
    async (_, offset) => (await shownPartners(ctx, query, nightsOf, { limit: EXPORTED, offset })).partners,
  );

/** From scan to door of the partner that a query names. Refusals: forbidden {missing}, partner_not_found. */
export async function partnerFunnel(ctx: Context, query: Pick<PartnerQuery, "days" | "by">, id: string) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" });
  const partner = isUuid(id) ? await partnerShown(ctx.db, id) : undefined;
  if (!partner) return fail("partner_not_found");
  const [ways, doubts] = await Promise.all([
    waysOfPartner(ctx.db, partner, query.days, practises(ctx)),
    doubtsOf(ctx.db, id, DOUBTS_SHOWN + 1),
  ]);
  const funnel: PartnerFunnel = {
    id,
    name: partner.name,
    code: partner.code,
    isActive: partner.is_active,
    steps: allWays(ways),
    ways: waysBy(query.by, ways),
    doubts: doubts.slice(0, DOUBTS_SHOWN).map(({ doubts: why, ...booking }) => ({ ...booking, doubts: why ?? [] })),
    moreDoubts: doubts.length > DOUBTS_SHOWN,
  };
  return ok({ funnel });
}
