import { bookingRef } from "#src/modules/sales/booking/rules/purchase.ts";
import { LOCALES } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { HAND_WAYS, type HandWay, handWaysIn } from "#src/kernel/pay-method.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { payByCredit } from "#src/modules/sales/booking/apply-credit.server.ts";
import { placeSale } from "#src/modules/sales/booking/place-sale.server.ts";
import { priceSale } from "#src/modules/sales/booking/queries.server.ts";
import { creditIn } from "#src/modules/money/credits/queries.server.ts";
import { findCredit } from "#src/modules/money/credits/reserve-credit.server.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { recordTaken } from "#src/modules/money/payments/take-payment.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { leftForSale } from "#src/modules/evening/till/check-credit.server.ts";
import { handOutSold } from "#src/modules/evening/till/hand-out-sold.server.ts";
import { isReached } from "#src/modules/evening/till/queries.server.ts";
import { sellsAtDoor } from "#src/modules/evening/till/rules/till.ts";
import type { DoorSale } from "#src/modules/evening/till/schema.ts";
import {
  addSale,
  departureById,
  lockSeller,
  nightsNear,
  openTillOf,
  saleBegun,
  saleById,
  tillForUpdate,
  unpaidOfSeller,
} from "#src/modules/evening/till/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Statements } from "#src/platform/db.server.ts";

/** The full price: nothing is sold for less at the door, nor for free. */
const AT_PRICE = { total: null };

/**
 * Sells places of tonight at the door, as staff's bookings are made: the server prices, the seats are taken under their lock. Cash,
 * a card at our terminal or a transfer goes into the seller's open till and confirms at once; `link` leaves a hold that the guest pays on their own phone. Idempotent by
 * the form's key: sent again, it goes on where it stopped. A gift card or credit pays what it has, and the seller takes the rest, or
 * nothing (docs/decisions/212). What is bought beside the places is taken with them, or nothing is sold; what is paid of it is handed out
 * at once where the seller says so (docs/decisions/213). Needs `sales.door`. Refusals: forbidden {missing}, not_tonight,
 * till_needed, free_not_here, only_pesos (a card or a transfer in another currency), unpaid_sales {left: people of one's own sales by
 * link that wait}, credit_changed {credit, where a code was named} (it pays another part than was shown), and those of `leftForBill`, `payByCredit`,
 * `placeBooking` and `recordTaken`.
 */
export async function sellAtDoor(ctx: Context, input: DoorSale) {
  const { userId } = ctx.actor;
  if (!can(ctx.actor, "sales.door") || !userId) return fail("forbidden", { missing: "sales.door" as const });
  const sold = await sell(ctx, userId, input);
  if (sold.ok && input.hand_out) await handOutSold(ctx, sold);
  return sold;
}

type Offline = {
  /** how it was paid */
  paidBy: HandWay;
  /** the device whose reserve gives the places */
  device: string;
  soldAt: Date;
  /** nothing beyond the reserve */
  onlyReserve: boolean;
  /** what it was to cost then; null: the price of now */
  total: number | null;
};
type Sale = Omit<DoorSale, "intent" | "way" | "given" | "hand_out"> & {
  way: DoorSale["way"] | "offline";
  offline?: Offline;
};

/** The same for a caller that has checked permissions; `offline`: sold before, offline. Refusals as there. */
export async function sell(ctx: Context, userId: string, input: Sale) {
  const { way, offline, let_in, id_seen, reference = "", credit_code: code = "", credit_pays: part = 0 } = input;
  // the seller was shown the rest alone
  if (code === "" && part > 0) return fail("credit_changed");
  // undefined: it isn't paid to the seller
  const paidBy = offline?.paidBy ?? HAND_WAYS.find((one) => one === way);
  const begun = await saleBegun(ctx.db, input.key);
  // a phone's sale stays the same one with whatever details it is sent again: it continues from its places to its money
  if (begun && offline && begun.user_id === userId && begun.way === "offline")
    return takeMoney(ctx, userId, input.key, {
      id: begun.id,
      total: { amount_minor: begun.total_price, currency: begun.currency },
      paidBy: offline.paidBy,
      reference,
    });
  const refused = begun ? null : await notSold(ctx, userId, input);
  if (refused) return refused;
  // before any place is taken; what counts is asked again under the lock
  const credit = code === "" || begun?.status === "confirmed" ? null : await creditFor(ctx, code, input, begun);
  if (credit && !credit.ok) return credit;

  const { t } = await i18nFor(input.language);
  const walkIns = await Promise.all(LOCALES.map(async (one) => (await i18nFor(one)).t("till.walkIn")));
  const sale = { sale_id: input.key, user_id: userId, way, let_in, id_seen, created_at: offline?.soldAt ?? ctx.now };
  let isWritten = false;
  const placed = await placeSale(ctx, { ...input, name: input.name || t("till.walkIn") }, `door.${input.key}`, {
    seller: offline ? { kind: "phone", ...offline } : { kind: "staff", ...AT_PRICE },
    // what the seller takes is paid at once
    unpaid: paidBy === undefined ? (on) => unpaidUnderLock(on, userId, ctx.now) : null,
    walkIns: input.name === "" ? walkIns : undefined,
    write: async (on, booking_id) => {
      await addSale(on, { ...sale, booking_id });
      isWritten = true;
    },
  });
  if (!placed.ok) return placed;
  const { id: booking_id, total: price } = placed.booking;
  // sent again, and perhaps to be paid in another way
  if (!isWritten) await addSale(ctx.pool, { ...sale, booking_id });
  const isAgain = begun !== undefined && begun.status !== "confirmed" && paidBy !== undefined;
  const paid = await partByCredit(ctx, booking_id, { code, isAgain, credit });
  if (!paid.ok) return paid;
  const rest = { ...price, amount_minor: price.amount_minor - paid.pays };
  if (rest.amount_minor === 0) return takeNothing(ctx, input.key, { id: booking_id, total: rest });
  if (paidBy === undefined) return ok({ booking_id });
  return takeMoney(ctx, userId, input.key, { id: booking_id, total: rest, paidBy, reference });
}

/** The credit behind a code, if it pays as much of a sale as was shown: of one that was begun it may have paid its part. */
async function creditFor(ctx: Context, code: string, input: Sale, begun: object | undefined) {
  const { departure_id, people, currency, add_ons, credit_pays: part = 0 } = input;
  if (begun) {
    const again = await findCredit(ctx, code);
    return again.ok ? ok({ ...again, pays: part, credit: { code, left: part, currency } }) : again;
  }
  const found = await leftForSale(ctx, { departure_id, people, currency, add_ons, credit_code: code });
  if (!found.ok) return found;
  return found.pays === part ? found : fail("credit_changed", { credit: found.credit });
}

/** How much of a sale its credit pays; one that was paid before is as it was paid then. Sent again (`isAgain`) without its code, none. */
async function partByCredit(
  ctx: Context,
  bookingId: string,
  {
    code,
    isAgain,
    credit,
  }: { code: string; isAgain: boolean; credit: Extract<Awaited<ReturnType<typeof creditFor>>, { ok: true }> | null },
) {
  if (code === "") return isAgain ? payByCredit(ctx, bookingId, null) : ok({ pays: 0 });
  if (!credit) return ok({ pays: (await creditIn(ctx, bookingId))?.amount ?? 0 });
  const paid = await payByCredit(ctx, bookingId, credit);
  if (paid.ok || paid.reason !== "credit_changed") return paid;
  return fail("credit_changed", { credit: { ...credit.credit, left: paid.pays } });
}

type Due = { id: string; total: { amount_minor: number; currency: Currency } };

/** Confirms a sale of which nothing is left to take. It is in no till. */
async function takeNothing(ctx: Context, key: string, { id: booking_id, total: expected }: Due) {
  const taking = { of: bookingRef(booking_id), way: "free" as const, expected };
  const payment = await recordTaken(ctx, taking, `door.${key}`);
  return payment.ok ? ok({ booking_id }) : payment;
}

/** Puts the money of a sale that has its places into its seller's open till. */
async function takeMoney(
  ctx: Context,
  userId: string,
  key: string,
  sale: Due & { paidBy: HandWay; reference: string },
) {
  const { id: booking_id, total, paidBy: way, reference } = sale;
  const payment = await recordTaken(
    ctx,
    { of: bookingRef(booking_id), way, reference, expected: total },
    `door.${key}`,
    async (tx) => {
      // the lock keeps the till open until the taking is in it; test money goes into a till of test money (noteTaking)
      const till = await tillForUpdate(tx, userId);
      const isOpen = till?.state === "open" && till.test === (await saleById(tx, booking_id))?.test;
      return isOpen ? null : fail("till_needed");
    },
  );
  return payment.ok ? ok({ booking_id }) : payment;
}

/** For how many people one's sales by link hold places. Locks the seller. */
async function unpaidUnderLock(on: Statements, userId: string, now: Date): Promise<number> {
  await lockSeller(on, userId);
  return unpaidOfSeller(on, userId, now);
}

/** Why a sale isn't begun at all; null when it is. */
async function notSold(ctx: Context, userId: string, input: Sale) {
  const { departure_id: scheduled_crawl_id, people: number_of_people, currency, add_ons } = input;
  const departure = await departureById(ctx.db, scheduled_crawl_id);
  if (!departure) return fail("departure_not_found");
  if (departure.status !== "scheduled") return fail("departure_cancelled");
  const soldAt = input.offline?.soldAt ?? ctx.now;
  if (!sellsAtDoor(departure, await nightsNear(ctx.db, soldAt), soldAt)) return fail("not_tonight");
  // what a phone was lent places for was its own then, and the guests have paid
  const wasLent = input.offline !== undefined && input.offline.total !== null;
  if (!wasLent && !(await isReached(ctx, departure))) return fail("not_tonight");
  let isPaid = false;
  if (!input.offline) {
    if (HAND_WAYS.some((way) => way === input.way && !handWaysIn(currency).includes(way))) return fail("only_pesos");
    const priced = await priceSale(ctx, { scheduled_crawl_id, number_of_people, currency, add_ons }, AT_PRICE);
    if (!priced.ok) return priced;
    const price = priced.quote.total.amount_minor;
    if (price === 0) return fail("free_not_here");
    isPaid = input.credit_pays === price;
  }
  // nothing is taken
  if (input.way === "link" || isPaid) return null;
  const test = practises(ctx);
  return (await openTillOf(ctx.db, userId, test)) ? null : fail("till_needed");
}
