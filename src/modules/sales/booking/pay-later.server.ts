import type { Currency } from "#src/kernel/money.ts";
import { appSettings, storedSettings } from "#src/modules/base/settings/queries.server.ts";
import type { Method } from "#src/modules/money/payments/schema.ts";
import { lockDepartureOf } from "#src/modules/sales/booking/keep-voucher.server.ts";
import type { LockedBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { seatsOfDeparture } from "#src/modules/sales/booking/queries.server.ts";
import { laterWays } from "#src/modules/sales/booking/rules/spei.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { voucherPeople } from "#src/modules/sales/booking/store/pay-later.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Total = { amount_minor: number; currency: Currency };

/**
 * The ways of paying later (cash at OXXO, a transfer) that may be offered for a booking's bill now. Checked again, under the
 * departure's lock, when one is chosen.
 */
export async function laterOpen(
  ctx: Context,
  {
    id,
    number_of_people: people,
    departure,
  }: Pick<BookingView, "id" | "number_of_people"> & {
    departure: Pick<BookingView["departure"], "departure_id" | "starts_at">;
  },
  bill: Total,
): Promise<Method[]> {
  const settings = await appSettings(ctx);
  if (!settings.oxxoEnabled && !settings.speiEnabled) return [];
  const [seats, voucher_people] = await Promise.all([
    seatsOfDeparture(ctx, departure.departure_id),
    voucherPeople(ctx.db, departure.departure_id, id, ctx.now),
  ]);
  const of = { starts_at: new Date(departure.starts_at), total_spots: seats, voucher_people };
  return laterWays(settings, { ...bill, people }, of, ctx.now);
}

/**
 * Whether a booking that the transaction has locked may be paid later by such a method. Counts under the departure's lock: two
 * concurrent vouchers must not both take the last of the quota.
 */
export async function mayPayLater(
  ctx: Context,
  tx: Tx,
  booking: LockedBooking,
  { method, bill }: { method: Method; bill: Total },
): Promise<boolean> {
  const settings = await storedSettings({ db: ctx.db, tx });
  const departure = await lockDepartureOf(tx, booking);
  const voucher_people = await voucherPeople(tx, departure.id, booking.id, ctx.now);
  const ways: string[] = laterWays(
    settings,
    { ...bill, people: booking.number_of_people },
    { ...departure, voucher_people },
    ctx.now,
  );
  return ways.includes(method);
}
