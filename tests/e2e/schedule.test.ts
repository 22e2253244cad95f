import { expect, type Page, test } from "#tests/e2e/story.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { become } from "#tests/e2e/site-pages.ts";

const OAXACA = "Ronda Oaxaca";

/** The first of November two years ahead: beyond everything the demo data schedules, whatever the date. */
const year = new Date().getUTCFullYear() + 2;
const [first, second, third] = [`${year}-11-02`, `${year}-11-09`, `${year}-11-16`] as const;

/** Opens a page and waits until it accepts input. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

const priceOf = (page: Page) => page.getByRole("textbox", { name: "Price optional", exact: true });

async function openDay(page: Page, date: string) {
  await open(page, `/admin/schedule?day=${date}`);
  await page.getByRole("complementary").getByRole("link", { name: OAXACA, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: OAXACA })).toBeVisible();
}

test("a manager schedules a season, changes it and takes a departure back", async ({ page, baseURL, server }) => {
  await become(page, baseURL!, "admin");

  await test.step("what is missing is told in the form", async () => {
    await open(page, "/admin/schedule/new");
    await page.getByLabel("Date", { exact: true }).fill("");
    const create = page.getByRole("button", { name: "Create departure" });
    const [button, price] = [await create.boundingBox(), await priceOf(page).boundingBox()];
    expect(button!.y).toBeGreaterThan(price!.y);
    await create.click();
    await expect(page.getByRole("alert")).toContainText("Crawl ID is required");
    await expect(page.getByRole("alert")).toContainText("Date is required");
  });

  await test.step("a weekly series is created as its preview said", async () => {
    await open(page, `/admin/schedule/new?kind=series&date=${first}`);
    await page.getByLabel("Crawl", { exact: true }).selectOption({ label: `${OAXACA} · Oaxaca` });
    await page.getByLabel("Dates", { exact: true }).fill("3");
    await expect(page.getByRole("heading", { name: "3 dates will be created" })).toBeVisible();
    await page.getByRole("button", { name: "Create 3 departures" }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/schedule\\?date=${first}`));
    await expect(page.getByText("3 departures created.")).toBeVisible();
  });

  await test.step("a second series on the same dates creates only what isn't there", async () => {
    await open(page, `/admin/schedule/new?kind=series&date=${second}`);
    await page.getByLabel("Crawl", { exact: true }).selectOption({ label: `${OAXACA} · Oaxaca` });
    await page.getByLabel("Dates", { exact: true }).fill("2");
    await expect(page.getByRole("heading", { name: "No date will be created" })).toBeVisible();
    await expect(page.getByText("A crawl is already scheduled for this date").first()).toBeVisible();
  });

  await test.step("guests see the departures at once", async () => {
    await page.goto(`/crawls/oaxaca?month=${year}-11`);
    await expect(
      page.getByRole("link", { name: new RegExp(`November 9(th)?, ${year}|November 9`) }).first(),
    ).toBeVisible();
  });

  await test.step("this and following changes the later ones, and leaves the first", async () => {
    await openDay(page, second);
    await priceOf(page).fill("25");
    await page.getByLabel(/This one and the next one/).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("2 departures saved.")).toBeVisible();
    await openDay(page, third);
    await expect(priceOf(page)).toHaveValue("25");
    await openDay(page, first);
    await expect(priceOf(page)).toHaveValue("");
  });

  await test.step("fewer seats than are taken are set only after the number was seen", async () => {
    const departures = (await (
      await page.request.get("/api/scheduled-crawls?crawl_id=" + (await oaxacaId(page)))
    ).json()) as {
      id: string;
      date: string;
    }[];
    const departure = departures.find(({ date }) => date === third)!;
    await inDatabaseOf(server.folder, async (db) => {
      await db
        .updateTable("scheduled_crawls")
        .set((e) => ({ available_spots: e("available_spots", "-", 6) }))
        .where("id", "=", departure.id)
        .execute();
    });
    await open(page, `/admin/schedule/edit/${departure.id}`);
    await page.getByLabel("Places", { exact: true }).fill("4");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("6 places are taken");
    await dialog.getByRole("button", { name: "Save anyway" }).click();
    await expect(page.getByText("Departure saved.")).toBeVisible();
    await expect(page.getByLabel("Places", { exact: true })).toHaveValue("4");
  });

  await test.step("a departure that nobody ever booked is deleted for good, once the word is typed", async () => {
    await openDay(page, first);
    await page.getByRole("button", { name: "Delete permanently…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: "Delete departure" })).toBeDisabled();
    await dialog.getByLabel("Type “delete” to continue").fill("delete");
    await dialog.getByRole("button", { name: "Delete departure" }).click();
    await expect(page.getByText("Departure permanently deleted.")).toBeVisible();
  });

  await test.step("the calendar is walked by keyboard", async () => {
    await open(page, `/admin/schedule?date=${second}`);
    await page.locator(`[data-date="${second}"]`).focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.locator(`[data-date="${year}-11-10"]`)).toBeFocused();
    await page.keyboard.press("PageDown");
    await expect(page.locator(`[data-date="${year}-12-10"]`)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("complementary", { name: /December 10/ })).toBeVisible();
  });
});

async function oaxacaId(page: Page): Promise<string> {
  const crawls = (await (await page.request.get("/api/pub-crawls")).json()) as { id: string; slug: string }[];
  return crawls.find(({ slug }) => slug === "oaxaca")!.id;
}
