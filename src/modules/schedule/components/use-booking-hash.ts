import { useEffect } from "react";
import { useLocation } from "react-router";

/** The booking section's id, which browsers handle natively, and the product's shorter name for it. */
const ANCHORS = ["#booking-section", "#booking"];
/** Delay before `#booking` scrolls (spec section 2.1). */
const HASH_DELAY_MS = 100;
/** After a navigation, parts above the section load late and push it down; it is scrolled back into view for this long. */
const SETTLES_MS = 2500;

/**
 * Scrolls to the booking section, with its calendar open, when the URL's hash asks for it, until the page has settled or the user
 * scrolls. Belongs to the page, since the section's own code loads only near the viewport.
 */
export function useBookingHash(): void {
  const location = useLocation();
  // scrolling needs the browser
  useEffect(() => {
    if (!ANCHORS.includes(location.hash)) return;
    const observer = new ResizeObserver(show);
    const stop = () => observer.disconnect();
    const timers = [setTimeout(() => observer.observe(document.body), HASH_DELAY_MS), setTimeout(stop, SETTLES_MS)];
    for (const hand of HANDS) addEventListener(hand, stop, { once: true, passive: true });
    return () => {
      stop();
      timers.forEach(clearTimeout);
      for (const hand of HANDS) removeEventListener(hand, stop);
    };
  }, [location]);
}

const HANDS = ["wheel", "touchmove", "keydown"];

function show() {
  const section = document.getElementById("booking-section");
  section?.querySelector("details")?.setAttribute("open", "");
  section?.scrollIntoView();
}
