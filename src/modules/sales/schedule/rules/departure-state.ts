/** Staff's state of a departure: over, cancelled, closed for booking, sold elsewhere, full or on sale. */
export type DepartureState = "cancelled" | "over" | "closed" | "external" | "full" | "open";

type Departure = {
  status: string;
  ends_at: Date;
  sales_close_at: Date;
  bookings_disabled: boolean;
  external_booking_link: string | null;
  total_spots: number;
  confirmed: number;
  held: number;
};

/** A departure's seats; `free` is never negative, even when overbooked. */
export const seatsOf = ({ confirmed, held, total_spots }: Pick<Departure, "confirmed" | "held" | "total_spots">) => ({
  confirmed,
  held,
  free: Math.max(total_spots - confirmed - held, 0),
});

/** A departure's state at `now`. Started but not over counts as closed, since its sales are. */
export function departureState(departure: Departure, now: Date): DepartureState {
  if (departure.status === "cancelled") return "cancelled";
  if (departure.ends_at <= now) return "over";
  if (departure.bookings_disabled || departure.sales_close_at <= now) return "closed";
  if (departure.external_booking_link !== null) return "external";
  return seatsOf(departure).free === 0 ? "full" : "open";
}
