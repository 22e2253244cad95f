import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** The token for reviewing a departure: derived, so that it isn't stored. It doesn't open the booking. */
export const reviewToken = (secret: string, bookingId: string): string => sign(secret, "rating", bookingId);

/** Whether a token is the one emailed for reviewing this booking. The booking's own access token is not. */
export const mayReview = (secret: string, bookingId: string, token: string | null): boolean =>
  token !== null && sameToken(token, reviewToken(secret, bookingId));
