import { clockIn, dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";

/** When an entry was made, in the zone of Mexico City. */
export function LogMoment({ at }: { at: string }) {
  const { locale } = useText();
  return (
    <time dateTime={at} className="text-text-2">
      {shortDate(dateIn(new Date(at), HOME_ZONE), locale)}{" "}
      <span className="text-text-3">{clockIn(new Date(at), HOME_ZONE)}</span>
    </time>
  );
}
