import { later } from "#src/ui/later.tsx";

/** Calendar and details of a page that is about booking; their code is fetched when they come near. */
export const BookingPanel = later(
  "booking",
  async () => (await import("#src/modules/schedule/components/booking-panel.tsx")).BookingPanel,
);
