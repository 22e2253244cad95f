import { type APIRequestContext } from "@playwright/test";
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
const BOOK = /href="(\/checkout\?[^"]*table=[^"]*)"/;
const HIDDEN = /<input type="hidden" name="([^"]+)" value="([^"]*)"/g;
const OFFER = /https?:\/\/[^"\s&]+?(\/es\/booking-confirmation\/[\w.-]+\?token=[\w.-]+)/;

/** A friend who follows the link and pays, in a browser of their own without scripts. */
async function joins(browser: APIRequestContext, link: string, name: string) {
  const checkout = BOOK.exec(await (await browser.get(link)).text())![1]!.replaceAll("&amp;", "&");
  const hidden = Array.from((await (await browser.get(checkout)).text()).matchAll(HIDDEN), ([, field, value]) => [
    field!,
    value!,
  ]);
  const headers = { "sec-fetch-site": "same-origin" };
  const details = {
    first_name: name,
    last_name: "Navarro",
    email: `${name.toLowerCase()}@example.test`,
    phone: "+52 55 1234 5678",
    country: "MX",
    number_of_people: "1",
    currency: "MXN",
    agreed: "on",
    intent: "place:card",
  };
  const form = { ...Object.fromEntries(hidden), ...details } as Record<string, string>;
  const provider = await browser.post(checkout, { form, headers });
  expect(provider.url()).toContain("/sandbox/pay/");
  const paid = await browser.post(provider.url(), { form: { outcome: "approve" }, headers });
  expect(paid.url()).toContain("/booking-confirmation/");
}

test("eight friends share a table: six of the seven invited pay, one never does, and who waits gets that place", async ({
  page,
  browser,
  playwright,
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
    await page.getByLabel("How many friends?").fill("9");
    await page.getByRole("button", { name: "Reserve the places" }).click();
    await expect(page.getByRole("heading", { name: "0 of 9 paid" })).toBeVisible();
    await expect(page.getByText(/\/table\/[2-9A-Z]{16}$/)).toBeVisible();
    await axe(page);
  });
  await test.step("they are eight after all", async () => {
    await page.getByText("More friends, or fewer").click();
    await page.getByLabel("How many friends?").fill("7");
    await axe(page);
    await page.getByRole("button", { name: "Change the number" }).click();
    await expect(page.getByRole("heading", { name: "0 of 7 paid" })).toBeVisible();
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
    await guest.getByLabel("Correo").fill("renata.mesa@example.test");
    await guest.getByRole("button", { name: "Avísenme si se liberan lugares" }).tap();
    await expect(heading(guest, "Ya estás en la lista")).toBeFocused();
  });

  await test.step("four friends pay at the same moment, each in a browser of their own", async () => {
    await Promise.all(
      ["Ana", "Bruno", "Carla", "Diego"].map(async (name) => {
        const friend = await playwright.request.newContext({ baseURL: server.origin });
        await joins(friend, link, name);
        await friend.dispose();
      }),
    );
  });

  await test.step("two pay on their phones, one of them in Spanish; the seventh stops before paying", async () => {
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

  await test.step("she sees who has paid, and that somebody is about to", async () => {
    await open(page, `/booking-confirmation/${own.id}/manage?token=${own.token}&do=table`);
    await expect(page.getByRole("heading", { name: "6 of 7 paid" })).toBeVisible();
    await expect(page.getByText(/(Ana|Bruno|Carla|Diego), Luis, and Mei$/)).toBeVisible();
    await expect(page.getByText("1 person is booking right now.")).toBeVisible();
    await axe(page);
  });

  await test.step("the seventh never pays, and the time is over: the place goes to who waits", async () => {
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
    await emailedLink(page, /^waiting_offer$/, OFFER, "renata.mesa@example.test");
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
    await expect(page.getByText("Friends’ table, closed: 6 of 7 places paid.")).toBeVisible();
  });
});
