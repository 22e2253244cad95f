/** Seats of a departure, as bookings take and free them; a new one takes its own in the statement that writes it. */
export {
  freeSeats,
  growOwnNight,
  lendSeats,
  shrinkOwnNight,
  takeSeats,
  takeSeatsWithinTolerance,
  waitedFor,
} from "#src/modules/sales/schedule/store/seats.server.ts";
