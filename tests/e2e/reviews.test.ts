import { expect, type Page, test } from "#tests/e2e/story.ts";
import { emailedLink } from "#tests/e2e/guests.ts";
import { readMain } from "#tests/e2e/html.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";

/** The link emailed to the guest of the demo data's latest departure. */
const reviewLink = (page: Page) => emailedLink(page, /^rating_request$/, /(\/es\/rating\/[0-9a-f-]{36}\?token=[\w-]+)/);

test.describe.configure({ mode: "serial" });

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("a guest follows the mailed link, gives stars by keyboard and words, once", async ({ page, server }) => {
    // another test may have rated the same departure
    await inDatabaseOf(server.folder, async (db) => void (await db.deleteFrom("ratings").execute()));
    const expectQuietStart = quiet(page);
    const link = await reviewLink(page);
    await open(page, link);
    await expect(page.getByRole("heading", { level: 1, name: "¿Qué tal tu noche?" })).toBeVisible();
    const answer = await page.request.get(link);
    expect(answer.headers()).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(await answer.text()).toContain('content="noindex"');

    expectQuietStart();
    await page.getByRole("button", { name: "Enviar mi calificación" }).tap();
    await expect(page.locator("#stars-error")).toHaveText("Elige de una a cinco estrellas.");
    await axe(page);
    const expectQuiet = quiet(page); // browsers log a refused form (422) themselves

    await page.getByRole("radio", { name: "1 estrella" }).focus();
    await page.keyboard.press("Space");
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "4 estrellas" })).toBeChecked();
    await page.getByLabel("Unas palabras").fill("La mejor noche del viaje.");
    await page.getByLabel("Pueden mostrar mi calificación").check();
    await page.getByRole("button", { name: "Enviar mi calificación" }).tap();
    await expect(page.getByRole("heading", { name: "Gracias por tu calificación." })).toBeFocused();
    await expect(page.getByText("Le diste 4 estrellas a esta noche.")).toBeVisible();
    await axe(page);

    await open(page, link);
    await expect(page.getByRole("heading", { name: "Gracias por tu calificación." })).toBeVisible();
    const crawls = (await (await page.request.get("/api/pub-crawls")).json()) as Record<string, unknown>[];
    expect(crawls.find((crawl) => crawl["slug"] === "mexico-city")).toMatchObject({ rating: 4, review_count: 1 });

    await open(page, "/es/crawls/mexico-city");
    const message = page.locator("#reviews");
    await expect(message.getByText("La mejor noche del viaje.")).toBeVisible();
    await expect(message.getByRole("listitem").filter({ hasText: "4 estrellas: 1 reseña" })).toHaveCount(1);
    await axe(page);
    expectQuiet();
  });
});

test("a link that is cut off says no more than one to a booking that isn't there", async ({ page }) => {
  const [path] = (await reviewLink(page)).split("?");
  const render = async (address: string) => readMain(await page.request.get(address));
  const none = await render("/es/rating/00000000-0000-4000-8000-000000000000?token=x");
  expect(none).toMatchObject({ status: 404, words: expect.stringContaining("La reserva que buscas no existe.") });
  expect(await render(path!)).toEqual(none);
  expect(await render(`${path}?token=${"x".repeat(43)}`)).toEqual(none);
  await open(page, path!);
  await page.getByRole("button", { name: "Mándenme el enlace" }).click();
  await expect(page.getByText("su enlace va en camino al correo de la reserva")).toBeVisible();
});
