/** The advertising pixel's program, fetched only after consent. */
export const PIXEL_SCRIPT = "https://connect.facebook.net/en_US/fbevents.js";

/** Whom the pixel talks to: pages may reach these hosts only where a pixel is configured. */
export const PIXEL_HOSTS = ["https://connect.facebook.net", "https://www.facebook.com"];

// pages whose address names a booking or an account, or that are about money: no advertiser learns of them
const PRIVATE =
  /^(\/es)?\/(booking-confirmation|rating|checkout|login|signup|forgot-password|reset-password|bookings|profile|admin|sandbox|dev)(\/|$)/i;

/** Whether the view of a page may be told to the pixel. */
export const isTold = (pathname: string): boolean => !PRIVATE.test(pathname);
