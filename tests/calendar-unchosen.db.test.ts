import { beforeAll, beforeEach, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findOffer } from "#src/modules/sales/booking/queries.server.ts";
import { calendarOf } from "#src/modules/site/catalog/queries.server.ts";
import { bookingData, listDepartures, pathToChoose, usualPrice } from "#src/modules/sales/schedule/queries.server.ts";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

// An installation in which nobody has chosen what the calendar shows: whatever is added and scheduled can be booked.

const database = freshDatabase();
const db = () => database.services.db;
let [first, second] = ["", ""];

const newerBy = (id: string, days: number) =>
  db()
    .updateTable("pub_crawls")
    .set({ created_at: new Date(Date.UTC(2026, 0, 1 + days)) })
    .where("id", "=", id)
    .execute();
const none = new URLSearchParams();

async function choose(settings: Record<string, string>) {
  await db().deleteFrom("app_settings").where("key", "in", ["calendar_crawl_ids", "default_crawl_id"]).execute();
  const rows = Object.entries(settings).map(([key, value]) => ({ key, value }));
  if (rows.length > 0) await db().insertInto("app_settings").values(rows).execute();
  forgetSettings({ db: db() });
}

const activate = (id: string, is_active: boolean) =>
  db().updateTable("pub_crawls").set({ is_active }).where("id", "=", id).execute();

beforeAll(async () => {
  second = (await seedMinimal(db())).crawlId;
  first = await addCrawl(db(), { title: "Ronda Newest", price: 3000 });
  await newerBy(second, 1);
  await newerBy(first, 2);
});
beforeEach(() => choose({}));

test("every active crawl of the site is in the calendar, led by the newest, whose price is named", async () => {
  const [of, newest] = [await addDeparture(db(), second), await addDeparture(db(), first)];
  expect(await calendarOf(database.ctx())).toEqual({ crawlIds: [first, second], defaultCrawlId: first });
  const departures = (await listDepartures(database.ctx())).map(({ id }) => id);
  expect(departures).toEqual(expect.arrayContaining([of, newest]));
  const data = await bookingData(database.ctx(), none, null);
  expect(data).toMatchObject({ defaultCrawlId: first });
  expect(data.crawls.map(({ id }) => id)).toEqual([first, second]);
  for (const locale of ["en", "es"] as const)
    expect(await usualPrice(database.ctx({ locale })), locale).toBe("600 MXN / 30 USD");
  expect(await pathToChoose(database.ctx(), of, null)).toMatch(/^\/\?date=/);
});

test("an inactive crawl is not in it, nor one that the site hides", async () => {
  const hidden = await addCrawl(db(), { title: "Ronda San Cristóbal" });
  const off = await addCrawl(db(), { is_active: false });
  const { crawlIds } = await calendarOf(database.ctx());
  expect(crawlIds).not.toContain(hidden);
  expect(crawlIds).not.toContain(off);
  expect((await calendarOf(database.ctx({ site: "oaxaca" }))).crawlIds).toContain(hidden);
  await db().deleteFrom("pub_crawls").where("id", "in", [hidden, off]).execute();
});

test("what was chosen counts, also when it is fewer", async () => {
  await choose({ calendar_crawl_ids: second });
  const newest = await addDeparture(db(), first);
  expect(await calendarOf(database.ctx())).toEqual({ crawlIds: [second], defaultCrawlId: second });
  expect((await listDepartures(database.ctx())).map(({ id }) => id)).not.toContain(newest);
  expect(await pathToChoose(database.ctx(), newest, null)).toMatch(/^\/crawls\//);
});

test.each([
  ["isn't chosen", {}],
  ["is gone", { default_crawl_id: crypto.randomUUID() }],
])("a night of an inactive crawl is sold as the first of the calendar where the default %s", async (_, settings) => {
  await choose(settings);
  const id = await addDeparture(db(), second);
  await activate(second, false);
  try {
    expect(await findOffer(database.ctx(), id)).toMatchObject({ ok: true, offer: { crawl_title: "Ronda Newest" } });
    const placed = await placeBooking(database.ctx(), bookingInput(id), crypto.randomUUID());
    expect(placed).toMatchObject({ ok: true });
    const sold = await db().selectFrom("bookings").select("crawl_id").where("scheduled_crawl_id", "=", id).execute();
    expect(sold).toEqual([{ crawl_id: first }]);
    await activate(first, false);
    expect(await findOffer(database.ctx(), id)).toMatchObject({ ok: false, reason: "crawl_not_found" });
  } finally {
    await Promise.all([activate(first, true), activate(second, true)]);
  }
});

test("a hidden crawl's night is sold as the default crawl in the same city alone, at its price", async () => {
  await db().insertInto("cities").values({ id: "oaxaca", name: "Oaxaca", time_zone: "America/Mexico_City" }).execute();
  const away = await addCrawl(db(), { title: "Ronda Oaxaca", city_id: "oaxaca", is_active: false });
  await choose({ calendar_crawl_ids: [first, second, away].join(), default_crawl_id: first });
  const [here, there] = [await addDeparture(db(), second), await addDeparture(db(), away)];
  const book = (id: string) => placeBooking(database.ctx(), bookingInput(id), crypto.randomUUID());
  try {
    // hidden itself
    expect(await findOffer(database.ctx(), there)).toMatchObject({ ok: false, reason: "crawl_not_found" });
    expect(await book(there)).toMatchObject({ ok: false, reason: "crawl_not_found" });
    expect(await pathToChoose(database.ctx(), there, null)).toBe("/#booking-section");
    // the default crawl is hidden, and another city's leads instead of it
    await choose({ calendar_crawl_ids: [first, away, second].join(), default_crawl_id: first });
    await Promise.all([activate(away, true), activate(first, false), activate(second, false)]);
    expect(await calendarOf(database.ctx())).toMatchObject({ defaultCrawlId: away });
    expect(await findOffer(database.ctx(), here)).toMatchObject({ ok: false, reason: "crawl_not_found" });
    expect(await book(here)).toMatchObject({ ok: false, reason: "crawl_not_found" });
    const [night] = (await listDepartures(database.ctx())).filter(({ id }) => id === here);
    expect(night).toMatchObject({ city_id: "mexico-city" });
    const page = await bookingData(database.ctx(), none, null);
    expect(page.cities.map(({ id }) => id)).not.toContain("mexico-city");
    // once its own city has one again, it is sold as that, at the price that was shown
    await activate(first, true);
    const [output] = (await listDepartures(database.ctx(), { currency: "USD" })).filter(({ id }) => id === here);
    expect(output).toMatchObject({ price_per_person: { amount_minor: 3000, currency: "USD" } });
    expect(await findOffer(database.ctx(), here)).toMatchObject({ ok: true, offer: { crawl_title: "Ronda Newest" } });
    expect(await book(here)).toMatchObject({ ok: true });
  } finally {
    await Promise.all([activate(first, true), activate(second, true), activate(away, false)]);
  }
});

test("in the last days of a month, the page has the nights of the month after the one that the calendar begins with", async () => {
  const now = new Date("2026-11-29T18:00:00Z"); // a Sunday: its week ends in December
  for (const date of ["2026-11-30", "2027-01-15"]) await addDeparture(db(), first, { date });
  const { departures } = await bookingData(database.ctx({ now }), none, null);
  expect(departures.map(({ date }) => date)).toEqual(expect.arrayContaining(["2026-11-30", "2027-01-15"]));
});
