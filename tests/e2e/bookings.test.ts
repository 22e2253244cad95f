import { expect, type Page, test } from "#tests/e2e/story.ts";
import { axe, open, quiet, signIn } from "#tests/e2e/pages.ts";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("who isn't signed in is led to sign in and back, in their language", async ({ page }) => {
  await open(page, "/es/bookings");
  await expect(page).toHaveURL(/\/es\/login\?next=/);
  await page.locator("#email").fill("lucia@ronda.test");
  await page.locator("#password").fill("ronda-demo-2026");
  await page.locator("#password").press("Enter");
  await expect(page).toHaveURL(/\/es\/bookings$/);
  await expect(heading(page, "Mis reservas")).toBeVisible();
  const answer = await page.request.get("/es/bookings");
  expect(answer.headers()["cache-control"]).toContain("no-store");
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
    await expect(pending).toContainText(/We keep your 2 places until \d\d:\d\d/);
    const released = ahead.getByRole("article").filter({ hasText: "Your places were released" });
    await expect(released.getByRole("link", { name: "Complete Payment" })).toHaveCount(2);
    const cancelled = ahead.getByRole("article").filter({ hasText: "You cancelled it" });
    await expect(cancelled).toContainText("US$40 back: sent to you");
    await expect(cancelled.getByRole("link", { name: "Book again" })).toBeVisible();
    await expect(ahead.getByRole("article").filter({ hasText: "We had to call off this night" })).toHaveCount(1);
    const past = page.getByRole("region", { name: "Past nights" }).getByRole("article");
    await expect(past).toHaveCount(2);
    await past.first().getByRole("link", { name: "Rate the night" }).click();
    await expect(page.getByRole("heading", { name: "How was your night?" })).toBeVisible();
  });
});

test("places that were released are taken again by their owner in another browser, at the promised price", async ({
  page,
}) => {
  const expectQuiet = quiet(page);
  await signIn(page);
  await open(page, "/bookings");
  const released = page.getByRole("article").filter({ hasText: "released" }).filter({ hasText: "MX$1,600" });
  const reference = (await released.getByRole("link", { name: /^Booking RND-/ }).textContent())!;
  await released.getByRole("link", { name: "Complete Payment" }).click();
  await expect(heading(page, "Your places went back on sale")).toBeVisible();
  await page.getByRole("button", { name: "Take the places again" }).click();
  await expect(page.getByText(/We keep your 4 places until/)).toBeVisible();
  await page.getByRole("button", { name: "Pay MX$1,600" }).click();
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.locator('button[value="approve"]').click();
  // the booking's own language is Spanish
  await expect(heading(page, /^Listo\. Nos vemos a las/)).toBeVisible();
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
