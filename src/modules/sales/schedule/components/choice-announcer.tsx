import { longDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { moneyOf, priceFor } from "#src/modules/sales/schedule/rules/shown-money.ts";
import type { Booking } from "#src/modules/sales/schedule/components/use-booking.ts";
import { seatsLabel } from "#src/modules/sales/schedule/rules/availability.ts";

/** Tells a screen reader what was chosen, once: the night, its places and what all of them pay. Nothing else in the panel is live. */
export function ToldChoice({ booking: { date, departure, people } }: { booking: Booking }) {
  const { t, locale } = useText();
  const values = date ? [longDate(date, locale)] : [];
  if (departure?.is_available) {
    const seats = seatsLabel(departure);
    const count = departure.external_booking_link ? 1 : (people ?? 1);
    const { amount, currency } = moneyOf(priceFor(departure, count).price_per_person);
    if (seats.kind !== "hidden") values.push(t(seats.kind === "of" ? "schedule.seatsOf" : "schedule.seatsLeft", seats));
    values.push(t("schedule.totalFor", { count, price: formatMoney({ amount: amount * count, currency }, locale) }));
  } else if (departure) {
    values.push(t(departure.bookings_disabled ? "schedule.error.bookings_disabled" : "schedule.soldOut.text"));
  }
  return (
    <p role="status" className="sr-only">
      {values.join(". ")}
    </p>
  );
}
