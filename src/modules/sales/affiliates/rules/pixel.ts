import { SIMULATION_PAGES } from "#src/modules/base/settings/rules/payment-companies.ts";

/** The advertising pixel's script, loaded only after consent. */
export const PIXEL_SCRIPT = "https://connect.facebook.net/en_US/fbevents.js";

/** The pixel without its script: an image whose address says what it reports, and nothing else. */
export const PIXEL_IMAGE = "https://www.facebook.com/tr/";

/** The pixel's hosts: pages may connect to them only if a pixel is configured. */
export const PIXEL_HOSTS = ["https://connect.facebook.net", "https://www.facebook.com"];

// pages whose URL names a booking or an account, that are about money, or staff's own: never reported to advertisers
const PRIVATE =
  /^(\/es)?\/(bar|desk|partner|booking-confirmation|rating|shifts|checkout|login|signup|forgot-password|reset-password|bookings|profile|admin|preview|dev)(\/|$)/i;
const SIMULATED = new RegExp(`^(/es)?${SIMULATION_PAGES}(/|$)`, "i");

/** Whether a page view may be reported to the pixel. */
export const isTold = (pathname: string): boolean => !PRIVATE.test(pathname) && !SIMULATED.test(pathname);
