/** What staff call a departure: over, cancelled, closed for booking, sold elsewhere, full or on sale. */
export type NightState = "cancelled" | "over" | "closed" | "external" | "full" | "open";

type Night = {
  status: string;
  ends_at: Date;
  sales_close_at: Date;
  bookings_disabled: boolean;
  external_booking_link: string | null;
  total_spots: number;
  confirmed: number;
  held: number;
};

/** The places of a departure; fewer than none are free where more were sold than it has. */
export const placesOf = ({ confirmed, held, total_spots }: Pick<Night, "confirmed" | "held" | "total_spots">) => ({
  confirmed,
  held,
  free: Math.max(total_spots - confirmed - held, 0),
});

/** The word for a departure at an instant. One that has begun but isn't over is closed: its sales are. */
export function nightState(night: Night, now: Date): NightState {
  if (night.status === "cancelled") return "cancelled";
  if (night.ends_at <= now) return "over";
  if (night.bookings_disabled || night.sales_close_at <= now) return "closed";
  if (night.external_booking_link !== null) return "external";
  return placesOf(night).free === 0 ? "full" : "open";
}
