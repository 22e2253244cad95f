import { useEffect, useState } from "react";
import { shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { BookNow } from "#src/modules/schedule/components/book-now.tsx";
import { moneyOf } from "#src/modules/schedule/components/day-tile.tsx";
import type { Booking } from "#src/modules/schedule/components/use-booking.ts";
import { buttonClass } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";

/** The buttons that do the same: while one of them is on the screen, the bar stays away. */
const OTHER_BUTTONS = ["hero-book", "book-now"];

/**
 * Price and Book Now at the foot of a phone's screen: of the chosen night, else of the next one. `fromStart`: there before it
 * is known what else can be seen.
 */
export function PhoneBar({ booking, fromStart = false }: { booking: Booking; fromStart?: boolean }) {
  const { t, locale } = useText();
  const away = useOnScreen(OTHER_BUTTONS) ?? !fromStart;
  const night = booking.departure ?? booking.next;
  if (!night) return null;
  const date = shortDate(night.date, locale, booking.today);
  return (
    <div
      inert={away}
      className={classNames(
        "fixed inset-x-0 bottom-0 z-30 flex items-center gap-3 border-t border-border bg-surface px-4 pt-3 pb-[calc(0.8rem+env(safe-area-inset-bottom))] shadow-lg transition-transform md:hidden",
        away && "translate-y-[110%]",
      )}
    >
      <p className="min-w-0 grow leading-tight">
        <span className="display block text-[1.375rem] tabular-nums">
          {formatMoney(moneyOf(night.price_per_person), locale)}
          {night.on_sale && (
            <s className="ml-1.5 font-text text-base font-medium text-text-3">
              <span className="sr-only">{t("calendar.before")}</span>
              {formatMoney(moneyOf(night.regular_price_per_person), locale)}
            </s>
          )}
        </span>
        <span className="block truncate text-[0.875rem] text-text-2">
          {night.available_spots === null
            ? t("calendar.barNight", { date, time: night.start_time })
            : t("calendar.barLeft", { date, count: night.available_spots })}
        </span>
      </p>
      {booking.departure ? (
        <BookNow booking={booking} />
      ) : (
        <a href="#booking-section" className={buttonClass({})}>
          {t("calendar.bookNow")}
        </a>
      )}
    </div>
  );
}

/** Whether one of the elements with these ids can be seen; null before it is known. */
function useOnScreen(ids: readonly string[]) {
  const [seen, setSeen] = useState<ReadonlySet<string> | null>(null);
  // only the browser knows what is on the screen
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setSeen((before) => {
        const now = new Set(before);
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) now.add(target.id);
          else now.delete(target.id);
        }
        return now;
      }),
    );
    for (const id of ids) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [ids]);
  return seen === null ? null : seen.size > 0;
}
