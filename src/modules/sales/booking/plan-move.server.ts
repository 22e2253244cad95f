import type { Currency } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import type { Site } from "#src/kernel/site.ts";
import {
  frozenFor,
  MOVE_DAYS,
  offerFor,
  pricesFor,
  pricesOf,
  repriced,
  room,
  shownSide,
  sideOf,
} from "#src/modules/sales/booking/plan-change.server.ts";
import { type Amounts, coveredBy } from "#src/modules/sales/booking/rules/change-price.ts";
import type { ChangeQuote, DateToMoveTo } from "#src/modules/sales/booking/schema.ts";
import { type BookingWithDeparture, bookingWithDeparture } from "#src/modules/sales/booking/store/booking.server.ts";
import { departureOnSale } from "#src/modules/sales/booking/store/offer.server.ts";
import { departuresAtRates } from "#src/modules/sales/schedule/queries.server.ts";
import { refundDeadline } from "#src/modules/sales/schedule/rules/departure.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

/** Another departure for a booking that is paid and has no seats. Money in minor units of the booking's currency. */
export type MovePlan = {
  bookingId: string;
  /** the booking's, before it moves */
  version: number;
  from: string;
  to: string;
  people: number;
  /** how many of the seats to take are free now, lapsed baskets included */
  left: number;
  lapsedPeople: number;
  amounts: Amounts;
  /** how much more that departure costs than was paid; not charged */
  given: number;
  /** refunded from what was paid */
  back: number;
  currency: Currency;
  quote: Omit<ChangeQuote, "version">;
};

/**
 * Plans another departure for a booking that is paid (`paid`) but has no seats, without side effects. Its own departure is a
 * candidate too, should seats be free again. Reads everything on `on`. The caller checks permissions. Refusals:
 * booking_not_found, departure_not_found and all those of `notForSale`.
 */
export async function planMove(
  ctx: Context,
  on: Db | Tx,
  { bookingId, departureId, paid }: { bookingId: string; departureId: string; paid: number },
) {
  const row = await bookingWithDeparture(on, bookingId);
  if (!row) return fail("booking_not_found");
  const sold = await offerFor(ctx, on, row, departureId);
  if (!sold.ok) return sold;
  const { offer } = sold;
  const departure = await departureOnSale(on, offer.id, row.crawl_id);
  if (!departure || offer.sold_as!.id !== row.crawl_id) return fail("departure_not_found");
  const prices = await pricesFor(on, row);
  const at = pricesOf(ctx, offer, prices, { people: row.number_of_people, own: row.price_rule });
  const priced = repriced(row, at, prices.couponPeople);
  const { after, back } = coveredBy(paid, priced);
  const { currency } = prices;
  const { date, start_time, end_time } = departure;
  const people = row.number_of_people;
  const plan: MovePlan = {
    bookingId,
    version: row.version,
    from: row.scheduled_crawl_id,
    to: offer.id,
    people,
    ...(await room(ctx, on, row, offer)),
    amounts: after,
    given: priced.total_price - after.total_price,
    back,
    currency,
    quote: {
      before: { ...shownSide(sideOf(row), currency), total: { amount_minor: paid, currency } },
      after: { people, date, start_time, end_time, total: { amount_minor: after.total_price, currency } },
      difference: { amount_minor: after.total_price - paid, currency },
      refund_until: refundDeadline(departure.starts_at).toISOString(),
      coupon_code: row.coupon_code,
      add_ons: [],
    },
  };
  return ok({ plan });
}

/**
 * The departures of the same crawl, its own included, with room for all guests of a paid booking without seats, by date, each
 * with what is refunded (≤ 0) of what was paid. The caller checks permissions.
 */
export async function departuresToMoveTo(ctx: Context, bookingId: string, paid: number): Promise<DateToMoveTo[]> {
  const row = await bookingWithDeparture(ctx.db, bookingId);
  if (!row) return [];
  const to = Temporal.PlainDate.from(row.date).add({ days: MOVE_DAYS }).toString();
  const prices = await pricesFor(ctx.db, row);
  const { currency } = prices;
  const departures = await departuresAtRates(
    { ...ctx, site: row.site_tag as Site },
    { crawl_id: row.departure_crawl_id, to, currency },
    frozenFor(row, prices),
  );
  return departures
    .filter((departure) => departure.is_available && !departure.bookings_disabled && !departure.external_booking_link)
    .filter((departure) => departure.available_spots === null || departure.available_spots >= row.number_of_people)
    .map((departure) => moveTo(row, departure, { ...prices, paid }));
}

type Departure = Awaited<ReturnType<typeof departuresAtRates>>[number];

function moveTo(
  row: BookingWithDeparture,
  { id, crawl_id, date, start_time, end_time, available_spots: left, price_per_person: pricePerPerson }: Departure,
  { paid, ...prices }: Awaited<ReturnType<typeof pricesFor>> & { paid: number },
): DateToMoveTo {
  const price = { amount: pricePerPerson.amount_minor, currency: prices.currency };
  const { back } = coveredBy(paid, repriced(row, { ...prices, price, regular: price }, prices.couponPeople));
  const difference = { amount_minor: back === 0 ? 0 : -back, currency: prices.currency };
  return { departure_id: id, crawl_id, date, start_time, end_time, left, difference };
}
