import { randomUUID } from "node:crypto";
import { newReference } from "#src/kernel/codes.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { priceOfImported } from "#src/modules/sales/booking/rules/imported-price.ts";
import {
  cancelImported,
  importedForUpdate,
  type ImportedRow,
  insertImported,
  lapsedPlaces,
  takenReferences,
} from "#src/modules/sales/booking/store/imported.server.ts";
import { postAll } from "#src/modules/base/ledger/post-entries.server.ts";
import { lockDepartures } from "#src/modules/sales/booking/store/change.server.ts";
import { appSettings, currencyRates } from "#src/modules/base/settings/queries.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { rateDay } from "#src/modules/base/settings/rules/rate-day.ts";
import { freeSeats, takeSeats } from "#src/modules/sales/schedule/take-seats.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";
import { portionsOf } from "#src/platform/in-portions.server.ts";
import { statementsOf } from "#src/platform/transaction.server.ts";

export { lapsedPlaces };

/** Locks nights until the transaction ends, so that they stay as they are read then; the places of bookings are taken in the same order. */
export const lockNights = async (tx: Tx, ids: readonly string[]): Promise<void> =>
  void (ids.length > 0 && (await lockDepartures(tx, ids)));

/** A booking of another system. `total` in minor units; `keptUntil`: of an unpaid one, whose guests pay when they come; null: paid. */
export type ForeignBooking = {
  departureId: string;
  crawlId: string;
  crawlCurrency: Currency;
  people: number;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  country: string;
  language: Locale;
  requests: string;
  total: number;
  currency: Currency;
  keptUntil: Date | null;
};

/** A booking as it stands here now. */
export type Imported = Pick<
  ImportedRow,
  "id" | "reference" | "status" | "number_of_people" | "first_name" | "last_name" | "total_price" | "currency"
>;

/** Rows of a booking are long: so many are written at once. */
const ROWS = 500;

/**
 * Writes bookings that another system sold, in the caller's transaction: takes their places, night by night, and posts what was sold.
 * Publishes nothing, so nobody is written to; tickets and payments are the caller's. The bookings come back in the order of
 * the input. The caller checks permissions. Refusal: sold_out {departureId}, after which it rolls back.
 */
export async function importBookings(ctx: Context, tx: Tx, bookings: readonly ForeignBooking[]) {
  const on = statementsOf(tx);
  // always in the order of their ids: two imports of the same nights would wait for each other
  for (const [departureId, people] of placesByNight(bookings)) {
    if (!(await takeSeats(on, departureId, people, { now: ctx.now, byStaff: true })))
      return fail("sold_out", { departureId });
  }
  const { referencePrefix } = await appSettings({ db: tx });
  const references = await freeReferences(tx, referencePrefix, bookings.length);
  const dated = await currencyRates(ctx);
  const test = practises(ctx);
  const rows = bookings.map((booking, at): ImportedRow => {
    const { departureId, crawlId, crawlCurrency, people, requests, total, currency, keptUntil } = booking;
    const { first_name, last_name, email, phone, country, language } = booking;
    return {
      first_name,
      last_name,
      email,
      phone,
      country,
      language,
      ...priceOfImported(total, people),
      id: randomUUID(),
      reference: references[at]!,
      scheduled_crawl_id: departureId,
      crawl_id: crawlId,
      status: keptUntil ? "pending" : "confirmed",
      kept_for: keptUntil ? "by_hand" : null,
      confirmed_at: keptUntil ? null : ctx.now,
      hold_expires_at: keptUntil ?? ctx.now,
      number_of_people: people,
      special_requests: requests,
      currency,
      base_currency: crawlCurrency,
      rate: (dated.perUsd[currency] ?? 1) / (dated.perUsd[crawlCurrency] ?? 1),
      rate_date: rateDay(dated.days, [currency, crawlCurrency]),
      peso_rate: currency === "MXN" ? null : (dated.perUsd.MXN ?? 1) / (dated.perUsd[currency] ?? 1),
      test,
    };
  });
  for (const portion of portionsOf(rows, ROWS)) {
    await insertImported(tx, ctx, portion);
    await postAll(tx, ctx.now, portion.filter(({ status }) => status === "confirmed").map(soldEntry));
  }
  return ok({ bookings: rows satisfies Imported[] });
}

type Sold = { id: string; total_price: number; currency: string; test: boolean };

const soldEntry = ({ id, total_price: amount, currency, test }: Sold) => ({
  about: { purchaseId: id, test },
  postings: [{ key: `booking:${id}:sold`, kind: "sold" as const, amount, currency: currency as Currency }],
});

function placesByNight(bookings: readonly { departureId: string; people: number }[]): [string, number][] {
  const places = new Map<string, number>();
  for (const { departureId, people } of bookings) places.set(departureId, (places.get(departureId) ?? 0) + people);
  return [...places].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** Different references that no booking has: among 30⁶ one drawn twice is rare, and would roll everything back. */
async function freeReferences(tx: Tx, prefix: string, count: number): Promise<string[]> {
  const drawn = new Set<string>();
  while (drawn.size < count) {
    const more = Array.from({ length: count - drawn.size }, () => newReference(prefix));
    const inUse = await takenReferences(tx, more);
    for (const reference of more) if (!inUse.has(reference)) drawn.add(reference);
  }
  return [...drawn];
}

/**
 * Undoes that bookings were brought, in the caller's transaction: they are cancelled as though they had never been sold, their
 * places are free again, and nobody is told. Tickets and payments are the caller's. `mayNot` is asked once the bookings and
 * then their nights are locked, and what it names keeps them. Ones that ended meanwhile are left as they are.
 */
export async function undoImported<Block>(
  ctx: Context,
  tx: Tx,
  bookingIds: readonly string[],
  mayNot: () => Promise<Block | null>,
) {
  const rows = await importedForUpdate(tx, bookingIds);
  const nights = rows.map(({ scheduled_crawl_id: night }) => night);
  // before their tickets, as everybody who holds both
  await lockNights(tx, nights);
  const blocked = await mayNot();
  if (blocked !== null) return { ok: false as const, blocked };
  const living = rows.filter(({ status }) => status !== "cancelled");
  for (const portion of portionsOf(living, ROWS)) {
    const portionIds = portion.map(({ id }) => id);
    await cancelImported(tx, ctx, portionIds);
    const sold = portion.filter(({ status }) => status === "confirmed");
    await postAll(tx, ctx.now, sold.map(takenBackEntry));
  }
  const on = statementsOf(tx);
  const places = placesByNight(
    living.map(({ scheduled_crawl_id: departureId, number_of_people: people }) => ({ departureId, people })),
  );
  for (const [departureId, people] of places) await freeSeats(on, departureId, people);
  return { ok: true as const, ids: living.map(({ id }) => id) };
}

const takenBackEntry = ({ id, total_price: amount, currency, test }: Sold) => ({
  about: { purchaseId: id, test },
  postings: [
    { key: `booking:${id}:import_undone`, kind: "sale_taken_back" as const, amount, currency: currency as Currency },
  ],
});
