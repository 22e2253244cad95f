import { expect, type Page, test } from "#tests/e2e/story.ts";
import { addJob } from "#src/platform/jobs.server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { atProvider, booked, emailedLink } from "#tests/e2e/guests.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const TABLE = /https?:\/\/[^"\s&<]+?(\/table\/[2-9A-Z]{16})/;
const OFFER = /https?:\/\/[^"\s&]+?(\/es\/booking-confirmation\/[\w.-]+\?token=[\w.-]+)/;

test("one reserves places for three friends: two pay, one never does, and who waits gets that place", async ({
  page,
  browser,
  server,
}) => {
  const expectQuiet = quiet(page);
  const own = await booked(page, [], { email: "sofia.navarro@example.test" });
  const { id: night } = own.departure;

  await test.step("after paying, she reserves places and gets a link", async () => {
    await open(page, `/booking-confirmation/${own.id}?token=${own.token}`);
    await page.getByRole("link", { name: /Going with friends\?/ }).click();
    await expect(heading(page, "Places for friends")).toBeVisible();
    await axe(page);
    await page.getByLabel("How many friends?").fill("3");
    await page.getByRole("button", { name: "Reserve the places" }).click();
    await expect(page.getByRole("heading", { name: "0 of 3 paid" })).toBeVisible();
    await expect(page.getByText(/\/table\/[2-9A-Z]{16}$/)).toBeVisible();
    await axe(page);
  });
  const link = await emailedLink(page, /^table_started$/, TABLE, "sofia.navarro@example.test");

  await test.step("the link previews the night in chat apps, in either language, without a cookie", async () => {
    for (const [path, title] of [
      [link, /<meta property="og:title" content="Sofía invites you: [^"]+"/],
      [`/es${link}`, /<meta property="og:title" content="Sofía te invita: [^"]+"/],
    ] as const) {
      const html = await (await fetch(server.origin + path)).text();
      expect(html).toMatch(title);
      expect(html).toMatch(/<meta property="og:image" content="http[^"]+\.(jpg|webp)"/);
      expect(html).toContain('<meta name="robots" content="noindex"');
    }
  });

  // everything else is sold, and somebody waits for a place
  await inDatabaseOf(server.folder, async (db) => {
    await db
      .updateTable("scheduled_crawls")
      .set((eb) => ({ total_spots: eb("total_spots", "-", eb.ref("available_spots")), available_spots: 0 }))
      .where("id", "=", night)
      .execute();
  });
  const waiting = await browser.newContext({ baseURL: server.origin, ...PHONE, locale: "es-MX" });
  await test.step("the night is sold out for others, and one of them waits", async () => {
    const guest = await waiting.newPage();
    await open(guest, `/es/waiting-list?departure=${night}&people=1`);
    await alive(guest);
    await guest.getByLabel("Nombre").fill("Renata");
    await guest.getByLabel("Correo").fill("renata@example.test");
    await guest.getByRole("button", { name: "Avísenme si se liberan lugares" }).tap();
    await expect(heading(guest, "Ya estás en la lista")).toBeFocused();
  });

  await test.step("two friends book and pay on their phones, one of them in Spanish; the third stops before paying", async () => {
    for (const friend of [
      { name: "Luis", path: link, locale: "en-US", book: "Book my place", proceed: "Continue", pays: true },
      { name: "Mei", path: `/es${link}`, locale: "es-MX", book: "Reservar mi lugar", proceed: "Continuar", pays: true },
      { name: "Tom", path: link, locale: "en-US", book: "Book my place", proceed: "Continue", pays: false },
    ]) {
      const phone = await browser.newContext({ baseURL: server.origin, ...PHONE, locale: friend.locale });
      const guest = await phone.newPage();
      await open(guest, friend.path);
      await axe(guest);
      await guest.getByRole("link", { name: friend.book }).tap();
      await guest.waitForURL(/\/checkout\?.*table=/);
      await alive(guest);
      await guest.locator("#first_name").fill(friend.name);
      await guest.locator("#last_name").fill("Navarro");
      await guest.locator("#email").fill(`${friend.name.toLowerCase()}@example.test`);
      await guest.locator("#phone").fill("+52 55 1234 5678");
      await guest.locator("#country").selectOption("MX");
      await guest.locator("#agreed").check();
      await guest.getByRole("button", { name: friend.proceed, exact: true }).tap();
      if (friend.pays) {
        await atProvider(guest, "approve");
        await guest.waitForURL(/\/booking-confirmation\//);
      } else await guest.waitForURL(/\/sandbox\/pay\//);
      await phone.close();
    }
  });

  await test.step("she sees who has paid, and who is about to", async () => {
    await open(page, `/booking-confirmation/${own.id}/manage?token=${own.token}&do=table`);
    await expect(page.getByRole("heading", { name: "2 of 3 paid" })).toBeVisible();
    await expect(page.getByText("Luis and Mei")).toBeVisible();
    await expect(page.getByText("1 person is booking right now.")).toBeVisible();
    await axe(page);
  });

  await test.step("the third never pays, and the time is over: the place goes to who waits", async () => {
    await inDatabaseOf(server.folder, async (db) => {
      const past = new Date(Date.now() - 60_000);
      const unpaid = db.selectFrom("friend_shares").select("booking_id");
      await db
        .updateTable("bookings")
        .set({ hold_expires_at: past })
        .where("status", "=", "pending")
        .where("id", "in", unpaid)
        .execute();
      await addJob(db, "holds.sweep", {}, { key: "holds.sweep.now" });
      await db.updateTable("friend_tables").set({ deadline: past }).where("booking_id", "=", own.id).execute();
      await addJob(db, "tables.close", {}, { key: "tables.close.now" });
    });
    await emailedLink(page, /^waiting_offer$/, OFFER, "renata@example.test");
    await emailedLink(page, /^table_closed$/, /(do=table)/, "sofia.navarro@example.test");
    await open(page, `/booking-confirmation/${own.id}/manage?token=${own.token}&do=table`);
    await expect(page.getByText("No places are reserved anymore")).toBeVisible();
    const guest = await waiting.newPage();
    await open(guest, `/es${link}`);
    await expect(guest.getByRole("heading", { name: "Estos lugares ya no están apartados" })).toBeVisible();
    await axe(guest);
  });
  expectQuiet();

  await test.step("staff see whose table it was", async () => {
    await become(page, server.origin, "admin");
    await open(page, `/admin/bookings/${own.id}`);
    await expect(page.getByText("Friends’ table, closed: 2 of 3 places paid.")).toBeVisible();
  });
});
