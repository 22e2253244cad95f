import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type BrowserContext, chromium } from "@playwright/test";
import type { DoorList } from "#src/modules/evening/door/schema.ts";
import { signTickets } from "#src/modules/evening/tickets/sign-tickets.server.ts";
import { axe } from "#tests/e2e/axe.ts";
import { launchOptions } from "#tests/e2e/browser.ts";
import { keptIn } from "#tests/e2e/phone-storage.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { open, signIn } from "#tests/e2e/pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";
import { cameraArgs, refuseCamera, ticketFrame, writeVideo } from "#tests/e2e/ticket-video.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: "en-US" };

type Guest = DoorList["departures"][number]["guests"][number];

const result = (page: Page, kind: string) => page.locator(`[data-result="${kind}"]`);
const tool = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens the scanner and gives the phone a name, then stands at a door. */
async function setUp(context: BrowserContext, name: string, door: string): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, "admin@ronda.test");
  await page.goto("/admin/ticket-scanner");
  await page.getByLabel("Name of this phone").fill(name);
  await tool(page, "Start scanning").click();
  await tool(page, "Change crawl").click();
  await page.getByRole("dialog").getByRole("button", { name: door }).click();
  await page.locator("html[data-kept]").waitFor({ state: "attached", timeout: 20_000 });
  return page;
}

async function typeCode(page: Page, code: string): Promise<void> {
  await tool(page, "Type code").last().click();
  await page.getByLabel("Six letters and digits").fill(code.toLowerCase());
  await tool(page, "Check").click();
}

test("two phones at a door, with and without a line", async ({ origin, server, browser }) => {
  const visitor = await browser.newContext({ baseURL: origin, ...PHONE });
  const scout = await visitor.newPage();
  await signIn(scout, "admin@ronda.test");
  const list = (await (await scout.request.get("/admin/ticket-scanner/list")).json()) as DoorList;
  const here = list.departures
    .filter(({ tonight }) => tonight)
    .toSorted((a, b) => b.guests.length - a.guests.length)[0]!;
  const parties = here.guests.filter(({ state, tickets }) => state === "confirmed" && tickets.length >= 2);
  const [scanned, doubled, entered, handed] = parties as [Guest, Guest, Guest, Guest];
  let token = "";
  let ahead = { reference: "", first_name: "" };
  await inDatabaseOf(server.folder, async (db) => {
    ahead = await db
      .selectFrom("bookings as b")
      .innerJoin("scheduled_crawls as d", "d.id", "b.scheduled_crawl_id")
      .select(["b.reference", "b.first_name"])
      .where("b.status", "=", "confirmed")
      .where("d.starts_at", ">", new Date(Date.now() + 3 * 86_400_000))
      .where("d.starts_at", "<", new Date(Date.now() + 20 * 86_400_000))
      .executeTakeFirstOrThrow();
    [token = ""] = await signTickets({ db }, [{ ticketId: scanned.tickets[0]!.id, departureId: here.id }]);
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-door-"));
  const video = path.join(folder, "door.mjpeg");
  writeVideo(video, [
    { picture: await ticketFrame(null), times: 30 },
    { picture: await ticketFrame(token, { angle: 12, light: 0.6, blur: 0.8 }), times: 60 },
  ]);
  const own = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs(video)] });
  const door = `${here.title}, ${here.start}`;
  try {
    const first = await own.newContext({ baseURL: origin, ...PHONE });
    await first.addInitScript(refuseCamera);
    const one = await setUp(first, "Door 1", door);
    const second = await browser.newContext({ baseURL: origin, ...PHONE });
    const two = await setUp(second, "Door 2", door);

    await test.step("the camera reads a ticket, and the server lets its holder in", async () => {
      await expect(one.getByRole("heading", { name: "The camera isn’t allowed" })).toBeVisible();
      await one.evaluate(() => localStorage.setItem("camera", "allowed"));
      await one.reload();
      await expect(result(one, "admitted")).toContainText(scanned.name, { timeout: 20_000 });
      await axe(one, ["light"]);
      await expect(result(one, "admitted")).toBeHidden();
      await expect(one.getByText("1 / ").first()).toBeVisible();
      await expect(two.getByText("1 / ").first()).toBeVisible({ timeout: 4000 });
    });

    await test.step("without a camera the list and typed codes are the way on", async () => {
      await expect(two.getByRole("heading", { name: /camera/ })).toBeVisible();
      await typeCode(two, scanned.tickets[0]!.code);
      await expect(result(two, "already_in")).toContainText("phone “Door 1”");
      await axe(two, ["light"]);
      await tool(two, "Do not admit, scan next").click();
      await typeCode(two, "222222");
      await expect(result(two, "not_genuine")).toHaveAttribute("data-reason", "unknown_code");
      await axe(two, ["light"]);
      await tool(two, "Find by name").click();
      const search = two.getByPlaceholder("Name, phone, email or code");
      await search.fill(ahead.reference);
      await expect(two.getByText("Other nights")).toBeVisible();
      await axe(two, ["light", "dark"]);
      await two.getByRole("button", { name: ahead.first_name }).click();
      await expect(result(two, "wrong_night")).toContainText(ahead.first_name);
      await tool(two, "Leave it, scan next").click();
      await search.fill(entered.name);
      await axe(two, ["light", "dark"]);
      await two
        .getByRole("button", { name: `Let in ${entered.name}` })
        .first()
        .click();
      await expect(result(two, "admitted")).toContainText("came in together");
      await axe(two, ["light"]);
    });

    await test.step("an entry is taken back with a reason", async () => {
      await expect(result(two, "admitted")).toBeHidden();
      await two.getByRole("button", { name: entered.name, exact: false }).first().click();
      await two.getByRole("dialog").getByRole("button", { name: "Undo" }).first().click();
      await two.getByLabel("Something else").check();
      await two.getByLabel("In a few words").fill("Went to fetch a friend");
      // the second tap reaches nothing below the sheet
      await tool(two, "Take it back").dblclick();
      await expect(two.getByRole("dialog")).toBeHidden();
      await expect(two.getByText(`${entered.tickets.length - 1} of ${entered.tickets.length}`)).toBeVisible();
      await tool(two, "Back to the camera").click();
    });

    await test.step("two phones without a line both let the same ticket in", async () => {
      for (const page of [one, two]) await everythingSent(page);
      await first.setOffline(true);
      await second.setOffline(true);
      for (const page of [one, two]) {
        await expect(page.getByText("Offline since")).toBeVisible({ timeout: 10_000 });
        await typeCode(page, doubled.tickets[0]!.code);
        await expect(result(page, "admitted")).toBeVisible();
        await expect(page.getByText("1 to send")).toBeVisible();
      }
      const began = Date.now();
      await one.reload();
      await expect(one.getByText("1 to send")).toBeVisible();
      expect(Date.now() - began, "opens without a line").toBeLessThan(5000);
      await expect(one.getByText(/ is in$/), "to be undone for two minutes").toBeVisible();
      await typeCode(one, doubled.tickets[0]!.code);
      await expect(result(one, "already_in")).toBeVisible();
      await first.setOffline(false);
      await second.setOffline(false);
      for (const page of [one, two]) await expect(page.getByText("Offline since")).toBeHidden({ timeout: 20_000 });
      // a line is known before what was done without it has been sent
      const standings = async () => {
        let rows: { standing: string }[] = [];
        await inDatabaseOf(server.folder, async (db) => {
          const entries = db.selectFrom("entries").select("standing");
          rows = await entries.where("ticket_id", "=", doubled.tickets[0]!.id).execute();
        });
        return rows.map(({ standing }) => standing).toSorted();
      };
      await expect.poll(standings).toEqual(["double", "open"]);
    });

    await test.step("a revoked phone hands over what it has, and ends", async () => {
      await everythingSent(two);
      await second.setOffline(true);
      await expect(two.getByText("Offline since")).toBeVisible({ timeout: 10_000 });
      await typeCode(two, handed.tickets[0]!.code);
      await expect(two.getByText("1 to send")).toBeVisible();
      await inDatabaseOf(server.folder, async (db) => {
        await db.updateTable("door_devices").set({ revoked_at: new Date() }).where("name", "=", "Door 2").execute();
      });
      await second.setOffline(false);
      await expect(two.getByRole("heading", { name: "This phone no longer scans" })).toBeVisible({ timeout: 20_000 });
      await expect(two.getByText(/“Door 2” was revoked.* Everything has been sent/)).toBeVisible();
      await two.reload();
      await expect(two.getByText("“Door 2” was revoked")).toBeVisible();
      // a reloaded phone hears of its end again, and the browser deletes in its own time
      await expect.poll(() => build(two)).not.toContain("door-list");
    });

    await test.step("signing out takes the lists off the phone", async () => {
      expect(await build(one)).toContain("door-list");
      expect(await secretIn(one)).toBe(true);
      await keepOldNight(one);
      await open(one, "/admin/dashboard");
      await expect.poll(() => nightsOn(one), "a night that is over leaves with any page").not.toContain("old");
      expect(await nightsOn(one)).toContain(here.id);
      await one.getByRole("button", { name: "More" }).click();
      await one.getByRole("button", { name: "Sign out" }).click();
      await one.waitForURL(/\/login/);
      await expect.poll(() => build(one)).not.toContain("door-list");
      expect(await one.evaluate(() => caches.keys())).toEqual([]);
      expect(await secretIn(one)).toBe(false);
      await inDatabaseOf(server.folder, async (db) => {
        const device = db.selectFrom("door_devices").select("revoked_at").where("name", "=", "Door 1");
        expect((await device.executeTakeFirstOrThrow()).revoked_at).not.toBeNull();
      });
    });
  } finally {
    await own.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

const build = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));

/** Puts a guest list that should have left a day ago on a phone: it wasn't opened since. */
const keepOldNight = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("door-list");
        opening.addEventListener("success", () => {
          const tx = opening.result.transaction("nights", "readwrite");
          tx.objectStore("nights").put({ id: "old", until: 1, night: {} });
          tx.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );

/** The nights whose guest lists a phone has. */
const nightsOn = async (page: Page) => (await keptIn(page, "door-list", "nights")).map(([id]) => id);

/** A line that is lost before keeps what was on its way. */
const everythingSent = (page: Page) => expect.poll(() => keptIn(page, "outbox-door", "rows")).toEqual([]);

/** Whether a phone still has what it uploads with. */
const secretIn = async (page: Page) => (await keptIn(page, "outbox-door", "facts")).some(([fact]) => fact === "device");
