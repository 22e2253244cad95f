import { sameToken, sign } from "#src/platform/secrets.server.ts";

/** The token that lets a departure be rated and nothing else: derived, so that it is stored nowhere. It opens no booking. */
export const reviewToken = (secret: string, bookingId: string): string => sign(secret, `rating:${bookingId}`);

/** Whether a token is the one that was emailed for reviewing this booking. The booking's own access token is not. */
export const mayReview = (secret: string, bookingId: string, token: string | null): boolean =>
  token !== null && sameToken(token, reviewToken(secret, bookingId));
