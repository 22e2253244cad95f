import { emailIds } from "#tests/e2e/guests.ts";
import { readMain } from "#tests/e2e/html.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, open } from "#tests/e2e/pages.ts";
import { become, makeSamples } from "#tests/e2e/site-pages.ts";
import { type Browser, expect, type Page, test } from "#tests/e2e/story.ts";

test("a departure's cancellation is previewed, refused when it is out of date, made once, and its guests are told and choose", async ({
  page,
  browser,
  origin,
}) => {
  test.slow(); // two people's pages, each checked in both themes
  const world = await makeSamples(origin, { last: true });
  const path = `${origin}/admin/schedule/cancel/${world.departureId}`;

  const ledTo = async () => (await page.request.get(path, { maxRedirects: 0 })).headers()["location"];
  expect(await ledTo(), "who isn't signed in is asked to").toMatch(/^\/login/);
  await become(page, origin, "customer");
  expect(await ledTo(), "a customer has no business here").toBe("/");

  await become(page, origin, "admin");
  await open(page, path);
  await expect(page.getByText("This is a preview")).toBeVisible();
  await expect(page.getByText(/Confirmed, card/).first()).toBeVisible();
  const button = page.getByRole("button", { name: /^Cancel \d+ bookings?/ });
  const before = await button.textContent();
  expect(before).toMatch(/: another date or .*MX\$.* back$/);
  await page.getByRole("checkbox", { name: "Let guests choose another date first" }).uncheck();
  await expect(button).toHaveText(/refund .*MX\$/);
  await page.getByRole("checkbox", { name: "Let guests choose another date first" }).check();

  // the confirmation must be typed
  await page.getByLabel(/Type .* to confirm/).fill("yes");
  await button.click();
  await expect(page.getByText("Please type these words exactly").first()).toBeVisible();

  // the refused form has counted again
  await expect(button).not.toHaveAttribute("aria-busy", "true");
  // somebody books in the meantime
  const word = /Type (.*) to confirm/.exec(await page.getByText(/Type .* to confirm/).innerText())?.[1] ?? "";
  await bookElsewhere(page, origin, world.departureId);
  await page.getByLabel("In English").fill("Our guide is ill.");
  await page.getByLabel("In Spanish").fill("Nuestra guía está enferma.");
  await page.getByLabel(/Type .* to confirm/).fill(word.toLowerCase());
  await button.click();
  await expect(page.getByText("Something changed, so nothing was done")).toBeVisible();
  await expect(page.getByLabel("In English"), "what was typed stays").toHaveValue("Our guide is ill.");
  await expect(button).not.toHaveText(before!);

  await page.getByLabel(/Type .* to confirm/).fill(word);
  await button.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Cancell/);
  await expect(page.getByRole("heading", { level: 1 }), "by itself").toHaveText("Cancelled: guests are choosing", {
    timeout: 60_000,
  });
  await alive(page);
  await expect(page.getByText("Guest is choosing").first()).toBeVisible();
  await expect(page.getByText("Nobody has taken another date yet.")).toBeVisible();
  await axe(page);

  const emails: string[] = [];
  for (const id of await emailIds(page, /^booking_cancelled$/, "sofia.navarro@example.test"))
    emails.push(await (await page.request.get(`/dev/mail/${id}`)).text());
  const message = emails.filter((email) => email.includes("Our guide is ill.")); // other tests cancel bookings of hers as well
  expect(message, "paid, free and about to pay").toHaveLength(3);
  const choosing = message.find((email) => email.includes("You choose: another date at the price you paid"));
  const link = /\/booking-confirmation\/[^"?]+\?token=[^"&<]+/.exec(choosing ?? "")?.[0];
  await takesAnotherDate(browser, origin, link!);
  await page.reload();
  await expect(page.getByText("One booking took another date.")).toBeVisible();

  const onSale = (await (await page.request.get(`${origin}/api/scheduled-crawls`)).json()) as { id: string }[];
  expect(onSale.map(({ id }) => id)).not.toContain(world.departureId);

  const answer = await page.request.get(`${origin}/es/admin/schedule/cancel/${world.departureId}`);
  expect(await readMain(answer)).toMatchObject({ status: 200, heading: "Cancelada: los clientes están eligiendo" });
});

/** The guest opens the emailed link on a phone and takes another night. */
async function takesAnotherDate(browser: Browser, origin: string, link: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: origin });
  const page = await context.newPage();
  await open(page, link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We had to call off this night");
  await expect(page.getByRole("heading", { name: /^What should we do with your MX\$/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /in credit/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Refund MX\$.* now$/ })).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: /Go on another night/ }).click();
  await page
    .getByRole("link", { name: /Same price/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Move to .*\?$/);
  await alive(page);
  await axe(page);
  await page.getByRole("button", { name: /^Move / }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/You’re in/);
  await context.close();
}

/** One more basket on the departure. */
async function bookElsewhere(page: Page, origin: string, departureId: string): Promise<void> {
  const answer = await page.request.post(`${origin}/api/bookings`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: {
      scheduled_crawl_id: departureId,
      number_of_people: 1,
      customer: {
        first_name: "Noah",
        last_name: "Miller",
        email: "noah.miller@example.test",
        phone: "+52 55 1234 5678",
        country: "US",
      },
      currency: "USD",
      language: "en",
      agreed_to_terms: true,
    },
  });
  expect(answer.status()).toBe(201);
}
