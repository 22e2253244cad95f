import type { PanelLayout } from "#src/modules/sales/schedule/components/booking-view.tsx";
import { LiveBooking } from "#src/modules/sales/schedule/components/live-booking.tsx";
import { type BookingData, useChoice } from "#src/modules/sales/schedule/components/use-booking.ts";

/** Calendar and details of a page about booking. Pass it to `later()`: its links work before its code has loaded. */
export function BookingPanel({ data, layout }: { data: BookingData; layout: PanelLayout }) {
  return <LiveBooking data={data} choice={useChoice(data)} layout={layout} />;
}
