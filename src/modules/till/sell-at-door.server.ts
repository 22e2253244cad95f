import { OTHER_COUNTRY } from "#src/kernel/countries.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { placeBooking } from "#src/modules/booking/place-booking.server.ts";
import { priceSale } from "#src/modules/booking/queries.server.ts";
import type { CreateBooking } from "#src/modules/booking/schema.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { recordTaken } from "#src/modules/payments/take-payment.server.ts";
import { MOST_UNPAID, sellsAtDoor } from "#src/modules/till/rules/till.ts";
import type { DoorSale } from "#src/modules/till/schema.ts";
import {
  addSale,
  departureById,
  nightsNear,
  openTillOf,
  saleById,
  saleKnown,
  tillForUpdate,
  unpaidOfSeller,
} from "#src/modules/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The full price: nothing is sold for less at the door, nor for free. */
const AT_PRICE = { total: null };

/**
 * Sells places of tonight at the door, as staff's bookings are made: the server prices, the seats are taken under their lock. Cash
 * goes into the seller's open till and confirms at once; `link` leaves a hold that the guest pays on their own phone. Idempotent by
 * the form's key: sent again, it goes on where it stopped. Needs `sales.door`. Refusals: forbidden {missing}, not_tonight,
 * till_needed, free_not_here, unpaid_sales {left: people of one's own sales by link that wait}, and those of `placeBooking` and `recordTaken`.
 */
export async function sellAtDoor(ctx: Context, input: DoorSale) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  return sell(ctx, userId, input);
}

type Offline = {
  /** the device whose reserve gives the places */
  reserveOf: string;
  soldAt: Date;
  /** what it was to cost then; null: the price of now */
  total: number | null;
};
type Sale = Omit<DoorSale, "intent" | "way" | "given"> & { way: DoorSale["way"] | "offline"; offline?: Offline };

/** The same for a caller that has checked permissions; `offline`: sold before, without a line. Refusals as there. */
export async function sell(ctx: Context, userId: string, input: Sale) {
  const { departure_id: scheduled_crawl_id, people: number_of_people, currency, expected, way, offline } = input;
  const refused = (await saleKnown(ctx.db, input.key)) ? null : await notSold(ctx, userId, input);
  if (refused) return refused;

  const { t } = await i18nFor(input.language);
  const [first_name = "", ...rest] = (input.name || t("till.walkIn")).split(/\s+/);
  const wish: CreateBooking = {
    scheduled_crawl_id,
    number_of_people,
    customer: { first_name, last_name: rest.join(" "), email: input.email, phone: "", country: OTHER_COUNTRY },
    additional_names: [],
    special_requests: "",
    currency,
    language: input.language,
    agreed_to_terms: true,
    ...(expected === null ? {} : { displayed_total: { amount_minor: expected, currency } }),
  };
  const placed = await placeBooking(ctx, wish, `door.${input.key}`, offline ?? AT_PRICE);
  if (!placed.ok) return placed;
  const { id: booking_id, total } = placed.booking;
  const { let_in, id_seen } = input;
  const created_at = offline?.soldAt ?? ctx.now;
  await addSale(ctx.db, { booking_id, sale_id: input.key, user_id: userId, way, let_in, id_seen, created_at });
  if (way === "link") return ok({ booking_id });
  const taken = await recordTaken(
    ctx,
    { booking_id, way: "cash", expected: total },
    `door.${input.key}`,
    async (tx) => {
      // the lock keeps the till open until the taking is in it; test money goes into a till of test money (noteTaking)
      const till = await tillForUpdate(tx, userId);
      const isOpen = till?.state === "open" && till.test === (await saleById(tx, booking_id))?.test;
      return isOpen ? null : fail("till_needed");
    },
  );
  return taken.ok ? ok({ booking_id }) : taken;
}

/** Why a sale isn't begun at all; null when it is. */
async function notSold(ctx: Context, userId: string, input: Sale) {
  const { departure_id: scheduled_crawl_id, people: number_of_people, currency } = input;
  const departure = await departureById(ctx.db, scheduled_crawl_id);
  if (!departure) return fail("departure_not_found");
  if (departure.status !== "scheduled") return fail("departure_cancelled");
  const soldAt = input.offline?.soldAt ?? ctx.now;
  if (!sellsAtDoor(departure, await nightsNear(ctx.db, soldAt), soldAt)) return fail("not_tonight");
  if (!input.offline) {
    const priced = await priceSale(ctx, { scheduled_crawl_id, number_of_people, currency }, AT_PRICE);
    if (!priced.ok) return priced;
    if (priced.quote.total.amount_minor === 0) return fail("free_not_here");
  }
  if (input.way === "link") {
    const unpaid = await unpaidOfSeller(ctx.db, userId, ctx.now);
    return unpaid + number_of_people > MOST_UNPAID ? fail("unpaid_sales", { left: unpaid }) : null;
  }
  const test = ctx.settings.PAYMENTS_MODE === "sandbox";
  return (await openTillOf(ctx.db, userId, test)) ? null : fail("till_needed");
}
