import { beforeAll, beforeEach, expect, test } from "vitest";
import { placeBooking } from "#src/modules/booking/place-booking.server.ts";
import { findOffer } from "#src/modules/booking/queries.server.ts";
import { calendarOf } from "#src/modules/catalog/queries.server.ts";
import { bookingData, listDepartures, pathToChoose, usualPrice } from "#src/modules/schedule/queries.server.ts";
import { forgetSettings } from "#src/modules/settings/queries.server.ts";
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
  const shown = (await listDepartures(database.ctx())).map(({ id }) => id);
  expect(shown).toEqual(expect.arrayContaining([of, newest]));
  const data = await bookingData(database.ctx(), none, null);
  expect(data).toMatchObject({ defaultCrawlId: first });
  expect(data.crawls.map(({ id }) => id)).toEqual([first, second]);
  for (const locale of ["en", "es"] as const)
    expect(await usualPrice(database.ctx({ locale })), locale).toBe("600 MXN / 30 USD");
  expect(await pathToChoose(database.ctx(), of)).toMatch(/^\/\?date=/);
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
  expect(await pathToChoose(database.ctx(), newest)).toMatch(/^\/crawls\//);
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
