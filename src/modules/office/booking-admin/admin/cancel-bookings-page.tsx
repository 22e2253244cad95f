import { CancelBookings } from "#src/modules/office/booking-admin/admin/cancel-bookings.tsx";
import type { Route } from "#routes/admin/office/+types/cancel-bookings.ts";

/** Cancels several bookings: first a preview; the progress is a page of its own. */
export default function CancelBookingsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <CancelBookings preview={loaderData} answer={actionData ?? null} />;
}
