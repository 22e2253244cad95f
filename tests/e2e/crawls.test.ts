import { expect, type Page, test } from "#tests/e2e/story.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { sql } from "kysely";
import { longDate } from "#src/kernel/local-time.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { readMain } from "#tests/e2e/html.ts";
import { axe } from "#tests/e2e/axe.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { open, quiet, turnTo } from "#tests/e2e/pages.ts";

const PUERTO = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b03";
const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

/** The first bookable departure of a crawl. */
async function openDeparture(page: Page, crawlId: string): Promise<Departure> {
  const answer = await page.request.get(`/api/scheduled-crawls?crawl_id=${crawlId}`);
  const departures = (await answer.json()) as Departure[];
  const found = departures.find((departure) => departure.is_available && !departure.external_booking_link);
  if (!found) throw new Error("the demo data has no such departure");
  return found;
}

const panel = (page: Page) => page.locator("#booking-section");

/** Moves the calendar to a date and selects it. */
async function pick(page: Page, date: string) {
  await panel(page).scrollIntoViewIfNeeded();
  await (await turnTo(panel(page), date)).getByRole("link").click();
}

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a visitor goes from the cities to a city, a crawl, a departure and to checkout", async ({ page }) => {
    const expectQuiet = quiet(page);
    await open(page, "/es/cities");
    await page.getByRole("link", { name: "Ver todos los recorridos en Puerto Escondido" }).click();
    await expect(page).toHaveURL("/es/cities/puerto-escondido");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Puerto Escondido");
    await page.getByRole("link", { name: "Ronda Puerto Escondido" }).click();
    await expect(page).toHaveURL("/es/crawls/puerto-escondido");
    await expect(page.getByRole("heading", { name: "Dónde nos vemos" })).toBeVisible();
    await expect(page.getByText("En el mirador de la playa Zicatela").first()).toBeVisible();
    // the title leaves the picture's people uncovered
    const picture = (await page.locator("section picture img").first().boundingBox())!;
    const title = (await page.getByRole("heading", { level: 1 }).boundingBox())!;
    expect(title.y).toBeGreaterThan(picture.y + picture.height * 0.85);
    // its start time differs from the nightly route's, whose words it doesn't take over
    const first = page.getByRole("listitem").filter({ hasText: "Palapa Marea Alta" }).first();
    await expect(first).toContainText("Con una bebida por boleto");
    await expect(first.getByRole("link")).toHaveAttribute("href", /^https:\/\//);
    await expect(page.getByText("Punto de encuentro: bebida de bienvenida y juegos")).toHaveCount(0);
    // nothing is chosen yet: the bar leads there
    await page.getByRole("link", { name: "Elegir fecha" }).tap();
    await expect(panel(page).getByRole("grid")).toBeInViewport();
    await expect(page.locator("[data-phone-bar]")).not.toBeInViewport();

    const departure = await openDeparture(page, PUERTO);
    await pick(page, departure.date);
    const details = page.locator("#booking-details").getByRole("heading");
    await expect(details).toHaveText(longDate(departure.date, "es"));
    // a phone scrolls to them a moment later, and a tap that comes between would miss
    await expect.poll(async () => (await details.boundingBox())!.y).toBeLessThan(300);
    await expect(page.locator("#booking-details")).toContainText("Bar La Tortuga Zurda");
    const late = Date.parse(departure.starts_at) - Date.now() < 24 * 3_600_000;
    await expect(page.locator("#booking-details")).toContainText(late ? "sin reembolso" : "Cancela gratis hasta el ");
    await page.locator("#book-now").click();
    await expect(page).toHaveURL(`/es/checkout?departure=${departure.id}&people=2`);
    expectQuiet();
  });

  test("the bar is there from the start of a campaign, and one city's crawls fit the screen", async ({ page }) => {
    await open(page, "/es/vip-bar-crawl");
    await expect(page.getByRole("link", { name: "Elegir fecha" })).toBeInViewport();
    await open(page, "/es/crawls?city=oaxaca");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("a crawl's page says what it is, shows the nightly route and leads to other crawls", async ({ page }) => {
  await open(page, "/crawls/mexico-city");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ronda Mexico City");
  await expect(page.getByText("· 0 reviews")).toHaveCount(0);
  for (const name of ["What’s included", "Not included", "The route", "What it’s like", "Where to next"])
    await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("Fourth bar, with a free shot")).toBeVisible();
  await expect(page.getByRole("link", { name: "Bar El Ajolote" })).toBeVisible();
  // nothing stands where nobody has said anything
  await expect(page.getByRole("heading", { name: "What guests say" })).toHaveCount(0);
  // beside the calendar, too, nobody has to look for the button
  await pick(page, (await openDeparture(page, MEXICO_CITY)).date);
  await expect(page.locator("#book-now")).toBeInViewport({ ratio: 1 });
  await page.getByRole("link", { name: "Mezcal Tasting" }).click();
  await expect(page).toHaveURL("/crawls/mezcal-tasting");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mezcal Tasting");
  await page.getByRole("navigation", { name: "Where you are" }).getByRole("link", { name: "Mexico City" }).click();
  await expect(page).toHaveURL("/cities/mexico-city");
});

test("the list of crawls is filtered through its address, and says where there are none", async ({ page, baseURL }) => {
  await open(page, "/crawls");
  await expect(page.getByRole("status").filter({ hasText: "6 pub crawls" })).toBeVisible();
  const filter = page.getByRole("navigation", { name: "Filter by city" });
  await filter.getByRole("link", { name: "Oaxaca" }).click();
  await expect(page).toHaveURL("/crawls?city=oaxaca");
  await expect(filter.getByRole("link", { name: "Oaxaca" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("article")).toHaveCount(1);
  await filter.getByRole("link", { name: "San Cristóbal" }).click();
  await expect(page.getByRole("heading", { name: "No pub crawls in San Cristóbal right now" })).toBeVisible();
  await axe(page);
  await expect(page.getByRole("link", { name: "Create a Pub Crawl" })).toHaveAttribute("href", "/private-groups");
  await page.getByRole("main").getByRole("link", { name: "View All Pub Crawls" }).click();
  await expect(page.getByRole("article")).toHaveCount(6);
  const create = page.getByRole("link", { name: "Create a Pub Crawl" });
  for (const [who, path] of [
    ["admin", "/admin/add-pub-crawl"],
    ["customer", "/private-groups"],
  ] as const) {
    await become(page, baseURL!, who);
    await open(page, "/cities");
    await expect(create).toHaveAttribute("href", path);
  }
  await page.getByRole("banner").locator("summary").filter({ hasText: "Cities" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Oaxaca" }).click();
  await expect(page).toHaveURL("/cities/oaxaca");
});

test("a campaign page names its next departure and books it", async ({ page }) => {
  const expectQuiet = quiet(page);
  await open(page, "/cdmx-halloween-crawl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A round to wake the dead.");
  await expect(page.getByText(/^\w+day, October 31(, \d{4})?, 8:00 PM$/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Book Now" }).first().click();
  // the only departure is preselected
  await expect(page.locator("#booking-details").getByRole("heading")).toHaveText(/October 31/);
  await expect(page.getByRole("heading", { name: "Not included" })).toBeVisible();
  await page.locator("#book-now").click();
  await expect(page).toHaveURL(/\/checkout\?departure=/);
  await expect(page.getByText("Halloween Crawl").first()).toBeVisible();
  expectQuiet();
});

test("the booking page sells every calendar crawl, or the one that is asked for", async ({ page }) => {
  await open(page, "/book-now?crawl=vip-bar-crawl");
  await expect(page.getByText("You’re booking VIP Bar Crawl.")).toBeVisible();
  await page.getByRole("link", { name: "See nights for all crawls" }).click();
  await expect(page).toHaveURL("/book-now");
  await expect(page.getByText("You’re booking")).toHaveCount(0);
  const departure = await openDeparture(page, MEXICO_CITY);
  await pick(page, departure.date);
  await expect(page.locator("#booking-details").getByText("Ronda Mexico City")).toBeVisible();
});

test("what is no city or crawl, or is hidden on this site, answers 404", async ({ request }) => {
  for (const path of [
    "/cities/atlantis",
    "/crawls/nope",
    "/crawls/id/5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4bff",
    "/crawls/san-cristobal",
    "/es/crawls/san-cristobal",
  ]) {
    const heading = path.startsWith("/es") ? "Página no encontrada" : "Page Not Found";
    expect(await readMain(await request.get(path)), path).toMatchObject({ status: 404, heading });
  }
});

test("a city without crawls is accessible, and the browser has no complaint", async ({ page }) => {
  const expectQuiet = quiet(page);
  await open(page, "/es/cities/san-cristobal");
  await axe(page);
  expectQuiet();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a departure of a crawl is chosen and booked by links", async ({ page }) => {
    const departure = await openDeparture(page, PUERTO);
    await page.goto("/crawls");
    await page.getByRole("link", { name: "Ronda Puerto Escondido" }).click();
    await (await turnTo(page, departure.date)).getByRole("link").click();
    await expect(page).toHaveURL(`/crawls/puerto-escondido?date=${departure.date}#booking-details`);
    await page.locator("#book-now").click();
    await expect(page).toHaveURL(`/checkout?departure=${departure.id}&people=2`);
  });

  test("the booking page keeps its crawl from one departure to the next", async ({ page }) => {
    const departure = await openDeparture(page, "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b12");
    await page.goto("/book-now?crawl=vip-bar-crawl");
    await page.locator(`td[data-day="${departure.date}"] a`).click();
    await expect(page).toHaveURL(`/book-now?crawl=vip-bar-crawl&date=${departure.date}#booking-details`);
    await expect(page.locator("#booking-details").getByRole("heading")).toHaveText(longDate(departure.date, "en"));
  });
});

test("a page whose data is late says that it is loading, and what", async ({ page }) => {
  let give = () => {};
  const input = new Promise<void>((resolve) => (give = resolve));
  await page.route(/\/(cities|crawls)\.data/, async (route) => {
    await input;
    await route.continue();
  });
  await open(page, "/cities/oaxaca");
  const progress = page.getByRole("status").filter({ hasText: "Loading" });
  await page.getByRole("link", { name: "Cities", exact: true }).first().click();
  await expect(progress).toHaveText("Loading cities…");
  await page
    .getByRole("link", { name: /pub crawls/i })
    .first()
    .click();
  await expect(progress).toHaveText("Loading pub crawls…");
  give();
  await expect(page).toHaveURL(/\/crawls$/);
  await expect(progress).toHaveCount(0);
});

test("header and footer stay when crawls can't be read, and whole pages when settings can't", async ({
  page,
  server,
}) => {
  // what is kept of a page is dropped, a moment later
  const render = async (path: string) => {
    await inDatabaseOf(server.folder, async (db) => void (await sql`notify pages_changed`.execute(db)));
    return (await page.request.get(path)).text();
  };
  const renamed = (table: string, work: () => Promise<void>) =>
    inDatabaseOf(server.folder, async (db) => {
      await sql.raw(`alter table ${table} rename to ${table}_away`).execute(db);
      await work().finally(() => sql.raw(`alter table ${table}_away rename to ${table}`).execute(db));
    });
  const failed = /<header.*Failed to load pub crawls.*Please refresh the page or try again later\..*<footer/s;
  await renamed("pub_crawls", async () => {
    for (const path of ["/", "/crawls", "/cities/oaxaca", "/book-now"])
      await expect.poll(() => render(path), path).toMatch(failed);
    expect(await render("/about")).toMatch(/<header.*<h1.*<footer/s);
  });
  await expect.poll(() => render("/crawls")).not.toMatch(failed);
  // a colour that is nowhere else tells whether the settings are read; they are kept for a second
  const row = { key: "primary_color", value: "#12574b" };
  await inDatabaseOf(server.folder, async (db) => void (await db.insertInto("app_settings").values(row).execute()));
  await expect.poll(() => render("/about")).toContain(row.value);
  await renamed("app_settings", async () => {
    await expect.poll(() => render("/about")).not.toContain(row.value);
    for (const path of ["/", "/crawls", "/faq", "/cities/oaxaca"]) {
      expect(await render(path), path).toMatch(/<header.*<h1.*<footer/s);
      expect(await render(path), path).not.toMatch(failed);
    }
  });
  await inDatabaseOf(
    server.folder,
    async (db) => void (await db.deleteFrom("app_settings").where("key", "=", row.key).execute()),
  );
});
