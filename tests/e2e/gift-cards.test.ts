import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { atProvider, emailedLink } from "#tests/e2e/guests.ts";
import { inDatabaseOf, type OwnServer, startOwnServer } from "#tests/e2e/own-server.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const CODE = /(GC(?:-[2-9A-Z]{4}){5})/;
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

// of its own: where cards are sold, every page links to them
let server: OwnServer;
test.beforeAll(async () => void (server = await startOwnServer()));
test.afterAll(() => server.stop());

test("a hostel guest buys a gift card on a phone in Spanish, and a friend pays with part of it for a night with an add-on", async ({
  browser,
}) => {
  await inDatabaseOf(server.folder, async (db) => {
    await db
      .insertInto("app_settings")
      .values({ key: "gift_cards_on", value: "true" })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: "true" }))
      .execute();
  });
  const phone = await browser.newContext({ baseURL: server.origin, ...PHONE, locale: "es-MX" });
  const buyer = await phone.newPage();

  await test.step("what is missing is said in Spanish, and nothing that was typed is lost", async () => {
    // settings are kept for a second
    await expect.poll(async () => (await open(buyer, "/es/gift-cards"), buyer.getByLabel("Su nombre").count())).toBe(1);
    await alive(buyer);
    await buyer.getByText("Otro monto").tap();
    await buyer.getByLabel("Monto", { exact: true }).fill("5000");
    await buyer.getByLabel("Su nombre").fill("Mateo");
    await buyer.getByLabel("Mensaje").fill("¡Nos vemos en la barra!");
    await buyer.getByLabel("Tu nombre").fill("Sofía");
    await buyer.getByLabel("Tu correo").fill("sofia.navarro@example.test");
    await buyer.getByRole("button", { name: "Continuar al pago" }).tap();
    await expect(buyer.getByRole("alert")).toBeVisible();
    await expect(buyer.getByLabel("Mensaje")).toHaveValue("¡Nos vemos en la barra!");
    await axe(buyer);
  });

  await test.step("she pays for it at the sandbox, and it goes out at once", async () => {
    await buyer.getByLabel("Correo al que la enviamos").fill("mateo.leon@example.test");
    await buyer.getByRole("button", { name: "Continuar al pago" }).tap();
    await expect(heading(buyer, "Paga tu tarjeta de regalo")).toBeVisible();
    await buyer.getByRole("button", { name: /^Pagar MX/ }).tap();
    await atProvider(buyer, "approve");
    await expect(heading(buyer, "¡Gracias, ya está pagada!")).toBeVisible();
    await expect(buyer.getByText(CODE)).toHaveCount(0);
    await axe(buyer);
  });
  const code = await emailedLink(buyer, /^gift_card_received$/, CODE, "mateo.leon@example.test");

  const friend = await (await browser.newContext({ baseURL: server.origin, ...PHONE, locale: "en-US" })).newPage();
  const expectQuiet = quiet(friend);
  await test.step("the friend books a night with an add-on: the card pays all of it, with one press", async () => {
    const listed = (await (await friend.request.get("/api/scheduled-crawls")).json()) as Departure[];
    const night = listed.find((one) => one.crawl_id === MEXICO_CITY && one.availability_level === "high")!;
    await open(friend, `/checkout?departure=${night.id}&people=1`);
    await alive(friend);
    await friend.getByText("Add something extra").tap();
    await friend.getByRole("button", { name: "One more: Ronda T-shirt" }).tap();
    await friend.locator("summary").filter({ hasText: "1 person" }).tap();
    await friend.getByLabel("Coupon or gift card code").fill("GC-2222-2222-2222-2222-2222");
    await friend.getByRole("button", { name: "Apply", exact: true }).tap();
    await expect(friend.getByText("There is no gift card or credit with this code.")).toBeVisible();
    await friend.getByLabel("Coupon or gift card code").fill(` ${code.toLowerCase()} `);
    await friend.getByRole("button", { name: "Apply", exact: true }).tap();
    await expect(friend.getByText(`Gift card or credit ${code}`)).toBeVisible();
    await axe(friend);
    for (const [id, value] of Object.entries({
      first_name: "Mateo",
      last_name: "León",
      email: "mateo.leon@example.test",
      phone: "+52 55 1234 5678",
    }))
      await friend.locator(`#${id}`).fill(value);
    await friend.locator("#country").selectOption("MX");
    await friend.locator("input[name=agreed]").check();
    await friend.getByRole("button", { name: "Confirm Free Booking" }).tap();
    await friend.waitForURL(/\/booking-confirmation\//);
    const [, id] = /booking-confirmation\/([\w-]+)/.exec(friend.url())!;
    await open(friend, `/booking-confirmation/${id}/manage`);
    await expect(friend.getByText("1 × Ronda T-shirt")).toBeVisible();
  });

  await test.step("what is left on it is on the balance page", async () => {
    await open(friend, "/gift-cards/balance");
    await friend.getByLabel("Code").fill(code);
    await friend.getByRole("button", { name: "See what’s left" }).tap();
    await expect(friend.getByText(/of MX\$5,000/)).toBeVisible();
  });
  expectQuiet();
  await phone.close();
});
