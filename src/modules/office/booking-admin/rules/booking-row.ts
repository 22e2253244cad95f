import type { Column } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { BookingRow, ListedBooking } from "#src/modules/office/booking-admin/schema.ts";

/** What the list shows of a booking with these columns: the rest stays on the server. */
export const bookingRow = (booking: ListedBooking, columns: readonly Column[]): BookingRow => {
  const { id, reference, name, people, crawl, date, time, zone, total, state, money, givenBack } = booking;
  const { holdEnds, bookedAt, test, isMoney, tags } = booking;
  const { email, language, coupon, partner, source, provider } = booking;
  const has = (column: Column) => columns.includes(column);
  return {
    id,
    reference,
    name,
    people,
    crawl,
    date,
    time,
    zone,
    total,
    state,
    money,
    taken: booking.taken,
    givenBack,
    holdEnds,
    bookedAt,
    test,
    isMoney,
    tags,
    ...(has("email") && { email }),
    ...(has("language") && { language }),
    ...(has("coupon") && { coupon }),
    ...(has("partner") && { partner }),
    ...(has("source") && { source }),
    ...(has("payment") && { provider }),
  };
};
