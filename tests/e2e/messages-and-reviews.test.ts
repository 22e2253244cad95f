import { emailedLink } from "#tests/e2e/guests.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const panel = (page: Page) => page.locator("main").getByRole("complementary");

/** The text of the newest captured email of a kind to an address. */
const emailed = (page: Page, kind: RegExp, words: RegExp, email: string) => emailedLink(page, kind, words, email);

test("a message is answered by email in its language, once, and opened again", async ({ page, baseURL }) => {
  const expectQuiet = quiet(page);
  const sent = await page.request.post("/api/contact", {
    data: {
      name: "Marta Gil",
      email: "marta@guest.test",
      subject: "Somos treinta",
      message: "Hola, somos treinta. ¿Hay una noche para nosotros?",
      language: "es",
    },
    headers: { "idempotency-key": "a-message-of-a-story" },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await become(page, baseURL!, "admin");
  await open(page, "/admin/messages");
  await page.getByRole("link", { name: "Marta Gil" }).click();
  await expect(panel(page)).toContainText("¿Hay una noche para nosotros?");
  await axe(page);
  await test.step("a text to answer with is saved once, and picked from then on", async () => {
    await panel(page).getByRole("link", { name: "Save texts to answer with" }).click();
    await page.getByRole("link", { name: "New reply" }).first().click();
    await panel(page).getByLabel("Name").fill("Groups");
    await panel(page).getByLabel("Text in Spanish").fill("¡Claro que sí!");
    await panel(page).getByRole("button", { name: "Save reply" }).click();
    await expect(page.getByText("Reply saved")).toBeVisible();
    await axe(page);
    await open(page, "/admin/messages");
    await page.getByRole("link", { name: "Marta Gil" }).click();
    await page.getByLabel("Saved reply").selectOption("Groups");
    await expect(page.getByLabel("Your answer")).toHaveValue("¡Claro que sí!");
  });
  await page.getByLabel("Your answer").fill("¡Claro que sí!\nEl jueves hay lugar.");
  await test.step("what is typed isn't lost with its panel: Escape asks, and a draft waits", async () => {
    const byRole = page.getByRole("dialog", { name: "Not sent yet" });
    await page.keyboard.press("Escape");
    await axe(page);
    await byRole.getByRole("button", { name: "Stay here" }).click();
    await expect(page.getByLabel("Your answer")).toHaveValue("¡Claro que sí!\nEl jueves hay lugar.");
    await panel(page).getByRole("link", { name: "Close" }).click();
    await byRole.getByRole("button", { name: "Leave" }).click();
    await expect(panel(page)).toHaveCount(0);
    await page.getByRole("link", { name: "Marta Gil" }).click();
    await expect(page.getByLabel("Your answer")).toHaveValue("¡Claro que sí!\nEl jueves hay lugar.");
    await panel(page).getByRole("button", { name: "Discard" }).click();
    await expect(page.getByLabel("Your answer")).toHaveValue("");
    await page.getByRole("button", { name: "Undo" }).click();
  });
  await page.getByRole("button", { name: "Send answer" }).dblclick();
  await expect(page.getByText("Answer sent")).toBeVisible();
  await expect(panel(page).getByRole("article").filter({ hasText: "El jueves hay lugar." })).toHaveCount(1);
  await expect(panel(page)).toContainText("Done by");
  await expect(page.getByLabel("Your answer")).toHaveValue("");
  await emailed(page, /^message_answered$/, /(El jueves hay lugar)/, "marta@guest.test");
  await panel(page).getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByText("Message reopened")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Message marked as done")).toBeVisible();
  expectQuiet();
});

test("a low review waits until somebody replies; words that may be shown stand on the home page", async ({
  page,
  baseURL,
  server,
}) => {
  test.slow();
  // another test may have rated the same departure
  await inDatabaseOf(server.folder, async (db) => void (await db.deleteFrom("ratings").execute()));
  const link = await emailedLink(page, /^rating_request$/, /(\/es\/rating\/[0-9a-f-]{36}\?token=[\w-]+)/);
  await open(page, link);
  await page.getByRole("radio", { name: "2 estrellas" }).check({ force: true });
  await page.getByLabel("Unas palabras").fill("Llegamos tarde al tercer lugar, pero qué noche.");
  await page.getByLabel("Pueden mostrar mi calificación").check();
  await page.getByRole("button", { name: "Enviar mi calificación" }).click();
  await expect(page.getByRole("heading", { name: "Gracias por tu calificación." })).toBeVisible();

  const expectQuiet = quiet(page);
  await become(page, baseURL!, "admin");
  await open(page, "/es/admin/feedback?view=tasks");
  await page.getByRole("row").filter({ hasText: "qué noche" }).getByRole("link").click();
  await axe(page);
  await page.getByLabel("Tu respuesta").fill("Gracias por decirnos. La próxima ronda va por nuestra cuenta.");
  await page.getByRole("button", { name: "Enviar respuesta" }).click();
  await expect(page.getByText("Respuesta enviada")).toBeVisible();
  await expect(panel(page)).toContainText("va por nuestra cuenta");
  await emailedLink(page, /^rating_answered$/, /(va por nuestra cuenta)/);
  await expect(page.getByText("Nadie quedó inconforme")).toBeVisible();
  await panel(page).getByRole("button", { name: "Publicar" }).click();
  await expect(page.getByText("Se muestra en la página de inicio").first()).toBeVisible();
  await open(page, "/es");
  await expect(page.getByText("Llegamos tarde al tercer lugar, pero qué noche.")).toBeVisible();
  await open(page, "/");
  await expect(page.getByText("Llegamos tarde al tercer lugar")).toHaveCount(0);
  expectQuiet();
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("reviews are narrowed in a sheet", async ({ page, baseURL }) => {
    const expectQuiet = quiet(page);
    await become(page, baseURL!, "admin");
    await open(page, "/es/admin/feedback?q=marta");
    await page.getByRole("button", { name: "Todos los filtros" }).tap();
    const sheet = page.getByRole("dialog", { name: "Todos los filtros" });
    await sheet.getByLabel("Estrellas").selectOption("5");
    await sheet.getByLabel("Respondida").selectOption("no");
    await axe(page);
    await sheet.getByRole("button", { name: "Ver calificaciones" }).tap();
    await expect(page.getByRole("button", { name: "Todos los filtros" })).toHaveText("2");
    await expect(page).toHaveURL(/q=marta.*stars=5/);
    await page.getByRole("button", { name: "Todos los filtros" }).tap();
    await sheet.getByRole("link", { name: "Restablecer" }).tap();
    await expect(page).toHaveURL(/\/es\/admin\/feedback\?q=marta$/);
    expectQuiet();
  });
});
