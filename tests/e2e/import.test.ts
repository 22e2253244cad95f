import { randomUUID } from "node:crypto";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name });
const upload = async (page: Page, name: string, rows: string) => {
  await page.getByLabel("The other system").fill("FareBoat");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(rows) });
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Bookings from FareBoat" })).toBeVisible();
};

test("bookings of another system are mapped, corrected, imported by a phone and undone", async ({ page, baseURL }) => {
  test.setTimeout(90_000);
  const listed = (await (await page.request.get("/api/scheduled-crawls")).json()) as Departure[];
  const { crawl_id: crawl, date } = listed.find(
    (one) => one.availability_level === "high" && Date.parse(one.starts_at) > Date.now() + 3 * 86_400_000,
  )!;
  await page.setViewportSize({ width: 390, height: 844 });
  await become(page, baseURL!, "admin");
  await open(page, "/admin/import");
  const ref = randomUUID().slice(0, 8);
  const rows = (email: string) =>
    [
      "Order;Tour;Day;Pax;Client;Mail;Grand total",
      `${ref}-1;Downtown;${date};2;Ana Example;ana@guest.example;800,00`,
      `${ref}-2;Downtown;${date};1;Bea Example;${email};$400`,
    ].join("\r\n");
  await upload(page, "orders.csv", rows("bea at guest"));
  await axe(page);

  // the other system calls the crawl, and the guests, something else
  const errors = page.getByRole("list", { name: "Errors" });
  await page.locator("#column-name").selectOption("Client");
  const names = page.getByRole("group", { name: "Crawls in the file" });
  await names.getByRole("combobox").selectOption(crawl);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(errors).toContainText("isn’t an email address. (bea at guest)");
  await expect(page.getByRole("button", { name: /^Import \d/ })).toBeHidden();
  await axe(page);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download these rows with their errors" }).click();
  expect((await download).suggestedFilename()).toBe("import-errors.csv");
  await page.getByRole("button", { name: "Discard this file" }).click();

  // the columns, and what the crawl is, are remembered
  await upload(page, "orders.csv", rows("bea@guest.example"));
  await expect(page.getByText("2 bookings of 2 rows can be imported")).toBeVisible();
  await expect(page.getByText("3 places on 1 night")).toBeVisible();
  await page.getByRole("button", { name: "Import 2 bookings" }).click();
  await expect(region(page, "2 bookings imported")).toBeVisible();
  const list = region(page, "Imported bookings");
  await expect(list).toContainText("Ana Example");
  await axe(page);

  const expectQuiet = quiet(page);
  await page.getByRole("button", { name: "Undo this import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText("Import undone").first()).toBeVisible();
  await expect(list).toContainText("Cancelled");
  await expect(page.getByRole("button", { name: "Undo this import" })).toBeHidden();
  expectQuiet();
});
