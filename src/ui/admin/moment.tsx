import { createContext, use } from "react";
import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";

/** Today (YYYY-MM-DD) in the zone of Mexico City, as the server counts it; null outside the admin's frame. */
export const TodayContext = createContext<string | null>(null);

/** A moment (ISO instant): `Fri, Nov 20, 18:42`, in the zone of Mexico City; with its year where that isn't this year. */
export function Moment({ at }: { at: string }) {
  const { locale } = useText();
  const today = use(TodayContext);
  const instant = new Date(at);
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {shortDate(dateIn(instant, HOME_ZONE), locale, today ?? undefined)}, {clockIn(instant, HOME_ZONE)}
    </time>
  );
}
