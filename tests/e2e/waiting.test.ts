import { longDate } from "#src/kernel/local-time.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";
import { axe } from "#tests/e2e/axe.ts";
import { atProvider, booked, emailedLink } from "#tests/e2e/guests.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const LINK = (to: string) => new RegExp(`https?://[^"\\s&]+?(${to}[\\w.-]+\\?token=[\\w.-]+)`);

test("places of a sold-out night go to who waits, in turn: the first passes, the second pays", async ({
  page,
  browser,
  server,
}) => {
  const sold = await booked(page, ["Diego Ferrer"]);
  const { id: night, date } = sold.departure;
  await inDatabaseOf(server.folder, async (db) => {
    await db
      .updateTable("scheduled_crawls")
      .set((eb) => ({ total_spots: eb("total_spots", "-", eb.ref("available_spots")), available_spots: 0 }))
      .where("id", "=", night)
      .execute();
  });
  const guests = await browser.newContext({ baseURL: server.origin, ...PHONE, locale: "es-MX" });
  const guest = await guests.newPage();
  const expectQuiet = quiet(guest);

  await test.step("two ask on a phone, in Spanish, from the night itself", async () => {
    await open(guest, `/es?date=${date}&departure=${night}&people=2#booking-section`);
    await guest.getByRole("link", { name: "Avísenme si se liberan lugares" }).tap();
    await expect(heading(guest, "Agotado, pero no todo está perdido")).toBeVisible();
    // another night of that date may be sold out as well
    const own = guest.locator(`input[name="night"][value="${night}"]`);
    await expect(guest.getByLabel(new RegExp(longDate(date, "es"), "i")).and(own)).toBeChecked();
    await expect(guest.getByLabel("¿Cuántas personas son?")).toHaveValue("2");
    await axe(guest);
    await asks(guest, "Renata", "renata@example.test");
    await open(guest, `/es/waiting-list?departure=${night}&people=2`);
    await asks(guest, "Tomás", "tomas@example.test");
  });

  const [first, second] = ["renata@example.test", "tomas@example.test"];
  await test.step("the second sees who is ahead by the mailed link", async () => {
    await open(guest, await emailedLink(page, /^waiting_joined$/, LINK("/es/waiting-list/"), second));
    await expect(guest.getByText("Hay 1 grupo antes que tú")).toBeVisible();
  });

  await test.step("somebody cancels: the first is offered their places, and passes", async () => {
    const headers = { "idempotency-key": crypto.randomUUID(), authorization: `Bearer ${sold.token}` };
    const { amount_minor, currency } = sold.departure.price_per_person;
    const data = { expected_refund: { amount_minor: 2 * amount_minor, currency } };
    const cancelled = await page.request.post(`/api/bookings/${sold.id}/cancel`, { data, headers });
    expect(cancelled.ok(), await cancelled.text()).toBe(true);
    await emailedLink(page, /^waiting_offer$/, LINK("/es/booking-confirmation/"), first);
    // still nobody else's
    await open(guest, `/es?date=${date}&departure=${night}#booking-section`);
    await expect(guest.getByRole("link", { name: "Avísenme si se liberan lugares" })).toBeVisible();
    await open(guest, await emailedLink(page, /^waiting_joined$/, LINK("/es/waiting-list/"), first));
    await expect(guest.getByText("Te los apartamos hasta las")).toBeVisible();
    await axe(guest);
    await guest.getByRole("button", { name: "No, gracias" }).tap();
    await expect(guest.getByText("Listo: ya no estás en esa lista.")).toBeVisible();
    await expect(guest.getByText("Lo dejaste pasar")).toBeVisible();
  });

  await test.step("the next is offered them, and pays by the mailed link", async () => {
    await open(guest, await emailedLink(page, /^waiting_offer$/, LINK("/es/booking-confirmation/"), second));
    await guest.getByRole("link", { name: "Completar el pago" }).tap();
    await guest.waitForURL(/\/es\/checkout\?/);
    await alive(guest);
    await guest.getByRole("button", { name: /^Pagar MX\$/ }).tap();
    await atProvider(guest, "approve");
    await guest.waitForURL(/\/es\/booking-confirmation\//);
    await alive(guest);
    await open(guest, await emailedLink(page, /^waiting_joined$/, LINK("/es/waiting-list/"), second));
    await expect(guest.getByText("Reservado", { exact: true })).toBeVisible();
  });
  expectQuiet();

  await test.step("staff see what became of both", async () => {
    await become(page, server.origin, "admin");
    await open(page, `/admin/nights/${night}/waiting-list`);
    await expect(page.getByRole("listitem").filter({ hasText: "Renata" })).toContainText("Declined");
    await expect(page.getByRole("listitem").filter({ hasText: "Tomás" })).toContainText("Booked");
  });
});

/** Fills in the form and sends it. */
async function asks(guest: Page, name: string, email: string): Promise<void> {
  // sent before that, the form is a document of its own, whose heading the browser doesn't focus
  await alive(guest);
  await guest.getByLabel("Nombre").fill(name);
  await guest.getByLabel("Correo").fill(email);
  await guest.getByRole("button", { name: "Avísenme si se liberan lugares" }).tap();
  await expect(heading(guest, "Ya estás en la lista")).toBeFocused();
  await expect(guest.getByText(email)).toBeVisible();
}
