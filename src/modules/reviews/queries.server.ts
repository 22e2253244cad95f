import { isUuid } from "#src/kernel/codes.ts";
import { countryName } from "#src/kernel/countries.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { can } from "#src/modules/identity/rules/permissions.ts";
import { mayRate, ratingToken } from "#src/modules/reviews/grant-rating.server.ts";
import { ratingState } from "#src/modules/reviews/rules.ts";
import type {
  ListedRating,
  DepartureToRate,
  OpenRating,
  RatingFilter,
  RatingReply,
  Testimonial,
} from "#src/modules/reviews/schema.ts";
import { departureToRate, ratingRowsOf, starsOf } from "#src/modules/reviews/store.server.ts";
import {
  countOpen,
  countRatingsOf,
  publishedRatings,
  ratedCrawls,
  ratingById,
  ratingOfBooking,
  ratingsPage,
  repliesOf,
  replyById,
} from "#src/modules/reviews/store/feedback.server.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The departure of an emailed link, in the page's language; null without the right token, as for a booking that isn't there. */
export async function findDepartureToRate(ctx: Context, bookingId: string, token: string | null) {
  if (!isUuid(bookingId) || !mayRate(ctx.secret, bookingId, token)) return null;
  const departure = await departureToRate(ctx.db, bookingId);
  if (!departure) return null;
  const shown: DepartureToRate = {
    state: ratingState(departure, ctx.now),
    stars: departure.stars,
    crawl_title: inLocale(ctx.locale, departure.title, departure.title_es),
    city: inLocale(ctx.locale, departure.city, departure.city_es),
    image: departure.image,
    date: departure.date,
    start_time: departure.start_time,
  };
  return shown;
}

/** Whether a booking's departure is rated. For other modules' use cases; checks no access. */
export const isRated = async (ctx: Pick<Context, "db">, bookingId: string): Promise<boolean> =>
  ((await departureToRate(ctx.db, bookingId))?.stars ?? null) !== null;

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

/** The link that lets a guest rate their departure, in a language. It opens nothing else. */
export const ratingLink = (ctx: Pick<Context, "settings" | "secret">, bookingId: string, locale: Locale): string =>
  ctx.settings.BASE_URL + ratingPath(ctx, bookingId, locale);

/** How many ratings a page of the list shows. */
const PAGE = 50;

/** A page of ratings with how many there are in each view, and what can be filtered by. Refusal: forbidden {missing}. */
export async function listRatings(ctx: Context, filter: RatingFilter) {
  if (!can(ctx.actor, "feedback.read")) return fail("forbidden", { missing: "feedback.read" });
  const [rows, counts, crawls] = await Promise.all([
    ratingsPage(ctx.db, filter, PAGE),
    countRatingsOf(ctx.db, filter),
    ratedCrawls(ctx.db),
  ]);
  const cities = new Map(crawls.map((crawl) => [crawl.city_id, inLocale(ctx.locale, crawl.city, crawl.city_es)]));
  return ok({
    ratings: rows.map((row) => shownRating(ctx, row)),
    counts,
    total: counts[filter.view],
    crawls: crawls.map(({ id, title, title_es }) => ({ id, name: inLocale(ctx.locale, title, title_es) })),
    cities: [...cities].map(([id, name]) => ({ id, name })),
    mayChange: can(ctx.actor, "feedback.change"),
  });
}

const shownRating = (
  ctx: Pick<Context, "locale">,
  row: Awaited<ReturnType<typeof ratingsPage>>[number],
): ListedRating => ({
  id: row.id,
  stars: row.stars,
  comment: row.comment,
  guest: `${row.first_name} ${row.last_name}`.trim(),
  reference: row.reference,
  crawl: inLocale(ctx.locale, row.title, row.title_es),
  city: inLocale(ctx.locale, row.city, row.city_es),
  date: row.date,
  at: row.created_at.toISOString(),
  consent: row.consent,
  published: row.published,
  open: row.open,
  answers: row.answers,
});

/** A rating with its replies and who looked after it. Refusals: forbidden {missing}, rating_not_found. */
export async function openRating(ctx: Context, id: string) {
  if (!can(ctx.actor, "feedback.read")) return fail("forbidden", { missing: "feedback.read" });
  const row = isUuid(id) ? await ratingById(ctx.db, id) : undefined;
  if (!row) return fail("rating_not_found");
  const rating: OpenRating = {
    ...shownRating(ctx, row),
    bookingId: row.booking_id,
    country: countryName(ctx.locale, row.country),
    language: row.language,
    bookingLanguage: row.booking_language,
    email: row.email,
    handledAt: row.handled_at?.toISOString() ?? null,
    handledBy: row.handled_by,
    replies: shownReplies(await repliesOf(ctx.db, id)),
  };
  return ok({ rating });
}

export const shownReplies = (rows: Awaited<ReturnType<typeof repliesOf>>): RatingReply[] =>
  rows.map(({ id, text, by, created_at }) => ({ id, text, by, at: created_at.toISOString() }));

/** How many low ratings nobody has looked after. Whoever may not read them has none. */
export const openRatings = async (ctx: Context): Promise<number> =>
  can(ctx.actor, "feedback.read") ? countOpen(ctx.db) : 0;

/** A reply with the rating that it is about. For other modules' use cases; checks no access. */
export const ratingReplyOf = (ctx: Pick<Context, "db">, id: string) => replyById(ctx.db, id);

/** What a booking's guest said of the departure. For other modules' use cases; checks no access. */
export const givenRating = (ctx: Pick<Context, "db">, bookingId: string) => ratingOfBooking(ctx.db, bookingId);

/** What guests of the site said in the page's language, where they agreed and staff chose to show it. Anyone may read. */
export async function testimonials(ctx: Context, limit: number): Promise<Testimonial[]> {
  const test = ctx.settings.PAYMENTS_MODE === "sandbox";
  const rows = await publishedRatings(ctx.db, { site: ctx.site, locale: ctx.locale, test, limit });
  return rows.map(({ comment, first_name, country }) => ({
    text: comment,
    author: first_name,
    country: countryName(ctx.locale, country),
  }));
}

/** The ratings of bookings. For an owner's own data; checks no access. */
export const ratingsOfBookings = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0 ? Promise.resolve([]) : ratingRowsOf(ctx.db, bookingIds);
