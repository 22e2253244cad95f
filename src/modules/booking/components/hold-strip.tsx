import { Clock } from "#src/ui/lucide/icons.ts";
import { useRevalidator } from "react-router";
import { timeIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import { Countdown } from "#src/ui/countdown.tsx";

/** A hold as shown on the page; `seconds_left` is computed by the server because the client's clock may be wrong. */
export type Hold = { people: number; expires_at: string; time_zone: string; seconds_left: number };

/** "We keep your 2 places until 8:14 PM." with a countdown; revalidates when it ends. `text` overrides the wording. */
export function HoldStrip({ hold, text }: { hold: Hold; text?: (time: string) => string }) {
  const { t, locale } = useText();
  const { revalidate } = useRevalidator();
  const time = timeIn(new Date(hold.expires_at), hold.time_zone, locale);
  return (
    <div className="flex items-center gap-3 rounded-md bg-marigold-tint px-4 py-3 leading-snug font-medium text-text">
      <Clock aria-hidden size={22} className="shrink-0 text-marigold-text" />
      <p className="grow">{text?.(time) ?? t("booking-checkout.hold", { people: hold.people, time })}</p>
      <Countdown
        key={hold.expires_at}
        secondsLeft={hold.seconds_left}
        announce={(minutes) => t("booking-checkout.holdLeft", { minutes })}
        onEnd={() => void revalidate()}
      />
    </div>
  );
}
