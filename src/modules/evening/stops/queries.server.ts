import { byLetters } from "#src/kernel/letters.ts";
import { toString as drawQr } from "qrcode";
import { amountText } from "#src/kernel/amount.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { inLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { meetingPoint } from "#src/modules/site/catalog/rules/meeting-point.ts";
import { linesInSpanish } from "#src/modules/site/catalog/rules/crawl.ts";
import { drinksPromised } from "#src/modules/site/catalog/rules/promise.ts";
import type { RouteStop } from "#src/modules/site/catalog/rules/proof.ts";
import { sayingWalkIns } from "#src/modules/evening/door/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { addOnsSoldFor } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { barToken } from "#src/modules/evening/stops/grant-link.server.ts";
import { guidedNight } from "#src/modules/evening/stops/read-night.server.ts";
import { arrivals, ofTonight, saidAt, whereIs } from "#src/modules/evening/stops/rules/where.ts";
import type {
  BarChoice,
  HeadcountGuest,
  ListedBar,
  NightAddOn,
  PastCount,
  SaidStep,
  ShownStop,
} from "#src/modules/evening/stops/schema.ts";
import { allBars, barById, citiesToChoose } from "#src/modules/evening/stops/store/bars.server.ts";
import {
  type CountedGuest,
  guestsInside,
  guestsOfTickets,
  headcountsOf,
} from "#src/modules/evening/stops/store/headcount.server.ts";
import { stepsOf } from "#src/modules/evening/stops/store/progress.server.ts";
import {
  barsToChoose,
  crawlById,
  crawlStops,
  nightById,
  routeVersion,
  type StopRow,
  stopsOf,
  stopsOfCrawls,
} from "#src/modules/evening/stops/store/route.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** All bars for staff. Refusal: forbidden {missing}. */
export async function barsForStaff(ctx: Context) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const bars: ListedBar[] = (await allBars(ctx.db)).map((bar) => ({
    id: bar.id,
    name: bar.name,
    address: bar.address,
    city: inLocale(ctx.locale, bar.city, bar.city_es),
    isActive: bar.is_active,
    crawls: bar.crawls,
  }));
  return ok({ bars, mayChange: can(ctx.actor, "crawls.change") });
}

const cityChoices = async (ctx: Context) =>
  (await citiesToChoose(ctx.db)).map(({ id, name, name_es }) => ({ id, name: inLocale(ctx.locale, name, name_es) }));

/** What the form of a new bar offers. Refusal: forbidden {missing}. */
export async function barToAdd(ctx: Context) {
  if (!can(ctx.actor, "crawls.change")) return fail("forbidden", { missing: "crawls.change" });
  return ok({ id: crypto.randomUUID(), cities: await cityChoices(ctx) });
}

/**
 * A bar for its form. Whoever may change it also gets its secret link, drawn as a QR code too. Refusals: forbidden {missing},
 * bar_not_found.
 */
export async function barToEdit(ctx: Context, id: string) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const bar = isUuid(id) ? await barById(ctx.db, id) : undefined;
  if (!bar) return fail("bar_not_found");
  const mayChange = can(ctx.actor, "crawls.change");
  const url = `${ctx.settings.BASE_URL}/es/bar/${barToken(ctx.secret, bar.id, bar.link_version)}`;
  return ok({
    bar: {
      id: bar.id,
      version: bar.version,
      name: bar.name,
      isActive: bar.is_active,
      zone: bar.time_zone,
      values: {
        name: bar.name,
        address: bar.address,
        map_url: bar.map_url ?? "",
        city_id: bar.city_id,
        guide_note: bar.guide_note,
        voucher_price: amountText(bar.voucher_price),
        voucher_currency: bar.voucher_currency,
        picture: bar.picture ?? "",
      },
    },
    cities: await cityChoices(ctx),
    link: mayChange ? { url, version: bar.link_version, qr: await drawQr(url, { type: "svg", margin: 0 }) } : null,
    mayChange,
  });
}

const choices = async (ctx: Context, also: readonly string[]): Promise<BarChoice[]> =>
  (await barsToChoose(ctx.db, also)).map(({ id, name, city, city_es }) => ({
    id,
    name,
    city: inLocale(ctx.locale, city, city_es),
  }));

/** A crawl's stops for their form. Refusals: forbidden {missing}, crawl_not_found. */
export async function crawlStopsToEdit(ctx: Context, crawlId: string) {
  if (!can(ctx.actor, "crawls.read")) return fail("forbidden", { missing: "crawls.read" });
  const crawl = isUuid(crawlId) ? await crawlById(ctx.db, crawlId) : undefined;
  if (!crawl) return fail("crawl_not_found");
  const stops = await crawlStops(ctx.db, crawlId);
  return ok({
    crawl: { id: crawl.id, title: inLocale(ctx.locale, crawl.title, crawl.title_es) },
    stops: stops.map(({ bar_id, at, vouchers }) => ({ bar_id, at, vouchers })),
    promise: drinksPromised(ctx.locale === "es" ? linesInSpanish(crawl.includes, crawl.includes_es) : crawl.includes),
    bars: await choices(
      ctx,
      stops.map(({ bar_id: id }) => id),
    ),
    mayChange: can(ctx.actor, "crawls.change"),
  });
}

const stopView = ({ departure_id: _departure, ...stop }: StopRow): ShownStop => stop;

/**
 * A night as its guide sees it: the stops with their times, which the group has reached, and where it is. Refusals: forbidden
 * {missing}, departure_not_found, not_tonight.
 */
export async function nightOnTheWay(ctx: Context, departureId: string) {
  const guided = await guidedNight(ctx, departureId);
  if (!guided.ok) return guided;
  const { night } = guided;
  const [rows, steps, route] = await Promise.all([
    stopsOf(ctx.db, [night.id]),
    stepsOf(ctx.db, night.id),
    routeVersion(ctx.db, night.id),
  ]);
  const stops = rows.map(stopView);
  const { state, current, next, since } = whereIs(night, { stops, steps }, ctx.now);
  const texts = ofTonight(night, steps);
  const reached = [...arrivals(night, texts)].map(([id, at]) => ({ id, at: at.toISOString() }));
  return ok({
    night: {
      id: night.id,
      title: inLocale(ctx.locale, night.title, night.title_es),
      city: inLocale(ctx.locale, night.city, night.city_es),
      date: night.date,
      start_time: night.start_time,
      zone: night.time_zone,
      starts_at: night.starts_at.toISOString(),
      ends_at: night.ends_at.toISOString(),
    },
    stops,
    reached,
    steps: texts.map((step): SaidStep => {
      const { id, stop_id, kind } = step;
      return { id, stop_id, kind, at: saidAt(step).toISOString() };
    }),
    where: { state, current: current?.id ?? null, next: next?.id ?? null, since: since?.toISOString() ?? null },
    version: route.version,
    toldVersion: route.told_version,
    bars: await choices(
      ctx,
      rows.map(({ bar_id: id }) => id),
    ),
  });
}

/**
 * The headcounts of a night and who is to be counted now. Names for its guide; phone numbers only with `bookings.read`, and never
 * where the answer `isKept` on a phone. Refusals: forbidden {missing}, departure_not_found, not_tonight.
 */
export async function headcountOf(ctx: Context, departureId: string, { isKept = false } = {}) {
  const night = await nightOnTheWay(ctx, departureId);
  if (!night.ok) return night;
  const [inside, counts] = await Promise.all([guestsInside(ctx.db, departureId), headcountsOf(ctx.db, departureId)]);
  const named = await guestsOfTickets(ctx.db, [...new Set(counts.flatMap(({ missing }) => missing))]);
  // as their names are read, parties together
  const byName = (a: CountedGuest, b: CountedGuest) =>
    byLetters(a.booker, b.booker) || a.booking_id.localeCompare(b.booking_id) || a.position - b.position;
  const mayCall = !isKept && can(ctx.actor, "bookings.read");
  const say = await sayingWalkIns(ctx.locale);
  const guest = ({ ticket_id: ticketId, phone, name, booker, position }: CountedGuest): HeadcountGuest => ({
    ticketId,
    name: say(name),
    booker: say(booker),
    position,
    phone: mayCall ? phone : null,
  });
  return ok({
    ...night,
    guests: inside.toSorted(byName).map((row) => ({ ...guest(row), phone: null })),
    counts: counts.map(({ id, kind, stop_id: stop, device_at, at, present, missing }): PastCount => ({
      id,
      kind: kind === "in" ? "in" : "out",
      stop: night.stops.find((one) => one.id === stop)?.name ?? "",
      at: saidAt({ device_at, at }).toISOString(),
      present: present.length,
      missing: named
        .filter(({ ticket_id: ticket }) => missing.includes(ticket))
        .toSorted(byName)
        .map(guest),
    })),
  });
}

/**
 * The add-ons that were sold for a night, for whoever guides it: how many of each, how many are handed out, and whose they are. Refusals:
 * forbidden {missing}, departure_not_found, not_tonight.
 */
export async function addOnsToHandOut(ctx: Context, departureId: string) {
  const night = await nightOnTheWay(ctx, departureId);
  if (!night.ok) return night;
  const [rows, say] = await Promise.all([
    addOnsSoldFor(ctx.db, departureId, practises(ctx)),
    sayingWalkIns(ctx.locale),
  ]);
  const addOns = [...Map.groupBy(rows, ({ id }) => id)].map(([id, of]): NightAddOn => {
    const sum = (count: "quantity" | "redeemed") => of.reduce((all, row) => all + row[count], 0);
    return {
      id,
      name: inLocale(ctx.locale, of[0]!.name, of[0]!.name_es),
      sold: sum("quantity"),
      redeemed: sum("redeemed"),
      parties: of.map((row) => ({
        booking: row.booking_id,
        reference: row.reference,
        name: say(`${row.first_name} ${row.last_name}`.trim()),
        quantity: row.quantity,
        redeemed: row.redeemed,
      })),
    };
  });
  return ok({ night: night.night, addOns });
}

/** Where a departure's group is, for who holds a ticket of it: no one else's data. Checks no access; null when there is no such departure. */
export async function whereFor(ctx: Context, departureId: string) {
  const night = await nightById(ctx.db, departureId);
  // its bookings end one by one after it
  if (!night || night.status === "cancelled") return null;
  const [rows, steps] = await Promise.all([stopsOf(ctx.db, [night.id]), stepsOf(ctx.db, night.id)]);
  const stops = rows.map(({ guide_note: _forGuides, ...stop }) => stop);
  return { night, stops, where: whereIs(night, { stops, steps }, ctx.now) };
}

/** The stops of crawls as guests see them, by crawl; crawls without any are left out. Public. */
export async function routesForGuests(
  ctx: Pick<Context, "db">,
  crawlIds: readonly string[],
): Promise<Record<string, RouteStop[]>> {
  const rows = crawlIds.length === 0 ? [] : await stopsOfCrawls(ctx.db, crawlIds);
  const stop = ({ name, address, map_url: map, at, vouchers: drinks, picture }: (typeof rows)[number]): RouteStop => ({
    name,
    address,
    map,
    at,
    drinks,
    picture,
  });
  const of = Map.groupBy(rows, ({ crawl_id }) => crawl_id);
  return Object.fromEntries([...of].map(([crawl, stops]) => [crawl, stops.map(stop)]));
}

/** Where a night meets, with a map, and the bars that it goes to, by name. Public; null when there is no such departure. */
export async function placesOfNight(ctx: Context, departureId: string) {
  const [night, stops] = await Promise.all([nightById(ctx.db, departureId), stopsOf(ctx.db, [departureId])]);
  if (!night) return null;
  const bars = stops.filter(({ skipped }) => !skipped).map(({ name }) => name);
  const city = inLocale(ctx.locale, night.city, night.city_es);
  return { meeting: meetingPoint({ ...night, city }, ctx.locale), bars };
}

/** A departure's stops that aren't skipped, and their version. For other modules; checks no access. */
export async function routeOf(ctx: Pick<Context, "db">, departureId: string) {
  const [stops, { version }] = await Promise.all([stopsOf(ctx.db, [departureId]), routeVersion(ctx.db, departureId)]);
  return { stops: stops.filter(({ skipped }) => !skipped), version };
}

/** A departure's night and all of its stops, skipped ones too. For other modules; checks no access. */
export async function allStopsOf(ctx: Pick<Context, "db">, departureId: string) {
  const [night, stops] = await Promise.all([nightById(ctx.db, departureId), stopsOf(ctx.db, [departureId])]);
  return { night, stops };
}

/** The stops of departures. For other modules; checks no access. */
export const stopsOfNights = (ctx: Pick<Context, "db">, departureIds: readonly string[]) =>
  stopsOf(ctx.db, departureIds);

/** A bar's name, city zone and whether it is active; undefined when there is none. For other modules; checks no access. */
export const barNamed = async (ctx: Pick<Context, "db">, id: string) => (isUuid(id) ? barById(ctx.db, id) : undefined);
