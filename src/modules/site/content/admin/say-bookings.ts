import type { Text } from "#src/locales/i18n.ts";
import { MOST_COUNTED } from "#src/modules/site/content/rules/page-lists.ts";

/** How many bookings stand under a version, in words. */
export const sayBookings = (count: number, t: Text): string =>
  count > MOST_COUNTED
    ? t("content-pages.bookingsMore", { count: MOST_COUNTED })
    : t("content-pages.bookings", { count });
