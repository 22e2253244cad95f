import { lazy, type RefObject, startTransition, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { BookingView } from "#src/modules/schedule/components/booking-view.tsx";
import { MonthTable } from "#src/modules/schedule/components/month-table.tsx";
import { type BookingData, useChoice } from "#src/modules/schedule/components/use-booking.ts";

// the picker and the query client would be a third of the page's JavaScript: only who scrolls here pays for them
const LiveBooking = lazy(async () => ({
  default: (await import("#src/modules/schedule/components/live-booking.tsx")).LiveBooking,
}));

/** `#booking` scrolls here after this long (spec section 2.1). */
const HASH_DELAY_MS = 100;

/** Pick a night, see what it costs, book. Works as plain links first; the calendar and live places come when it is near. */
export function BookingSection({ data }: { data: BookingData }) {
  const { t } = useText();
  const section = useRef<HTMLElement>(null);
  const choice = useChoice(data);
  const near = useNear(section);
  useHashScroll(section);
  return (
    <section
      ref={section}
      id="booking-section"
      className="section -scroll-mt-8 overflow-x-clip bg-surface-2 md:-scroll-mt-12"
    >
      <div className="wrap">
        <div className="mb-7 grid items-end gap-x-12 gap-y-3 md:mb-10 md:grid-cols-[7fr_5fr]">
          <h2 className="text-h2">{t("calendar.title")}</h2>
          <p className="text-lead text-text-2">{t("calendar.lead")}</p>
        </div>
        {near ? (
          <Suspense>
            <LiveBooking data={data} choice={choice} />
          </Suspense>
        ) : (
          <BookingView data={data} choice={choice} Calendar={MonthTable} latest={() => Promise.resolve(data)} />
        )}
      </div>
    </section>
  );
}

/** Whether the element is on the screen or one screen away; once true it stays so. */
function useNear(element: RefObject<HTMLElement | null>) {
  const [near, setNear] = useState(false);
  // what is on the screen is the browser's to know
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // as a transition the first calendar stays until the live one has arrived
        startTransition(() => setNear(true));
      },
      { rootMargin: "100%" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

function useHashScroll(element: RefObject<HTMLElement | null>) {
  const location = useLocation();
  // the browser knows only #booking-section; the shorter name is the product's
  useEffect(() => {
    if (location.hash !== "#booking") return;
    const timer = setTimeout(() => element.current?.scrollIntoView(), HASH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [location, element]);
}
