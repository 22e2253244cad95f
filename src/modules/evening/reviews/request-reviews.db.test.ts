import { afterEach, expect, test } from "vitest";
import { requestReviews } from "#src/modules/evening/reviews/request-reviews.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
afterEach(async () => {
  for (const table of ["emails", "rating_requests", "ratings", "bookings"] as const)
    await database.services.db.deleteFrom(table).execute();
});

// the departure is on Saturday, 21 November; noon on Sunday in Mexico City is 18:00 UTC
const at = (instant: string) => database.ctx({ now: new Date(instant) });
const SUNDAY_NOON = "2026-11-22T18:00:00Z";
const book = (over: Parameters<typeof bookDeparture>[1] = {}) => bookDeparture(database.ctx(), over);
const emails = () => database.services.db.selectFrom("emails").selectAll().orderBy("created_at").execute();

test("asked from noon of the day after, once, in the booking's language, with a link that rates", async () => {
  const id = await book({ language: "es" });
  await requestReviews(at("2026-11-22T17:55:00Z"));
  expect(await emails()).toEqual([]);
  await Promise.all([requestReviews(at(SUNDAY_NOON)), requestReviews(at(SUNDAY_NOON))]);
  await requestReviews(at("2026-11-22T19:05:00Z"));
  await database.work();
  expect(await emails()).toMatchObject([
    {
      kind: "rating_request",
      dedupe_key: `booking.${id}.rating.1`,
      booking_id: id,
      language: "es",
      recipient: "sofia@guest.test",
      status: "sent",
      subject: "¿Qué tal estuvo Ronda Ciudad de México?",
    },
  ]);
  const { html } = (await emails())[0]!;
  const link = `http://ronda.test/es/rating/${id}?token=${reviewToken(database.services.secret, id)}`;
  expect(html).toContain(link);
});

test("late by at most a week, when the worker stood still", async () => {
  await book();
  await requestReviews(at("2026-11-29T18:00:01Z"));
  expect(await emails()).toEqual([]);
  await requestReviews(at("2026-11-29T18:00:00Z"));
  expect(await emails()).toHaveLength(1);
});

test("only guests of a confirmed booking who have not rated yet", async () => {
  await book({ status: "cancelled", cancel_reason: "customer" });
  await book({ status: "pending" });
  const rated = await book();
  const input = { stars: 5, comment: "", consent: false, language: "en" as const };
  const token = reviewToken(database.services.secret, rated);
  await submitReview(at("2026-11-22T05:00:00Z"), { ...input, bookingId: rated, token });
  await requestReviews(at(SUNDAY_NOON));
  expect(await emails()).toEqual([]);
});

test.each([
  ["cancelled meanwhile", { status: "cancelled", cancel_reason: "admin" }, "the booking is cancelled"],
  ["rated meanwhile", null, "the night is rated already"],
] as const)("withheld from a guest whose booking was %s", async (_, change, reason) => {
  const id = await book();
  await requestReviews(at(SUNDAY_NOON));
  const { db } = database.services;
  if (change) await db.updateTable("bookings").set(change).execute();
  else {
    const { crawl_id } = await db.selectFrom("bookings").select("crawl_id").executeTakeFirstOrThrow();
    const review = { booking_id: id, crawl_id, stars: 5, language: "en", created_at: new Date(SUNDAY_NOON) };
    await db.insertInto("ratings").values(review).execute();
  }
  await database.work();
  expect(await emails()).toMatchObject([{ status: "withheld", last_error: reason }]);
});

test("at the operator's time, and not while it is switched off", async () => {
  const { db } = database.services;
  const set = async (key: string, value: string) => {
    await db.insertInto("app_settings").values({ key, value }).execute();
    forgetSettings({ db });
  };
  await book();
  await set("rating_at", "13:30");
  await requestReviews(at("2026-11-22T19:29:00Z"));
  await set("rating_on", "false");
  await requestReviews(at("2026-11-22T19:30:00Z"));
  expect(await emails()).toEqual([]);
  await db.deleteFrom("app_settings").where("key", "=", "rating_on").execute();
  forgetSettings({ db });
  await requestReviews(at("2026-11-22T19:30:00Z"));
  expect(await emails()).toHaveLength(1);
  await set("rating_on", "false");
  await database.work();
  expect(await emails()).toMatchObject([{ status: "withheld", last_error: "it is switched off" }]);
  await db.deleteFrom("app_settings").where("key", "=", "rating_on").execute();
  forgetSettings({ db });
  for (const minute of ["35", "40"]) {
    await requestReviews(at(`2026-11-22T19:${minute}:00Z`));
    await database.work();
  }
  expect(await emails()).toMatchObject([{ status: "sent", attempts: 1 }]);
  await db.deleteFrom("app_settings").execute();
  forgetSettings({ db });
});
