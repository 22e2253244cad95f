/** What the door tells of a booking's guests: whether they came. */
export {
  holdNoShow,
  markNoShows,
  markThere,
  unmarkBookings,
} from "#src/modules/sales/booking/store/attendance.server.ts";
