import { expect, type Page, test } from "#tests/e2e/story.ts";
import { emailIds } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";

const field = (page: Page, name: string) => page.locator(`#${name}`);

async function fillIn(page: Page, subject: string, email = "sofia.navarro@example.test") {
  await field(page, "name").fill("Sofía Navarro");
  await field(page, "email").fill(email);
  await field(page, "subject").fill(subject);
  await field(page, "message").fill("Somos treinta y queremos una noche para nosotros.");
}

/** The captured emails of a kind that contain these words. */
async function emailsOf(page: Page, kind: RegExp, words: string): Promise<string[]> {
  const emails = (await emailIds(page, kind, null)).map(async (id) =>
    (await page.request.get(`/dev/mail/${id}`)).text(),
  );
  return (await Promise.all(emails)).filter((received) => received.includes(words));
}

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("a message is written, mended, sent once and confirmed, and staff can answer it", async ({ page }) => {
    const expectQuietStart = quiet(page);
    await open(page, "/es/contact");
    expectQuietStart();
    await page.getByRole("button", { name: "Enviar mensaje" }).tap();
    const summary = page.getByRole("alert").filter({ hasText: "Hay 4 cosas por revisar" });
    await expect(summary).toBeFocused();
    for (const [name, text] of [
      ["name", "Escribe tu nombre"],
      ["email", "Escribe un correo electrónico válido"],
      ["subject", "Escribe un asunto"],
      ["message", "Escribe un mensaje (al menos 10 caracteres)"],
    ] as const)
      await expect(page.locator(`#${name}-error`)).toHaveText(text);
    await axe(page);
    const expectQuiet = quiet(page); // browsers log a refused form (422) themselves

    const subject = `Grupo grande ${Date.now()}`;
    const email = `sofia.${Date.now()}@example.test`;
    await fillIn(page, subject, email);
    // an impatient double click
    await page.getByRole("button", { name: "Enviar mensaje" }).dblclick();
    await expect(page.getByRole("heading", { name: "Tu mensaje va en camino." })).toBeFocused();
    await expect(page.getByText(`También te mandamos un correo a ${email}`)).toBeVisible();
    await axe(page);

    const toStaff = () => emailsOf(page, /^staff_message$/, subject);
    await expect.poll(async () => (await toStaff()).length, { timeout: 20_000 }).toBe(2);
    expect((await toStaff())[0]).toContain("Somos treinta y queremos una noche para nosotros.");
    const toGuest = () => emailIds(page, /^message_received$/, email);
    await expect.poll(async () => (await toGuest()).length).toBe(1);
    const [id] = await toGuest();
    const received = await (await page.request.get(`/dev/mail/${id}`)).text();
    expect(received).toContain("Recibimos tu mensaje");
    expect(received, "what was written goes to no address that anybody can type").not.toContain(subject);

    await page.getByRole("link", { name: "Enviar otro mensaje" }).tap();
    await expect(field(page, "subject")).toHaveValue("");
    expectQuiet();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an invalid form comes back as it was typed, and a mended one is sent", async ({ page }) => {
    await page.goto("/contact?subject=large-group");
    await expect(field(page, "subject")).toHaveValue("A large group");
    await field(page, "name").fill("Sofía Navarro");
    await field(page, "email").fill("sofia");
    await field(page, "message").fill("Too short");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.locator("#email-error")).toHaveText("Please enter a valid email address");
    await expect(page.locator("#message-error")).toHaveText("Please enter a message (at least 10 characters)");
    await expect(page.locator("#name-error")).toHaveCount(0);
    await expect(field(page, "name")).toHaveValue("Sofía Navarro");
    await expect(field(page, "message")).toHaveValue("Too short");
    await fillIn(page, `A crawl in Puebla ${Date.now()}`);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("heading", { name: "Your message is on its way." })).toBeVisible();
    await page.getByRole("link", { name: "Send another message" }).click();
    await expect(field(page, "name")).toHaveValue("");
  });
});

for (const [what, fail] of [
  ["can't be sent", (page: Page) => page.context().setOffline(true)],
  [
    "comes when the server is too busy",
    (page: Page) =>
      page.route("**/contact.data", (route) => route.fulfill({ status: 503, body: "busy" }), { times: 1 }),
  ],
] as const)
  test(`a message that ${what} is said so in those words, and nothing that was typed is lost`, async ({ page }) => {
    await open(page, "/contact");
    await fillIn(page, `Offline ${Date.now()}`);
    await fail(page);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("alert")).toContainText("Failed to send your message. Please try again.");
    await expect(field(page, "message")).toHaveValue(/Somos treinta/);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("heading", { name: "Your message is on its way." })).toBeVisible();
  });
