import { randomUUID } from "node:crypto";
import { booked } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const rows = (page: Page) => page.locator("tr[data-row]");
/** A word that occurs in no other address. */
const aWord = () => `zoe-${randomUUID().slice(0, 8)}`;

test("a booking is found, chosen, written to and taken out, and its filter is kept as a view", async ({
  page,
  baseURL,
}) => {
  const expectQuiet = quiet(page);
  const word = aWord();
  for (const part of ["one", "other"]) await booked(page, ["Ana Ruiz"], { email: `${word}.${part}@example.test` });
  await become(page, baseURL!, "admin");
  await open(page, "/admin/bookings");
  await expect(page.getByRole("link", { name: /^Everything/ })).toHaveAttribute("aria-current", "page");
  // docs/decisions/196: each row once as a row, once as a phone's line, and what they are made of, in few bytes
  const html = await (await page.request.get("/admin/bookings")).text();
  expect(html.length).toBeLessThan(125_000);

  await page.keyboard.press("/");
  await page.keyboard.type(word.toUpperCase());
  await expect(rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(/\?q=ZOE/);

  await page.locator("summary", { hasText: "Source" }).click();
  await page.getByRole("link", { name: "Made by hand" }).click();
  await expect(page.getByRole("heading", { name: "No bookings match" })).toBeVisible();
  await page.getByRole("link", { name: "Remove the filter Source" }).click();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("searchbox").blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const panel = page.locator("[data-walks]");
  await expect(panel).toBeVisible();
  const opened = page.url();
  await page.keyboard.press("j");
  await expect(page, "the next one in the panel").not.toHaveURL(opened);
  await expect(panel.getByRole("link", { name: /^Previous/ })).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(opened);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await rows(page).first().getByRole("link").first().focus();
  await page.keyboard.press("x");
  const bar = page.getByRole("region").filter({ hasText: "1 selected" });
  await expect(bar).toContainText("2 guests · MX$");
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await expect(page.getByText(/4 guests · MX\$/)).toBeVisible();
  await axe(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("region").getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-\d\d\.xlsx$/);

  await page.getByRole("button", { name: "Email them" }).click();
  const dialog = page.getByRole("dialog", { name: "Email the guests" });
  expectQuiet();
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByText("Write a subject")).toHaveCount(2);
  const expectStillQuiet = quiet(page); // browsers log a refused form (422) themselves
  for (const [language, subject, text] of [
    ["English", "We start at nine", "See you there."],
    ["Spanish", "Empezamos a las nueve", "Ahí nos vemos."],
  ] as const) {
    const part = dialog.getByRole("group", { name: language });
    await part.getByLabel("Subject").fill(subject);
    await part.getByLabel("Text").fill(text);
  }
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog.getByRole("heading", { name: "English: 2 emails" })).toBeVisible();
  await axe(page);
  await dialog.getByRole("button", { name: "Send 2 emails" }).click();
  await expect(page.getByText("2 emails are on the way")).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: "Clear the selection" }).click();
  // words that were searched for name people: a view doesn't keep them
  await expect(page.getByRole("button", { name: "Save this view" })).toHaveCount(0);
  await page.locator("summary", { hasText: "Source" }).click();
  await page.getByRole("link", { name: "Website" }).click();
  await expect(page).toHaveURL(/source=web/);
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("View name").fill("Strangers");
  await page.getByRole("button", { name: "Save view" }).click();
  const view = page.getByRole("link", { name: /^Strangers/ });
  await view.click();
  await expect(page).toHaveURL(/\/admin\/bookings\?source=web$/);
  await expect(view).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Edit this view" }).click();
  await page.getByRole("button", { name: "Delete view" }).click();
  await expect(view).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await open(page, `/admin/bookings?q=${word.toUpperCase()}`);

  await rows(page).first().getByRole("link").press("Enter");
  await expect(page).toHaveURL(/[?&]open=[0-9a-f-]{36}/);

  // typing and then quickly opening another row leaves the search, which must not take its place however slowly the row loads
  const answered = Promise.withResolvers<void>();
  await page.route(
    (url) => url.searchParams.has("open"),
    (route) => answered.promise.then(() => route.continue()),
  );
  await page.clock.install();
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("q=nobody")) requests.push(request.url());
  });
  const last = await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("input[type=search]")!;
    field.focus();
    field.value = "nobody";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const link = [...document.querySelectorAll<HTMLElement>("tr[data-row] [data-row-link]")].at(-1)!;
    link.focus();
    link.click();
    return link.getAttribute("href")!;
  });
  await page.clock.runFor(600); // longer than the search's debounce
  answered.resolve();
  await expect(page).toHaveURL(last);
  await expect(page.getByRole("searchbox")).toHaveValue(word.toUpperCase());
  expect(requests).toEqual([]);
  await page.unrouteAll({ behavior: "wait" });

  // wide columns scroll in the table's card rather than out of it
  await open(page, `/es/admin/bookings?q=${word}&cols=crawl,night,state,payment,email,booked`);
  const card = page.getByRole("table").locator("..");
  await expect(card).toHaveCSS("overflow-x", "auto");
  await open(page, `/es/admin/bookings?q=${word}&cols=guests`);
  await expect(card).toHaveCSS("overflow-x", "visible");

  // with more columns than fit, the table scrolls sideways inside its box, and its header stays above the rows
  await open(
    page,
    `/es/admin/bookings?q=${word}&cols=guests,crawl,night,total,state,payment,source,email,language,booked`,
  );
  const head = await page.getByRole("columnheader", { name: "Origen" }).boundingBox();
  const first = await rows(page).first().boundingBox();
  expect(head!.y + head!.height).toBeLessThanOrEqual(first!.y + 1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expectStillQuiet();
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("the list is narrowed in a sheet", async ({ page, baseURL }) => {
    const expectQuiet = quiet(page);
    const word = aWord();
    await booked(page, ["Ana Ruiz"], { email: `${word}@example.test` });
    await become(page, baseURL!, "admin");
    await open(page, `/es/admin/bookings?q=${word}`);
    await expect(page.getByRole("listitem").filter({ hasText: "Sofía Navarro" })).toBeVisible();
    await page.getByRole("button", { name: "Todos los filtros" }).tap();
    const sheet = page.getByRole("dialog", { name: "Todos los filtros" });
    await sheet.getByRole("checkbox", { name: "Cancelada", exact: true }).tap();
    await axe(page);
    await sheet.getByRole("button", { name: "Ver reservas" }).tap();
    await expect(page.getByRole("heading", { name: "Ninguna reserva coincide" })).toBeVisible();
    await expect(page).toHaveURL(/state=cancelled/);
    await page.getByRole("link", { name: "Ver todas las reservas" }).tap();
    await expect(page).toHaveURL(/\/es\/admin\/bookings$/);
    expectQuiet();
  });
});

test("several bookings are tagged and cancelled at once, each after a preview", async ({ page, baseURL }) => {
  const word = aWord();
  for (const part of ["one", "other"]) await booked(page, ["Ana Ruiz"], { email: `${word}.${part}@example.test` });
  await become(page, baseURL!, "admin");
  await open(page, `/admin/bookings?q=${word}`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tag these bookings" });
  await dialog
    .getByRole("textbox", { name: "Tag" })
    .or(dialog.getByRole("combobox", { name: "Tag" }))
    .fill(word);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(`Adds “${word}” to 2 bookings.`)).toBeVisible();
  await axe(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  // a toast stays while the pointer is on it
  await page.getByRole("button", { name: "Undo" }).hover();
  const chips = rows(page).getByText(`Tags: ${word}`);
  await expect(chips).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chips).toHaveCount(0);

  await page.getByRole("link", { name: "Cancel them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Cancel 2 bookings?" })).toBeVisible();
  await axe(page);
  await page.getByLabel("Per the refund policy").check();
  await page.getByLabel(/^Type CANCEL 2/).fill("CANCEL 3");
  await page.getByRole("button", { name: "Cancel 2 bookings" }).click();
  await expect(page.getByText("Please type these words exactly").first()).toBeVisible();
  await page.getByLabel(/^Type CANCEL 2/).fill("cancel 2");
  await page.getByRole("button", { name: "Cancel 2 bookings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "2 of 2 bookings cancelled" })).toBeVisible({
    timeout: 20_000,
  });
  await axe(page);
  await open(page, `/admin/bookings?q=${word}&state=cancelled`);
  await expect(rows(page)).toHaveCount(2);
});
