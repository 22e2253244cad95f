import { expect, type Page, test } from "#tests/e2e/story.ts";
import { hoursInHrs, longDate, nightName, shortDate } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { dayAfter } from "#src/modules/sales/schedule/rules/recurrence.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, hydrated, open, quiet, turnTo } from "#tests/e2e/pages.ts";

const DEPARTURES = "/api/scheduled-crawls";
const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

/** The departures on sale, as the calendar loads them. */
async function departuresOnSale(page: Page): Promise<Departure[]> {
  const answer = await page.request.get(DEPARTURES);
  return (await answer.json()) as Departure[];
}

/** The first matching departure of Mexico City. */
async function departureThat(page: Page, fits: (one: Departure) => boolean): Promise<Departure> {
  const found = (await departuresOnSale(page)).find((one) => one.crawl_id === MEXICO_CITY && fits(one));
  if (!found) throw new Error("the demo data has no such departure");
  return found;
}

/** Makes the page load these departures from now on. */
const serve = (page: Page, rows: Departure[]) =>
  page.route(`**${DEPARTURES}`, (route) => route.fulfill({ json: rows }));

const section = (page: Page) => page.locator("#booking-section");
const details = (page: Page) => page.locator("#booking-details");
const bookNow = (page: Page) => page.locator("#book-now");

/** Opens home at the booking section and waits until the calendar responds to keys. */
async function openCalendar(page: Page, path = "/") {
  await open(page, path);
  await section(page).scrollIntoViewIfNeeded();
  await hydrated(page);
  // one departure of the month is reachable by Tab and the others by arrow keys: its code has loaded
  await expect(async () => {
    const ofMonth = await section(page).locator("td:not([data-outside]) a").count();
    expect(await section(page).locator("td a[tabindex='0']").count()).toBe(Math.min(ofMonth, 1));
  }).toPass({ timeout: 15_000 });
}

/** Home with the calendar at a departure's month: if that is the only departure, its month may not be the one shown. */
const monthOf = ({ date }: Departure) => `/?month=${date.slice(0, 7)}`;

/** Moves to a date's month and clicks its day. */
const pick = async (page: Page, date: string) => (await turnTo(section(page), date)).getByRole("link").click();
const day = (page: Page, date: string, locale: "en" | "es" = "en") =>
  section(page).getByRole("link", { name: longDate(date, locale) });

/** What the previous page handed to this one. */
const handedOver = (page: Page) =>
  page.evaluate(() => (history.state as { usr: Record<string, { [key: string]: unknown }> }).usr);

test("departures are found in the calendar, say what is known of them, and lead to checkout", async ({ page }) => {
  const expectQuiet = quiet(page);
  await openCalendar(page);
  const rows = await departuresOnSale(page);
  const heading = details(page).getByRole("heading");

  await test.step("the week begins on Sunday, and a date is asked for first", async () => {
    await expect(section(page).locator("thead th")).toHaveText(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    await expect(details(page).getByRole("heading", { name: "Select a Date" })).toBeVisible();
    await bookNow(page).click();
    await expect(page.getByText("Please select a date first")).toBeVisible();
    await expect(section(page).getByText("Select a Date").first()).toBeInViewport();
  });

  await test.step("the days are walked with the arrow keys, the months with the page keys", async () => {
    const month = section(page).getByRole("grid");
    const attribute = (await month.getAttribute("aria-label"))!;
    // of the month itself: in the week in which it begins, days of the one before are on sale beside it
    const itsDays = new Date(`1 ${attribute} UTC`).toISOString().slice(0, 7);
    const first = month.locator(`a[href*="date=${itsDays}"]`).first();
    const there = page.locator("td a:focus");
    await first.focus();
    await page.keyboard.press("PageDown");
    await expect(month).not.toHaveAttribute("aria-label", attribute);
    await expect(there).toHaveCount(1);
    await page.keyboard.press("PageUp");
    await expect(month).toHaveAttribute("aria-label", attribute);
    await expect(there).toHaveCount(1);
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await expect(first).not.toBeFocused();
    await page.keyboard.press("Enter");
    await expect(heading).not.toHaveText("Select a Date");
    // from a date to its button in few keys
    const isThere = () => bookNow(page).evaluate((button) => button === document.activeElement);
    for (let keys = 0; keys < 6 && !(await isThere()); keys++) await page.keyboard.press("Tab");
    await expect(bookNow(page)).toBeFocused();
  });

  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) requests.push(request.url());
  });
  const kinds: [what: string, fits: (one: Departure) => boolean, says: (one: Departure) => Promise<void>][] = [
    [
      "on sale: the regular price is struck",
      (one) => one.is_available && one.early_bird_sale,
      async () => {
        await expect(details(page).locator("s")).toContainText("MX$400");
        await expect(details(page)).toContainText("MX$320");
        await expect(details(page)).toContainText("Early bird");
        await expect(details(page)).toContainText("about US$16");
        await expect(details(page)).toContainText("MX$640 for 2");
        await axe(page);
      },
    ],
    [
      "few seats: said, in red below a fifth",
      (one) => one.is_available && one.availability_level === "low",
      async () => {
        await expect(details(page)).toContainText("Limited availability, few spots left.");
        await expect(details(page).getByRole("meter").locator("> div")).toHaveClass(/bg-low/);
      },
    ],
    [
      "sold elsewhere: leads to the seller's own page",
      (one) => one.is_available && one.external_booking_link !== null,
      async (one) => {
        await expect(bookNow(page)).toHaveAttribute("href", one.external_booking_link ?? "");
        await expect(bookNow(page)).toHaveAttribute("target", "_blank");
        // in their name, and nothing that we promise beside it
        await expect(bookNow(page)).toHaveAccessibleName(/^Book Now at tickets\.example/);
        await expect(details(page)).toContainText("tickets.example sells this night");
        await expect(details(page)).not.toContainText(/refund|for 2/);
      },
    ],
    [
      "a total that is hidden: only what is left",
      (one) => one.is_available && one.total_spots === null,
      (one) => expect(details(page)).toContainText(`${one.available_spots} spots left`),
    ],
  ];
  // the calendar is only moved forward
  const found = await Promise.all(
    kinds.map(async ([what, fits, says]) => ({ what, says, one: await departureThat(page, fits) })),
  );
  for (const { what, one, says } of found.toSorted((a, b) => a.one.date.localeCompare(b.one.date)))
    await test.step(what, async () => {
      await turnTo(section(page), one.date);
      const seats =
        one.available_spots! > 10 ? "(places available|filling up|last places)" : `${one.available_spots} place`;
      await expect(day(page, one.date)).toHaveAccessibleName(new RegExp(`MX\\$\\d+ per person, ${seats}`));
      await pick(page, one.date);
      await expect(heading).toHaveText(longDate(one.date, "en"));
      await expect(page).toHaveURL(`/?date=${one.date}`);
      await says(one);
    });
  expect(requests, "the server is not asked again").toEqual([]);

  await test.step("a chosen date is kept in the address", async () => {
    const textContent = (await heading.textContent())!;
    await page.reload();
    await expect(heading).toHaveText(textContent);
  });

  await test.step("a full or closed departure is no choice", async () => {
    await openCalendar(page);
    const closed = rows.find((one) => rows.every((other) => other.date !== one.date || !other.is_available))!;
    const cell = await turnTo(section(page), closed.date);
    await expect(cell).toContainText("Full");
    await expect(cell.getByRole("link")).toHaveCount(0);
  });

  await test.step("the calendar can be hidden and shown, and shows itself to whoever is sent to it", async () => {
    const grid = section(page).getByRole("grid");
    await section(page).getByText("Hide calendar").click();
    await expect(grid).toBeHidden();
    await section(page).getByText("Show calendar").click();
    await expect(grid).toBeVisible();
    await section(page).getByText("Hide calendar").click();
    await page.getByRole("link", { name: "BOOK NOW", exact: true }).click();
    await expect(grid).toBeVisible();
  });

  await test.step("what was chosen is handed to checkout", async () => {
    const chosen = await departureThat(
      page,
      (one) =>
        one.is_available &&
        one.availability_level === "high" &&
        !one.external_booking_link &&
        !one.on_sale &&
        // a night that hides its total says only what is left
        one.total_spots !== null,
    );
    await openCalendar(page, monthOf(chosen));
    await pick(page, chosen.date);
    await expect(heading).toHaveText(longDate(chosen.date, "en"));
    await expect(details(page)).toContainText(hoursInHrs(chosen.start_time, chosen.end_time));
    await expect(details(page)).toContainText(`${chosen.available_spots}/${chosen.total_spots}`);
    await details(page).getByRole("button", { name: "One person more" }).click();
    const total = formatMoney({ amount: chosen.price_per_person.amount_minor * 3, currency: "MXN" }, "en");
    await expect(details(page)).toContainText(`${total} for 3`);
    await expect(page).toHaveURL(/[?&]people=3/);
    await bookNow(page).click();
    await expect(page).toHaveURL(`/checkout?departure=${chosen.id}&people=3`);
    await expect(page.getByLabel("Number of people")).toHaveValue("3");
    const { schedule, pubCrawl } = await handedOver(page);
    expect(schedule).toMatchObject({ id: chosen.id, formattedDate: longDate(chosen.date, "en") });
    expect(pubCrawl?.["id"]).toBe(chosen.crawl_id);
  });
  expectQuiet();
});

test("the calendar works as plain links where JavaScript does not, in the language of the page", async ({
  browser,
}) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const chosen = await departureThat(page, (one) => one.is_available && one.external_booking_link === null);
  await page.goto("/es");
  await expect(section(page).getByRole("heading", { name: "Elige tu noche" })).toBeVisible();
  await expect(section(page).locator("thead th")).toHaveText(["Dom", "Lun", "Mar", "Mié", "Jue", "Vie", "Sáb"]);
  await section(page)
    .getByRole("link", { name: longDate(chosen.date, "es") })
    .click();
  await expect(details(page).getByRole("heading")).toHaveText(longDate(chosen.date, "es"));
  await expect(bookNow(page)).toHaveAttribute("href", /^\/es\/checkout\?departure=[0-9a-f-]{36}&people=\d$/);
  await section(page).getByRole("link", { name: "Mes siguiente" }).click();
  await expect(page).toHaveURL(/month=/);
  await page.close();
});

test.describe("the details", () => {
  test("hide all seats, as the settings say", async ({ page }) => {
    const hidden = await departureThat(page, (one) => one.is_available && one.total_spots === null);
    const nothing = {
      total_spots: null,
      available_spots: null,
      availability_level: "none",
      limited_availability: false,
    } as const;
    await serve(page, [{ ...hidden, ...nothing }]);
    await openCalendar(page, monthOf(hidden));
    await pick(page, hidden.date);
    await expect(details(page)).not.toContainText(/spots|Availability/);
    await expect(details(page).getByRole("meter")).toHaveCount(0);
    await expect(bookNow(page)).toHaveText("Book Now");
  });

  test("let choose among several crawls of a date; one that is full says so", async ({ page }) => {
    const mine = await departureThat(page, (one) => one.is_available && !one.external_booking_link);
    const crawls = (await (await page.request.get("/api/pub-crawls")).json()) as { id: string; city_id: string }[];
    const other = crawls.find(({ id, city_id }) => id !== MEXICO_CITY && city_id === mine.city_id)!;
    const full = { ...mine, id: crypto.randomUUID(), crawl_id: other.id, is_available: false, available_spots: 0 };
    await serve(page, [full, mine]);
    await openCalendar(page, monthOf(mine));
    await pick(page, mine.date);
    const choice = details(page).getByRole("group", { name: "Choose your crawl" });
    await expect(choice.getByRole("radio").first()).toHaveAccessibleName(/Ronda Mexico City/);
    await expect(choice.getByRole("radio").first()).toBeChecked();
    await choice.getByRole("radio", { name: /Sold Out/ }).check();
    await expect(bookNow(page)).toBeDisabled();
    await expect(bookNow(page)).toHaveText("Sold Out");
  });

  test("are of one city, which the visitor chooses; a night that is full offers the next ones in its own", async ({
    page,
  }) => {
    const mine = await departureThat(page, (one) => one.is_available && !one.external_booking_link);
    const other = (await departuresOnSale(page)).find((one) => one.city_id === "oaxaca")!;
    const there = { ...other, is_available: true, external_booking_link: null, available_spots: 20 };
    const full = { ...mine, id: crypto.randomUUID(), date: other.date, is_available: false, available_spots: 0 };
    const next = { ...mine, date: dayAfter(other.date), available_spots: 20 };
    await serve(page, [there, full, { ...there, id: crypto.randomUUID(), date: next.date }, next]);
    // full is full here, though the other city has places
    await openCalendar(page, `${monthOf(full)}&date=${full.date}`);
    await expect(day(page, full.date)).toHaveCount(0);
    await expect(details(page).getByText("Ronda Mexico City")).toBeVisible();
    await expect(details(page).getByText("All places for this night are taken.")).toBeVisible();
    await expect(details(page)).not.toContainText("spots");
    await axe(page);
    await details(page)
      .getByRole("heading", { name: "Next nights in Mexico City" })
      .locator("..")
      .getByRole("link", { name: shortDate(next.date, "en") })
      .click();
    await expect(details(page).getByRole("heading")).toHaveText(longDate(next.date, "en"));
    await expect(bookNow(page)).toHaveAttribute("href", `/checkout?departure=${next.id}&people=2`);

    const cities = section(page).getByRole("navigation", { name: "City" });
    await expect(cities.getByRole("link", { name: "Mexico City" })).toHaveAttribute("aria-current", "true");
    await cities.getByRole("link", { name: "Oaxaca" }).click();
    await expect(page).toHaveURL(/[?&]city=oaxaca/);
    // the night stays chosen where the other city has one
    await expect(details(page).getByText("Ronda Oaxaca")).toBeVisible();
    await pick(page, there.date);
    await expect(bookNow(page)).toHaveAttribute("href", `/checkout?departure=${there.id}&people=2`);
    await page.reload();
    await expect(cities.getByRole("link", { name: "Oaxaca" })).toHaveAttribute("aria-current", "true");
    await expect(details(page).getByRole("heading")).toHaveText(longDate(there.date, "en"));
  });
});

test.describe("what goes wrong", () => {
  const chooseOpenDeparture = async (page: Page, change: Partial<Departure> = {}) => {
    const one = await departureThat(page, (night) => night.is_available && !night.external_booking_link);
    // a party of two fits, whatever other stories have bought
    const chosen = { ...one, available_spots: 20, ...change };
    await serve(page, [chosen]);
    await openCalendar(page, monthOf(chosen));
    await pick(page, chosen.date);
    return chosen;
  };

  test("no crawl can be loaded; then bookings were closed while somebody looked", async ({ page }) => {
    const chosen = await chooseOpenDeparture(page);
    await page.route("**/api/pub-crawls", (route) => route.fulfill({ json: [] }));
    await bookNow(page).click();
    await expect(page.getByText("Unable to load pub crawl information")).toBeVisible();
    await expect(page.getByText("Please try again later or contact support.")).toBeVisible();
    await page.unroute("**/api/pub-crawls");

    await serve(page, [{ ...chosen, bookings_disabled: true, is_available: false, availability_level: "none" }]);
    await bookNow(page).click();
    // in a toast, and in the details
    await expect(page.getByText("Bookings are disabled for this date")).toHaveCount(2);
    await expect(bookNow(page)).toHaveText("Sold Out");
    await expect(details(page)).not.toContainText("spots");
  });

  test("the last seat went while somebody looked", async ({ page }) => {
    const chosen = await chooseOpenDeparture(page);
    await serve(page, [{ ...chosen, is_available: false, available_spots: 0 }]);
    await bookNow(page).click();
    await expect(page.getByText("This night has just sold out")).toBeVisible();
    await expect(page).toHaveURL(`/?date=${chosen.date}`);
  });

  test("a crawl that is not active is booked as the default one, and refused when that is gone too", async ({
    page,
  }) => {
    const chosen = await chooseOpenDeparture(page, { crawl_id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4bff" });
    await page.route("**/api/pub-crawls", (route) =>
      route.fulfill({ json: [{ id: "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b04" }] }),
    );
    await bookNow(page).click();
    await expect(page.getByText("Pub crawl details not found")).toBeVisible();
    await expect(page.getByText("Please try selecting another date or contact support.")).toBeVisible();
    await page.unroute("**/api/pub-crawls");
    await bookNow(page).click();
    await expect(page).toHaveURL(`/checkout?departure=${chosen.id}&people=2`);
    expect((await handedOver(page))["pubCrawl"]?.["id"]).toBe(MEXICO_CITY);
  });

  test("the departures can't be read: said after three more tries, and what was shown stays", async ({ page }) => {
    let tries = 0;
    await page.clock.install();
    await page.route(`**${DEPARTURES}`, (route) => {
      tries += 1;
      return route.fulfill({ status: 503 });
    });
    await openCalendar(page);
    await expect(async () => {
      await page.clock.runFor(2000);
      await expect(page.getByText("Failed to load pub crawls")).toBeVisible({ timeout: 100 });
    }).toPass();
    await expect(page.getByText("Please refresh the page or try again later.")).toBeVisible();
    expect(tries).toBe(4);
    await expect(section(page).locator("[role=grid] a").first()).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("picking a date scrolls to the details, the bar books, and the way back leads to the same place", async ({
    page,
  }) => {
    const expectQuiet = quiet(page);
    await openCalendar(page, "/es");
    const bar = page.locator("[data-phone-bar]");
    // a calendar without a choice is no place to book another night; elsewhere the bar leads to it
    await expect(bar).toHaveAttribute("inert");
    await page.getByRole("contentinfo").evaluate((footer) => footer.scrollIntoView());
    await expect(bar).toHaveText("Elegir fecha");
    await bar.getByRole("link").tap();
    await expect(section(page).getByRole("grid")).toBeInViewport();
    const chosen = await departureThat(page, (one) => one.is_available && !one.external_booking_link);
    await pick(page, chosen.date);
    await expect(details(page).getByRole("heading")).toBeInViewport();
    await expect(async () => {
      const top = await details(page).evaluate((element) => element.getBoundingClientRect().top);
      expect(top).toBeLessThan(150);
    }).toPass();
    // never both at once
    await bookNow(page).scrollIntoViewIfNeeded();
    await expect(bar).not.toBeInViewport();
    await page.getByRole("contentinfo").evaluate((footer) => footer.scrollIntoView());
    const book = bar.getByRole("link", { name: `Reservar ${nightName(chosen.date, "es")}` });
    await expect(book).toBeInViewport();
    await expect(book).toHaveAttribute("href", `/es/checkout?departure=${chosen.id}&people=2`);
    const { amount_minor: amount, currency } = chosen.price_per_person;
    await expect(bar).toContainText(`2 personas: ${formatMoney({ amount: amount * 2, currency }, "es")}`);

    // what is handed on is in the page's language, and the next page is at its top from the start
    const place = () => page.evaluate(() => Math.round(scrollY));
    await bookNow(page).scrollIntoViewIfNeeded();
    const left = await place();
    await bookNow(page).click();
    await expect(page.getByRole("heading", { level: 1, name: "¿Quiénes vienen?" })).toBeVisible();
    expect(await place()).toBe(0);
    await expect(page).toHaveURL(`/es/checkout?departure=${chosen.id}&people=2`);
    expect((await handedOver(page))["schedule"]).toMatchObject({ formattedDate: longDate(chosen.date, "es") });
    await expect(page.getByText("Ronda Ciudad de México", { exact: true }).and(page.locator("p, span"))).toHaveCount(2);

    const date = details(page).getByRole("heading", { name: longDate(chosen.date, "es") });
    await page.goBack();
    await expect(date).toBeVisible();
    await expect.poll(place).toBe(left);
    await expect(bookNow(page)).toBeInViewport();
    await page.goForward();
    await page.getByRole("link", { name: "Fecha", exact: true }).click();
    await expect(page).toHaveURL(`/es?date=${chosen.date}&departure=${chosen.id}&people=2#booking-section`);
    await expect(section(page).getByRole("heading", { name: "Elige tu noche" })).toBeInViewport();
    await expect(date).toBeVisible();
    expectQuiet();
  });
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  const book = (page: Page) => expect(bookNow(page)).toBeInViewport({ ratio: 1 });

  test("a night of the hero is a tap from its price, and the first night is on the calendar's first screen", async ({
    page,
  }) => {
    // untouched: what the first tap needs comes with it
    await page.goto("/es");
    await hydrated(page);
    const requests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes(".data") || request.isNavigationRequest()) requests.push(request.url());
    });
    const nights = page.getByRole("navigation", { name: "Próximas noches en Ciudad de México" }).getByRole("link");
    const rows = await departuresOnSale(page);
    const path = new URL((await nights.first().getAttribute("href"))!, page.url());
    const { date } = rows.find(({ id }) => id === path.searchParams.get("departure"))!;
    await nights.first().tap();
    await expect(details(page).getByRole("heading")).toHaveText(longDate(date, "es"));
    await book(page);
    await expect(details(page)).toContainText("por persona, impuestos incluidos");
    // the next one is taken up though the panel's code is there
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await nights.nth(1).tap();
    await expect(details(page).getByRole("heading")).not.toHaveText(longDate(date, "es"));
    await book(page);
    expect(requests, "the server is not asked").toEqual([]);
    await open(page, "/es#booking-section");
    await expect(section(page).locator("td a").first()).toBeInViewport({ ratio: 1 });
  });

  test("a tapped night whose code doesn't come is opened as a page, but not for who went elsewhere meanwhile", async ({
    page,
  }) => {
    const arrive = async () => {
      await page.unrouteAll();
      await page.goto("/es");
      await hydrated(page);
      await page.route("**/assets/*.js", () => {}); // never answered
    };
    await arrive();
    const night = page
      .getByRole("navigation", { name: "Próximas noches en Ciudad de México" })
      .getByRole("link")
      .first();
    const path = (await night.getAttribute("href"))!;
    await night.tap();
    await expect(page).toHaveURL(path); // by the browser itself
    await expect(details(page).getByRole("heading")).toBeVisible();

    await arrive();
    await night.tap();
    await page.evaluate(() => (document.querySelector('footer a[href="/es/about"]') as HTMLElement).click());
    await expect(page).toHaveURL("/es/about");
    await page.waitForTimeout(4500); // sleeps: longer than a kept tap waits
    await expect(page).toHaveURL("/es/about");
  });

  test("a date that is tapped before any script has come opens its panel, which lives once they have", async ({
    page,
  }) => {
    const arrived = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await arrived.promise;
      await route.continue();
    });
    const { date } = await departureThat(page, (one) => one.is_available && !one.external_booking_link);
    await page.goto(`/es?month=${date.slice(0, 7)}`, { waitUntil: "commit" });
    await day(page, date, "es").tap();
    await expect(page).toHaveURL(`/es?date=${date}#booking-details`);
    await expect(details(page).getByRole("heading", { name: longDate(date, "es") })).toBeInViewport();
    await book(page);
    const more = details(page).getByRole("button", { name: "Una persona más" });
    arrived.resolve();
    await hydrated(page);
    // kept until the panel's own code is there
    await more.tap();
    await expect(details(page)).toContainText("3 personas:");
    await expect(bookNow(page)).toHaveAttribute("href", /&people=3$/);
  });
});

test("nothing moves when the calendar's code arrives, and BOOK NOW works before", async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/booking-section-*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await open(page, "/");
  const height = () => section(page).evaluate((element) => element.getBoundingClientRect().height);
  const before = await height();
  await page.getByRole("link", { name: "BOOK NOW", exact: true }).click();
  await expect(section(page).getByRole("heading", { name: "Pick your night" })).toBeInViewport();
  expect(await height()).toBe(before);
  code.resolve();
  await expect(section(page).locator("td a[tabindex='0']")).toHaveCount(1);
  expect(await height()).toBe(before);
});

test("the booking section's short address leads there by itself, as does one with a date, and BOOK NOW from any page", async ({
  page,
  browser,
}) => {
  const thereOn = (one: Page) => section(one).getByRole("heading", { name: "Pick your night" });
  const there = thereOn(page);
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto("/#booking");
  await expect(thereOn(plain)).toBeInViewport();

  await page.clock.install();
  await page.goto("/#booking");
  await expect(there).toBeInViewport();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await alive(page);
  await page.clock.runFor(3000);
  // what watches the page's size has been told by then
  await page.evaluate(
    () =>
      new Promise<void>((expected) => {
        new ResizeObserver(() => expected()).observe(document.body);
      }),
  );
  expect(await page.evaluate(() => scrollY), "who has moved on is left alone").toBe(0);

  const { date } = await departureThat(page, (one) => one.is_available);
  await page.goto(`/?date=${date}`);
  await expect(there).toBeInViewport();
  await open(page, "/login");
  await page.getByRole("link", { name: "BOOK NOW", exact: true }).click();
  await expect(there).toBeInViewport();
});
