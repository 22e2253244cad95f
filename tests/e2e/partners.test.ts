import { sql } from "kysely";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { atProvider } from "#tests/e2e/guests.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { open, signIn } from "#tests/e2e/pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test("a partner is made, a poster printed, scanned and booked by; the guests come, the month is closed, agreed and paid", async ({
  browser,
  server,
}) => {
  const office = await browser.newContext({ baseURL: server.origin });
  const operator = await office.newPage();
  await signIn(operator, "admin@ronda.test");

  const result = await test.step("the operator makes a partner, agrees on 10 % and makes a code", async () => {
    await open(operator, "/admin/affiliates/new");
    await operator.getByLabel("Name", { exact: true }).fill("Posada del Faro");
    await operator.getByLabel(/^Email/).fill("recepcion@faro.example");
    await operator.getByLabel(/^Account holder/).fill("Posada del Faro SA de CV");
    await operator.getByLabel(/^CLABE/).fill("032 180 000118359719");
    await operator.getByRole("button", { name: "Add a partner" }).click();
    await operator.waitForURL(/\/admin\/affiliates\/[0-9a-f-]{36}/);
    const id = /affiliates\/([0-9a-f-]{36})/.exec(operator.url())![1]!;
    await operator.getByLabel("Share", { exact: true }).fill("10");
    await expect(operator.getByText(/^A party of/)).toBeVisible();
    await operator.getByRole("button", { name: "Agree on these terms" }).click();
    await expect(operator.getByText("10% of the sale, for guests who came").first()).toBeVisible();
    await open(operator, `/admin/affiliates/qr/new?partner=${id}`);
    await operator.getByLabel(/^Campaign/).fill("Recepción");
    await operator.getByRole("button", { name: "Save" }).click();
    const poster = operator.getByRole("link", { name: "Spanish and English" }).first();
    await expect(poster).toBeVisible();
    const pdf = await operator.request.get((await poster.getAttribute("href"))!);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
    return { id, qr: /qr\/([\w.-]+)$/.exec(new URL(operator.url()).pathname)![1]! };
  });

  const phone = await browser.newContext({ baseURL: server.origin, ...PHONE, locale: "es-MX" });
  const guest = await phone.newPage();
  const email = "huesped@faro.example.test";
  await test.step("a guest scans it on a phone and books in Spanish", async () => {
    await open(guest, `/q/${result.qr}`);
    await expect.poll(() => guest.evaluate(() => localStorage.getItem("affiliate_code"))).toBe("posada-del-faro");
    const nights = (await (await guest.request.get("/api/scheduled-crawls")).json()) as Departure[];
    const night = nights.find(
      (one) => one.is_available && one.availability_level === "high" && !one.external_booking_link,
    )!;
    await open(guest, `/es/checkout?departure=${night.id}&people=1`);
    await expect.poll(() => new URL(guest.url()).searchParams.get("via")).toMatch(/^posada-del-faro~/);
    await guest.locator("#first_name").fill("Renata");
    await guest.locator("#last_name").fill("Quiroz");
    await guest.locator("#email").fill(email);
    await guest.locator("#phone").fill("+52 55 1234 5678");
    await guest.locator("#country").selectOption("MX");
    await guest.locator("#agreed").check();
    await guest.getByRole("button", { name: /^Continuar al pago/ }).click();
    await atProvider(guest, "approve");
    await guest.waitForURL(/\/booking-confirmation\//);
  });

  const booking = { reference: "", departure: "" };
  let sold = 0;
  await test.step("she comes: the night is tonight, and she is let in", async () => {
    await inDatabaseOf(server.folder, async (db) => {
      const row = await db
        .selectFrom("bookings")
        .select(["reference", "scheduled_crawl_id", "partner_reason", "campaign", "total_price"])
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({ partner_reason: "qr", campaign: "Recepción" });
      Object.assign(booking, { reference: row.reference, departure: row.scheduled_crawl_id });
      sold = row.total_price;
      await sql`update scheduled_crawls set starts_at = now() - interval '1 hour', sales_close_at = now() - interval '1 hour',
        ends_at = now() + interval '4 hours' where id = ${booking.departure}`.execute(db);
    });
    await open(operator, `/admin/nights/${booking.departure}`);
    await operator.getByRole("button", { name: "Let Renata Quiroz in" }).click();
    await expect(operator.getByRole("button", { name: "Let Renata Quiroz in" })).toHaveCount(0);
    await open(operator, `/admin/affiliates?partner=${result.id}`);
    await expect(
      operator.getByRole("link", { name: booking.reference }).or(operator.getByText(booking.reference)).first(),
    ).toBeVisible();
  });

  // the last month that is over: the one before ends at noon
  const halfDayAgo = Temporal.Now.zonedDateTimeISO("America/Mexico_City").subtract({ hours: 12 });
  const last = halfDayAgo.toPlainDate().subtract({ months: 1 }).toPlainYearMonth().toString();
  await test.step("the month is over, and the operator closes it", async () => {
    // as if the night had been last month's, which nobody has closed; the terms agreed for it then settle it there
    await inDatabaseOf(server.folder, async (db) => {
      await sql`update scheduled_crawls set date = ${`${last}-20`} where id = ${booking.departure}`.execute(db);
      await db.deleteFrom("closed_months").where("month", "=", last).execute();
    });
    await open(operator, `/admin/affiliates/${result.id}`);
    await operator.getByText("New terms…").click();
    await operator.getByLabel("Share", { exact: true }).fill("12.5");
    await operator.getByLabel("From the night of").fill(`${last}-01`);
    await operator.getByRole("button", { name: "Agree on these terms" }).click();
    await expect(operator.getByText("12.5% of the sale, for guests who came").first()).toBeVisible();
    await open(operator, `/admin/affiliates/statements?month=${last}`);
    await operator.locator("summary", { hasText: /^Close / }).click();
    await operator.getByRole("button", { name: "Close the month" }).click();
    await expect(operator.getByText("This month is closed.")).toBeVisible();
  });

  await test.step("the partner agrees on their phone, in Spanish", async () => {
    await open(operator, `/admin/affiliates/${result.id}/link`);
    const link = (await operator.getByRole("link", { name: "Open", exact: true }).getAttribute("href"))!;
    const partner = await (await browser.newContext({ baseURL: server.origin, ...PHONE, locale: "es-MX" })).newPage();
    await open(partner, new URL(link, server.origin).pathname);
    await expect(partner.getByText("Renata")).toHaveCount(0);
    await partner.getByText("Revisar y aceptar").first().click();
    await axe(partner);
    await partner.getByText("Aceptar este estado de cuenta").first().click();
    await partner.getByRole("button", { name: /^Acepto: páguenme/ }).click();
    await expect(partner.getByText(/^Gracias\. El estado de cuenta quedó aceptado/)).toBeVisible();
  });

  await test.step("it is paid, and the books say so", async () => {
    const sheet = await operator.request.get("/admin/affiliates/statements/payouts.csv");
    expect(await sheet.text()).toMatch(/Posada del Faro SA de CV.*032 180 00011835971 9/);
    await open(operator, `/admin/affiliates/statements/${result.id}/${last}`);
    await pay(operator, "SPEI 4711");
    await expect(operator.getByText("Reference SPEI 4711")).toBeVisible();
    await axe(operator, ["light"]);
    await inDatabaseOf(server.folder, async (db) => {
      const { rows } = await sql<{ state: string; earned: number; owed: number }>`
        select s.state, s.commission as earned, (select sum(e.amount)::int from ledger_entries e where e.account = 'affiliate_due'
          and (e.posting in (select 'commission:' || l.id from commission_lines l where l.partner_id = s.partner_id)
            or e.posting like '%' || s.id || '%')) as owed
        from partner_statements s where s.partner_id = ${result.id} and s.month = ${last}`.execute(db);
      // an eighth of what one place was sold for, and nothing is owed any more
      expect(rows).toEqual([{ state: "paid", earned: Math.round(sold / 8), owed: 0 }]);
    });
  });
});

async function pay(page: Page, reference: string): Promise<void> {
  await page.locator("summary", { hasText: "Mark as paid" }).click();
  await page.getByLabel("Reference of the transfer").fill(reference);
  await page.getByRole("button", { name: /^Note the payment of/ }).click();
}
