import type { Text } from "#src/locales/i18n.ts";

/** The most bookings that are counted. */
const MOST = 10_000;

/** How many bookings stand under a version, in words. */
export const sayBookings = (count: number, t: Text): string =>
  count > MOST ? t("content-pages.bookingsMore", { count: MOST }) : t("content-pages.bookings", { count });
