import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { barOfLink } from "#src/modules/evening/stops/grant-link.server.ts";
import { allStopsOf, barNamed, stopsOfNights } from "#src/modules/evening/stops/queries.server.ts";
import { drinksLeft, nightsShown, openStopsAt } from "#src/modules/evening/vouchers/rules/at-bar.ts";
import { settledNights } from "#src/modules/evening/vouchers/rules/settlement.ts";
import type { GroupTonight } from "#src/modules/evening/vouchers/schema.ts";
import { nightsAround, redeemedAt, settledIn, usedByTickets } from "#src/modules/evening/vouchers/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The free drinks of a booking's valid tickets, by ticket. The caller must check access. */
export async function drinksOfTickets(ctx: Pick<Context, "db">, departureId: string, bookingId: string) {
  const [{ stops }, used] = await Promise.all([allStopsOf(ctx, departureId), usedByTickets(ctx.db, bookingId)]);
  return drinksLeft(stops, used);
}

/**
 * What a bar's secret link shows: the groups that stop there tonight, without a guest's name. `state` says why it shows nothing;
 * null for a link that we didn't make.
 */
export async function barPage(ctx: Context, token: string) {
  const link = await barOfLink(ctx, token);
  if (!link) return null;
  if (link.state !== "open") return { state: link.state, name: link.bar.name, zone: link.bar.time_zone, groups: [] };
  const { bar } = link;
  const nights = await nightsAround(ctx.db, nightsShown(ctx.now));
  const stops = openStopsAt(
    bar.id,
    await stopsOfNights(
      ctx,
      nights.map(({ id }) => id),
    ),
  );
  const redeemed = await redeemedAt(
    ctx.db,
    stops.map(({ id }) => id),
  );
  const groups = stops.map((stop): GroupTonight => {
    const night = nights.find(({ id }) => id === stop.departure_id)!;
    return {
      departureId: night.id,
      crawl: inLocale(ctx.locale, night.title, night.title_es),
      at: stop.at,
      vouchers: stop.vouchers,
      people: night.people,
      redeemed: redeemed.get(stop.id) ?? 0,
    };
  });
  return { state: "open" as const, name: bar.name, zone: bar.time_zone, groups };
}

/**
 * What a bar redeemed in the nights of a month (YYYY-MM), with what it is owed for it. Refusals: forbidden {missing},
 * bar_not_found.
 */
export async function settlementOf(ctx: Context, barId: string, month: string) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const bar = await barNamed(ctx, barId);
  if (!bar) return fail("bar_not_found");
  const rows = await settledIn(ctx.db, barId, month, practises(ctx));
  return ok({ bar, month, ...settledNights(rows, ctx.locale) });
}
