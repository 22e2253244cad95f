import { can } from "#src/modules/identity/rules/permissions.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** The token that opens a booking's private half: derived, so it can be emailed again without being stored. */
export const accessToken = (secret: string, bookingId: string): string => sign(secret, `booking:${bookingId}`);

/**
 * Whether this call may see and change a booking: with the link's token, in the browser that booked, as its signed-in owner, as
 * staff who may change bookings or as the system (mechanics 10). A booking made without an account belongs to the account that
 * has verified its email address. Everyone else gets the public half, or the response for a missing booking.
 */
export function mayOpen(
  ctx: Context,
  booking: { id: string; browser: string | null; user_id: string | null; email: string },
  token: string | null,
): boolean {
  const { actor } = ctx;
  if (can(actor, "bookings.change")) return true;
  if (token && sameToken(token, accessToken(ctx.secret, booking.id))) return true;
  if (actor.browser && actor.browser === booking.browser) return true;
  if (actor.userId === null) return false;
  if (booking.user_id !== null) return booking.user_id === actor.userId;
  return actor.emailVerified && booking.email.toLowerCase() === actor.email?.toLowerCase();
}
