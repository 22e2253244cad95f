import { isUuid } from "#src/kernel/codes.ts";
import { CONSENT_ID_COOKIE } from "#src/modules/sales/affiliates/rules/consent.ts";
import { insertBookingConsent } from "#src/modules/partners/measurement/store/consents.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { log } from "#src/platform/log.server.ts";
import { readCookie } from "#src/platform/request.server.ts";

const LONGEST = 300;

/**
 * Notes that a booking was made with consent to advertising, in the browser whose `cookie` header names a stored consent. Public;
 * the caller has placed the booking. A cookie that names none, or one that was withdrawn, notes nothing. Never fails: a booking
 * doesn't depend on it. The browser's kind is kept because Meta requires it of a website's events.
 */
export async function attachConsent(ctx: Context, bookingId: string, cookie: string | null): Promise<void> {
  const consentId = readCookie(cookie, CONSENT_ID_COOKIE);
  if (!consentId || !isUuid(consentId) || !isUuid(bookingId)) return;
  const userAgent = ctx.actor.userAgent.slice(0, LONGEST);
  try {
    await insertBookingConsent(ctx.db, { bookingId, consentId, userAgent, at: ctx.now });
  } catch (error) {
    log("warn", "consent.not_attached", { booking: bookingId, error: String(error) });
  }
}
