import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "#tests/e2e/story.ts";
import { dateInSentence } from "#src/kernel/local-time.ts";
import { atProvider, booked, type Booked } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet, signIn } from "#tests/e2e/pages.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";

const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const manage = ({ id, token }: Booked, query = "", language = "") =>
  `${language}/booking-confirmation/${id}/manage?token=${token}${query}`;

test("in Spanish, from My Bookings to a dearer date, which is paid, and then one of three stays at home", async ({
  page,
}) => {
  const expectQuiet = quiet(page);
  await signIn(page);
  await open(page, "/es/bookings");
  await expect(heading(page, "Mis reservas")).toBeVisible();
  const ticket = page.getByRole("article").filter({ hasText: "Confirmada" }).filter({ hasText: "MX$1,200" });
  await ticket.getByRole("link", { name: "Administrar" }).click();
  await expect(heading(page, "Administra tu reserva")).toBeVisible();

  await page.getByRole("link", { name: /Cambiar la fecha/ }).click();
  await expect(heading(page, "Cambiar la fecha")).toBeVisible();
  const dearer = page.getByRole("link", { name: /\+ MX\$300/ }).first();
  await dearer.click();
  await expect(heading(page, /^¿Cambiar al .*\?$/)).toBeVisible();
  const date = (await heading(page, /^¿Cambiar al/).textContent())!.slice("¿Cambiar al ".length, -1);
  await axe(page);
  await page.getByRole("button", { name: "Cambiar y pagar MX$300" }).click();
  await atProvider(page, "approve");
  await expect(page.getByText("Listo, tu reserva cambió")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: new RegExp(date.replace(" ", ",? "), "i") })).toBeVisible();

  await page.getByRole("link", { name: "Cambiar o cancelar esta reserva" }).click();
  await page.getByRole("link", { name: /Quitar a alguien/ }).click();
  await page.getByLabel("Persona 2").check();
  await page.getByRole("button", { name: "Ver tu reembolso" }).click();
  await expect(heading(page, "¿Quitar a una persona?")).toBeVisible();
  await axe(page);
  await page.getByRole("button", { name: "Quitar a 1 persona y recibir MX$500" }).click();
  await expect(page.getByText("Listo: esos lugares quedaron libres.")).toBeVisible();
  // the newest payment is refunded first, the rest from the one before
  await expect(page.getByText("Reembolso de MX$500 en 2 partes:")).toBeVisible();
  await expect(page.getByText(/^MX\$300: /)).toBeVisible();
  await expect(page.getByText(/^MX\$200: /)).toBeVisible();
  await expect(page.getByText("Por ahora son 2.")).toBeVisible();
  await axe(page);

  await open(page, "/es/bookings");
  const moved = page.getByRole("article").filter({ hasText: new RegExp(date.replace(" ", ",? "), "i") });
  await expect(moved).toContainText("MX$1,000");
  await expect(moved).toContainText("Reembolso de MX$300");
  expectQuiet();
});

test("two tabs change one booking: one wins, the other is told and shown how it stands", async ({ page }) => {
  const booking = await booked(page);
  await open(page, manage(booking, "&do=remove&guest=3"));
  await expect(page.getByRole("button", { name: "Remove 1 guest and get MX$400 back" })).toBeVisible();
  const other = await page.context().newPage();
  await open(other, manage(booking, "&do=remove&guest=2"));
  await other.getByRole("button", { name: "Remove 1 guest and get MX$400 back" }).click();
  await expect(other.getByText("Done: those places are free again.")).toBeVisible();

  await page.getByRole("button", { name: "Remove 1 guest and get MX$400 back" }).click();
  await expect(page.getByRole("alert")).toContainText("This booking was changed elsewhere in the meantime.");
  await expect(page.getByRole("row", { name: "People 2 1" })).toBeVisible();
  await open(page, manage(booking));
  await expect(page.getByText("Sofía Navarro and Ana Ruiz.")).toBeVisible();
});

test("a payment that is broken off leaves the booking as it was, and the change can be paid or dropped", async ({
  page,
}) => {
  const booking = await booked(page);
  await open(page, manage(booking, "&do=add&people=1"));
  await page.getByLabel("Name of guest 4").fill("Marta Navarro");
  await page.getByText("PayPal", { exact: true }).first().click();
  await page.getByRole("button", { name: "Add and pay MX$400" }).click();
  await atProvider(page, "cancel");
  await expect(page.getByText("The change wasn’t paid")).toBeVisible();
  await expect(page.getByText("Ticket 1 of 3").first()).toBeVisible();
  await axe(page);
  await page.getByRole("link", { name: "Pay or cancel the change" }).first().click();
  await expect(page.getByRole("heading", { name: "The new places are waiting for payment" })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/minutes left/);
  await axe(page);
  await page.getByRole("button", { name: "Cancel the change" }).click();
  await expect(page.getByText("The change was cancelled.")).toBeVisible();
  await expect(page.getByText("There are 3 of you so far.")).toBeVisible();

  await open(page, manage(booking, "&do=add&people=1"));
  await page.getByLabel("Name of guest 4").fill("Marta Navarro");
  await page.getByRole("button", { name: "Add and pay MX$400" }).click();
  await atProvider(page, "cancel");
  await page.getByRole("link", { name: "Pay or cancel the change" }).click();
  await page.getByRole("button", { name: "Pay MX$400" }).click();
  await atProvider(page, "approve");
  await expect(page.getByText("Ticket 1 of 4").first()).toBeVisible();
  await open(page, manage(booking));
  await expect(page.getByText("Sofía Navarro, Diego Ferrer, Ana Ruiz, and Marta Navarro.")).toBeVisible();
});

test.describe("without JavaScript, in Spanish, with the mailed link", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, locale: "es-MX" });

  test("everything that can be changed is changed", async ({ page, browser }) => {
    const { id, token, departure } = await booked(page);
    const guest = await elsewhere(browser);
    const booking = { id, token, departure };
    const button = (name: string | RegExp) => guest.getByRole("button", { name });
    await guest.goto(`/es/booking-confirmation/${id}?token=${token}`);
    await guest.getByRole("link", { name: "Cambiar o cancelar esta reserva" }).click();
    await expect(heading(guest, "Administra tu reserva")).toBeVisible();

    await guest.getByRole("link", { name: /Quiénes vienen/ }).click();
    await guest.getByLabel("Nombre de la persona 3").fill("Zoë ".padEnd(90, "x"));
    await guest.locator("#name-3").evaluate((field) => field.removeAttribute("maxlength"));
    await guest.getByLabel("Nombre de la persona 3").fill("Zoë Muñoz");
    await button("Guardar los nombres").click();
    await expect(guest.getByText("Nombres guardados.")).toBeVisible();
    await expect(guest.getByText("Sofía Navarro, Diego Ferrer y Zoë Muñoz.")).toBeVisible();

    await guest.getByRole("link", { name: /Cambiar la fecha/ }).click();
    await guest
      .getByRole("link", { name: /Te devolvemos MX\$/ })
      .last() // the first may be tomorrow's, too soon for a later removal to be refunded
      .click();
    await button(/^Cambiar y recibir MX\$/).click();
    await expect(guest.getByText("Listo: tienes nueva fecha.")).toBeVisible();
    await expect(guest.getByText(dateInSentence(departure.date, "es"))).toHaveCount(0);

    await guest.getByRole("link", { name: /Agregar personas/ }).click();
    await guest.getByLabel("¿Cuántas personas más?").fill("2");
    await button("Ver el precio").click();
    await button(/^Agregar y pagar MX\$/).click();
    await atProvider(guest, "approve");
    await guest.goto(manage(booking, "", "/es"));
    await expect(guest.getByText("Por ahora son 5.")).toBeVisible();

    await guest.getByRole("link", { name: /Quitar a alguien/ }).click();
    await guest.getByLabel("Diego Ferrer").check();
    await guest.getByLabel("Zoë Muñoz").check();
    await button("Ver tu reembolso").click();
    await expect(heading(guest, "¿Quitar a 2 personas?")).toBeVisible();
    await button(/^Quitar a 2 personas y recibir MX\$/).click();
    await expect(guest.getByText("Por ahora son 3.")).toBeVisible();

    await button("Mandarlos otra vez").click();
    await expect(guest.getByText("Va en camino a sofia.navarro@example.test.")).toBeVisible();

    await guest.getByRole("link", { name: /Factura/ }).click();
    await guest.getByLabel("RFC").fill("NAVS-900101-AB");
    await button("Pedir la factura").click();
    await expect(guest.locator("#rfc-error")).toBeVisible();
    await expect(guest.getByLabel("Correo para la factura")).toHaveValue("sofia.navarro@example.test");
    await guest.getByLabel("RFC").fill("NAVS-900101-AB1");
    await guest.getByLabel("Nombre o razón social").fill("Sofía Navarro");
    await guest.getByLabel("Régimen fiscal").selectOption("612");
    await guest.getByLabel("Código postal").fill("06700");
    await button("Pedir la factura").click();
    await expect(guest.getByText(/La pediste el .* para NAVS900101AB1/)).toBeVisible();

    await guest.getByRole("link", { name: /Cancelar la reserva/ }).click();
    await button(/^Cancelar y recibir MX\$/).click();
    await expect(heading(guest, "Cancelaste esta reserva")).toBeVisible();
    await guest.goto(manage(booking, "&do=date", "/es"));
    await expect(guest.getByText("Esta reserva no está confirmada, así que no hay nada que cambiar.")).toBeVisible();
    await guest.context().close();
  });
});

test("another's booking is shown as one that isn't there", async ({ page, browser, baseURL }) => {
  const { id, token } = await booked(page);
  const stranger = await elsewhere(browser);
  const request = async (what: string, query: string, form: Record<string, string> | null) => {
    const address = `${baseURL}/booking-confirmation/${what}/manage${query}`;
    const headers = { origin: baseURL! };
    const answer = form
      ? await stranger.request.post(address, { form, headers })
      : await stranger.request.get(address, { headers });
    const body = (await answer.text()).replaceAll(what, "ID");
    // what differs between responses: the number for reporting a failure, and the time
    const alike = body.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, "NUMBER").replaceAll(/\b\d{13}\b/g, "TIME");
    return { status: answer.status(), body: alike };
  };
  // what the page is given for each part and each form: tests/manage-page.db.test.ts
  const cancel = { intent: "cancel", key: randomUUID(), version: "1", refund: "0", currency: "MXN" };
  for (const [query, form] of [
    ["", null],
    [`?token=${token.slice(1)}x`, null],
    ["?do=cancel", cancel],
  ] as const) {
    const [theirs, none] = [await request(id, query, form), await request(NOBODY, query, form)];
    expect(theirs.status, `${query} ${form?.intent}`).toBe(404);
    expect(theirs.body).toContain("Booking Not Found");
    expect(theirs.body === none.body && none.status === 404, `${query} ${form?.intent}`).toBe(true);
  }
  await open(page, `/booking-confirmation/${id}/manage?token=${token}`);
  await expect(page.getByText("There are 3 of you so far.")).toBeVisible();
  await stranger.context().close();
});

async function elsewhere(browser: Browser): Promise<Page> {
  const { javaScriptEnabled, viewport, baseURL } = test.info().project.use;
  const context = await browser.newContext({
    ...(javaScriptEnabled === undefined ? {} : { javaScriptEnabled }),
    ...(viewport === undefined ? {} : { viewport }),
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  return context.newPage();
}
