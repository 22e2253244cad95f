import { type Browser, expect, type Locator, type Page, test } from "#tests/e2e/story.ts";
import { longDate, shortDate } from "#src/kernel/local-time.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { approved, atProvider, goingToPay, holding, emailedLink } from "#tests/e2e/guests.ts";
import { readMain } from "#tests/e2e/html.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { hydrated, open, quiet, turnTo } from "#tests/e2e/pages.ts";

const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

/** A departure of Mexico City at the regular price with plenty of seats. */
async function departureToBook(page: Page): Promise<Departure> {
  const answer = await page.request.get("/api/scheduled-crawls");
  const departures = (await answer.json()) as Departure[];
  const found = departures.filter(
    (one) =>
      one.crawl_id === MEXICO_CITY &&
      one.is_available &&
      !one.on_sale &&
      one.price === null &&
      !one.external_booking_link &&
      one.availability_level === "high" &&
      Date.parse(one.starts_at) > Date.now() + 30 * 3_600_000,
  );
  expect(found.length, "the demo data has such a departure").toBeGreaterThan(0);
  return found[0]!;
}

const checkout = async (page: Page, language = "") =>
  open(page, `${language}/checkout?departure=${(await departureToBook(page)).id}&people=1`);

/** Fills in the guests' details like a practised guest. */
async function fillIn(page: Page) {
  await page.locator("#first_name").fill("Sofía");
  await page.locator("#last_name").fill("Navarro");
  await page.locator("#email").fill("sofia.navarro@example.test");
  await page.locator("#phone").fill("+52 55 1234 5678");
  await page.locator("#country").selectOption("ES");
  await page.locator("#agreed").check();
}

async function applyCoupon(page: Page, code: string) {
  await page.getByLabel("Coupon or gift card code").fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
}

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const total = (page: Page) => page.locator("#order-total + dd");
const proceed = (page: Page) => page.getByRole("button", { name: /Proceed to payment/ }).click();
const payNow = (page: Page) => page.getByRole("button", { name: /^Pay MX/ }).click();

/** At the provider's page, to pay for seats that this browser holds; returns its address. */
async function atCompany(page: Page): Promise<string> {
  const { redirectUrl } = await goingToPay(page, [], { own: true });
  await page.goto(redirectUrl);
  return redirectUrl;
}

/** At the sandbox's payment page, to which the details lead at once. */
const paying = (page: Page) => page.waitForURL(/\/sandbox\/pay\//);

const success = (page: Page) => expect(heading(page, /^You’re in\. See you \w+day \d+ at/)).toBeVisible();

test.describe("the whole path", () => {
  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

    test("in Spanish, by touch, from the calendar to the tickets", async ({ page }) => {
      const expectQuiet = quiet(page);
      const { date, price_per_person: price } = await departureToBook(page);
      await open(page, "/es");
      const section = page.locator("#booking-section");
      await section.scrollIntoViewIfNeeded();
      // a tap before the calendar's code has come loads a document, which keeps the browser's focus
      await expect(page.locator("[data-later=booking]")).toHaveAttribute("data-here");
      await turnTo(section, date);
      await section.getByRole("link", { name: longDate(date, "es") }).tap();
      await page.locator("#book-now").tap();

      await expect(heading(page, "¿Quiénes vienen?")).toBeFocused();
      await fillIn(page);
      // the panel has priced it for two
      await page.getByText("Nombre de la otra persona (opcional)").tap();
      await page.getByLabel("Nombre de la otra persona").fill("Diego Ferrer");
      await expect(total(page)).toContainText(`MX$${(price.amount_minor * 2) / 100}`);
      await page.getByRole("button", { name: "Continuar", exact: true }).tap();
      await paying(page);

      await page.goBack();
      await expect(heading(page, "¿Cómo quieres pagar?")).toBeVisible();
      await expect(page.getByText(/Te guardamos tus 2 lugares hasta las \d\d:\d\d hrs/)).toBeVisible();
      await page.getByRole("button", { name: /^Pagar con PayPal/ }).tap();
      await atProvider(page, "approve");

      await expect(heading(page, /^Listo\. Nos vemos el/)).toBeVisible();
      await expect(page.getByText("Mandamos tus boletos a sofia.navarro@example.test.")).toBeVisible({
        timeout: 15_000,
      });
      await expect(page.getByText("Boleto 1 de 2").first()).toBeVisible();
      await page.getByRole("tab", { name: "Boleto 2, Diego Ferrer" }).tap();
      await expect(page.getByText("Diego Ferrer").first()).toBeVisible();
      expectQuiet();
    });
  });

  test("in English, by keyboard alone", async ({ page }) => {
    const expectQuiet = quiet(page);
    await checkout(page);
    const type = async (field: string, text: string) => {
      await tabTo(page, page.locator(field));
      await page.keyboard.type(text);
    };
    await type("#first_name", "Sofía");
    await type("#last_name", "Navarro");
    await type("#email", "sofia.navarro@example.test");
    await type("#phone", "+52 55 1234 5678");
    await type("#country", "Spain");
    await press(page, page.getByRole("button", { name: "Add one person" }));
    await press(page, page.locator("summary").filter({ hasText: "Name of the other guest" }));
    await type("#additional_names-0", "Diego Ferrer");
    await tabTo(page, page.locator("#agreed"));
    await page.keyboard.press("Space");
    await press(page, page.getByRole("link", { name: "terms and conditions" }));
    await expect(page.getByRole("dialog", { name: "Terms and conditions" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "terms and conditions" })).toBeFocused();
    await tabTo(page, page.getByRole("radio", { name: /Card/ }));
    await press(page, page.getByRole("button", { name: /Proceed to payment/ }));
    await paying(page);
    await press(page, page.locator('button[value="approve"]'));
    await success(page);
    await tabTo(page, page.getByRole("tab", { name: "Ticket 1, Sofía Navarro" }));
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("tab", { name: "Ticket 2, Diego Ferrer" })).toBeFocused();
    expectQuiet();
  });

  test("a press on the button counts while the page comes alive under it, once", async ({ page }) => {
    // unscrolled, where no browser makes up for what goes away above
    await page.setViewportSize({ width: 1280, height: 1600 });
    const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>();
    await page.route("**/assets/**/*.js", async (route) => {
      await mayLoad;
      await route.continue();
    });
    await page.goto(`/checkout?departure=${(await departureToBook(page)).id}&people=1`, { waitUntil: "load" });
    await fillIn(page);
    const button = page.getByRole("button", { name: /Proceed to payment/ });
    const at = (await button.boundingBox())!;
    await page.mouse.move(at.x + at.width / 2, at.y + at.height - 4);
    await page.mouse.down();
    const pressed = await button.boundingBox();
    load();
    await hydrated(page);
    expect(await button.boundingBox(), "it stays under the finger").toEqual(pressed);
    await page.mouse.up();
    await paying(page);
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    test("people, coupon, mistakes, payment and tickets all work as plain forms", async ({ page }) => {
      await page.goto(`/checkout?departure=${(await departureToBook(page)).id}&people=1`);
      await page.locator("#number_of_people").fill("2");
      await page.locator("#first_name").fill("Sofía");
      await page.getByRole("button", { name: "Update the total" }).click();
      await expect(total(page)).toHaveText("MX$800");
      await expect(page.locator("#first_name")).toHaveValue("Sofía");

      await page.getByText("Name of the other guest (optional)").click();
      await page.locator("#additional_names-0").fill("Diego Ferrer");
      await applyCoupon(page, "noche25");
      await expect(page.getByText("NOCHE25 applied")).toBeVisible();
      await expect(total(page)).toHaveText("MX$640");

      await proceed(page);
      await expect(page.getByText("Please enter your last name.").first()).toBeVisible();
      await expect(page.locator("#additional_names-0")).toHaveValue("Diego Ferrer");
      await expect(page.locator("#number_of_people")).toHaveValue("2");

      await fillIn(page);
      // the total that the page shows is for two: the next step shows the one for three
      await page.locator("#number_of_people").fill("3");
      await proceed(page);
      await expect(total(page)).toHaveText("MX$1,040"); // at most 160 off
      await payNow(page);
      await atProvider(page, "approve");
      await success(page);
      await expect(page.getByText("Show it to your guide")).toHaveCount(3);
    });
  });
});

test.describe("the details", () => {
  test("errors are said in a summary that takes the focus, and what was typed stays", async ({ page }) => {
    // a slow line: the server checks the form first, and the page's own check comes later
    const late = Promise.withResolvers<void>();
    await page.route("**/assets/check-details-*.js", async (route) => {
      await late.promise;
      await route.continue();
    });
    await checkout(page);
    await page.locator("#first_name").fill("Sofía");
    await page.locator("#email").fill("sofia@");
    await page.getByText("Special requests (optional)").click();
    await page.locator("#special_requests").fill("Vegan");
    await proceed(page);
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("4 things need your attention");
    const expectQuiet = quiet(page); // browsers log a refused form (422) themselves; from here on the page refuses
    await summary.getByRole("link", { name: "Please enter a valid email address." }).click();
    await expect(page.locator("#email")).toBeFocused();
    await expect(page.locator("#email")).toHaveValue("sofia@");
    await expect(page.locator("#first_name")).toHaveValue("Sofía");
    await expect(page.locator("#special_requests")).toHaveValue("Vegan");
    await axe(page);
    // what is mended leaves at once, and with the last of it the summary
    await page.locator("#email").fill("sofia@example.test");
    await expect(summary.getByRole("link")).toHaveCount(3);
    await page.locator("#last_name").fill("Navarro");
    await page.locator("#phone").fill("+52 55 1234 5678");
    await page.locator("#agreed").check();
    await expect(summary).toBeHidden();
    await page.locator("#agreed").uncheck();
    const here = page.waitForResponse("**/assets/check-details-*.js");
    late.resolve();
    // the code has arrived, and has run
    await page.evaluate((url) => import(url).then(() => {}), (await here).url());
    await proceed(page);
    // one error alone: nothing to read first
    await expect(page.locator("#agreed")).toBeFocused();
    await expect(page.locator("#agreed")).toHaveAttribute("aria-invalid", "true");
    await expect(summary).toBeHidden();
    expectQuiet();
  });

  test("a shared address shows its departure; without one, or with one that is gone, there is a way to the calendar", async ({
    page,
  }) => {
    const render = async (path: string) => readMain(await page.request.get(path));
    const { id, date } = await departureToBook(page);
    expect((await render(`/checkout?departure=${id}`)).words).toContain(shortDate(date, "en"));
    expect(await render("/checkout")).toMatchObject({ heading: "Pick a date first", links: ["/#booking"] });
    const listed = await page.request.get("/api/scheduled-crawls");
    const city = ((await listed.json()) as Departure[]).filter((one) => one.crawl_id === MEXICO_CITY);
    const full = city.find((one) => !one.is_available && !one.bookings_disabled)!;
    const closed = city.find((one) => one.bookings_disabled)!;
    const next = city.find((one) => one.is_available && one.date > full.date)!;
    expect(await render(`/checkout?departure=${full.id}`)).toMatchObject({
      heading: "Sold Out",
      words: expect.stringMatching(/Ronda Mexico City.*Next nights in Mexico City/s),
      links: expect.arrayContaining([next.external_booking_link ?? `/checkout?departure=${next.id}`]),
    });
    expect(await render(`/checkout?departure=${closed.id}`)).toMatchObject({
      words: expect.stringMatching(/Bookings are disabled for this date.*Next nights in Mexico City/s),
    });
    expect(await render("/es/checkout?departure=00000000-0000-4000-8000-000000000000")).toMatchObject({
      words: expect.stringContaining("Esta fecha ya no existe. Elige otra."),
      links: ["/es#booking"],
    });
  });

  test("a reload keeps what was typed, but for the agreement", async ({ page }) => {
    const expectQuiet = quiet(page);
    await checkout(page);
    await fillIn(page);
    await page.getByRole("button", { name: "Add one person" }).click();
    await page.getByText("Name of the other guest (optional)").click();
    await page.locator("#additional_names-0").fill("Diego Ferrer");
    await applyCoupon(page, "BIENVENIDO10");
    await expect(total(page)).toHaveText("MX$720");
    await page.reload();
    await expect(page.locator("#email")).toHaveValue("sofia.navarro@example.test");
    await expect(page.locator("#country")).toHaveValue("ES");
    await expect(page.locator("#additional_names-0")).toHaveValue("Diego Ferrer");
    await expect(total(page)).toHaveText("MX$720");
    await expect(page.locator("#agreed")).not.toBeChecked();
    await page.locator("#agreed").check();
    await proceed(page);
    await paying(page);
    expectQuiet();
  });

  test("a coupon is refused for its reason, applied, told and taken off again; no answer says so", async ({ page }) => {
    await checkout(page);
    for (const [code, message] of [
      ["NADA", "Invalid or expired coupon"],
      ["VERANO20", "This coupon has expired"],
      ["AGOTADO10", "This coupon has reached its usage limit"],
      ["GRUPO15", "Minimum purchase of MX$1,600 required"],
    ] as const) {
      await applyCoupon(page, code);
      await expect(page.locator("#coupon_typed-error")).toHaveText(message);
      await expect(page.getByLabel("Coupon or gift card code")).toHaveValue(code);
      await expect(total(page)).toHaveText("MX$400");
    }
    await applyCoupon(page, "BIENVENIDO10");
    await expect(page.getByText("Coupon applied successfully")).toBeVisible();
    await expect(total(page)).toHaveText("MX$360");
    await page.getByRole("button", { name: "Remove coupon BIENVENIDO10" }).click();
    await expect(total(page)).toHaveText("MX$400");
    await page.context().setOffline(true);
    await applyCoupon(page, "BIENVENIDO10");
    await expect(page.locator("#coupon_typed-error")).toHaveText("Error applying coupon");
    await fillIn(page);
    await page.locator("#coupon_typed").fill("");
    await proceed(page);
    await expect(page.getByRole("alert")).toContainText("We couldn’t reach the server.");
    await expect(page.locator("#first_name")).toHaveValue("Sofía");
    await page.context().setOffline(false);
    await proceed(page);
    await paying(page);
  });

  test("what is typed in the field for codes stays when an answer to something else takes another code off", async ({
    page,
  }) => {
    await checkout(page);
    const code = page.getByLabel("Coupon or gift card code");
    for (const people of [2, 3, 4]) {
      await page.getByRole("button", { name: "Add one person" }).click();
      await expect(total(page)).toHaveText(`MX$${(people * 400).toLocaleString("en")}`);
    }
    await applyCoupon(page, "GRUPO15");
    await expect(total(page)).toHaveText("MX$1,360");
    const typed = Promise.withResolvers<void>();
    await page.route(/checkout/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Remove one person" }).click();
    await code.fill("BIENV");
    typed.resolve();
    await expect(total(page)).toHaveText("MX$1,200");
    await expect(code).toHaveValue("BIENV");
    // and when one was typed before
    await page.getByRole("button", { name: "Remove one person" }).click();
    await expect(total(page)).toHaveText("MX$800");
    await expect(code).toHaveValue("BIENV");
  });

  test("another currency stands beside pesos, and stays once payment was proceeded to", async ({ page }) => {
    await checkout(page);
    await page.getByLabel("Currency").selectOption("USD");
    await expect(total(page)).toHaveText("US$20");
    await expect(page.getByText("MX$400 in Mexican pesos")).toBeVisible();
    await fillIn(page);
    await proceed(page);
    await paying(page);
    await page.goBack();
    await expect(page.getByText("US Dollar (USD)")).toBeVisible();
    await page.getByRole("link", { name: "Back to edit" }).click();
    await expect(page.getByLabel("Currency")).toBeDisabled();
    await expect(page.locator("#first_name")).toHaveValue("Sofía");
    await expect(page.locator("#country")).toHaveValue("ES");
  });
});

test.describe("where many places are kept unpaid", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  const caps = (server: { folder: string }, values: Record<string, string>) =>
    inDatabaseOf(server.folder, async (db) => {
      for (const [key, value] of Object.entries(values))
        await db.updateTable("app_settings").set({ value }).where("key", "=", key).execute();
    });

  /** Sends the code with a phone number that is refused: both stay as typed, and lead on once the number is mended. */
  async function sendsCode(page: Page, code: string) {
    await page.locator("#email_code").fill(code);
    await page.locator("#phone").fill("1");
    await page.locator("#agreed").check();
    await proceed(page);
    await expect(page.locator("#phone")).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator("#email_code")).toHaveValue(code);
    await page.locator("#phone").fill("+52 55 1234 5678");
    await page.locator("#agreed").check();
    await proceed(page);
    await paying(page);
  }

  test("six digits from an email lead on, with JavaScript and without", async ({ page, browser, baseURL, server }) => {
    await caps(server, { unpaid_per_network: "60", unpaid_night_share: "1" });
    const names = Array.from({ length: 19 }, (_, i) => `Guest ${String.fromCharCode(65 + i)}`);
    const record = await holding(page, names, { email: "group@example.test" });
    await expect(async () => {
      await page.goto(`/checkout?departure=${record.departure.id}&people=1`);
      await fillIn(page);
      await proceed(page);
      // settings are cached for a second: before it is over, the form leads to paying. A slow answer is no reason to ask for
      // another code, because a mailbox gets only a few
      await expect(page.locator("#email_code").or(page.locator('button[value="approve"]'))).toBeVisible();
      expect(await page.locator("#email_code").count()).toBe(1);
    }).toPass();
    await expect(page.locator("#first_name")).toHaveValue("Sofía");
    await page.locator("#email_code").fill("000000");
    await page.locator("#agreed").check();
    await proceed(page);
    await expect(page.getByText("This code is wrong or too old.").first()).toBeVisible();
    const code = await emailedLink(page, /^booking_code$/, /Your booking code: (\d{6})/, "sofia.navarro@example.test");
    await sendsCode(page, code);

    const scripted = await (await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: true })).newPage();
    await open(scripted, `/checkout?departure=${record.departure.id}&people=1`);
    await fillIn(scripted);
    await proceed(scripted);
    await expect(scripted.getByRole("alert")).toBeFocused();
    await sendsCode(scripted, code);
    await caps(server, { unpaid_per_network: "0", unpaid_night_share: "0" });
  });
});

test.describe("paying", () => {
  test("a declined card can be tried again, and then goes through", async ({ page }) => {
    const expectQuiet = quiet(page);
    await atCompany(page);
    await atProvider(page, "decline");
    await expect(page.getByRole("alert")).toBeVisible();
    await atProvider(page, "approve");
    await success(page);
    expectQuiet();
  });

  test("a cancelled payment is said in those words and can be tried again", async ({ page }) => {
    const expectQuiet = quiet(page);
    await atCompany(page);
    await atProvider(page, "cancel");
    await expect(heading(page, "Payment cancelled")).toBeVisible();
    await expect(
      page.getByText("Your payment was cancelled. You can try again by clicking the button below."),
    ).toBeVisible();
    await axe(page);
    await page.getByRole("link", { name: "Try Payment Again" }).click();
    await payNow(page);
    await atProvider(page, "approve");
    await success(page);
    expectQuiet();
  });

  test("a total of zero is confirmed without payment", async ({ page }) => {
    const expectQuiet = quiet(page);
    await checkout(page);
    await fillIn(page);
    await applyCoupon(page, "GRATIS100");
    await expect(total(page)).toHaveText("MX$0");
    await axe(page);
    await page.getByRole("button", { name: "Confirm Free Booking" }).click();
    await success(page);
    expectQuiet();
  });

  test("a payment that a bank is still making is waited for and confirms when it is made", async ({ page }) => {
    const company = await atCompany(page);
    await atProvider(page, "voucher");
    await expect(heading(page, "Your bank is processing your payment")).toBeVisible();
    const counter = await page.context().newPage();
    await counter.goto(company);
    await atProvider(counter, "voucher_paid");
    // the page polls
    await success(page);
  });

  test("an unpaid booking offers to complete the payment, and the time that is left", async ({ page }) => {
    const { id } = await holding(page, [], { own: true });
    await open(page, `/booking-confirmation/${id}`);
    await expect(page.getByRole("timer")).toHaveText(/minutes left/);
    await page.getByRole("link", { name: "Complete Payment" }).click();
    await expect(heading(page, "How would you like to pay?")).toBeVisible();
  });

  test("a booking that does not exist is said so", async ({ request }) => {
    expect(
      await readMain(await request.get("/booking-confirmation/00000000-0000-4000-8000-000000000000")),
    ).toMatchObject({
      status: 404,
      heading: "Booking Not Found",
      words: expect.stringContaining("The booking you are looking for does not exist."),
    });
  });
});

test("another browser sees that it is confirmed but nothing private; the mailed link opens it", async ({
  page,
  browser,
}) => {
  const { id, redirectUrl } = await goingToPay(page, [], { own: true });
  await approved(page, redirectUrl);
  const path = `/booking-confirmation/${id}`;

  const stranger = await elsewhere(browser, path);
  await expect(heading(stranger, "This booking is confirmed.")).toBeVisible();
  const messages = await stranger.content();
  for (const secret of ["Sofía", "Navarro", "sofia.navarro", "1234 5678", "<path stroke"])
    expect(messages).not.toContain(secret);
  await axe(stranger);
  expect((await stranger.request.get(`${path}/calendar.ics`)).status()).toBe(404);

  const token = await emailedLink(page, /^booking_confirmation$/, new RegExp(`${id}\\?token=([\\w.-]+)`));
  const guest = await elsewhere(browser, `${path}?token=${token}`);
  await success(guest);
  const entry = guest.getByRole("link", { name: "Add to calendar" });
  const calendar = await guest.request.get((await entry.getAttribute("href"))!);
  expect(await calendar.text()).toContain("BEGIN:VEVENT");
  const answer = await guest.request.get(`${path}?token=${token}`);
  expect(answer.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });

  // the emailed link can also give the seats back: first the refund amount, then the act
  await guest.getByRole("link", { name: "Change or cancel this booking" }).click();
  await guest.getByRole("link", { name: /Cancel the booking/ }).click();
  await expect(heading(guest, "Cancel the booking")).toBeVisible();
  await guest.getByRole("button", { name: "Cancel and get MX$400 back" }).click();
  await expect(heading(guest, "You cancelled this booking")).toBeVisible();
  await expect(guest.getByText("MX$400", { exact: false }).filter({ visible: true }).first()).toBeVisible();
});

async function elsewhere(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page, path);
  return page;
}

/** Tabs forward until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let step = 0; step < 60; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the focus never got there");
}

async function press(page: Page, target: Locator) {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
