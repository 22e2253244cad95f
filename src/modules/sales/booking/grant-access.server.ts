import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { type Linked, linkEnd } from "#src/modules/sales/booking/rules/link.ts";
import { can, reaches } from "#src/modules/base/identity/rules/permissions.ts";
import type { Actor, Context } from "#src/platform/context.server.ts";
import { sameToken, sign } from "#src/platform/secrets.server.ts";

/**
 * The token that opens a booking's private half: derived, so it can be emailed again without being stored. `version` is how often
 * the link was renewed; only the newest opens.
 */
export const accessToken = (secret: string, bookingId: string, version = 0): string =>
  sign(secret, "booking", bookingId, ...(version === 0 ? [] : [version]));

/** The current link to a booking's private page, or to one `below` it, in a language. Its holder is treated as the booker (rule permissions-4). */
export const bookingLink = (
  ctx: Pick<Context, "settings" | "secret">,
  { id, link_version: version }: { id: string; link_version: number },
  locale: Locale,
  below = "",
): string =>
  `${ctx.settings.BASE_URL}${localizedPath(`/booking-confirmation/${id}${below}`, locale)}?token=${accessToken(ctx.secret, id, version)}`;

const isOwn = (ctx: Pick<Context, "secret">, token: string, id: string, version: number): boolean =>
  sameToken(token, accessToken(ctx.secret, id, version));

/** Whether a token opened this booking once, but has been renewed or is too old. */
export function isOldLink(ctx: Pick<Context, "secret" | "now">, booking: Linked, token: string | null, days: number) {
  if (!token) return false;
  const isCurrent = isOwn(ctx, token, booking.id, booking.link_version);
  if (isCurrent) return ctx.now >= linkEnd(booking, days);
  return Array.from({ length: booking.link_version }, (_, version) => version).some((version) =>
    isOwn(ctx, token, booking.id, version),
  );
}

/**
 * Whether this call may see and change a booking: with the link's token (until `days` after the night), in the browser that booked, as its signed-in owner, as
 * staff who may change bookings of every city or as the system (rule permissions-4). A booking made without an account belongs to the account that
 * has verified its email address. Everyone else gets the public half, or the response for a missing booking.
 */
export function mayOpen(
  ctx: Context,
  booking: Linked & Placed & { browser: string | null; user_id: string | null; email: string },
  token: string | null,
  days: number,
): boolean {
  const { actor } = ctx;
  if (actor.key?.partnerId === null) return opensByKey(actor, booking);
  // whose role is limited to cities has the admin's page of it, which asks for them
  if (can(actor, "bookings.change") && actor.cities === null) return true;
  const isOpen = ctx.now < linkEnd(booking, days);
  if (token && isOpen && isOwn(ctx, token, booking.id, booking.link_version)) return true;
  return isBooker(ctx, booking);
}

type Placed = { site_tag: string; city_id: string };

/**
 * Whether a program's key opens a booking: one of the house's that may read or change bookings, of its cities and sites. A link's token
 * opens nothing beside it. A partner's key opens none by itself: `programs/resellers` makes the link of what it sold.
 */
const opensByKey = (actor: Actor, { site_tag: site, city_id: city }: Placed): boolean =>
  (can(actor, "bookings.read") || can(actor, "bookings.change")) &&
  reaches(actor, city) &&
  (actor.key!.sites?.includes(site) ?? true);

/** Whether this call is the booker's own, by the browser that booked or by their account: a link can be anybody's. */
export function isBooker(
  { actor }: Pick<Context, "actor">,
  booking: { browser: string | null; user_id: string | null; email: string },
): boolean {
  if (actor.browser && actor.browser === booking.browser) return true;
  if (actor.userId === null) return false;
  if (booking.user_id !== null) return booking.user_id === actor.userId;
  return actor.emailVerified && booking.email !== "" && booking.email.toLowerCase() === actor.email?.toLowerCase();
}
