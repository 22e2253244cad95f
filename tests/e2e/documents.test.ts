import { expect, test } from "#tests/e2e/story.ts";
import { open } from "#tests/e2e/pages.ts";

test("the terms are looked up by their list, in either language at the same place, and printed without menus", async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) scripts.push(await response.text());
  });
  await open(page, "/terms");
  // long texts reach a browser as the page's own, not as a catalogue
  await page.waitForLoadState("networkidle");
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => script.includes("documents.terms."))).toEqual([]);

  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: /Cancellations/ })
    .click();
  await expect(page.getByRole("heading", { name: /Cancellations and refunds/ })).toBeInViewport();
  const { hash } = new URL(page.url());
  await open(page, `/es/terms${hash}`);
  await expect(page.getByRole("heading", { name: /Cancelaciones y reembolsos/ })).toBeInViewport();
  await expect(page.getByText("Última actualización: 21 de mayo de 2025")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("body > header")).toBeHidden();
  await expect(page.locator("body > footer")).toBeHidden();
});

test("a link to an answer unfolds it", async ({ page }) => {
  await page.goto("/faq#cancel");
  await expect(page.getByText("Cancel more than 24 hours before the start")).toBeVisible();
  await expect(page.getByText("Extreme weather")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("questions unfold as well", async ({ page }) => {
    await page.goto("/es/faq");
    await page.getByText("¿Puedo cancelar?").click();
    await expect(page.getByText("Si cancelas más de 24 horas antes")).toBeVisible();
  });
});
