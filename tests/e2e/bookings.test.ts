import { expect, type Page, test } from "#tests/e2e/story.ts";
import { readMain } from "#tests/e2e/html.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet, signIn } from "#tests/e2e/pages.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("who isn't signed in is led to sign in and back, in their language", async ({ request }) => {
  const led = await request.get("/es/bookings", { maxRedirects: 0 });
  const login = "/es/login?next=%2Fes%2Fbookings";
  expect([led.status(), led.headers()["location"]]).toEqual([302, login]);
  const form = { email: "lucia@ronda.test", password: "ronda-demo-2026" };
  const headers = { "sec-fetch-site": "same-origin" };
  const back = await request.post(login, { form, headers });
  expect(new URL(back.url()).pathname).toBe("/es/bookings");
  expect(await readMain(back)).toMatchObject({ status: 200, lang: "es", heading: "Mis reservas" });
  expect(back.headers()["cache-control"]).toContain("no-store");
});

test.describe("the list", () => {
  test.use({ javaScriptEnabled: false });

  test("says in words how each booking stands, and what can be done", async ({ page }) => {
    await signIn(page);
    await page.goto("/bookings");
    const ahead = page.locator("main > section").first();
    const confirmed = ahead.getByRole("article").filter({ hasText: "Confirmed" });
    await expect(confirmed).toHaveCount(2);
    await expect(confirmed.getByRole("link", { name: "Open tickets" })).toHaveCount(2);
    await expect(confirmed.getByRole("link", { name: "Manage" })).toHaveCount(2);
    const pending = ahead.getByRole("article").filter({ hasText: "Not paid yet" });
    await expect(pending).toContainText(/We’re holding your 2 places until \d{1,2}:\d\d [AP]M/);
    const released = ahead.getByRole("article").filter({ hasText: "Your places went back on sale" });
    await expect(released.getByRole("link", { name: "Complete Payment" })).toHaveCount(2);
    const cancelled = ahead.getByRole("article").filter({ hasText: "You cancelled it" });
    await expect(cancelled).toContainText("Refund of US$40: sent to you");
    await expect(cancelled.getByRole("link", { name: "Book again" })).toBeVisible();
    await expect(ahead.getByRole("article").filter({ hasText: "We had to call off this night" })).toHaveCount(1);
    const past = page.getByRole("region", { name: "Past nights" }).getByRole("article");
    await expect(past).toHaveCount(2);
    await past.first().getByRole("link", { name: "Rate the night" }).click();
    await expect(page.getByRole("heading", { name: "How was your night?" })).toBeVisible();
  });
});

test("seats that were released are taken again by their owner in another browser, at the promised price", async ({
  page,
}) => {
  const expectQuiet = quiet(page);
  await signIn(page);
  await open(page, "/bookings");
  const released = page.getByRole("article").filter({ hasText: "went back on sale" }).filter({ hasText: "MX$1,600" });
  const reference = (await released.getByRole("link", { name: /^Booking RND-/ }).textContent())!;
  await released.getByRole("link", { name: "Complete Payment" }).click();
  await expect(heading(page, "Your places went back on sale")).toBeVisible();
  await page.getByRole("button", { name: "Get the places back" }).click();
  await expect(page.getByText(/We’re holding your 4 places until/)).toBeVisible();
  await page.getByRole("button", { name: "Pay MX$1,600" }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.locator('button[value="approve"]').click();
  // the booking's own language is Spanish
  await expect(heading(page, /^Listo\. Nos vemos el/)).toBeVisible();
  await open(page, "/bookings");
  await expect(page.getByRole("article").filter({ hasText: reference })).toContainText("Confirmed");
  expectQuiet();
});

test("who has no bookings yet finds the way to the crawls", async ({ page }) => {
  await signIn(page, "admin@ronda.test");
  await open(page, "/bookings");
  await expect(page.getByRole("heading", { name: "No bookings yet" })).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Explore crawls" }).click();
  await expect(page).toHaveURL(/\/crawls$/);
});
