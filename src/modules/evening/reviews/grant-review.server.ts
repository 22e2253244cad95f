import { isBooker } from "#src/modules/sales/booking/grant-access.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** The token for reviewing a departure: derived, so that it isn't stored. It doesn't open the booking. */
export const reviewToken = (secret: string, bookingId: string): string => sign(secret, "rating", bookingId);

/**
 * Whether this call may review a booking's departure: with the token emailed for it, or as the booker (`isBooker`). The booking's own
 * access token doesn't do.
 */
export const mayReview = (
  ctx: Pick<Context, "secret" | "actor">,
  booking: { id: string } & Parameters<typeof isBooker>[1],
  token: string | null,
): boolean => (token !== null && sameToken(token, reviewToken(ctx.secret, booking.id))) || isBooker(ctx, booking);
