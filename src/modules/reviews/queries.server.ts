import { isUuid } from "#src/kernel/codes.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { mayRate, ratingToken } from "#src/modules/reviews/grant-rating.server.ts";
import { ratingState } from "#src/modules/reviews/rules.ts";
import type { NightToRate } from "#src/modules/reviews/schema.ts";
import { nightToRate, ratingRowsOf, starsOf } from "#src/modules/reviews/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The night of a mailed link, in the page's language; null without the right token, as for a booking that isn't there. */
export async function findNightToRate(ctx: Context, bookingId: string, token: string | null) {
  if (!isUuid(bookingId) || !mayRate(ctx.secret, bookingId, token)) return null;
  const night = await nightToRate(ctx.db, bookingId);
  if (!night) return null;
  const shown: NightToRate = {
    state: ratingState(night, ctx.now),
    stars: night.stars,
    crawl_title: inLocale(ctx.locale, night.title, night.title_es),
    city: inLocale(ctx.locale, night.city, night.city_es),
    image: night.image,
    date: night.date,
    start_time: night.start_time,
  };
  return shown;
}

/** Whether a booking's night is rated. For other modules' use cases; checks no access. */
export const isRated = async (ctx: Pick<Context, "db">, bookingId: string): Promise<boolean> =>
  ((await nightToRate(ctx.db, bookingId))?.stars ?? null) !== null;

/**
 * For each of somebody's own bookings (the caller has checked that) the stars that it gave, or the path where it can give some;
 * both null while it can't.
 */
export async function ratingsOf(
  ctx: Context,
  bookings: readonly { id: string; status: string; starts_at: Date }[],
): Promise<Map<string, { stars: number | null; path: string | null }>> {
  const rated =
    bookings.length > 0
      ? await starsOf(
          ctx.db,
          bookings.map(({ id }) => id),
        )
      : [];
  const given = new Map(rated.map(({ booking_id, stars }) => [booking_id, stars]));
  return new Map(
    bookings.map((booking) => {
      const stars = given.get(booking.id) ?? null;
      const open = ratingState({ ...booking, stars }, ctx.now) === "open";
      return [booking.id, { stars, path: open ? ratingPath(ctx, booking.id, ctx.locale) : null }];
    }),
  );
}

const ratingPath = ({ secret }: Pick<Context, "secret">, bookingId: string, locale: Locale) =>
  `${localizedPath(`/rating/${bookingId}`, locale)}?token=${ratingToken(secret, bookingId)}`;

/** The link that lets a guest rate their night, in a language. It opens nothing else. */
export const ratingLink = (ctx: Pick<Context, "settings" | "secret">, bookingId: string, locale: Locale): string =>
  ctx.settings.BASE_URL + ratingPath(ctx, bookingId, locale);

/** The ratings of bookings. For an owner's own data; checks no access. */
export const ratingsOfBookings = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0 ? Promise.resolve([]) : ratingRowsOf(ctx.db, bookingIds);
