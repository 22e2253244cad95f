import { Clock } from "#src/ui/lucide/icons.ts";
import { useRevalidator } from "react-router";
import { dateIn, dateInSentence, timeIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Countdown } from "#src/ui/countdown.tsx";

/** A hold as shown on the page; `seconds_left` is computed by the server because the client's clock may be wrong. */
export type Hold = { people: number; expires_at: string; time_zone: string; seconds_left: number };

/** Above this, a hold says its day and counts nothing down: minutes tell nobody when in three days is. */
const COUNTED_S = 12 * 3600;

/**
 * "We keep your 2 places until 8:14 PM." with a countdown; revalidates when it ends. `text` overrides the wording. One that is kept
 * for days (for a bank, a voucher, or by staff) says which day it ends instead.
 */
export function HoldStrip({ hold, text }: { hold: Hold; text?: (time: string) => string }) {
  const { t, locale } = useText();
  const { revalidate } = useRevalidator();
  const end = new Date(hold.expires_at);
  const isCounted = hold.seconds_left <= COUNTED_S;
  const clock = timeIn(end, hold.time_zone, locale);
  const date = dateInSentence(dateIn(end, hold.time_zone), locale);
  const time = isCounted ? clock : t("booking-checkout.holdEnd", { time: clock, date });
  return (
    <div className="flex items-center gap-3 rounded-md bg-marigold-tint px-4 py-3 leading-snug font-medium text-text">
      <Clock aria-hidden size={22} className="shrink-0 text-marigold-text" />
      <p className="grow">{text?.(time) ?? t("booking-checkout.hold", { people: hold.people, time })}</p>
      {isCounted && (
        <Countdown
          key={hold.expires_at}
          secondsLeft={hold.seconds_left}
          announce={(minutes) => t("booking-checkout.holdLeft", { minutes })}
          onEnd={() => void revalidate()}
        />
      )}
    </div>
  );
}
