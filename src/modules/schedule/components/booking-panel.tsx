import { lazy, startTransition, useEffect, useState } from "react";
import { BookingView, type PanelLayout } from "#src/modules/schedule/components/booking-view.tsx";
import { MonthTable } from "#src/modules/schedule/components/month-table.tsx";
import { type BookingData, useChoice } from "#src/modules/schedule/components/use-booking.ts";

const LiveBooking = lazy(async () => ({
  default: (await import("#src/modules/schedule/components/live-booking.tsx")).LiveBooking,
}));

/**
 * Calendar and details of a page that is about booking: links first, live places and the full calendar as soon as they are
 * there. Give it to `later()`: its code is needed when it comes near.
 */
export function BookingPanel({ data, layout }: { data: BookingData; layout: PanelLayout }) {
  const choice = useChoice(data);
  const [live, setLive] = useState(false);
  // as a transition the first calendar stays until the live one has arrived
  useEffect(() => startTransition(() => setLive(true)), []);
  if (live) return <LiveBooking data={data} choice={choice} layout={layout} />;
  return (
    <BookingView
      data={data}
      choice={choice}
      layout={layout}
      Calendar={MonthTable}
      latest={() => Promise.resolve(data)}
    />
  );
}
