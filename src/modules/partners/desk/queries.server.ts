import { openCash } from "#src/modules/partners/commission/note-sale.server.ts";
import { pageOf, rowsOf } from "#src/kernel/page-of.ts";
import { dateIn, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, isLocale } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { listPartnerChoices } from "#src/modules/sales/affiliates/queries.server.ts";
import { addOnsAtCounter, bookedAddOns } from "#src/modules/sales/booking/read-add-ons.server.ts";
import { holdLives } from "#src/modules/sales/booking/rules/states.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { listCrawls } from "#src/modules/site/catalog/queries.server.ts";
import { adminStateOf, HANDOVER_MS, standingOf } from "#src/modules/partners/desk/rules/device.ts";
import type {
  AdminDesk,
  DeskAddOns,
  DeskLine,
  DeskNight,
  DeskSaleView,
  DeskState,
  OpenDesk,
  SaleState,
} from "#src/modules/partners/desk/schema.ts";
import {
  deviceBySecret,
  type DeviceRow,
  figuresOf,
  listDevices,
  saleById,
  saleByKey,
  type SaleRow,
  salesSince,
  unboundBy,
} from "#src/modules/partners/desk/store.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { dayAfter } from "#src/modules/sales/schedule/rules/recurrence.ts";
import { departuresForPartner } from "#src/modules/sales/schedule/queries.server.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { qrSvg } from "#src/modules/evening/tickets/queries.server.ts";
import { asDesk, type Context } from "#src/platform/context.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

/** Tonight and a week. */
const NIGHTS_AHEAD = 7;
/** How long a sale stays in its desk's list. */
const LISTED_MS = 24 * 3_600_000;

export type { DeviceRow };

/** The device with a secret, whatever its state; undefined where none has it. */
export const deskOf = (ctx: Pick<Context, "db">, secret: string | null): Promise<DeviceRow | undefined> =>
  secret === null ? Promise.resolve(undefined) : deviceBySecret(ctx.db, hashToken(secret));

/** What a device shows: only an open one anything that isn't about itself. */
export async function deskState(ctx: Context, device: DeviceRow | undefined): Promise<DeskState> {
  const standing = device ? standingOf(device, ctx.now) : "gone";
  if (!device || standing === "gone") return { kind: "gone" };
  if (standing === "pin") return { kind: "pin", name: device.name, partner: device.partner };
  return standing === "open" ? openState(ctx, device) : { kind: standing };
}

async function openState(ctx: Context, device: DeviceRow): Promise<OpenDesk> {
  const test = practises(ctx);
  const [{ maxPeople }, { zone, nights }] = await Promise.all([appSettings(ctx), nightsOf(ctx, device)]);
  const today = dateIn(ctx.now, zone);
  const month = today.slice(0, 7);
  const [figures, owed, sales] = await Promise.all([
    figuresOf(ctx.db, { partnerId: device.partner_id, deviceId: device.id, month, today, test }),
    openCash(ctx.db, device.partner_id, test),
    salesSince(ctx.db, device.id, new Date(ctx.now.getTime() - LISTED_MS)),
  ]);
  return {
    kind: "open",
    at: ctx.now.toISOString(),
    zone,
    name: device.name,
    partner: device.partner,
    nights,
    maxPeople,
    cash: { limit: device.limit, owed },
    month: { month, earned: figures.earned, bookings: figures.bookings, people: figures.people },
    tonight: { bookings: figures.tonight, people: figures.tonight_people },
    sales: sales.map((sale) => lineOf(ctx, sale)),
  };
}

/** What the site sells tonight and in the nights after at the prices of a partner's guests, in its city or, without one, in all. */
async function nightsOf(
  ctx: Context,
  { city_id: cityId, partner_id: partnerId }: DeviceRow,
): Promise<{ zone: string; nights: DeskNight[] }> {
  const crawls = (await listCrawls(ctx)).filter(({ city_id }) => cityId === null || city_id === cityId);
  const nights = await Promise.all(
    crawls.map(async (crawl) => {
      const today = dateIn(ctx.now, crawl.time_zone);
      const coming = { crawl_id: crawl.id, to: dayAfter(today, NIGHTS_AHEAD), currency: "MXN" as const };
      const found = await departuresForPartner(ctx, coming, partnerId);
      return found
        .filter(({ external_booking_link: elsewhere }) => !elsewhere)
        .map((night) => ({
          startsAt: night.starts_at,
          night: {
            id: night.id,
            crawl: crawl.title,
            city: crawl.city_name,
            date: night.date,
            start: night.start_time.slice(0, 5),
            end: night.end_time.slice(0, 5),
            isToday: night.date <= today,
            isOpen: night.is_available,
            free: night.available_spots,
            price: night.price_per_person.amount_minor,
            parties: night.party_prices.map(({ people_from: from, price_per_person: price }) => ({
              from,
              price: price.amount_minor,
            })),
          },
        }));
    }),
  );
  const inOrder = nights
    .flat()
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.night.id.localeCompare(b.night.id));
  return { zone: crawls[0]?.time_zone ?? HOME_ZONE, nights: inOrder.map(({ night }) => night) };
}

function stateOf({ status, hold_expires_at }: SaleRow, now: Date): SaleState {
  if (status === "confirmed") return "paid";
  return holdLives({ status, hold_expires_at }, now) ? "waiting" : "ended";
}

const lineOf = (ctx: Context, sale: SaleRow): DeskLine => ({
  id: sale.id,
  reference: sale.reference,
  name: sale.name,
  people: sale.people,
  way: sale.way,
  state: stateOf(sale, ctx.now),
  crawl: inLocale(ctx.locale, sale.title, sale.title_es),
  date: sale.date,
  start: sale.start.slice(0, 5),
});

/** What the site sells beside the places of a night, in pesos. The caller has checked that the desk is open. */
export const addOnsAtDesk = async (ctx: Context, night: string): Promise<DeskAddOns> => ({
  night,
  offered: await addOnsAtCounter(asDesk(ctx), night, { currencies: ["MXN"], byStaff: false }),
});

/**
 * A sale of this very device, to hand out: the code to pay with until it is paid, then the tickets for a while. Refusals:
 * booking_not_found.
 */
export async function deskSale(ctx: Context, device: DeviceRow, bookingId: string) {
  const sale = await saleById(ctx.db, bookingId);
  if (sale?.device_id !== device.id) return fail("booking_not_found");
  const line = lineOf(ctx, sale);
  const language = isLocale(sale.language) ? sale.language : "en";
  const page = (path: string) => bookingLink(ctx, sale, language, path);
  const isFresh = ctx.now.getTime() - sale.created_at.getTime() < HANDOVER_MS;
  const bought = (await bookedAddOns(ctx, [{ id: sale.id, currency: "MXN" }])).get(sale.id) ?? [];
  const view: DeskSaleView = {
    ...line,
    total: sale.total,
    credit: (await creditIn(ctx, sale.id))?.amount ?? 0,
    addOns: bought.map(({ id, name, quantity }) => ({ id, name, quantity })),
    until: sale.hold_expires_at.toISOString(),
    zone: sale.zone,
    language,
    pay: line.state === "waiting" ? await withQr(page("")) : null,
    tickets:
      line.state === "paid" && isFresh ? { ...(await withQr(page("/ticket"))), pdf: page("/tickets.pdf") } : null,
  };
  return ok({ sale: view });
}

/** A sale of this device that was refused for `reason` though it has its places; null where it has none or is another one. */
export async function refusedSale(
  ctx: Context,
  device: DeviceRow,
  { key, reason }: { key: string; reason: string },
): Promise<DeskSaleView | null> {
  if (reason === "idempotency_conflict") return null;
  const sale = await saleByKey(ctx.db, key);
  const found = sale && sale.device_id === device.id ? await deskSale(ctx, device, sale.id) : null;
  return found?.ok && found.sale.state !== "ended" ? found.sale : null;
}

const withQr = async (url: string) => ({ url, qrSvg: await qrSvg(url) });

/** The desk that an address binds a device to; null where it is used, over or none. */
export async function bindingOf(ctx: Context, token: string) {
  const offered = await unboundBy(ctx.db, hashToken(token), ctx.now);
  return offered ? { name: offered.name, partner: offered.partner } : null;
}

/** Devices on a page. */
const PAGE = 50;

/** All desks, or those of a partner, with the partners to choose from. Needs `affiliates.read`. Refusal: forbidden {missing}. */
export async function adminDesks(ctx: Context, partnerId: string | null, page = 1) {
  if (!can(ctx.actor, "affiliates.read")) return fail("forbidden", { missing: "affiliates.read" as const });
  const [read, partners] = await Promise.all([
    listDevices(ctx.db, partnerId, rowsOf(page, PAGE)),
    listPartnerChoices(ctx),
  ]);
  const { rows, isMore } = pageOf(read, PAGE);
  const desks = rows.map((row): AdminDesk => ({
    id: row.id,
    name: row.name,
    partner: row.partner,
    partnerId: row.partner_id,
    state: adminStateOf(row, ctx.now),
    seen: row.seen_at?.toISOString() ?? null,
    since: (row.bound_at ?? row.created_at).toISOString(),
  }));
  return ok({ desks, isMore, partners, mayChange: can(ctx.actor, "affiliates.change") });
}
