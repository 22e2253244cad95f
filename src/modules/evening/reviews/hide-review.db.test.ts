import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { hideReview } from "#src/modules/evening/reviews/hide-review.server.ts";
import { publishReview } from "#src/modules/evening/reviews/publish-review.server.ts";
import { quotesOf, ratedNight, reviewsOfCrawl, testimonials } from "#src/modules/evening/reviews/queries.server.ts";
import { shownChoice } from "#src/modules/evening/reviews/rules/review-choice.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase();
const DAY = 86_400_000;
let staffId: string;
beforeAll(async () => {
  ({ id: staffId } = await addAccount(database.services.db, { role: "support" }));
});
afterEach(async () => {
  await database.services.db.deleteFrom("ratings").execute();
});

const support = () => database.ctx({ actor: { kind: "user", role: "support", userId: staffId } });
const guest = (locale: "en" | "es" = "en") => database.ctx({ locale });

type Review = Partial<{ stars: number; comment: string; consent: boolean; language: "en" | "es"; minutes: number }>;

/** A review of a crawl, so many minutes after the first could be written. */
async function textOf(crawlId: string | null, { minutes = 0, ...over }: Review = {}) {
  const { db } = database.services;
  const bookingId = await bookDeparture(database.ctx());
  const ctx = database.ctx({ now: new Date(+NOON + 3 * DAY + minutes * 60_000) });
  const words = { stars: 5, comment: "What a night", consent: true, language: "en" as const, ...over };
  const result = await submitReview(ctx, { ...words, bookingId, token: reviewToken(ctx.secret, bookingId) });
  if (!result.ok) throw new Error(result.reason);
  const row = await db.selectFrom("ratings").selectAll().where("booking_id", "=", bookingId).executeTakeFirstOrThrow();
  if (crawlId) await db.updateTable("ratings").set({ crawl_id: crawlId }).where("id", "=", row.id).execute();
  return { id: row.id, bookingId, crawlId: crawlId ?? row.crawl_id };
}

const texts = async (crawlId: string, request: string | null = null) =>
  (await reviewsOfCrawl(guest(), crawlId, shownChoice(request)))?.reviews.map(({ text }) => text);

describe("a crawl's page", () => {
  test("shows the words of those who agreed, newest first, and everybody's stars", async () => {
    const { crawlId } = await textOf(null, { comment: "First" });
    await textOf(crawlId, { comment: "Second", stars: 2, minutes: 1 });
    await textOf(crawlId, { comment: "Not for the site", stars: 1, consent: false, minutes: 2 });
    await textOf(crawlId, { comment: "", stars: 4, minutes: 3 });
    await textOf(null, { comment: "Of another crawl", minutes: 4 });
    const output = await reviewsOfCrawl(guest(), crawlId, shownChoice(null));
    expect(output?.reviews.map(({ text }) => text)).toEqual(["Second", "First"]);
    expect(output?.reviews[0]).toMatchObject({ stars: 2, author: "Sofía", country: "Mexico", date: "2026-11-21" });
    expect(output?.distribution.map(({ count }) => count)).toEqual([1, 1, 0, 1, 1]);
    expect(output).toMatchObject({ total: 4, average: 3, counts: { all: 2, en: 2, es: 0 } });
  });

  test("shows one language or every one, and more when asked", async () => {
    const { crawlId } = await textOf(null, { comment: "Número 0", language: "es" });
    for (let minutes = 1; minutes <= 7; minutes++) await textOf(crawlId, { comment: `Number ${minutes}`, minutes });
    expect(await texts(crawlId)).toHaveLength(6);
    expect(await texts(crawlId, "all-2")).toHaveLength(8);
    expect(await texts(crawlId, "es-1")).toEqual(["Número 0"]);
    expect((await texts(crawlId, "en-2"))?.at(-1)).toBe("Number 1");
  });

  test("shows nothing where there is nothing, and no one whose data is gone", async () => {
    const { crawlId, bookingId } = await textOf(null, { comment: "Alone" });
    const first_name = "";
    await database.services.db.updateTable("bookings").set({ first_name }).where("id", "=", bookingId).execute();
    expect(await reviewsOfCrawl(guest(), crawlId, shownChoice(null))).toMatchObject({ total: 1, reviews: [] });
    expect(await quotesOf(guest(), [crawlId])).toEqual({});
    await database.services.db.deleteFrom("ratings").execute();
    expect(await reviewsOfCrawl(guest(), crawlId, shownChoice(null))).toBeNull();
  });
});

describe("the line beside a price", () => {
  test("is what staff published, else the newest good one, in the page's language", async () => {
    const { crawlId, id } = await textOf(null, { comment: "Chosen by staff" });
    await textOf(crawlId, { comment: "Newest good one", stars: 4, minutes: 1 });
    await textOf(crawlId, { comment: "Newest, and bad", stars: 3, minutes: 2 });
    await textOf(crawlId, { comment: "Qué noche", language: "es", minutes: 3 });
    const line = async (locale: "en" | "es") => (await quotesOf(guest(locale), [crawlId]))[crawlId];
    expect(await line("en")).toEqual({ text: "Newest good one", author: "Sofía", country: "Mexico" });
    expect(await line("es")).toEqual({ text: "Qué noche", author: "Sofía", country: "México" });
    await publishReview(support(), { id, published: true });
    expect(await line("en")).toMatchObject({ text: "Chosen by staff" });
  });

  test("stands at the checkout of a night of that crawl with its stars", async () => {
    const { bookingId } = await textOf(null, { stars: 4 });
    const { scheduled_crawl_id: departureId } = await database.services.db
      .selectFrom("bookings")
      .select("scheduled_crawl_id")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const quote = { text: "What a night", author: "Sofía", country: "Mexico" };
    expect(await ratedNight(guest(), departureId)).toEqual({ rating: 4, count: 1, quote });
    const other = await bookDeparture(database.ctx());
    expect(await ratedNight(guest(), other)).toBeNull();
  });
});

test("staff take a review off the whole site, once, and let it be shown again", async () => {
  const { crawlId, id } = await textOf(null);
  await publishReview(support(), { id, published: true });
  for (const _ of [1, 2]) expect(await hideReview(support(), { id, hidden: true })).toEqual({ ok: true });
  expect(await texts(crawlId)).toEqual([]);
  expect(await quotesOf(guest(), [crawlId])).toEqual({});
  expect(await testimonials(guest(), 3)).toEqual([]);
  expect(await reviewsOfCrawl(guest(), crawlId, shownChoice(null))).toMatchObject({ total: 1 });
  expect(await hideReview(support(), { id, hidden: false })).toEqual({ ok: true });
  expect(await texts(crawlId)).toEqual(["What a night"]);
  // who publishes what is hidden shows it
  await hideReview(support(), { id, hidden: true });
  await publishReview(support(), { id, published: true });
  expect(await texts(crawlId)).toEqual(["What a night"]);
  const log = database.services.db.selectFrom("audit_log").select("action").where("subject_id", "=", id).orderBy("id");
  expect((await log.execute()).map(({ action }) => action)).toEqual([
    "rating.published",
    "rating.hidden",
    "rating.shown",
    "rating.hidden",
    "rating.published",
  ]);
});

test.each(["guide", "marketing", null])("hiding reviews is no business of %s", async (role) => {
  const { id } = await textOf(null);
  const ctx = database.ctx({ actor: { kind: "user", role } });
  expect(await hideReview(ctx, { id, hidden: true })).toMatchObject({ reason: "forbidden", missing: "reviews.change" });
  expect(await hideReview(support(), { id: staffId, hidden: true })).toMatchObject({ reason: "review_not_found" });
});
