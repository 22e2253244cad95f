import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { toString as qrToString } from "qrcode";
import { isUuid } from "#src/kernel/codes.ts";
import { HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, isLocale, type Locale } from "#src/kernel/localized.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import { HAND_WAYS, type HandWay } from "#src/kernel/pay-method.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { priceRules } from "#src/modules/sales/price-rules/queries.server.ts";
import { isForAnybody, sizesOf } from "#src/modules/sales/price-rules/rules/price-rule.ts";
import { priceSale } from "#src/modules/sales/booking/queries.server.ts";
import { addOnsAtCounter, bookedAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import type { CounterAddOn } from "#src/modules/sales/booking/rules/counter-add-ons.ts";
import { holdLives } from "#src/modules/sales/booking/rules/states.ts";
import { creditBackFrom, creditIn } from "#src/modules/money/credits/queries.server.ts";
import { nightsAccepted, nightsReached } from "#src/modules/evening/guides/queries.server.ts";
import { allows, can, reaches, readable, ROLES } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { ticketsOf } from "#src/modules/evening/tickets/queries.server.ts";
import { readableCode } from "#src/modules/evening/tickets/rules/ticket.ts";
import { cashStep, DOOR_CURRENCIES, type DoorCurrency, inCash } from "#src/modules/evening/till/rules/cash.ts";
import { blind, blindWay, msToUndo, sellsAtDoor, sumsOf, waysOf } from "#src/modules/evening/till/rules/till.ts";
import type { RefusedSale, TillView } from "#src/modules/evening/till/schema.ts";
import {
  citiesOfNight,
  countsOfTills,
  departuresAtDoor,
  linesOfTills,
  listTills,
  nightsNear,
  notClosedTill,
  openTillOf,
  phonesLent,
  saleById,
  takers,
  type TillFilter,
  tillRow,
  tillsOf,
  type TillRow,
  tillsToTake,
} from "#src/modules/evening/till/store.server.ts";
import { openRefusals } from "#src/modules/evening/till/store/refusals.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { readParts } from "#src/platform/in-portions.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

/** A departure that is sold at its door now. `prices` per person in minor units; null where it isn't sold in that currency. */
export type DoorDeparture = {
  id: string;
  title: string;
  city: string;
  start: string;
  running: boolean;
  /** whether the seller has said yes to guiding it */
  own: boolean;
  /** whether it is in the city of the seller's till */
  ofTill: boolean;
  free: number;
  /** per person in minor units for a party of any size; those of `parties` from their size on */
  prices: Record<DoorCurrency, number | null>;
  parties: { from: number; prices: Record<DoorCurrency, number | null> }[];
  addOns: CounterAddOn<DoorCurrency>[];
};

/**
 * Sales that phones made offline and that were refused for good, as long as nobody has settled their money; the newest first. None
 * for whoever may not see payments.
 */
export async function refusedSales(ctx: Context): Promise<RefusedSale[]> {
  if (!can(ctx.actor, "payments.read")) return [];
  const { cashRounding } = await appSettings(ctx);
  // what its guests handed over is what goes back to them
  const givenFor = (way: HandWay, amount: number, currency: Currency) => ({
    amount: way === "cash" ? inCash(amount, cashStep(currency, cashRounding)) : amount,
    currency,
  });
  return (await openRefusals(ctx.db, MOST_REFUSED)).map((row) => ({
    id: row.id,
    people: row.people,
    money: row.amount !== null && row.currency !== null ? givenFor(row.way, row.amount, row.currency) : null,
    way: row.way,
    reference: row.reference,
    at: row.sold_at.toISOString(),
    zone: row.zone ?? HOME_ZONE,
    by: row.by,
    device: row.device ?? "",
    night:
      row.date !== null && row.start_time !== null && row.title !== null
        ? {
            title: inLocale(ctx.locale, row.title, row.title_es),
            date: row.date,
            start: row.start_time.slice(0, 5),
          }
        : null,
    reason: row.reason,
  }));
}
const MOST_REFUSED = 1000;

const forbidden = () => fail("forbidden", { missing: "sales.door" as const });

/**
 * What a sale at the door starts from: tonight's departures with their prices and add-ons, whether the seller has an open till, and what cash
 * is rounded to. Needs `sales.door`. Refusal: forbidden {missing}.
 */
export async function doorOffer(ctx: Context) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return forbidden();
  const { cashRounding, maxPeople } = await appSettings(ctx);
  const till = await openTillOf(ctx.db, userId, practises(ctx));
  const nights = await nightsNear(ctx.db, ctx.now);
  const selling = (await departuresAtDoor(ctx.db, ctx.now)).filter((row) => sellsAtDoor(row, nights, ctx.now));
  const { rows, own } = await nightsToSell(ctx, selling);
  const sizes = sizesOf((await priceRules(ctx)).filter(isForAnybody), maxPeople);
  const departures: DoorDeparture[] = await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      title: inLocale(ctx.locale, row.title, row.title_es),
      city: inLocale(ctx.locale, row.city, row.city_es),
      start: row.start_time,
      running: row.starts_at <= ctx.now,
      own: own.has(row.id),
      ofTill: row.city_id === till?.city_id,
      free: Math.max(0, row.free),
      prices: await pricesAtDoor(ctx, row.id, null),
      parties: await Promise.all(sizes.map(async (from) => ({ from, prices: await pricesAtDoor(ctx, row.id, from) }))),
      addOns: await addOnsAtCounter(ctx, row.id, { currencies: DOOR_CURRENCIES, byStaff: true }),
    })),
  );
  return ok({
    departures,
    hasTill: till !== undefined,
    maxPeople,
    steps: { MXN: cashStep("MXN", cashRounding), USD: cashStep("USD", cashRounding) },
  });
}

/** Whether the caller may sell at the door of a night: see `nightsToSell`. For this module. */
export const isReached = async (ctx: Context, night: NightToSell): Promise<boolean> =>
  (await nightsToSell(ctx, [night])).rows.length > 0;

type NightToSell = { id: string; city_id: string; is_private: boolean };

/** Those of some nights that the caller's role has to do with, and which are theirs to guide; only these sell a private group's. */
async function nightsToSell<T extends NightToSell>(ctx: Context, nights: readonly T[]) {
  const reached = await nightsReached(ctx, nights);
  const own = await nightsAccepted(
    ctx,
    reached.map(({ id }) => id),
  );
  return { rows: reached.filter(({ id, is_private: isPrivate }) => !isPrivate || own.has(id)), own };
}

async function pricesAtDoor(
  ctx: Context,
  departureId: string,
  people: number | null,
): Promise<DoorDeparture["prices"]> {
  const prices = DOOR_CURRENCIES.map(
    async (code) => [code, await pricePerPerson(ctx, departureId, code, people)] as const,
  );
  return Object.fromEntries(await Promise.all(prices)) as DoorDeparture["prices"];
}

/**
 * What a person of a party of so many pays at the door now, null of any size, in minor units; null where it isn't sold in that
 * currency. For this module.
 */
export async function pricePerPerson(
  ctx: Context,
  departureId: string,
  currency: DoorCurrency,
  people: number | null = null,
): Promise<number | null> {
  const wish = { scheduled_crawl_id: departureId, number_of_people: people, currency };
  const priced = await priceSale(ctx, wish, { total: null });
  return priced.ok ? priced.quote.price_per_person.amount_minor : null;
}

/** A sale of one's own at the door, as its page shows it. Tickets only once it is paid; `pay` only until then. */
export type DoorSaleView = {
  id: string;
  reference: string;
  people: number;
  /** how it was paid to its seller; `link`: on the guest's own phone */
  way: HandWay | "link";
  /** `undone`: it was paid to its seller, and goes back */
  state: "waiting" | "paid" | "ended" | "undone";
  total: Money;
  /** for how long its seller may take it back yet, in ms; 0 for not at all */
  undoMs: number;
  /** what its seller took, cash in coins; null for nothing */
  amount: number | null;
  /** what a gift card or credit pays of it, or paid before it was undone (minor units) */
  credit: number;
  /** what is bought beside the places; `out` of it were handed out */
  addOns: { id: string; name: string; quantity: number; out: number }[];
  holdExpiresAt: string;
  zone: string;
  pay: { url: string; qrSvg: string } | null;
  tickets: { position: number; name: string; code: string; qrSvg: string }[];
  /** opens the tickets on the guest's own phone */
  link: { url: string; qrSvg: string } | null;
};

/** A sale that the asking person made. Needs `sales.door`. Refusals: forbidden {missing}, booking_not_found. */
export async function doorSale(ctx: Context, bookingId: string) {
  if (!can(ctx.actor, "sales.door") || !ctx.actor.userId) return forbidden();
  const sale = isUuid(bookingId) ? await saleById(ctx.db, bookingId) : undefined;
  if (sale?.user_id !== ctx.actor.userId) return fail("booking_not_found");
  const isPaid = sale.status === "confirmed";
  const returned = await creditBackFrom(ctx, bookingId);
  const credit = (await creditIn(ctx, bookingId))?.amount ?? returned.reduce((sum, { amount }) => sum + amount, 0);
  const bought = (await bookedAddOns(ctx, [{ id: bookingId, currency: sale.currency }])).get(bookingId) ?? [];
  const hold = { status: sale.status as "pending", hold_expires_at: sale.hold_expires_at };
  const waits = !isPaid && sale.status === "pending" && holdLives(hold, ctx.now);
  const page = (path: string) =>
    bookingLink(ctx, { id: bookingId, link_version: sale.link_version }, languageOf(sale), path);
  const tickets = isPaid ? (await ticketsOf(ctx, bookingId)).filter(({ status }) => status === "valid") : [];
  const view: DoorSaleView = {
    id: bookingId,
    reference: sale.reference,
    people: sale.number_of_people,
    way: sale.paid_by ?? HAND_WAYS.find((one) => one === sale.way) ?? "link",
    state: isPaid ? "paid" : waits ? "waiting" : sale.amount === null && returned.length === 0 ? "ended" : "undone",
    undoMs: isPaid ? msToUndo({ ...sale, credit }, ctx.now) : 0,
    total: { amount: sale.total_price, currency: sale.currency },
    amount: sale.amount,
    credit,
    addOns: bought.map(({ id, name, quantity, handed_out: out }) => ({ id, name, quantity, out })),
    holdExpiresAt: sale.hold_expires_at.toISOString(),
    zone: sale.zone,
    // with its token: who pays here and left no address gets the tickets on the same page
    pay: waits ? await withQr(page("")) : null,
    tickets: tickets.map(({ position, guest_name: name, code, qrSvg }) => ({
      position,
      name,
      code: readableCode(code),
      qrSvg,
    })),
    link: isPaid ? await withQr(page("/ticket")) : null,
  };
  return ok({ sale: view });
}

const languageOf = ({ language }: { language: string }): Locale => (isLocale(language) ? language : "en");

const withQr = async (url: string) => ({
  url,
  qrSvg: await qrToString(url, { type: "svg", errorCorrectionLevel: "M", margin: 0 }),
});

/** Who may take a till over: others than those of `but` who may sell at the door, where the caller works. For this module; checks no access. */
export async function takersFor(ctx: Context, but: readonly string[]) {
  const roles = ROLES.filter((role) => allows(role, "sales.door"));
  const { t } = await i18nFor(ctx.locale);
  const found = await takers(ctx.db, { but, roles, cities: readable(ctx.actor) }, ctx.settings.ADMIN_EMAILS);
  return found.map(({ id, name }) => ({ id, name: name || t("till.noName") }));
}

/** Whether a person has a till that isn't closed. For use cases that check access. */
export const hasTill = async (db: Context["db"] | Tx, userId: string): Promise<boolean> =>
  (await notClosedTill(db, userId)) !== undefined;

/**
 * One's own till, what may be done with it, and counted tills that wait for one to take them over; `alone`: one may close it
 * without anybody to take it over; `lent`: one's phones that may have sales that aren't sent. Needs `sales.door`. Refusal: forbidden {missing}.
 */
export async function ownTill(ctx: Context) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return forbidden();
  const [own, waiting, cities, others, lent] = await Promise.all([
    notClosedTill(ctx.db, userId),
    tillsToTake(ctx.db, userId),
    citiesOfNight(ctx.db, ctx.now),
    takersFor(ctx, [userId]),
    phonesLent(ctx.db, userId),
  ]);
  const views = await viewsOf(ctx, own ? [own, ...waiting] : waiting);
  return ok({
    till: own ? views[0]! : null,
    toTake: own ? views.slice(1) : views,
    cities: cities
      .filter(({ id }) => reaches(ctx.actor, id))
      .toSorted((a, b) => Number(b.on) - Number(a.on))
      .map((city) => ({ id: city.id, name: inLocale(ctx.locale, city.name, city.name_es), night: city.night })),
    takers: others,
    userId,
    lent,
    alone: others.length === 0 && can(ctx.actor, "payments.change"),
  });
}

const PAGE = 50;

/**
 * Tills for the operator, newest night first, and the open one of `count` with who may take it over. Needs `payments.read`. Refusal:
 * forbidden {missing}.
 */
export async function tillsPage(ctx: Context, filter: TillFilter, before: string | null, count: string | null = null) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const rows = await listTills(ctx.db, filter, before !== null && isUuid(before) ? before : null, PAGE + 1);
  const pageRows = rows.slice(0, PAGE);
  return ok({
    // beside the form that counts one
    tills: await viewsOf(ctx, pageRows, count),
    older: rows.length > PAGE ? pageRows.at(-1)!.id : null,
    mayLook: can(ctx.actor, "payments.change"),
    toCount: count !== null && isUuid(count) ? await tillToCount(ctx, count) : null,
  });
}

async function tillToCount(ctx: Context, id: string) {
  const { userId } = ctx.actor;
  const row = userId && can(ctx.actor, "payments.change") ? await tillRow(ctx.db, id) : undefined;
  if (!userId || row?.state !== "open") return null;
  const [till] = await viewsOf(ctx, [row], id);
  const others = await takersFor(ctx, row.user_id ? [userId, row.user_id] : [userId]);
  const lent = row.user_id ? await phonesLent(ctx.db, row.user_id) : [];
  return { till: till!, takers: others, lent, alone: others.length === 0 };
}

/** All tills of a filter, page by page. For this module; checks no access. */
export const everyTill = (ctx: Context, filter: TillFilter) =>
  readParts<TillView>(PAGE, async (last) => viewsOf(ctx, await listTills(ctx.db, filter, last?.id ?? null, PAGE)));

/**
 * Tills as they are shown. One's own is blind as long as it is open, and so is that with the id `counting`: who counts a till mustn't
 * know what should be in it before.
 */
async function viewsOf(
  ctx: Context,
  rows: readonly NonNullable<TillRow>[],
  counting: string | null = null,
): Promise<TillView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [lines, counts] = await Promise.all([linesOfTills(ctx.db, ids), countsOfTills(ctx.db, ids)]);
  const { t } = await i18nFor(ctx.locale);
  const named = (id: string | null, name: string) => (id === null ? "" : name || t("till.noName"));
  return rows.map((row) => {
    const own = lines.filter(({ till_id }) => till_id === row.id);
    const counted = counts.filter(({ till_id }) => till_id === row.id);
    const isBlind = row.state === "open" && (row.id === counting || row.user_id === ctx.actor.userId);
    const differs = counted.some(({ expected, counted: there }) => expected !== there);
    return {
      id: row.id,
      test: row.test,
      night: row.night,
      city: inLocale(ctx.locale, row.city, row.city_es),
      zone: row.zone,
      state: row.state,
      round: row.round,
      by: named(row.user_id, row.by),
      taker: named(row.taker_id, row.taker),
      closedAlone:
        row.closed_alone === null ? null : { by: named(row.counter_id, row.counter), reason: row.closed_alone },
      openedAt: row.opened_at.toISOString(),
      closedAt: row.closed_at?.toISOString() ?? null,
      sums: isBlind ? sumsOf(own).map(blind) : sumsOf(own),
      ways: isBlind ? waysOf(own).map(blindWay) : waysOf(own),
      counts: counted.map(({ way, currency, expected, counted: there, reason }) => ({
        way,
        currency,
        expected,
        counted: there,
        reason,
      })),
      payouts: own
        .filter(({ kind }) => kind === "payout")
        .map(({ id, currency, amount, reason, at }) => ({ id, currency, amount, reason, at: at.toISOString() })),
      toLookAt: row.state === "closed" && differs && row.looked_at === null,
    };
  });
}

function withoutReference<Line extends { reference: string | null }>(line: Line) {
  const { reference: _, ...rest } = line;
  return rest;
}

/** What is stored of somebody's tills, with what went in and out and how they were counted last. For the owner's data export, without what identifies guests' payments; checks no access. */
export async function storedTills({ db }: Pick<Context, "db">, userId: string) {
  const own = await tillsOf(db, userId);
  if (own.length === 0) return [];
  const ids = own.map(({ id }) => id);
  const [lines, counts] = await Promise.all([linesOfTills(db, ids), countsOfTills(db, ids)]);
  return own.map((till) => ({
    ...till,
    lines: lines.filter(({ till_id: id }) => id === till.id).map(withoutReference),
    counts: counts.filter(({ till_id: id }) => id === till.id),
  }));
}
