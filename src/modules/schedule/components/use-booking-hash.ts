import { useEffect } from "react";
import { useLocation } from "react-router";

/** The id of the booking section, which the browser itself knows as an anchor; the shorter name is the product's. */
const ANCHORS = ["#booking-section", "#booking"];
/** `#booking` scrolls there after this long (spec section 2.1). */
const HASH_DELAY_MS = 100;
/** After a navigation the parts above the section come one by one and push it down; for this long it is brought back. */
const SETTLES_MS = 2500;

/**
 * Shows the booking section to whoever is sent to it by the address: its calendar open, and scrolled to, until the page has
 * settled or somebody scrolls. For its page, because the section's own code comes only when it is near.
 */
export function useBookingHash(): void {
  const location = useLocation();
  // scrolling is the browser's
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
