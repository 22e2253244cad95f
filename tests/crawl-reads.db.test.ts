import { beforeAll, describe, expect, test } from "vitest";
import { findCity, findCrawl, listCities } from "#src/modules/site/catalog/queries.server.ts";
import { bookingData, crawlCards } from "#src/modules/sales/schedule/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const db = () => database.services.db;
const ZONE = "America/Mexico_City";
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  const oaxaca = { id: "oaxaca", name: "Oaxaca", time_zone: ZONE, position: -1 };
  await db()
    .insertInto("cities")
    .values({
      ...oaxaca,
      description: "Mezcal and music",
      description_es: "Mezcal y música",
      image: "/pictures/oaxaca",
    })
    .execute();
});

const none = new URLSearchParams();
const crawlWith = async (...departures: Parameters<typeof addDeparture>[2][]) => {
  const id = await addCrawl(db(), {});
  for (const departure of departures) await addDeparture(db(), id, departure);
  return (await findCrawl(database.ctx(), id))!;
};

test("cities come in the menus' order and in the page's language, with or without crawls", async () => {
  expect((await listCities(database.ctx())).map(({ id }) => id)).toEqual(["oaxaca", "mexico-city"]);
  expect(await findCity(database.ctx({ locale: "es" }), "oaxaca")).toEqual({
    id: "oaxaca",
    name: "Oaxaca",
    time_zone: ZONE,
    description: "Mezcal y música",
    image: "/pictures/oaxaca",
    image_alt: "",
    meeting_point: "",
    map_url: null,
  });
  expect(await findCity(database.ctx(), "atlantis")).toBeNull();
});

test("a crawl that the site hides, or that is not active, isn't found by slug or id", async () => {
  const hidden = await addCrawl(db(), { title: "Ronda San Cristóbal" });
  const idle = await addCrawl(db(), { is_active: false });
  for (const id of [hidden, idle]) {
    expect(await findCrawl(database.ctx(), id)).toBeNull();
    expect(await findCrawl(database.ctx(), `crawl-${id.slice(0, 8)}`)).toBeNull();
  }
  expect(await findCrawl(database.ctx({ site: "oaxaca" }), hidden)).not.toBeNull();
});

describe("cards", () => {
  test("name the next departure that can be booked and the lowest price, in pesos", async () => {
    const crawl = await crawlWith(
      { date: "2026-11-25", bookings_disabled: true },
      { date: "2026-11-26" },
      { date: "2026-12-24", sale_price: 1600 },
    );
    const bare = await crawlWith();
    const [card, empty] = await crawlCards(database.ctx(), [crawl, bare]);
    expect(card).toMatchObject({
      slug: crawl.slug,
      today: "2026-11-20",
      offer: {
        next: { date: "2026-11-26", start_time: "20:00" },
        from: { amount_minor: 32_000, currency: "MXN" },
        regular: { amount_minor: 40_000, currency: "MXN" },
        onSale: true,
        varies: true,
      },
    });
    expect(empty!.offer).toBeNull();
    expect(Object.keys(card!)).not.toContain("description");
  });

  test("none are asked for where there are no crawls", async () =>
    expect(await crawlCards(database.ctx(), [])).toEqual([]));
});

describe("a page's booking panel", () => {
  test("gets the departures of its crawl alone, for two months from the first", async () => {
    const crawl = await crawlWith({ date: "2027-01-30" }, { date: "2027-02-28" }, { date: "2027-03-01" });
    const data = await bookingData(database.ctx(), none, crawl);
    expect(data.departures.map(({ date }) => date)).toEqual(["2027-01-30", "2027-02-28"]);
    expect(data).toMatchObject({
      onlyCrawlId: crawl.id,
      defaultCrawlId: crawl.id,
      today: "2026-11-20",
      date: null,
      month: null,
    });
    expect(data.crawls).toEqual([crawl]);
    const later = await bookingData(database.ctx(), new URLSearchParams("month=2027-02"), crawl);
    expect(later.departures).toHaveLength(3);
  });

  test("has an only departure chosen already, and a date of the address before that", async () => {
    const crawl = await crawlWith({ date: "2027-10-31" });
    expect((await bookingData(database.ctx(), none, crawl)).date).toBe("2027-10-31");
    const query = new URLSearchParams("date=2027-10-30");
    expect((await bookingData(database.ctx(), query, crawl)).date).toBe("2027-10-30");
    for (const wrong of ["date=tomorrow&month=soon", "date=2027-13-01&month=2027-00"])
      expect(await bookingData(database.ctx(), new URLSearchParams(wrong), crawl)).toMatchObject({
        date: "2027-10-31",
        month: null,
      });
  });

  test("of all crawls has the calendar's, and chooses nothing", async () => {
    const id = await addDeparture(db(), crawlId, { date: "2026-11-28" });
    const data = await bookingData(database.ctx(), none, null);
    expect(data.departures.map((departure) => departure.id)).toEqual([id]);
    expect(data).toMatchObject({ onlyCrawlId: null, defaultCrawlId: crawlId, date: null });
    expect(data.crawls.map((crawl) => crawl.id)).toEqual([crawlId]);
  });
});
