import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { answerReview } from "#src/modules/evening/reviews/answer-review.server.ts";
import { forgetReviewWords } from "#src/modules/evening/reviews/forget-guests.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { handleReview } from "#src/modules/evening/reviews/handle-review.server.ts";
import { publishReview } from "#src/modules/evening/reviews/publish-review.server.ts";
import {
  listReviews,
  openReview,
  reviewsOfBookings,
  testimonials,
} from "#src/modules/evening/reviews/queries.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { REVIEW_LIST } from "#src/modules/evening/reviews/rules/review-list.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addAccount } from "#tests/signed-in.ts";

const database = freshDatabase({ ADMIN_EMAILS: "ops@ronda.test" });
let diego: string;
beforeAll(async () => {
  ({ id: diego } = await addAccount(database.services.db, { role: "support" }));
});
afterEach(async () => {
  for (const table of ["emails", "ratings"] as const) await database.services.db.deleteFrom(table).execute();
});

const staff = (role: string) => database.ctx({ actor: { kind: "user", role, userId: diego } });
const emails = (kind: string) =>
  database.services.db.selectFrom("emails").selectAll().where("kind", "=", kind).execute();
const audited = async (id: string) =>
  (
    await database.services.db
      .selectFrom("audit_log")
      .select("action")
      .where("subject_id", "=", id)
      .where("subject_type", "=", "rating")
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

type Review = Partial<{ stars: number; comment: string; consent: boolean; language: "en" | "es" }>;

/** A booked departure that its guest has reviewed, by the emailed link. */
async function rated(over: Review = {}, booking: Parameters<typeof bookDeparture>[1] = { language: "es" }) {
  const bookingId = await bookDeparture(database.ctx(), booking);
  const ctx = database.ctx({ now: new Date(+NOON + 3 * 86_400_000) });
  const message = { stars: 5, comment: "Una noche que no se olvida", consent: true, language: "es" as const, ...over };
  const result = await submitReview(ctx, { ...message, bookingId, token: reviewToken(ctx.secret, bookingId) });
  if (!result.ok) throw new Error(result.reason);
  const row = await database.services.db
    .selectFrom("ratings")
    .select("id")
    .where("booking_id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return { id: row.id, bookingId };
}
const reply = (id: string, over: Partial<{ text: string; key: string; seen: number }> = {}) => ({
  id,
  text: "Gracias, Sofía.\n\nTe esperamos pronto.",
  key: randomUUID(),
  seen: 0,
  ...over,
});
const list = async (over: object = {}) => {
  const reviews = await listReviews(
    staff("support"),
    REVIEW_LIST.read(new URLSearchParams(Object.entries(over).map(([name, value]) => [name, String(value)]))),
  );
  if (!reviews.ok) throw new Error(reviews.reason);
  return reviews;
};

describe("a reply to a review", () => {
  test("is mailed in the booking's language, once per form, and kept with the review", async () => {
    const { id } = await rated();
    const same = reply(id);
    const sent = await Promise.all(Array.from({ length: 5 }, () => answerReview(staff("support"), same)));
    expect(sent.every(({ ok }) => ok)).toBe(true);
    await database.work();
    const [email, ...others] = await emails("rating_answered");
    expect(others).toEqual([]);
    expect(email).toMatchObject({ language: "es", status: "sent", recipient: "sofia@guest.test" });
    const read = await PostalMime.parse(email!.raw!);
    for (const words of ["Gracias, Sofía.", "Te esperamos pronto.", "Una noche que no se olvida"])
      expect(read.text).toContain(words);
    expect(await answerReview(staff("admin"), reply(id))).toMatchObject({
      reason: "answered_meanwhile",
      replies: [{ by: "Test" }],
    });
    expect(await answerReview(staff("admin"), reply(id, { seen: 1, text: "Una cosa más" }))).toEqual({ ok: true });
    expect(await openReview(staff("support"), id)).toMatchObject({ review: { answers: 2, replies: [{}, {}] } });
    expect(await audited(id)).toEqual(["rating.answered", "rating.answered"]);
  });

  test("is refused where the guest is nobody any more", async () => {
    const { id, bookingId } = await rated();
    await database.services.db.updateTable("bookings").set({ email: "" }).where("id", "=", bookingId).execute();
    expect(await answerReview(staff("support"), reply(id))).toMatchObject({ reason: "guest_forgotten" });
    expect(await answerReview(staff("support"), reply(diego))).toMatchObject({ reason: "review_not_found" });
  });
});

describe("a low review", () => {
  test("is told to staff and stays a task until somebody has replied", async () => {
    await rated({ stars: 3 });
    const { id } = await rated({ stars: 1, comment: "Nos dejaron esperando" });
    expect((await list()).counts.tasks).toBe(1);
    await database.work();
    const [email] = await emails("staff_low_rating");
    expect(email).toMatchObject({ recipient: "ops@ronda.test", status: "sent" });
    expect((await PostalMime.parse(email!.raw!)).text).toContain("Nos dejaron esperando");
    await answerReview(staff("support"), reply(id));
    expect((await list()).counts.tasks).toBe(0);
  });

  test("is no news any more once somebody is done with it, and can be opened again", async () => {
    const { id } = await rated({ stars: 2 });
    await handleReview(staff("support"), { id, done: true });
    await handleReview(staff("support"), { id, done: true });
    await database.work();
    expect(await emails("staff_low_rating")).toMatchObject([{ status: "withheld" }]);
    expect(await openReview(staff("support"), id)).toMatchObject({ review: { open: false, handledBy: "Test" } });
    await handleReview(staff("support"), { id, done: false });
    expect((await list()).counts.tasks).toBe(1);
    expect(await audited(id)).toEqual(["rating.handled", "rating.reopened"]);
  });
});

describe("on the home page", () => {
  test("stand published words in the page's language, with first name and country", async () => {
    const { id, bookingId } = await rated();
    const render = () => testimonials(database.ctx({ locale: "es" }), 3);
    expect(await render()).toEqual([]);
    expect(await publishReview(staff("support"), { id, published: true })).toEqual({ ok: true });
    expect(await publishReview(staff("support"), { id, published: true })).toEqual({ ok: true });
    expect(await render()).toEqual([{ text: "Una noche que no se olvida", author: "Sofía", country: "México" }]);
    expect(await testimonials(database.ctx({ locale: "en" }), 3)).toEqual([]);
    expect(await testimonials(database.ctx({ locale: "es", site: "oaxaca" }), 3)).toEqual([]);
    await database.services.db.updateTable("bookings").set({ first_name: "" }).where("id", "=", bookingId).execute();
    expect(await render()).toEqual([]);
    await publishReview(staff("support"), { id, published: false });
    expect(await audited(id)).toEqual(["rating.published", "rating.unpublished"]);
  });

  test("stand three people, also where one of them wrote all of the newest", async () => {
    const { db } = database.services;
    const publishes = async (comment: string, email: string, ago: number) => {
      const { id, bookingId } = await rated({ comment });
      await db.updateTable("bookings").set({ email, first_name: comment[0]! }).where("id", "=", bookingId).execute();
      const created_at = new Date(+NOON - ago * 60_000);
      await db.updateTable("ratings").set({ created_at }).where("id", "=", id).execute();
      await publishReview(staff("support"), { id, published: true });
    };
    await publishes("A newest", "a@guests.test", 1);
    await publishes("A again", "A@guests.test", 2);
    await publishes("A once more", "a@guests.test", 3);
    await publishes("B", "b@guests.test", 4);
    await publishes("C", "c@guests.test", 5);
    await publishes("D", "d@guests.test", 6);
    const result = await testimonials(database.ctx({ locale: "es" }), 3);
    expect(result.map(({ text }) => text)).toEqual(["A newest", "B", "C"]);
  });

  test("stands nothing of who didn't agree, and nothing without words", async () => {
    const { id } = await rated({ consent: false });
    expect(await publishReview(staff("admin"), { id, published: true })).toMatchObject({ reason: "no_consent" });
    const silent = await rated({ comment: "" });
    expect(await publishReview(staff("admin"), { id: silent.id, published: true })).toMatchObject({
      reason: "no_words",
    });
    expect(await audited(id)).toEqual([]);
  });
});

test.each(["guide", "customer", null])("reviews are no business of %s", async (role) => {
  const ctx = database.ctx({ actor: { kind: "user", role } });
  const { id } = await rated({ stars: 1 });
  const refused = { ok: false, reason: "forbidden", missing: "reviews.change" };
  expect(await answerReview(ctx, reply(id))).toEqual(refused);
  expect(await publishReview(ctx, { id, published: true })).toEqual(refused);
  expect(await handleReview(ctx, { id, done: true })).toEqual(refused);
  expect(await listReviews(ctx, REVIEW_LIST.values())).toMatchObject({ missing: "reviews.read" });
  expect(await openReview(ctx, id)).toMatchObject({ missing: "reviews.read" });
});

test("marketing may read reviews, and changes none", async () => {
  const { id } = await rated();
  expect(await listReviews(staff("marketing"), REVIEW_LIST.values())).toMatchObject({ ok: true, mayChange: false });
  expect(await publishReview(staff("marketing"), { id, published: true })).toMatchObject({ reason: "forbidden" });
});

test("the list is filtered by its address; what stands there wrong is not asked", async () => {
  const good = await rated({ stars: 5 });
  const low = await rated({ stars: 2, comment: "100%_ caro" });
  await publishReview(staff("support"), { id: good.id, published: true });
  const ids = async (over: object) => (await list(over)).reviews.map(({ id }) => id);
  const { counts, crawls, cities } = await list();
  expect(counts).toEqual({ all: 2, tasks: 1, published: 1, average: 3.5 });
  expect(cities).toEqual([{ id: "mexico-city", name: "Mexico City" }]);
  expect(crawls).toHaveLength(2);
  expect(await ids({})).toHaveLength(2);
  expect(await ids({ view: "tasks" })).toEqual([low.id]);
  expect(await ids({ view: "published" })).toEqual([good.id]);
  expect(await ids({ stars: "2" })).toEqual([low.id]);
  expect(await ids({ q: "0%_" })).toEqual([low.id]);
  expect(await ids({ q: "sofía nú" })).toHaveLength(2);
  expect(await ids({ q: "nunez sofia" })).toHaveLength(2);
  expect(await list({ q: "sofai" })).toMatchObject({ reviews: [], near: ["Sofía"] });
  expect(await list({ q: "ramirez" })).toMatchObject({ reviews: [], near: [] });
  expect(await ids({ from: "2026-11-22" })).toEqual([]);
  expect(await ids({ from: "2026-11-21", until: "2026-11-21" })).toHaveLength(2);
  expect(await ids({ city: "oaxaca" })).toEqual([]);
  expect(await ids({ stars: "9", crawl: "x", from: "yesterday", answered: "maybe", page: "0" })).toHaveLength(2);
  await answerReview(staff("support"), reply(low.id));
  expect(await ids({ answered: "yes" })).toEqual([low.id]);
  expect(await ids({ answered: "no" })).toEqual([good.id]);
});

test("who has their account deleted takes replies along", async () => {
  const { id, bookingId } = await rated({ consent: false });
  await answerReview(staff("support"), reply(id));
  expect(await reviewsOfBookings(database.ctx(), [bookingId])).toMatchObject([{ replies: [reply(id).text] }]);
  await database.services.db.transaction().execute((tx) => forgetReviewWords(tx, [bookingId]));
  expect(await openReview(staff("support"), id)).toMatchObject({ review: { comment: "", replies: [{ text: "" }] } });
});

test("a role that is limited to cities lists the reviews of those alone, whatever it asks for", async () => {
  await database.services.db
    .insertInto("cities")
    .values({ id: "far", name: "Far", time_zone: "America/Merida" })
    .execute();
  await rated({ stars: 1 });
  const { bookingId } = await rated({ stars: 2, comment: "Lejos" });
  await database.services.db
    .updateTable("pub_crawls")
    .set({ city_id: "far" })
    .where("id", "in", (e) => e.selectFrom("bookings").select("crawl_id").where("id", "=", bookingId))
    .execute();
  const view = async (cities: string[] | null, request: object = {}) => {
    const ctx = database.ctx({ actor: { kind: "user", role: "manager", userId: diego, cities } });
    const found = await listReviews(
      ctx,
      REVIEW_LIST.read(new URLSearchParams(Object.entries(request).map(([name, value]) => [name, String(value)]))),
    );
    if (!found.ok) throw new Error(found.reason);
    return [found.reviews.map(({ comment }) => comment), found.counts.tasks, found.cities.map(({ id }) => id)];
  };
  expect(await view(["far"])).toEqual([["Lejos"], 1, ["far"]]);
  expect(await view(["far"], { city: "mexico-city" })).toEqual([[], 0, ["far"]]);
  expect(await view([])).toEqual([[], 0, []]);
  expect((await view(null))[1]).toBe(2);
  expect((await view(null, { city: "far" })).slice(0, 2)).toEqual([["Lejos"], 1]);
});
