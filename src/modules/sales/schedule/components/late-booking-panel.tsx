import { later } from "#src/ui/later.tsx";

/** Calendar and details of a page about booking; their code loads when they approach the viewport. */
export const BookingPanel = later(
  "booking",
  async () => (await import("#src/modules/sales/schedule/components/booking-panel.tsx")).BookingPanel,
);
