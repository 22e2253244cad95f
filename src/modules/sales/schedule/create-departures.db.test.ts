import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  createDepartures,
  planDepartures,
  type SeriesInput,
} from "#src/modules/sales/schedule/create-departures.server.ts";
import { duplicateDeparture } from "#src/modules/sales/schedule/duplicate-departure.server.ts";
import { departuresToCreate, listDepartures } from "#src/modules/sales/schedule/queries.server.ts";
import type { DepartureTerms } from "#src/modules/sales/schedule/schema.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
beforeAll(async () => void (await seedMinimal(database.services.db)));

const as = (role: string) => database.ctx({ actor: { kind: "user", userId: randomUUID(), role } });
const admin = () => as("admin");
const terms: DepartureTerms = {
  date: "2026-12-03",
  start_time: "20:00",
  end_time: "00:30",
  total_spots: 40,
  price: null,
  prices: {},
  sale_price: 1500,
  sale_prices: { MXN: 30_000 },
  early_bird_sale: true,
  hide_total_spots: false,
  bookings_disabled: false,
  external_booking_link: null,
};
const one = (crawl_id: string, over: Partial<DepartureTerms> = {}): SeriesInput => ({
  crawl_id,
  terms: { ...terms, ...over },
  recurrence: null,
  skip: [],
});
const weekly = (crawl_id: string, count: number, skip: string[] = []): SeriesInput => ({
  ...one(crawl_id),
  recurrence: { type: "weekly", every: 1, weekdays: [4, 5, 6], first: "2026-12-03", ends: { count } },
  skip,
});
const key = () => ({ key: randomUUID(), expected: 1 });

const stored = (crawlId: string) =>
  database.services.db
    .selectFrom("scheduled_crawls")
    .selectAll()
    .where("crawl_id", "=", crawlId)
    .orderBy("date")
    .execute();
const entries = (subject: string) =>
  database.services.db.selectFrom("audit_log").selectAll().where("subject_id", "=", subject).execute();

test("one departure has its instants from the city's zone and the crawl's cut-off, all of its terms, and is on sale at once", async () => {
  const { db } = database.services;
  const crawlId = await addCrawl(db, { sales_cutoff_minutes: 30 });
  const result = await createDepartures(admin(), one(crawlId), key());
  expect(result).toMatchObject({ ok: true, series_id: null, first: "2026-12-03" });
  const [row] = await stored(crawlId);
  expect(row).toMatchObject({
    starts_at: new Date("2026-12-04T02:00:00Z"),
    ends_at: new Date("2026-12-04T06:30:00Z"),
    sales_close_at: new Date("2026-12-04T01:30:00Z"),
    available_spots: 40,
    sale_prices: { MXN: 30_000 },
    early_bird_sale: true,
    version: 1,
  });
  expect(await listDepartures(database.ctx(), { crawl_id: crawlId })).toMatchObject([
    { date: "2026-12-03", is_available: true, on_sale: true },
  ]);
  expect(await entries(row!.id)).toMatchObject([
    { action: "departure.created", changes: { date: { old: null, new: "2026-12-03" } } },
  ]);
});

test("a date that is taken, over or swallowed by a clock change is refused, and so is whoever may not", async () => {
  const { db } = database.services;
  const crawlId = await addCrawl(db, {});
  await addDeparture(db, crawlId, { date: "2026-12-03" });
  await addDeparture(db, crawlId, { date: "2026-12-04", status: "cancelled" });
  expect(await createDepartures(admin(), one(crawlId), key())).toMatchObject({ reason: "already_scheduled" });
  expect(await createDepartures(admin(), one(crawlId, { date: "2026-12-04" }), key())).toMatchObject({ ok: true });
  expect(await createDepartures(admin(), one(crawlId, { date: "2026-11-19" }), key())).toMatchObject({
    reason: "in_the_past",
  });
  expect(await createDepartures(admin(), one(randomUUID()), key())).toMatchObject({ reason: "crawl_not_found" });
  const deleted = await addCrawl(db, { is_active: false });
  await db.updateTable("pub_crawls").set({ deleted_at: NOON }).where("id", "=", deleted).execute();
  expect(await createDepartures(admin(), one(deleted), key())).toMatchObject({ reason: "crawl_not_found" });
  // the form of a series begins with the crawl that it was opened from, else with the newest; that of a night asks
  await db.updateTable("pub_crawls").set({ created_at: NOON }).execute();
  const newest = await addCrawl(db, { created_at: new Date(NOON.getTime() + 1) });
  const begun = async (crawl: string | null, isSeries = true) => {
    const form = await departuresToCreate(admin(), { date: null, crawl, isSeries });
    expect(form.ok && form.crawls.map(({ id }) => id)).not.toContain(deleted);
    return form.ok && form.start.crawl_id;
  };
  expect([await begun(null), await begun(deleted), await begun(crawlId)]).toEqual([newest, newest, crawlId]);
  expect([await begun(null, false), await begun(crawlId, false)]).toEqual(["", crawlId]);
  for (const role of ["support", "marketing", "guide", "customer"])
    expect(await createDepartures(as(role), one(crawlId, { date: "2026-12-09" }), key())).toEqual({
      ok: false,
      reason: "forbidden",
      missing: "schedule.change",
    });
});

test("a series is what its preview said: clashes and dates left out by hand are not created, the rest has one series", async () => {
  const { db } = database.services;
  const crawlId = await addCrawl(db, {});
  const there = await addDeparture(db, crawlId, { date: "2026-12-05" });
  const input = weekly(crawlId, 6, ["2026-12-11"]);
  const planned = await planDepartures(admin(), input);
  expect(planned).toMatchObject({ ok: true, counts: { new: 4, clash: 1, skipped: 1 } });
  const result = await createDepartures(admin(), input, { key: randomUUID(), expected: 4 });
  if (!result.ok) throw new Error(result.reason);
  const rows = (await stored(crawlId)).filter(({ id }) => id !== there);
  expect(
    rows.map(({ date, series_id, recurrence_type, recurrence_occurrences }) => [
      date,
      series_id,
      recurrence_type,
      recurrence_occurrences,
    ]),
  ).toEqual(
    ["2026-12-03", "2026-12-04", "2026-12-10", "2026-12-12"].map((date) => [date, result.series_id, "weekly", 4]),
  );
  expect(await entries(result.series_id!)).toMatchObject([{ action: "series.created" }]);
});

test("a plan that is no longer what was seen creates nothing", async () => {
  const crawlId = await addCrawl(database.services.db, {});
  await addDeparture(database.services.db, crawlId, { date: "2026-12-04" });
  const result = await createDepartures(admin(), weekly(crawlId, 3), { key: randomUUID(), expected: 3 });
  expect(result).toMatchObject({ reason: "plan_changed" });
  expect(await stored(crawlId)).toHaveLength(1);
});

test("a form sent twice, even at once, creates its series once", async () => {
  const crawlId = await addCrawl(database.services.db, {});
  const form = { key: randomUUID(), expected: 3 };
  const answers = await Promise.all([1, 2, 3, 4].map(() => createDepartures(admin(), weekly(crawlId, 3), form)));
  answers.push(await createDepartures(admin(), weekly(crawlId, 3), form));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ ok: true });
  expect(await stored(crawlId)).toHaveLength(3);
});

test("two people who create the same departures at once make each of them once", async () => {
  const crawlId = await addCrawl(database.services.db, {});
  const answers = await Promise.all(
    [1, 2, 3].map(() => createDepartures(admin(), weekly(crawlId, 3), { key: randomUUID(), expected: 3 })),
  );
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  expect(
    answers.filter((answer) => !answer.ok && answer.reason !== "plan_changed" && answer.reason !== "nothing_to_create"),
  ).toEqual([]);
  expect(await stored(crawlId)).toHaveLength(3);
});

test("a duplicate has the same terms on another date, and nobody on it", async () => {
  const { db } = database.services;
  const crawlId = await addCrawl(db, {});
  const id = await addDeparture(db, crawlId, { date: "2026-12-18", seats: 12, price: 3000, prices: { MXN: 60_000 } });
  expect(await duplicateDeparture(admin(), { id, date: "2026-12-18" }, randomUUID())).toMatchObject({
    reason: "already_scheduled",
  });
  expect(await duplicateDeparture(admin(), { id, date: "2026-12-19" }, randomUUID())).toMatchObject({ ok: true });
  expect((await stored(crawlId))[1]).toMatchObject({
    date: "2026-12-19",
    total_spots: 12,
    available_spots: 12,
    price: 3000,
    prices: { MXN: 60_000 },
    series_id: null,
  });
});
