import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType, useSearchParams } from "react-router";

/** Where a link's hash leads: to the booking section, for which the product has a shorter name, or to what is chosen in it. */
const ANCHORS: Readonly<Record<string, string>> = {
  "#booking-section": "booking-section",
  "#booking": "booking-section",
  "#booking-details": "booking-details",
};
/** Delay before `#booking` scrolls (spec section 2.1). */
const HASH_DELAY_MS = 100;
/** After a navigation, parts above the section load late and push it down; it is scrolled back into view for this long. */
const SETTLES_MS = 2500;

/**
 * Leads to the booking section, with its calendar open, when a link's hash asks for it, until the page has settled or the user
 * scrolls. A page that was loaded, or gone back to, is left where the browser or the router has put it. Belongs to the page, since
 * the section's own code loads only near the viewport.
 */
export function useBookingHash(): void {
  const location = useLocation();
  const isHistory = useNavigationType() === NavigationType.Pop;
  const isNew = useRef(true);
  // scrolling needs the browser
  useEffect(() => {
    const arrives = isNew.current;
    isNew.current = false;
    const id = ANCHORS[location.hash];
    if (!id || (arrives && isHistory)) return;
    if (!arrives) continueFrom(id);
    const observer = new ResizeObserver(() => show(id, arrives));
    const stop = () => observer.disconnect();
    const timers = [setTimeout(() => observer.observe(document.body), HASH_DELAY_MS), setTimeout(stop, SETTLES_MS)];
    for (const hand of HANDS) addEventListener(hand, stop, { once: true, passive: true });
    return () => {
      stop();
      timers.forEach(clearTimeout);
      for (const hand of HANDS) removeEventListener(hand, stop);
    };
  }, [location, isHistory]);
}

const HANDS = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Lets Tab go on from an element, as after a jump that the browser makes. Who chose in the section itself stays there: its calendar
 * has the focus. Nothing is left focused, for the choice is told by a live region, and would be heard twice.
 */
function continueFrom(id: string) {
  if (document.activeElement?.closest("#booking-section")) return;
  const start = document.getElementById(id);
  start?.setAttribute("tabindex", "-1");
  start?.focus({ preventScroll: true });
  start?.blur();
  start?.removeAttribute("tabindex");
}

function show(id: string, arrives: boolean) {
  document.getElementById("booking-section")?.querySelector("details")?.setAttribute("open", "");
  document.getElementById(id)?.scrollIntoView(arrives ? { behavior: "instant" } : {});
}

/** The booking section's `data-landing`: a page whose address names a date opens there (`platform/finish-page.server.ts`). */
export const useLanding = (): "" | undefined => (useSearchParams()[0].has("date") ? "" : undefined);
