import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium, type Locator } from "@playwright/test";
import { sql } from "kysely";
import { givePassword } from "#db/seeds/demo/accounts.ts";
import type { DoorEvent, DoorList, SyncAnswer } from "#src/modules/evening/door/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { launchOptions } from "#tests/e2e/browser.ts";
import { atProvider } from "#tests/e2e/guests.ts";
import { keptIn } from "#tests/e2e/phone-storage.ts";
import { inDatabaseOf } from "#tests/e2e/own-server.ts";
import { alive, open, signIn } from "#tests/e2e/pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";
import { cameraArgs, refuseCamera, ticketFrame, writeVideo } from "#tests/e2e/ticket-video.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const GUIDE = "night.guide@ronda.test";

/**
 * Makes it an hour after the start, by whatever clock the test runs, and its bars forty minutes apart; with 40 more parties of three,
 * and a guide. The returned function puts back what other stories on this server see: the crawl's way, and that phones hold no places.
 */
async function fillNight(folder: string, departure: string): Promise<() => Promise<void>> {
  let way: { crawl_id: string; position: number; at: string }[] = [];
  await inDatabaseOf(folder, async (db) => {
    const guide = { name: "Inés Nocturna", email: GUIDE, email_verified: true, role: "guide" };
    const { id } = await db.insertInto("user").values(guide).returning("id").executeTakeFirstOrThrow();
    await db.insertInto("profiles").values({ id, first_name: "Inés", last_name: "Nocturna", language: "en" }).execute();
    await db.transaction().execute((tx) => givePassword(tx, id));
    const [now, request_id] = [new Date(), randomUUID()];
    const shift = { departure_id: departure, user_id: id, part: "guide", state: "accepted", request_id };
    await db
      .insertInto("shifts")
      .values({ ...shift, created_at: now, asked_at: now, answered_at: now })
      .execute();
    way = await db
      .selectFrom("crawl_stops as s")
      .innerJoin("scheduled_crawls as d", "d.crawl_id", "s.crawl_id")
      .select(["s.crawl_id", "s.position", "s.at"])
      .where("d.id", "=", departure)
      .execute();
    await db.insertInto("app_settings").values({ key: "offline_places", value: "4" }).execute();
    await sql`update scheduled_crawls d set total_spots = total_spots + 140, available_spots = available_spots + 20,
      date = at.start::date, start_time = to_char(at.start, 'HH24:MI'), end_time = to_char(at.start + interval '5 hours', 'HH24:MI'),
      starts_at = now() - interval '1 hour', sales_close_at = now() - interval '1 hour', ends_at = now() + interval '4 hours'
      from (select c.id, now() at time zone z.time_zone - interval '1 hour' as start
        from pub_crawls c join cities z on z.id = c.city_id) at where at.id = d.crawl_id and d.id = ${departure}`.execute(
      db,
    );
    await sql`update crawl_stops s
      set at = to_char(d.date + d.start_time::time + (s.position - 1) * interval '40 minutes', 'HH24:MI')
      from scheduled_crawls d where d.crawl_id = s.crawl_id and d.id = ${departure}`.execute(db);
    await sql`
      with b as (
        insert into bookings (reference, scheduled_crawl_id, crawl_id, site_tag, language, status, hold_expires_at, first_name,
          last_name, email, phone, country, number_of_people, additional_names, currency, unit_price, subtotal, total_price,
          base_currency, rate, rate_date, refund_rule, refund_rule_version, confirmed_at)
        select 'RND-N' || lpad(n::text, 5, '0'), d.id, d.crawl_id, 'cdmx', 'en', 'confirmed', now(), 'Guest', 'Number ' || n,
          'guest' || n || '@night.test', '+52 55 5555 ' || lpad(n::text, 4, '0'), 'MX', 3, array['Second ' || n, 'Third ' || n], 'MXN', 40000, 120000, 120000,
          'USD', 20, current_date, 'full_until_24h', '1', now()
        from scheduled_crawls d, generate_series(1, 40) n where d.id = ${departure} returning id, first_name, last_name, reference)
      insert into tickets (booking_id, position, guest_name, code)
      select b.id, p, b.first_name || ' ' || b.last_name, substr(b.reference, 6, 5) || chr(64 + p) from b, generate_series(1, 3) p`.execute(
      db,
    );
  });
  return () =>
    inDatabaseOf(folder, async (db) => {
      for (const { crawl_id, position, at } of way)
        await db
          .updateTable("crawl_stops")
          .set({ at })
          .where("crawl_id", "=", crawl_id)
          .where("position", "=", position)
          .execute();
      await db.deleteFrom("app_settings").where("key", "=", "offline_places").execute();
    });
}

/** A phone that was registered, and uploads what it did. */
async function doorOf(page: Page, name: string) {
  const result = await page.request.post("/admin/ticket-scanner/devices", {
    data: { name },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(result.status(), await result.text()).toBe(201);
  const { secret } = (await result.json()) as { secret: string };
  return async (events: readonly DoorEvent[]): Promise<SyncAnswer["answers"]> => {
    const data = { sent_at: new Date().toISOString(), departure_ids: [], since: null, events };
    const answer = await page.request.post("/api/door/sync", { data, headers: { authorization: `Bearer ${secret}` } });
    expect(answer.status(), await answer.text()).toBe(200);
    return ((await answer.json()) as SyncAnswer).answers;
  };
}

const entry = (departure_id: string, ticket_id: string, offline = false): DoorEvent => ({
  id: randomUUID(),
  kind: "in",
  departure_id,
  ticket_id,
  of_event: null,
  device_at: new Date().toISOString(),
  offline,
  way: "scan",
  reason: "",
});

test("a night of a hundred and twenty: sold at the door, let in, led from bar to bar, counted and settled", async ({
  browser,
  server,
}) => {
  const phone = await browser.newContext({ baseURL: server.origin, ...PHONE });
  const guide = await phone.newPage();
  const desk = await browser.newContext({ baseURL: server.origin });
  const operator = await desk.newPage();
  await signIn(operator, "admin@ronda.test");
  const listOf = async (page: Page) =>
    (await (await page.request.get("/admin/ticket-scanner/list")).json()) as DoorList;
  const fullest = (await listOf(operator)).departures
    .filter(({ tonight }) => tonight)
    .toSorted((a, b) => b.guests.length - a.guests.length)[0]!;
  const putBack = await fillNight(server.folder, fullest.id);
  const night = (await listOf(operator)).departures.find(({ id }) => id === fullest.id)!;
  await signIn(guide, GUIDE);

  await test.step("the guide opens a till and sells two places for cash", async () => {
    await open(guide, "/admin/till");
    const city = guide.getByLabel("City");
    if (await city.isVisible()) await city.selectOption({ label: await optionOf(guide, night.city) });
    await guide.getByLabel("Starting cash in MXN").fill("500");
    await guide.getByRole("button", { name: "Open till" }).click();
    await guide.getByRole("link", { name: "Sell at the door" }).last().click();
    await choose(guide, night.title);
    await guide.getByLabel("They hand over").fill("1000");
    await guide.getByRole("button", { name: /^Take MX\$.* in cash$/ }).click();
    await expect(guide.getByText(/^2 people · MX\$.* paid$/)).toBeVisible();
    await expect(guide.getByRole("img", { name: /^QR code of ticket/ })).toHaveCount(2);
  });

  await test.step("another walk-up pays late, on their own phone", async () => {
    await guide.getByRole("link", { name: "Next sale" }).click();
    await choose(guide, night.title);
    await guide.getByRole("radio", { name: "On their phone" }).check();
    await guide.getByRole("button", { name: /^Show the code to pay/ }).click();
    await expect(guide.getByText(/^Waiting for MX\$/)).toBeVisible();
    const url = (await guide.getByText(/\/booking-confirmation\/[0-9a-f-]{36}/).textContent())!;
    const guest = await (await browser.newContext({ baseURL: server.origin, ...PHONE })).newPage();
    await open(guest, new URL(url).pathname);
    await guest.getByRole("link", { name: "Complete Payment" }).click();
    await guest.getByRole("button", { name: /^Pay MX/ }).click();
    await atProvider(guest, "approve");
    await expect(guide.getByText(/^2 people · MX\$.* paid$/)).toBeVisible({ timeout: 20_000 });
  });

  await test.step("a phone without a line sells two places, and hands them over by itself", async () => {
    await open(guide, "/admin/ticket-scanner");
    const tap = (name: string) => guide.getByRole("button", { name, exact: true }).click();
    await guide.getByLabel("Name of this phone").fill("Door 3");
    await tap("Start scanning");
    await tap("Change crawl");
    await guide
      .getByRole("dialog")
      .getByRole("button", { name: `${night.title}, ${night.start}` })
      .click();
    await guide.locator("html[data-kept]").waitFor({ state: "attached", timeout: 20_000 });
    await expect.poll(() => placesHeld(guide)).toBe(4);
    await phone.setOffline(true);
    await expect(guide.getByText("Offline since")).toBeVisible({ timeout: 10_000 });
    await tap("Sell");
    await tap("One person more");
    await guide.getByLabel("Name optional").fill("Ofelia Sold");
    await axe(guide, ["light"]);
    await guide.getByRole("button", { name: /^Take MX\$.* in cash$/ }).click();
    await expect(guide.getByText("2 places sold")).toBeVisible();
    await guide.reload();
    await expect(guide.getByText("1 to send")).toBeVisible();
    await phone.setOffline(false);
    const tickets = async () =>
      (await listOf(guide)).departures.flatMap(({ guests }) =>
        guests.filter(({ name }) => name === "Ofelia Sold").flatMap((party) => party.tickets.map((one) => !!one.in)),
      );
    await expect.poll(tickets, { timeout: 20_000 }).toEqual([true, true]);
    await open(guide, "/admin/till");
    await expect(guide.getByText("Taken, 2 sales").first()).toBeVisible();
    await open(operator, `/admin/nights/${night.id}`);
    await expect(operator.getByText("Ofelia Sold").first()).toBeVisible();
  });

  await test.step("the line is lost in the middle of a sale: the same form sells from the phone, once", async () => {
    await open(guide, "/admin/ticket-scanner");
    await expect.poll(() => placesHeld(guide), { timeout: 20_000 }).toBe(4);
    await open(guide, "/admin/door-sale");
    const crawl = guide.getByLabel("Tonight’s crawl");
    if (await crawl.isVisible()) await expect(crawl, "the guide's own night").toHaveValue(night.id);
    await guide.getByText("Name and email").click();
    await guide.getByLabel("Name optional").fill("Lola Lost");
    await guide.getByRole("radio", { name: "Card terminal" }).check();
    await guide.getByLabel("Authorization number optional").fill("004711");
    await axe(guide, ["light", "dark"]);
    await phone.setOffline(true);
    await guide.getByRole("button", { name: /^MX\$.* charged on the terminal$/ }).click();
    await expect(guide.getByText(/This phone keeps 4 places of this night/)).toBeVisible();
    await axe(guide, ["light", "dark"]);
    await guide.getByRole("button", { name: /^Sell from this phone: MX\$.* on the terminal$/ }).click();
    await expect(guide.getByText(/2 places sold/)).toBeVisible();
    await phone.setOffline(false);
    const sold = async () =>
      (await listOf(operator)).departures.flatMap(({ guests }) =>
        guests.filter(({ name }) => name === "Lola Lost").map((party) => party.tickets.map((one) => !!one.in)),
      );
    await expect.poll(sold, { timeout: 20_000 }).toEqual([[true, true]]);
  });

  await test.step("the guide puts the places of this phone back on sale", async () => {
    await open(guide, "/admin/ticket-scanner");
    const tap = (name: string | RegExp) => guide.getByRole("button", { name }).click();
    await tap("Change crawl");
    await expect(guide.getByText("This phone keeps 4 places")).toBeVisible({ timeout: 20_000 });
    await axe(guide, ["light", "dark"]);
    await tap("Put them back on sale");
    await expect(guide.getByText("Anyone can book them then.")).toBeVisible();
    await tap("Put 4 places back on sale");
    await expect(guide.getByText("This phone keeps no places of this door")).toBeVisible();
    expect(await placesHeld(guide)).toBe(0);
    await tap("Keep places on this phone again");
    await expect(guide.getByText("This phone keeps 4 places")).toBeVisible();
    await open(operator, "/admin/devices");
    await operator.getByRole("link", { name: "Door 3" }).click();
    const release = operator.getByRole("button", { name: "Put 4 places back on sale" });
    await release.click();
    await expect(operator.getByText("Anyone can book them at once.")).toBeVisible();
    await release.last().click();
    await expect(operator.getByText("4 places of “Door 3” are back on sale")).toBeVisible();
  });

  await test.step("a sale by mistake is undone by its seller", async () => {
    await open(guide, "/admin/door-sale");
    await guide.getByRole("button", { name: /^Take MX\$.* in cash$/ }).click();
    await guide.getByRole("button", { name: "Undo this sale" }).click();
    await guide.getByRole("button", { name: /^Undo, give MX\$.* back$/ }).click();
    await expect(guide.getByText(/^This sale was undone\. Give MX\$/)).toBeVisible();
    await axe(guide, ["light", "dark"]);
  });

  await test.step("the guide calls who is late, and takes back at once whom they let in by mistake", async () => {
    await open(guide, `/admin/nights/${night.id}`);
    await guide.getByRole("button", { name: "Guest Number 7", exact: false }).first().click();
    await guide.getByRole("button", { name: "Show the phone number of Guest Number 7" }).click();
    await expect(guide.getByRole("link", { name: "+52 55 5555 0007" })).toHaveAttribute("href", "tel:+525555550007");
    await guide.getByRole("button", { name: "Let Guest Number 8 in, 3 people" }).click();
    await guide.getByRole("button", { name: "Undo the entry of Guest Number 8" }).click();
    await expect(guide.getByRole("button", { name: "Let Guest Number 8 in, 3 people" })).toBeVisible();
  });

  await test.step("two phones let everybody in, one of them without a line; one ticket comes twice", async () => {
    const list = await listOf(guide);
    const here = list.departures.find(({ id }) => id === night.id)!;
    const tickets = here.guests
      .filter(({ state }) => state === "confirmed")
      .flatMap((party) => party.tickets.filter((ticket) => !ticket.in && !ticket.void).map(({ id }) => id));
    expect(tickets.length).toBeGreaterThanOrEqual(120);
    const [one, two] = [await doorOf(guide, "Door 1"), await doorOf(guide, "Door 2")];
    const half = Math.floor(tickets.length / 2);
    const [early, late] = [tickets.slice(0, half), tickets.slice(half)];
    for (let at = 0; at < early.length; at += 10) {
      const answers = await one(early.slice(at, at + 10).map((ticket) => entry(night.id, ticket)));
      expect(answers.every(({ result }) => result === "stored")).toBe(true);
    }
    const record = [...late, early[0]!].map((ticket) => entry(night.id, ticket, true));
    const messages = await two(record);
    expect(messages.filter(({ result }) => result === "double")).toHaveLength(1);
    expect((await two(record)).every(({ result }) => result === "known")).toBe(true);
  });

  await test.step("the office sees the night and who was let in twice", async () => {
    await open(operator, `/admin/nights/${night.id}`);
    await expect(operator.getByText("In twice").first()).toBeVisible();
    await expect(operator.getByRole("link", { name: /^To come 0$/ })).toBeVisible();
  });

  let drink = { bar: "", code: "" };
  await test.step("the group moves on, and its guests see where it is", async () => {
    const next = guide.getByRole("button", { name: /^We are at the next bar/ });
    for (const line of [true, false]) {
      await open(guide, `/admin/nights/${night.id}/way`);
      await guide.locator("html[data-kept]").waitFor({ state: "attached" });
      if (!line) {
        await expect(guide.getByText(/^You’ve been here since/)).toBeVisible();
        await guide.context().setOffline(true);
      }
      const name = await next.textContent();
      await next.click();
      await expect(next).not.toHaveText(name!);
      if (line) await expect(guide.getByText(/Guests can see it/)).toBeVisible();
    }
    await guide.reload();
    await expect(guide.getByText("1 entry isn’t sent yet")).toBeVisible();
    await expect(guide.getByText(/^You’ve been here since/)).toBeVisible();
    await guide.context().setOffline(false);
    await expect(guide.getByText("1 entry isn’t sent yet")).toBeHidden();
    await inDatabaseOf(server.folder, async (db) => {
      const steps = db.selectFrom("stop_steps").select("id").where("departure_id", "=", night.id);
      expect(await steps.execute()).toHaveLength(2);
    });
    await inDatabaseOf(server.folder, async (db) => {
      const row = await db
        .selectFrom("departure_stops as s")
        .innerJoin("bars as b", "b.id", "s.bar_id")
        .innerJoin("bookings as k", "k.scheduled_crawl_id", "s.departure_id")
        .innerJoin("tickets as t", "t.booking_id", "k.id")
        .select(["b.id", "t.code"])
        .where("s.departure_id", "=", night.id)
        .where("s.vouchers", ">", 0)
        .where("k.email", "=", "guest1@night.test")
        .executeTakeFirstOrThrow();
      drink = { bar: row.id, code: row.code };
    });
  });

  await test.step("a bar redeems a drink once, and its statement says so", async () => {
    await open(operator, `/admin/bars/${drink.bar}`);
    const link = (await operator.getByText(/\/bar\/[\w.-]+$/).textContent())!;
    const bar = await (await browser.newContext({ baseURL: server.origin, ...PHONE })).newPage();
    await open(bar, new URL(link).pathname.replace(/^\/es/, ""));
    await bar.getByLabel("Code on the guest’s ticket").fill(drink.code);
    await bar.getByRole("button", { name: "Redeem one drink" }).click();
    await expect(bar.getByText("Redeemed: 1 of 1")).toBeVisible();
    await seeThroughCamera(server.origin, drink.code, async (phoned) => {
      await open(phoned, new URL(link).pathname.replace(/^\/es/, ""));
      await phoned.getByRole("button", { name: "Scan the QR code" }).click();
      await expect(phoned.getByText(/^The camera isn’t allowed/)).toBeVisible();
      await axe(phoned, ["light"]);
      await phoned.evaluate(() => localStorage.setItem("camera", "allowed"));
      await phoned.reload();
      await alive(phoned);
      await phoned.getByRole("button", { name: "Scan the QR code" }).click();
      await expect(phoned.getByText("All used")).toBeVisible({ timeout: 20_000 });
    });
    await open(operator, `/admin/bars/${drink.bar}`);
    await expect(operator.getByRole("row", { name: new RegExp(`${night.title}.*1`) })).toBeVisible();
  });

  await test.step("the till is counted, handed over and closed", async () => {
    await open(guide, "/admin/till");
    // blind until it is entered
    const should = guide.getByText(/^Should be MX\$/);
    await expect(should).toHaveCount(0);
    await guide.getByLabel("Counted in MXN").fill("500");
    await guide.getByLabel("Terminal’s total in MXN").fill("1");
    let office = "";
    await inDatabaseOf(server.folder, async (db) => {
      const found = db.selectFrom("user").select("id").where("email", "=", "admin@ronda.test");
      office = (await found.executeTakeFirstOrThrow()).id;
    });
    await guide.getByLabel("Who takes it over").selectOption(office);
    await guide.getByRole("button", { name: "Hand over this till" }).click();
    await expect(guide.getByText(/^That’s not what should be there/)).toBeVisible();
    await expect(guide.getByLabel("Why it differs")).toBeVisible();
    const amount = async (one: Locator) => Number((await one.textContent())!.replaceAll(/[^\d.]/g, ""));
    const [due, charged] = [await amount(should.first()), await amount(should.last())];
    expect(due).toBeGreaterThan(500);
    expect(charged, "the sale by card is no cash").toBeGreaterThan(1);
    await axe(guide, ["light"]);
    await guide.getByLabel("Counted in MXN").fill(String(due));
    await guide.getByLabel("Terminal’s total in MXN").fill(String(charged));
    await guide.getByRole("button", { name: "Hand over this till" }).click();
    await expect(guide.getByText("Counted", { exact: true }).first()).toBeVisible();
    await open(operator, "/admin/till");
    const received = operator.getByRole("button", { name: "I have received it" });
    await received.click();
    await expect(received).toHaveCount(0); // leaving sooner would abort the submission
    await open(operator, "/admin/tills");
    await expect(operator.getByText("Closed", { exact: true }).last()).toBeVisible();
  });
  await putBack();
});

/** A phone of its own, whose camera sees this code, and is refused until `localStorage.camera` is set. */
async function seeThroughCamera(baseURL: string, code: string, act: (page: Page) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-bar-"));
  const video = path.join(folder, "bar.mjpeg");
  writeVideo(video, [{ picture: await ticketFrame(code, { angle: 8 }), times: 30 }]);
  const own = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs(video)] });
  try {
    const page = await (await own.newContext({ baseURL, ...PHONE })).newPage();
    await page.addInitScript(refuseCamera);
    await act(page);
  } finally {
    await own.close();
    fs.rmSync(folder, { recursive: true });
  }
}

/** How many places a phone holds for selling. */
async function placesHeld(page: Page): Promise<number> {
  const reserves = (await keptIn(page, "outbox-sales", "facts")) as [unknown, { left: number }][];
  return reserves.reduce((sum, [, { left }]) => sum + left, 0);
}

const optionOf = async (page: Page, city: string): Promise<string> =>
  (await page.getByLabel("City").getByRole("option").allTextContents()).find((text) => text.startsWith(city))!;

/** Chooses the crawl to sell, where several run tonight. */
async function choose(page: Page, title: string): Promise<void> {
  const crawl = page.getByLabel("Tonight’s crawl");
  await expect(page.getByRole("button", { name: /^(Take|Show)/ })).toBeVisible();
  if (!(await crawl.isVisible())) return;
  const options = await crawl.getByRole("option").allTextContents();
  await crawl.selectOption({ label: options.find((text) => text.startsWith(title))! });
}
