import { randomUUID } from "node:crypto";
import type { BrowserContext, Locator, Route } from "@playwright/test";
import type { DeskAnswer } from "#src/modules/partners/desk/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { atProvider } from "#tests/e2e/guests.ts";
import { keepOn } from "#tests/e2e/phone-storage.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { alive, notices, open, overflow, signIn } from "#tests/e2e/pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, locale: "en-US" };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: "en-US" };
const PIN = "274913";
/** As long as a name may be, without a space. */
const LONGEST = "Aoife".padEnd(80, "wm");

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Binds a device by the address that the admin shows, and leaves it open. */
async function bind(admin: Page, device: BrowserContext, name: string): Promise<Page> {
  await open(admin, "/admin/affiliates/desks?bind=1");
  await admin.getByLabel("Partner", { exact: true }).selectOption({ label: "Casa Nopal" });
  await admin.getByLabel("Name", { exact: true }).fill(name);
  await button(admin, "Make the address").click();
  await expect(admin.getByRole("img", { name: "QR code that binds a device" })).toBeVisible();
  const address = await admin.locator(".select-all").textContent();
  const page = await device.newPage();
  await page.goto(new URL(address!).pathname);
  await page.getByLabel("Your PIN").fill(PIN);
  await page.getByLabel("PIN again").fill(PIN);
  await button(page, "Start selling").click();
  await expect(page.getByRole("heading", { name: "Choose a night" })).toBeVisible();
  await alive(page);
  return page;
}

/** The desk scrolls sideways neither on a phone nor on a tablet. */
async function expectToFit(page: Page) {
  for (const viewport of [PHONE.viewport, TABLET.viewport]) {
    await page.setViewportSize(viewport);
    expect(await overflow(page), `wider than ${viewport.width}`).toEqual([]);
  }
}

const countOf = async (folder: string, name: string): Promise<number> => {
  let found = -1;
  await inDatabaseOf(folder, async (db) => {
    const rows = await db.selectFrom("bookings").select("id").where("first_name", "=", name).execute();
    found = rows.length;
  });
  return found;
};

test("a hostel sells at its desk, with the line cut in the middle", async ({ origin, server, browser }) => {
  await inDatabaseOf(server.folder, async (db) => {
    const values = { id: randomUUID(), name: "Casa Nopal", code: "nopal", desk_credit_limit: 500_000 };
    await db
      .insertInto("partners")
      .values({ ...values, created_at: new Date() })
      .execute();
    // what is sold here must not depend on how full a night of the samples, or of an earlier story, is
    await db
      .updateTable("scheduled_crawls")
      .set((eb) => ({ total_spots: eb("total_spots", "+", 10), available_spots: eb("available_spots", "+", 10) }))
      .where("available_spots", ">", 0)
      .where("available_spots", "<", 10)
      .execute();
  });
  const admin = await (await browser.newContext({ baseURL: origin, locale: "en-US" })).newPage();
  await signIn(admin, "admin@ronda.test");
  const tablet = await browser.newContext({ baseURL: origin, ...TABLET });
  const desk = await bind(admin, tablet, "Reception");

  await test.step("closed, it asks for its PIN, and says what is left of the tries", async () => {
    await button(desk, "Lock").click();
    await expect(desk.getByRole("heading", { name: "Enter the PIN" })).toBeVisible();
    await desk.getByLabel("PIN of six digits").fill("000000");
    await expect(desk.getByText("Wrong PIN. 4 tries left.")).toBeVisible();
    await axe(desk, ["light"]);
    for (const digit of PIN) await button(desk, digit).click();
    await expect(desk.getByRole("heading", { name: "Choose a night" })).toBeVisible();
  });

  let taps = 0;
  const tap = async (what: Locator) => {
    taps++;
    await what.click();
  };
  const typed = async (page: Page, label: string, text: string) => {
    await tap(page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  const nights = desk.getByRole("button", { name: /each/, disabled: false });

  await test.step("a guest is booked with cash in at most twelve taps", async () => {
    await tap(nights.first());
    await tap(button(desk, "One more"));
    await typed(desk, "Name of the guest", "María Fernanda González Rodríguez");
    await typed(desk, "Phone", "+491512345678");
    await tap(desk.getByText("Spanish", { exact: true }));
    await axe(desk);
    await expectToFit(desk);
    await tap(button(desk, /^Cash received/));
    await expect(desk.getByText("Booked for 3 people")).toBeVisible();
    expect(taps).toBeLessThanOrEqual(12);
    await expect(desk.getByRole("img", { name: "QR code that opens the tickets" })).toBeVisible();
    await expect(desk.getByRole("link", { name: "Send by WhatsApp" })).toHaveAttribute(
      "href",
      /wa\.me\/491512345678\?/,
    );
    await axe(desk);
    await expectToFit(desk);
  });

  await test.step("an answer that is lost is asked for again by the same key, also after a reload: booked once", async () => {
    await button(desk, "Next guest").click();
    await nights.first().click();
    await desk.getByLabel("Name of the guest").fill("Mateo Ríos");
    await desk.getByLabel("Email").fill("mateo@example.test");
    let reached = 0;
    const lose = async (route: Route) => {
      // the sale reaches us; its answer reaches nobody
      if (route.request().postData()?.includes("intent=sell") && reached++ === 0) await route.fetch();
      await route.abort();
    };
    await tablet.route("**/desk/act", lose);
    await button(desk, /^Cash received/).click();
    await expect(desk.getByText("We don’t know yet whether it was booked")).toBeVisible();
    expect(await countOf(server.folder, "Mateo")).toBe(1);
    await desk.reload();
    await expect(desk.getByText("We don’t know yet whether it was booked")).toBeVisible();
    await tablet.unroute("**/desk/act", lose);
    await button(desk, "Ask now").click();
    await expect(desk.getByText("Booked for 2 people")).toBeVisible();
    expect(await countOf(server.folder, "Mateo")).toBe(1);
    await desk.reload();
    await alive(desk);
    await expect(button(desk, /^Mateo Ríos/)).toContainText("Paid");
  });

  await test.step("a device whose storage is full sells all the same, and says that it keeps nothing", async () => {
    await desk.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    });
    const late = Promise.withResolvers<void>();
    await desk.route("**/desk/now?night=*", async (route) => {
      await late.promise;
      await route.continue();
    });
    await nights.first().click();
    await desk.getByLabel("Name of the guest").fill("Lena Voll");
    // what is sold beside the places comes later, and takes nobody's focus
    const addOns = desk.locator("summary", { hasText: "Ronda T-shirt" });
    await expect(addOns).toBeHidden();
    late.resolve();
    await expect(addOns).toBeVisible();
    await expect(desk.getByLabel("Name of the guest")).toBeFocused();
    await desk.getByLabel("Email").fill("lena@example.test");
    await button(desk, /^Cash received/).click();
    await expect(desk.getByText("Booked for 2 people")).toBeVisible();
    await expect(desk.getByText("This device has no room to store sales")).toBeVisible();
    expect(await countOf(server.folder, "Lena")).toBe(1);
    await expectToFit(desk);
    await desk.reload();
    await alive(desk);
  });

  await test.step("another pays by QR on their own phone, and the desk follows", async () => {
    await nights.first().click();
    await desk.getByLabel("Name of the guest").fill(LONGEST);
    await desk.getByLabel("Email").fill("aoife@example.test");
    const answer = desk.waitForResponse("**/desk/act");
    await button(desk, "Guest pays by QR").click();
    const sold = await answer;
    const { sale } = (await sold.json()) as DeskAnswer;
    await expect(desk.getByRole("img", { name: "QR code to pay with" })).toBeVisible();
    await expect(button(desk, new RegExp(`^${LONGEST}`))).toContainText("To pay");
    await expectToFit(desk);
    const { pathname, search } = new URL(sale!.pay!.url);
    const guest = await (await browser.newContext({ baseURL: origin, ...PHONE })).newPage();
    await open(guest, pathname + search);
    await guest.getByRole("link", { name: "Complete Payment" }).click();
    await button(guest, /^Pay MX/).click();
    await atProvider(guest, "approve");
    // on the phone that paid, whatever becomes of the email
    await expect(guest.getByRole("link", { name: "Open the tickets" })).toBeVisible();
    await expect(desk.getByText("Booked for 2 people")).toBeVisible();
    // a tab that took cash for it meanwhile, and whose answer was lost
    const fields = Object.fromEntries(new URLSearchParams(sold.request().postData()!));
    const sent: Record<string, string> = { ...fields, way: "cash" };
    await keepOn(desk, { database: "outbox-desk", store: "rows", value: { id: sent["key"], fields: sent } });
    await desk.reload();
    await expect(desk.getByText("If you took cash for it, give it back to the guest.")).toBeVisible();
  });

  await test.step("revoked, it sells nothing and shows nobody", async () => {
    await open(admin, "/admin/affiliates/desks");
    await admin.getByRole("link", { name: "Reception" }).first().click();
    await admin.getByText("Revoke", { exact: true }).first().click();
    await axe(admin, ["light"]);
    await button(admin, "Revoke").click();
    await expect(notices(admin)).toContainText("Reception is revoked.");
    await desk.reload();
    await expect(desk.getByRole("heading", { name: "This device isn’t a desk" })).toBeVisible();
    await expect(desk.getByText("Mateo")).toHaveCount(0);
  });
});
