import type { ReviewFilter } from "#src/modules/evening/reviews/rules/review-list.ts";
import { isUuid } from "#src/kernel/codes.ts";
import { countryName } from "#src/kernel/countries.ts";
import { dateIn } from "#src/kernel/local-time.ts";
import { inLocale, type Locale, localizedPath } from "#src/kernel/localized.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import type { Rated } from "#src/modules/site/catalog/rules/proof.ts";
import { can, reaches, readable } from "#src/modules/base/identity/rules/permissions.ts";
import { mayReview, reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { askedAt, LATEST_MS, mayHaveBeenThere, reviewState } from "#src/modules/evening/reviews/rules/review.ts";
import type {
  ListedReview,
  DepartureToReview,
  OpenReview,
  CrawlReviews,
  ReviewReply,
  Testimonial,
} from "#src/modules/evening/reviews/schema.ts";
import {
  averagesOf,
  departureToReview,
  reviewRowsOf,
  starsOf,
  unaskedDepartures,
} from "#src/modules/evening/reviews/store.server.ts";
import {
  countReviewsOf,
  publishedReviews,
  reviewedCrawls,
  reviewById,
  reviewOfBooking,
  reviewsPage,
  textsNearReviews,
  repliesOf,
  replyById,
} from "#src/modules/evening/reviews/store/admin.server.ts";
import {
  clampSteps,
  inEveryStar,
  LEAST_PRAISE,
  lineOf,
  REVIEWS_PER_STEP,
  type ShownChoice,
} from "#src/modules/evening/reviews/rules/review-choice.ts";
import {
  countShown,
  countStars,
  newestShown,
  praiseOf,
  ratedCrawlOf,
} from "#src/modules/evening/reviews/store/public.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import type { Context } from "#src/platform/context.server.ts";

/**
 * The departure of a booking, in the page's language, for whoever may review it (`mayReview`), and for staff to read; null for
 * everybody else, and without that booking.
 */
export async function findDepartureToReview(ctx: Context, bookingId: string, token: string | null) {
  if (!isUuid(bookingId)) return null;
  const departure = await departureToReview(ctx.db, bookingId);
  if (!departure) return null;
  const mayWrite = mayReview(ctx, departure, token);
  const mayRead = can(ctx.actor, "reviews.read") && reaches(ctx.actor, departure.city_id);
  if (!mayWrite && !mayRead) return null;
  const page: DepartureToReview = {
    state: reviewState(departure, ctx.now),
    stars: departure.stars,
    comment: departure.comment ?? "",
    readOnly: !mayWrite,
    crawl_title: inLocale(ctx.locale, departure.title, departure.title_es),
    city: inLocale(ctx.locale, departure.city, departure.city_es),
    image: departure.image,
    date: departure.date,
    start_time: departure.start_time,
  };
  return page;
}

/** How many guests would be asked for a review, at a local time (HH:MM), until an instant. The caller checks permissions. */
export async function countToAsk(ctx: Pick<Context, "db" | "ask" | "now">, at: string, until: Date): Promise<number> {
  const from = new Date(ctx.now.getTime() - LATEST_MS);
  const days = [from.getTime() - 3 * DAY_MS, until.getTime()].map((time) => dateIn(new Date(time), "UTC"));
  const unasked = await unaskedDepartures(ctx, days[0]!, days[1]!);
  return unasked.filter((night) => {
    const since = askedAt(night, at);
    return mayHaveBeenThere(night.attendance) && since >= from && since <= until;
  }).length;
}
const DAY_MS = 24 * 3_600_000;

/** Whether a booking has a review. For other modules' use cases; checks no access. */
export const isReviewed = async (ctx: Pick<Context, "db">, bookingId: string): Promise<boolean> =>
  ((await departureToReview(ctx.db, bookingId))?.stars ?? null) !== null;

/**
 * Per booking of the caller's own (the caller has checked that), its stars, or the path to review it; both null while it can't
 * be reviewed.
 */
export async function reviewsOf(
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
  const starsByBooking = new Map(rated.map(({ booking_id, stars }) => [booking_id, stars]));
  return new Map(
    bookings.map((booking) => {
      const stars = starsByBooking.get(booking.id) ?? null;
      const open = reviewState({ ...booking, stars }, ctx.now) === "open";
      return [booking.id, { stars, path: open ? reviewPath(ctx, booking.id, ctx.locale) : null }];
    }),
  );
}

const reviewPath = ({ secret }: Pick<Context, "secret">, bookingId: string, locale: Locale) =>
  `${localizedPath(`/rating/${bookingId}`, locale)}?token=${reviewToken(secret, bookingId)}`;

/** The link for reviewing a departure, in a language. It opens nothing else. */
export const reviewLink = (ctx: Pick<Context, "settings" | "secret">, bookingId: string, locale: Locale): string =>
  ctx.settings.BASE_URL + reviewPath(ctx, bookingId, locale);

/** Reviews per page. */
const PAGE = 50;

/**
 * A page of the reviews that the caller's role reaches, with the count of each view and the filters' choices; `near` tells what a search text that finds none may
 * have meant. Refusal: forbidden {missing}.
 */
export async function listReviews(ctx: Context, filter: ReviewFilter) {
  if (!can(ctx.actor, "reviews.read")) return fail("forbidden", { missing: "reviews.read" });
  const { city, ...rest } = filter;
  const wish = { ...rest, cities: readable(ctx.actor, city === null ? [] : [city]) };
  const own = readable(ctx.actor);
  const [rows, counts, crawls] = await Promise.all([
    reviewsPage(ctx.db, wish, PAGE),
    countReviewsOf(ctx.db, wish),
    reviewedCrawls(ctx.db, own),
  ]);
  const cities = new Map(crawls.map((crawl) => [crawl.city_id, inLocale(ctx.locale, crawl.city, crawl.city_es)]));
  return ok({
    reviews: rows.map((row) => shownReview(ctx, row)),
    near: rows.length > 0 ? [] : respelled(filter.q, await textsNearReviews(ctx.db, filter.q, own)),
    counts,
    total: counts[filter.view],
    crawls: crawls.map(({ id, title, title_es }) => ({ id, name: inLocale(ctx.locale, title, title_es) })),
    cities: [...cities].map(([id, name]) => ({ id, name })),
    mayChange: can(ctx.actor, "reviews.change"),
  });
}

const shownReview = (
  ctx: Pick<Context, "locale">,
  row: Awaited<ReturnType<typeof reviewsPage>>[number],
): ListedReview => ({
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
  hidden: row.hidden,
  open: row.open,
  answers: row.answers,
});

/** A review with its replies and who handled it. Refusals: forbidden {missing}, review_not_found. */
export async function openReview(ctx: Context, id: string) {
  if (!can(ctx.actor, "reviews.read")) return fail("forbidden", { missing: "reviews.read" });
  const row = isUuid(id) ? await reviewById(ctx.db, id) : undefined;
  if (!row) return fail("review_not_found");
  const review: OpenReview = {
    ...shownReview(ctx, row),
    bookingId: row.booking_id,
    country: countryName(ctx.locale, row.country),
    language: row.language,
    bookingLanguage: row.booking_language,
    email: row.email,
    handledAt: row.handled_at?.toISOString() ?? null,
    handledBy: row.handled_by,
    replies: shownReplies(await repliesOf(ctx.db, id)),
  };
  return ok({ review });
}

export const shownReplies = (rows: Awaited<ReturnType<typeof repliesOf>>): ReviewReply[] =>
  rows.map(({ id, text, by, created_at }) => ({ id, text, by, at: created_at.toISOString() }));

/** A reply with its review. For other modules' use cases; checks no access. */
export const reviewReplyOf = (ctx: Pick<Context, "db">, id: string) => replyById(ctx.db, id);

/** A booking's review. For other modules' use cases; checks no access. */
export const givenReview = (ctx: Pick<Context, "db">, bookingId: string) => reviewOfBooking(ctx.db, bookingId);

/** Reviews that are read to find as many guests as are shown: somebody who comes often may have written several of the newest. */
const EACH = 20;

/**
 * The newest published review of each of `limit` guests, of the site and in the page's language, with their consent. Anyone may
 * read.
 */
export async function testimonials(ctx: Context, limit: number): Promise<Testimonial[]> {
  const test = practises(ctx);
  const rows = await publishedReviews(ctx.db, { site: ctx.site, locale: ctx.locale, test, limit: limit * EACH });
  const guests = rows.map(({ email }) => email.toLowerCase());
  const ofEach = rows.filter((_, at) => guests.indexOf(guests[at]!) === at).slice(0, limit);
  return ofEach.map(({ comment, first_name, country }) => ({
    text: comment,
    author: first_name,
    country: countryName(ctx.locale, country),
  }));
}

/**
 * What a crawl's page shows of its reviews: the stars of all of them, and the words of those that may be shown, newest first, in
 * the chosen language. Null without any. Anyone may read.
 */
export async function reviewsOfCrawl(ctx: Context, crawlId: string, choice: ShownChoice): Promise<CrawlReviews | null> {
  const scope = { crawlId, test: practises(ctx) };
  const { language, steps } = choice;
  const limit = clampSteps(steps) * REVIEWS_PER_STEP;
  const [stars, counts, rows] = await Promise.all([
    countStars(ctx.db, crawlId),
    countShown(ctx.db, scope),
    newestShown(ctx.db, { ...scope, limit, ...(language === "all" ? {} : { language }) }),
  ]);
  const distribution = inEveryStar(stars);
  const total = distribution.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const inLanguage = (one: string) => counts.find((row) => row.language === one)?.count ?? 0;
  const [en, es] = [inLanguage("en"), inLanguage("es")];
  return {
    distribution,
    total,
    average: distribution.reduce((sum, { stars: star, count }) => sum + star * count, 0) / total,
    language,
    counts: { all: en + es, en, es },
    reviews: rows.map((row) => ({
      id: row.id,
      stars: row.stars,
      text: row.comment,
      language: row.language as Locale,
      author: row.first_name,
      country: countryName(ctx.locale, row.country),
      date: row.date,
    })),
  };
}

/**
 * For each crawl one line of what a guest said of it, of four or five stars, in the page's language: what staff published, else
 * the newest. Crawls without one are left out. Anyone may read.
 */
export async function quotesOf(ctx: Context, crawlIds: readonly string[]): Promise<Record<string, Testimonial>> {
  if (crawlIds.length === 0) return {};
  const rows = await praiseOf(ctx.db, {
    crawlIds,
    test: practises(ctx),
    language: ctx.locale,
    stars: LEAST_PRAISE,
  });
  return Object.fromEntries(
    rows.map(({ crawl_id, comment, first_name, country }) => [
      crawl_id,
      { text: lineOf(comment), author: first_name, country: countryName(ctx.locale, country) },
    ]),
  );
}

/** What guests say of a departure's crawl; null where nobody has said anything. Anyone may read. */
export async function ratedNight(ctx: Context, departureId: string): Promise<Rated | null> {
  const crawl = await ratedCrawlOf(ctx.db, departureId);
  if (!crawl || crawl.count === 0) return null;
  const { id, ...rated } = crawl;
  return { ...rated, quote: (await quotesOf(ctx, [id]))[id] ?? null };
}

/** The reviews of bookings. For the owner's data export; checks no access. */
export const reviewsOfBookings = (ctx: Pick<Context, "db">, bookingIds: readonly string[]) =>
  bookingIds.length === 0 ? Promise.resolve([]) : reviewRowsOf(ctx.db, bookingIds);

/** The average of the reviews of departures, with their number, by departure. For other modules' pages; checks no access. */
export async function ratingsOfDepartures(
  ctx: Pick<Context, "db">,
  ids: readonly string[],
): Promise<Map<string, { average: number; count: number }>> {
  const rows = ids.length === 0 ? [] : await averagesOf(ctx.db, ids);
  return new Map(rows.map(({ departure_id, average, count }) => [departure_id, { average, count }]));
}
