import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";

/** A moment (ISO instant): `Fri, Nov 20, 18:42`, in the zone of Mexico City. */
export function Moment({ at }: { at: string }) {
  const { locale } = useText();
  const instant = new Date(at);
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {shortDate(dateIn(instant, HOME_ZONE), locale)}, {clockIn(instant, HOME_ZONE)}
    </time>
  );
}
