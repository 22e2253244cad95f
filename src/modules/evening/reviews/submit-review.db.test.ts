import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import {
  findDepartureToReview,
  isReviewed,
  reviewLink,
  reviewsOf,
} from "#src/modules/evening/reviews/queries.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { addReview, ratingOf } from "#src/modules/evening/reviews/store.server.ts";
import { lockRating, rateCrawl } from "#src/modules/site/catalog/rate-crawl.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";

const database = freshDatabase();
const afterwards = new Date(+NOON + 3 * 86_400_000);
const ctx = (over = {}) => database.ctx({ now: afterwards, ...over });
const NOBODY = "00000000-0000-4000-8000-000000000000";

const book = (over: Parameters<typeof bookDeparture>[1] = {}) => bookDeparture(database.ctx(), over);
const token = (bookingId: string) => reviewToken(database.services.secret, bookingId);
const rate = (bookingId: string, stars = 5, over: { token?: string | null; now?: Date; comment?: string } = {}) =>
  submitReview(ctx(over.now ? { now: over.now } : {}), {
    stars,
    comment: over.comment ?? "",
    consent: false,
    language: "en",
    bookingId,
    token: over.token === undefined ? token(bookingId) : over.token,
  });

const crawlOf = async (bookingId: string) =>
  (
    await database.services.db
      .selectFrom("bookings")
      .select("crawl_id")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow()
  ).crawl_id;
const averageOf = async (crawlId: string) => {
  const { db } = database.services;
  const row = db.selectFrom("pub_crawls").select(["rating", "review_count"]).where("id", "=", crawlId);
  return Object.values(await row.executeTakeFirstOrThrow());
};
const reviews = (bookingId: string) =>
  database.services.db.selectFrom("ratings").selectAll().where("booking_id", "=", bookingId).execute();

/** Bookings of one crawl. */
async function guests(count: number) {
  const ids = await Promise.all(Array.from({ length: count }, () => book()));
  const crawlId = await crawlOf(ids[0]!);
  await database.services.db.updateTable("bookings").set({ crawl_id: crawlId }).where("id", "in", ids).execute();
  return { ids, crawlId };
}

test("a review is kept unpublished, the crawl's average follows with one decimal, and the audit log tells", async () => {
  const { ids, crawlId } = await guests(3);
  expect(await rate(ids[0]!, 5, { comment: "La mejor noche" })).toEqual({ ok: true, stars: 5 });
  expect(await reviews(ids[0]!)).toMatchObject([
    { crawl_id: crawlId, stars: 5, comment: "La mejor noche", consent: false, published: false, language: "en" },
  ]);
  expect(await averageOf(crawlId)).toEqual([5, 1]);
  await rate(ids[1]!, 4);
  await rate(ids[2]!, 4);
  expect(await averageOf(crawlId)).toEqual([4.3, 3]);
  expect(await isReviewed(ctx(), ids[0]!)).toBe(true);
  const log = await database.services.db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject_id", "=", ids[0]!)
    .execute();
  expect(log).toMatchObject([{ action: "booking.rated", changes: { stars: { old: null, new: 5 } } }]);
});

describe("refused, with nothing kept:", () => {
  test("before the departure has started in its city", async () => {
    const id = await book();
    // the departure starts on Saturday at 20:00 in Mexico City, 02:00 on Sunday in UTC
    const early = await rate(id, 5, { now: new Date("2026-11-22T01:59:59Z") });
    expect(early).toMatchObject({ ok: false, reason: "rating_too_early" });
    expect(await reviews(id)).toEqual([]);
    expect((await rate(id, 5, { now: new Date("2026-11-22T02:00:00Z") })).ok).toBe(true);
  });

  test("a second time, also at once", async () => {
    const id = await book();
    const answers = await Promise.all([5, 1, 2].map((stars) => rate(id, stars)));
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.reason)).toSorted()).toEqual([
      "already_rated",
      "already_rated",
      "ok",
    ]);
    expect(await reviews(id)).toHaveLength(1);
  });

  test.each([
    ["cancelled", { status: "cancelled", cancel_reason: "customer" }],
    ["never paid", { status: "pending" }],
  ] as const)("a booking that was %s", async (_, over) => {
    const id = await book(over);
    expect(await rate(id)).toMatchObject({ ok: false, reason: "rating_not_possible" });
    expect(await reviews(id)).toEqual([]);
  });

  test("another's booking exactly like none, whatever its state", async () => {
    const [mine, other, cancelled] = [
      await book(),
      await book(),
      await book({ status: "cancelled", cancel_reason: "admin" }),
    ];
    const none = await rate(NOBODY, 5, { token: "x" });
    expect(none).toEqual({ ok: false, reason: "booking_not_found" });
    const wrong: [string, string | null][] = [
      [other, token(mine)],
      [other, null],
      [other, ""],
      // the booking's own token opens the booking, but can't review it
      [other, accessToken(database.services.secret, other)],
      [cancelled, token(mine)],
      [NOBODY, token(NOBODY)],
      ["no id", token("no id")],
    ];
    for (const [id, by] of wrong) {
      expect(await rate(id, 5, { token: by })).toEqual(none);
      expect(await findDepartureToReview(ctx(), id, by)).toBeNull();
    }
    expect(await reviews(other)).toEqual([]);
  });
});

test("the mailed link opens the departure in the page's language, and only for reviewing", async () => {
  const id = await book();
  const link = new URL(reviewLink(ctx(), id, "es"));
  expect(link.pathname).toBe(`/es/rating/${id}`);
  const departure = await findDepartureToReview(ctx({ locale: "es" }), id, link.searchParams.get("token"));
  expect(departure).toMatchObject({ state: "open", stars: null, crawl_title: "Ronda Ciudad de México" });
  expect(link.searchParams.get("token")).not.toBe(accessToken(database.services.secret, id));
  await rate(id, 3);
  expect(await findDepartureToReview(ctx(), id, token(id))).toMatchObject({ state: "rated", stars: 3 });
});

test("the booker needs no link, staff read, and everybody else has none of it", async () => {
  const email = "Owner@example.test";
  const id = await book({ email });
  const owner = {
    ...ctx().actor,
    kind: "user",
    userId: randomUUID(),
    email: "owner@example.test",
    emailVerified: true,
  };
  const as = (actor: object) => ctx({ actor: { ...ctx().actor, ...actor } as never });
  const view = (actor: object) => findDepartureToReview(as(actor), id, null);
  expect(await view({ ...owner, email: "other@example.test" })).toBeNull();
  expect(await view({ ...owner, emailVerified: false })).toBeNull();
  expect(await view(owner)).toMatchObject({ state: "open", readOnly: false });
  const staff = { kind: "user", role: "support", secondFactor: true };
  expect(await view(staff)).toMatchObject({ state: "open", readOnly: true, comment: "" });
  expect(await view({ ...staff, cities: ["elsewhere"] })).toBeNull();
  expect(await view({ ...staff, role: "customer" })).toBeNull();
  const words = { stars: 4, comment: "Qué noche", consent: false, language: "es" as const, bookingId: id, token: null };
  expect(await submitReview(as(staff), words)).toEqual({ ok: false, reason: "booking_not_found" });
  expect(await submitReview(as(owner), words)).toEqual({ ok: true, stars: 4 });
  expect(await view(staff)).toMatchObject({ state: "rated", stars: 4, comment: "Qué noche" });
});

test("twelve guests at once: none is lost from the average", async () => {
  const { ids, crawlId } = await guests(12);
  const answers = await Promise.all(ids.map((id, i) => rate(id, i % 2 === 0 ? 5 : 2)));
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await averageOf(crawlId)).toEqual([3.5, 12]);
});

// negative control: without the lock the race does happen
test.each([
  ["with the lock both of two reviews at once count", true, [3, 2]],
  ["without it one of them is lost", false, [1, 1]],
])("%s", async (_, locks, expected) => {
  const { ids, crawlId } = await guests(2);
  const { db } = database.services;
  const [counted, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const give = (bookingId: string, stars: number, before: Promise<void> | null) =>
    db.transaction().execute(async (tx) => {
      if (locks) await lockRating(tx, crawlId);
      await addReview(tx, { booking_id: bookingId, crawl_id: crawlId, stars, language: "en", created_at: NOON });
      await rateCrawl(tx, crawlId, await ratingOf(tx, crawlId));
      counted.resolve();
      await before;
    });
  const first = give(ids[0]!, 5, mayCommit.promise);
  await counted.promise;
  const second = give(ids[1]!, 1, null);
  await database.someoneWaits();
  mayCommit.resolve();
  await Promise.all([first, second]);
  expect(await averageOf(crawlId)).toEqual(expected);
});

test("a list of bookings is told the stars that each gave, or where it can give some", async () => {
  const { ids } = await guests(2);
  const [rated, open] = ids as [string, string];
  const cancelled = await book({ status: "cancelled", cancel_reason: "customer" });
  await rate(rated, 4);
  const startsAt = new Date(+NOON + 86_400_000);
  const request = [rated, open, cancelled].map((id) => ({
    id,
    status: id === cancelled ? "cancelled" : "confirmed",
    starts_at: startsAt,
  }));
  const after = await reviewsOf(ctx({ locale: "es" }), request);
  expect(after.get(rated)).toEqual({ stars: 4, path: null });
  expect(after.get(open)).toEqual({ stars: null, path: `/es/rating/${open}?token=${token(open)}` });
  expect(after.get(cancelled)).toEqual({ stars: null, path: null });
  expect((await reviewsOf(ctx({ now: NOON }), request)).get(open)).toEqual({ stars: null, path: null });
  expect((await reviewsOf(ctx(), [])).size).toBe(0);
});
