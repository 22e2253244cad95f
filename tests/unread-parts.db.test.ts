import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { actOnCrawl } from "#src/modules/site/catalog/act-on-crawl.server.ts";
import { type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { loader as bookNow } from "#src/routes/public/book-now.tsx";
import { loader as campaign } from "#src/routes/public/campaign.tsx";
import { loader as cities } from "#src/routes/public/cities.tsx";
import { loader as city } from "#src/routes/public/city.tsx";
import { loader as crawl } from "#src/routes/public/crawl.tsx";
import { loader as home } from "#src/routes/public/home.tsx";
import { freshDatabase } from "#tests/database.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

// What can't be read takes down itself alone, by faults of a real database: a table that is away, a row that isn't what it was.

const database = freshDatabase();
const db = () => database.services.db;
let [crawlId, night] = ["", ""];
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(db()));
  night = await addDeparture(db(), crawlId, { date: "2026-11-28" });
  const post = { image_url: "https://www.instagram.com/p/abc/", caption: "Last night", display_order: 1 };
  await db().insertInto("instagram_posts").values(post).execute();
});

type Loader = (args: never) => unknown;

/** What a page's loader gives, or throws. */
async function load<T>(page: (args: never) => Promise<T>, path: string, params = {}, locale = "en"): Promise<T> {
  const context = new RouterContextProvider();
  const ctx = database.ctx();
  context.set(requestContext, { ...ctx, locale, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  return page({ context, params, request: new Request(`http://ronda.test${path}`) } as never);
}

/** While a table is away. */
async function without(table: string, work: () => Promise<void>) {
  await sql.raw(`alter table ${table} rename to ${table}_away`).execute(db());
  await work().finally(() => sql.raw(`alter table ${table}_away rename to ${table}`).execute(db()));
}

const ALL = { posts: [{}], booking: { departures: [{ id: "" }] }, areTextsRead: true };
const whole = () => ({ ...ALL, booking: { departures: [{ id: night }] } });

test("without a fault the home page has all its parts", async () =>
  expect(await load(home, "/")).toMatchObject(whole()));

test.each([
  ["posts", "instagram_posts", { posts: null }],
  ["texts", "home_page_content", { areTextsRead: false, parts: expect.arrayContaining(["booking", "instagram"]) }],
  ["pictures", "gallery_images", { gallery: [] }],
  ["reviews", "ratings", {}],
  ["crawls", "pub_crawls", { booking: null, price: null }],
  ["nights", "scheduled_crawls", { booking: null }],
])("home stands without its %s", (_, table, lost) =>
  without(table, async () => expect(await load(home, "/")).toMatchObject({ ...whole(), ...lost })),
);

test.each(["5", '"text"', "[]", "null", '{"drinks": 5, "items": 5, "stops": {"a": 1}, "title": [], "order": 7}'])(
  "home stands where the stored content is %s",
  async (content) => {
    const keys = ["hero", "infoBar", "expect", "features", "route", "testimonials", "footer", "events", "layout"];
    const rows = keys.map((section_key) => ({ section_key, site_tag: "cdmx", content }));
    await db().insertInto("home_page_content").values(rows).execute();
    try {
      for (const locale of ["en", "es"]) expect(await load(home, "/", {}, locale)).toMatchObject(whole());
    } finally {
      await db().deleteFrom("home_page_content").execute();
    }
  },
);

test.each([
  ["the page of a crawl", crawl, "/crawls/x", { booking: null, related: [] }],
  ["the booking page", bookNow, "/book-now", { booking: null, only: null }],
  ["a city's page", city, "/cities/mexico-city", { cards: null, city: { id: "mexico-city" } }],
  ["a campaign", campaign, "/es/vip-bar-crawl", { booking: null, campaign: { name: "vip" } }],
] as [string, Loader, string, object][])("%s stands without the nights", (_, page, path, left) =>
  without("scheduled_crawls", async () =>
    expect(await load(page as () => Promise<unknown>, path, { slug: crawlId, city: "mexico-city" })).toMatchObject(
      left,
    ),
  ),
);

test.each([
  ["the booking page", bookNow, "/book-now?crawl=x", { booking: null, only: null }],
  ["a city's page", city, "/cities/mexico-city", { cards: null, city: { id: "mexico-city" } }],
  ["the cities", cities, "/cities", [{ id: "mexico-city", crawls: null }]],
  ["a campaign", campaign, "/vip-bar-crawl", { booking: null, crawl: null, campaign: { name: "vip" } }],
] as [string, Loader, string, object][])("%s stands without the crawls", (_, page, path, left) =>
  without("pub_crawls", async () =>
    expect(await load(page as () => Promise<unknown>, path, { city: "mexico-city" })).toMatchObject(left),
  ),
);

test("a page of which nothing is left fails", () =>
  without("pub_crawls", async () => expect(load(crawl, "/crawls/x", { slug: crawlId })).rejects.toThrow("pub_crawls")));

const CAMPAIGNS = ["/cdmx-halloween-crawl", "/vip-bar-crawl", "/mezcal-tasting"];
test.each([...CAMPAIGNS, ...CAMPAIGNS.map((path) => `/es${path}`)])(
  "%s stands without a crawl of its name, with the next nights of what there is",
  async (path) =>
    expect(await load(campaign, path)).toMatchObject({
      crawl: null,
      next: { id: night },
      booking: { departures: [{ id: night }] },
      nightly: { title: "Ronda Test" },
    }),
);

test("a campaign has its own nights while its crawl is shown, and others' while that is hidden", async () => {
  const staff = database.ctx({ actor: { kind: "user", role: "admin" } });
  const id = crypto.randomUUID();
  const own = { id, slug: "vip-bar-crawl", title: "VIP", city_id: "mexico-city", price: 4500 };
  await db().insertInto("pub_crawls").values(own).execute();
  const ownNight = await addDeparture(db(), id, { date: "2026-12-24" });
  expect(await load(campaign, "/vip-bar-crawl")).toMatchObject({
    crawl: { id },
    next: { id: ownNight },
    nightly: null,
  });
  await actOnCrawl(staff, { act: "deactivate", id });
  expect(await load(campaign, "/vip-bar-crawl")).toMatchObject({ crawl: null, next: { id: night } });
  await db().deleteFrom("scheduled_crawls").where("id", "=", ownNight).execute();
  await actOnCrawl(staff, { act: "activate", id });
  expect(await load(campaign, "/vip-bar-crawl")).toMatchObject({
    crawl: { id },
    next: null,
    nightly: { title: "Ronda Test" },
  });
});
