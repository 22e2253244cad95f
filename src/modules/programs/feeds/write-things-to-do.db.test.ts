import { beforeAll, expect, test } from "vitest";
import { forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { writeLlms } from "#src/modules/programs/feeds/write-llms.server.ts";
import { writeThingsToDo } from "#src/modules/programs/feeds/write-things-to-do.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, seedMinimal } from "#tests/seeds.ts";
import { ThingsToDoFeed } from "#tests/things-to-do-format.ts";

const database = freshDatabase();
let crawlId = "";
beforeAll(async () => void ({ crawlId } = await seedMinimal(database.services.db)));

const ctx = (over: Parameters<typeof database.ctx>[0] = {}) => database.ctx({ origin: "http://ronda.test", ...over });
async function products(over: Parameters<typeof ctx>[0] = {}) {
  const written = await writeThingsToDo(ctx(over));
  if (!written.ok) throw new Error(written.reason);
  return ThingsToDoFeed.parse(JSON.parse(JSON.stringify(written.feed))).products;
}

test("with nothing on sale there is no feed", async () =>
  expect(await writeThingsToDo(ctx())).toMatchObject({ ok: false, reason: "nothing_on_sale" }));

test("a crawl on sale is a product in both languages, with the lowest price of each currency that was set", async () => {
  const { db } = database.services;
  await db
    .updateTable("pub_crawls")
    .set({
      title: "Mezcal night",
      title_es: "Noche de mezcal",
      description: "Five bars.",
      includes: ["A drink", "A guide"],
      includes_es: ["Un trago", "Guía"],
      meeting_place: "Bar Uno",
      image: "/pictures/toast",
      price: 40_050,
      currency: "MXN",
      prices: JSON.stringify({ USD: 2000 }),
    })
    .where("id", "=", crawlId)
    .execute();
  await Promise.all([
    addDeparture(db, crawlId, { date: "2026-12-05" }),
    addDeparture(db, crawlId, { date: "2026-12-06", sale_price: 30_050 }),
    addDeparture(db, crawlId, { date: "2026-12-07", sale_price: 10_000, seats: 0 }),
    addDeparture(db, crawlId, { date: "2026-12-08", sale_price: 10_000, external_booking_link: "https://a.example/x" }),
  ]);
  const [product, ...others] = await products();
  expect(others).toEqual([]);
  expect(product).toMatchObject({
    id: crawlId,
    title: {
      localized_texts: [
        { language_code: "en", text: "Mezcal night" },
        { language_code: "es", text: "Noche de mezcal" },
      ],
    },
    related_media: [{ url: "http://ronda.test/pictures/toast-1280.webp" }],
  });
  // without reviews there is no rating to tell of
  expect(product!.rating).toBeUndefined();
  const [option] = product!.options;
  expect(option).toMatchObject({
    landing_page: { url: expect.stringMatching(/^http:\/\/ronda\.test\/crawls\//) },
    duration_sec: 16_200,
    cancellation_policy: { refund_conditions: [{ min_duration_before_start_time_sec: 86_400, refund_percent: 100 }] },
    meeting_point: { location: { place_info: { unstructured_address: "Bar Uno, Mexico City, Mexico" } } },
  });
  expect(option!.price_options[0]!.price).toEqual({ currency_code: "MXN", units: 300, nanos: 500_000_000 });
  expect(option!.price_options.map(({ price }) => price.currency_code)).toEqual(["MXN", "USD"]);
});

test("its rating is that of real reviews", async () => {
  await database.services.db
    .updateTable("pub_crawls")
    .set({ rating: 4.5, review_count: 12 })
    .where("id", "=", crawlId)
    .execute();
  expect((await products())[0]!.rating).toEqual({ average_value: 4.5, rating_count: 12 });
});

test("a crawl without a night on sale, and one that the site hides, are no products", async () => {
  const { db } = database.services;
  await addCrawl(db, { title: "Without nights" });
  const hidden = await addCrawl(db, { title: "Puerto Vallarta by night" });
  await addDeparture(db, hidden, { date: "2026-12-09" });
  expect((await products({ site: "cdmx" })).map(({ id }) => id)).toEqual([crawlId]);
  expect((await products({ site: "oaxaca" })).map(({ id }) => id).toSorted()).toEqual([crawlId, hidden].toSorted());
});

test("while the site is closed there is no feed, and its /llms.txt says so", async () => {
  const { db } = database.services;
  expect(await writeLlms(ctx())).toMatch(/^- \[Mezcal night\].*: Mexico City\. From 100 MXN/m);
  await db
    .insertInto("app_settings")
    .values({ key: "open_for_sale", value: "false" })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: "false" }))
    .execute();
  forgetSettings({ db });
  expect(await writeThingsToDo(ctx())).toMatchObject({ ok: false, reason: "site_closed" });
  expect(await writeLlms(ctx())).toContain("Bookings aren’t open");
});
