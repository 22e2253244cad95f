import { claimBooking, type HeldPlaces, newestHeld } from "#src/modules/sales/booking/store/handover.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { sign } from "#src/platform/secrets.server.ts";

// Places that a program keeps for a guest belong to a browser that nobody has. Whoever has the token of their link sees them as that
// browser, and books them as themselves: what they then enter is their own browser's, never the token's, which the program knows too
// (docs/decisions/221). Opening the link changes nothing.

/** The browser for which places are kept behind a token, as bookings store it. */
export const browserBehind = ({ secret }: Pick<Context, "secret">, token: string): string =>
  sign(secret, "held", token);

/** The unpaid booking that is kept behind a token, whether its hold lives or has lapsed; null where there is none. */
export const placesBehind = (ctx: Pick<Context, "secret" | "db">, token: string): Promise<HeldPlaces | null> =>
  newestHeld(ctx.db, browserBehind(ctx, token));

type Holder = { bookingId: string; browser: string };

/**
 * Whoever holds a link's token; null without one, and where nothing is kept behind it (any more), so that its guest acts as themselves.
 */
export async function holderBehind(ctx: Pick<Context, "secret" | "db">, token: string | null): Promise<Holder | null> {
  const held = token === null ? null : await placesBehind(ctx, token);
  return held && { bookingId: held.id, browser: browserBehind(ctx, token!) };
}

/** The same call, made by another browser. */
export const actingAs = <C extends Context>(ctx: C, who: { browser: string } | null): C =>
  who ? { ...ctx, actor: { ...ctx.actor, browser: who.browser } } : ctx;

/** Gives the places behind a link to a browser while it books them, which replaces them as its own, and back where it doesn't. */
export async function withPlaces<R extends { ok: boolean }>(
  { db }: Pick<Context, "db">,
  { bookingId, browser: from }: Holder,
  to: string,
  book: () => Promise<R>,
): Promise<R> {
  await claimBooking(db, bookingId, { from, to });
  let result: R | undefined;
  try {
    result = await book();
    return result;
  } finally {
    if (!result?.ok) await claimBooking(db, bookingId, { from: to, to: from });
  }
}
