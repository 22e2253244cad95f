import { PIXEL_IMAGE } from "#src/modules/sales/affiliates/rules/pixel.ts";
import { hasConsent } from "#src/ui/consent.ts";

/** A purchase that the server reports too, under the same event id. `value` in units of the currency. */
export type Purchase = { pixelId: string; eventId: string; value: number; currency: string };

/**
 * Reports a purchase to the pixel, once per browser and only with consent. By its image and not by its script, which would
 * report this page's address: that opens the booking.
 */
export function tellPurchase({ pixelId, eventId, value, currency }: Purchase): void {
  if (!hasConsent() || isTold(eventId)) return;
  const query = new URLSearchParams({
    id: pixelId,
    ev: "Purchase",
    eid: eventId,
    dl: `${location.origin}/`,
    "cd[value]": value.toFixed(2),
    "cd[currency]": currency,
    noscript: "1",
  });
  const image = new Image();
  image.referrerPolicy = "no-referrer";
  image.src = `${PIXEL_IMAGE}?${query.toString()}`;
}

const TOLD_KEY = "purchase_told";

/** Notes that a purchase is told; whether it was before. */
function isTold(eventId: string): boolean {
  try {
    if (localStorage.getItem(TOLD_KEY) === eventId) return true;
    localStorage.setItem(TOLD_KEY, eventId);
  } catch {
    // told again on each visit, and counted once: the id is the same
  }
  return false;
}
