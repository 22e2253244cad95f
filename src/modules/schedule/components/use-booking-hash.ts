import { useEffect } from "react";
import { useLocation } from "react-router";

/** The id of the booking section, which the browser itself knows as an anchor; the shorter name is the product's. */
const ANCHORS = ["#booking-section", "#booking"];
/** `#booking` scrolls there after this long (spec section 2.1). */
const HASH_DELAY_MS = 100;

/**
 * Shows the booking section to whoever is sent to it by the address: its calendar open, and scrolled to. For its page, because
 * the section's own code comes only when it is near.
 */
export function useBookingHash(): void {
  const location = useLocation();
  // scrolling is the browser's
  useEffect(() => {
    const section = document.getElementById("booking-section");
    if (!section || !ANCHORS.includes(location.hash)) return;
    section.querySelector("details")?.setAttribute("open", "");
    if (location.hash !== "#booking") return;
    const timer = setTimeout(() => section.scrollIntoView(), HASH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [location]);
}
