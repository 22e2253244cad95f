import { clockIn, clockTime, dateIn, shortDate } from "#src/kernel/local-time.ts";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";

/** Until when a night can be cancelled for everything back, in the time of its city. `today` is the local date there. */
export const refundWords = (t: Text, locale: Locale, until: Date, zone: string, today?: string): string =>
  t("catalog-proof.refund", {
    date: shortDate(dateIn(until, zone), locale, today),
    time: clockTime(clockIn(until, zone), locale),
  });
