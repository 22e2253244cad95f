import { randomUUID } from "node:crypto";
import http from "node:http";
import fs from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { chromium } from "@playwright/test";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { formatPesos } from "#src/kernel/money.ts";
import { axe } from "#tests/e2e/axe.ts";
import { launchOptions } from "#tests/e2e/browser.ts";
import { inDatabaseOf, startOwnServer } from "#tests/e2e/own-server.ts";
import { open, overflow, signIn } from "#tests/e2e/pages.ts";
import { type Browser, expect, type Page, test } from "#tests/e2e/story.ts";
import { cameraArgs, ticketFrame, writeVideo } from "#tests/e2e/ticket-video.ts";

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 800 };
const PARTNER = "Viajes Luna Llena";
const PERCENT = 15;

type Price = { retail: number; net: number };
type Night = { id: string; available: boolean; vacancies: number; localDateTimeStart: string };
type Booking = {
  uuid: string;
  status: string;
  supplierReference: string;
  pricing: Price;
  unitItems: { status: string; ticket: { deliveryOptions: { deliveryFormat: string; deliveryValue: string }[] } }[];
};

test("a program books by a key, its webhook arrives, the statement has the sale, the door lets the guest in, the key is revoked", async ({
  browser,
}) => {
  const receiver = await startReceiver();
  const server = await startOwnServer({ WEBHOOKS_TO_PRIVATE: "true" });
  try {
    const partnerId = randomUUID();
    await addPartner(server.folder, partnerId);
    const page = await browser.newPage({ baseURL: server.origin, viewport: WIDE });
    await signIn(page, "admin@ronda.test");

    const key = await test.step("a key is made, and shown once", () => makeKey(page));
    const secret = await test.step("the partner's system is added, and checks a test by the secret that is shown", () =>
      addEndpoint(page, receiver));

    const octo = async (method: string, at: string, body?: object) => {
      const headers = {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "octo-capabilities": "octo/pricing",
      };
      const answer = await fetch(`${server.origin}/octo${at}`, { method, headers, body: body && JSON.stringify(body) });
      return { status: answer.status, json: (await answer.json()) as unknown };
    };

    const booking = await test.step("the program finds a night, holds a place and confirms it", async () => {
      const { productId, night } = await freeNight(octo);
      const wish = { productId, optionId: "DEFAULT", availabilityId: night.id, unitItems: [{ unitId: "adult" }] };
      const held = await octo("POST", "/bookings", wish);
      expect(held).toMatchObject({ status: 200, json: { status: "ON_HOLD" } });
      const { uuid } = held.json as Booking;
      const contact = { fullName: "Noa Beltrán", emailAddress: "noa@guests.test" };
      const sold = await octo("POST", `/bookings/${uuid}/confirm`, { contact });
      expect(sold).toMatchObject({ status: 200, json: { status: "CONFIRMED" } });
      return { ...(sold.json as Booking), night: night.id };
    });
    const { retail, net } = booking.pricing;
    expect(net).toBe(retail - Math.round((retail * PERCENT) / 100));

    await test.step("the message of it arrives, and the library of the specification verifies it", async () => {
      const type = "booking.confirmed";
      await expect
        .poll(() => receiver.verified(secret), { timeout: 30_000 })
        .toContainEqual(expect.objectContaining({ type, data: expect.objectContaining({ status: "confirmed" }) }));
    });

    await test.step("the door lets the guest in by the code that the program got", async () => {
      await makeItTonight(server.folder, booking.night);
      const [code] = booking.unitItems[0]!.ticket.deliveryOptions;
      expect(code).toMatchObject({ deliveryFormat: "QRCODE" });
      const redeemed = { status: "REDEEMED", unitItems: [{ status: "REDEEMED" }] };
      await letIn(server.origin, booking.night, code!.deliveryValue, () =>
        expect
          .poll(async () => (await octo("GET", `/bookings/${booking.uuid}`)).json, { timeout: 30_000 })
          .toMatchObject(redeemed),
      );
    });

    await test.step("the partner's statement has the sale, and what is owed is the net", async () => {
      let month = "";
      await inDatabaseOf(server.folder, async (db) => {
        const night = db.selectFrom("scheduled_crawls").select(sql<string>`to_char(date, 'YYYY-MM')`.as("month"));
        ({ month } = await night.where("id", "=", booking.night).executeTakeFirstOrThrow());
      });
      await open(page, `/admin/affiliates/statements/${partnerId}/${month}`);
      const line = page.getByRole("row").filter({ hasText: booking.supplierReference });
      await expect(line).toContainText("1 of 1");
      await expect(page.getByRole("definition").last()).toHaveText(formatPesos(net, "en"));
      await axe(page);
    });

    await test.step("the key is revoked, and the program's next call is refused", async () => {
      await open(page, "/admin/api-keys");
      await page.getByRole("link", { name: "Luna’s shop" }).click();
      const panel = page.getByRole("complementary", { name: "Luna’s shop" });
      await panel.locator("summary", { hasText: "Revoke" }).click();
      await panel.getByRole("button", { name: "Revoke" }).click();
      await expect(panel.getByText("Revoked", { exact: true })).toBeVisible();
      expect(await octo("GET", `/bookings/${booking.uuid}`)).toMatchObject({
        status: 403,
        json: { error: "FORBIDDEN" },
      });
    });
  } finally {
    await server.stop();
    receiver.close();
  }
});

/** A partner with a credit limit, and terms: a percentage of each sale whose guest came. */
const addPartner = (folder: string, id: string) =>
  inDatabaseOf(folder, async (db) => {
    const created_at = new Date();
    const valid_from = Temporal.Now.plainDateISO("America/Mexico_City").subtract({ days: 40 }).toString();
    const contact = { code: "luna-llena", email: "hola@luna.example", phone: "" };
    await db
      .insertInto("partners")
      .values({ id, name: PARTNER, ...contact, desk_credit_limit: 10_000_000, created_at })
      .execute();
    const terms = { version: 1, valid_from, basis: "came", kind: "percentage" };
    await db
      .insertInto("partner_terms")
      .values({ partner_id: id, ...terms, value: PERCENT * 100, created_at })
      .execute();
  });

/** A partner's system: keeps what it is sent. */
async function startReceiver() {
  const messages: { body: string; headers: Record<string, string> }[] = [];
  const receiver = http.createServer((request, answer) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      messages.push({ body, headers: request.headers as Record<string, string> });
      answer.writeHead(204).end();
    });
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  return {
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    /** What has come, each checked by the secret. */
    verified: (secret: string) => messages.map(({ body, headers }) => new Webhook(secret).verify(body, headers)),
    close: () => receiver.close(),
  };
}

/** Makes the partner's key, and reads it off the page as a person would. */
async function makeKey(page: Page): Promise<string> {
  await open(page, "/admin/api-keys");
  await page.getByRole("link", { name: "New key" }).first().click();
  const panel = page.getByRole("complementary", { name: "New key" });
  await panel.getByLabel("Whose it is").selectOption(PARTNER);
  await panel.getByLabel("Name", { exact: true }).fill("Luna’s shop");
  for (const scope of ["Read bookings with their guests", "Book, change and cancel"])
    await panel.getByLabel(scope).check();
  await panel.getByRole("button", { name: "Make the key" }).click();
  const key = await panel.getByText(/^ronda_live_/).innerText();
  await axe(page);
  return key;
}

/** Adds the partner's endpoint, and has a test sent to it. Its secret. */
async function addEndpoint(page: Page, receiver: Awaited<ReturnType<typeof startReceiver>>): Promise<string> {
  await page.setViewportSize(PHONE);
  await open(page, "/admin/webhooks");
  await page.getByRole("link", { name: "Add an endpoint" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Check at least one.").first()).toBeVisible();
  await page.locator("#url").fill(receiver.url);
  await page.locator("#description").fill("Channel manager");
  await page.getByLabel("Whose system it is").selectOption(PARTNER);
  await page.getByLabel("Booking confirmed").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/admin\/webhooks\/[0-9a-f-]{36}/);
  await page.getByRole("button", { name: "Show the secret" }).click();
  const secret = await page.getByText(/^whsec_/).innerText();
  await page.getByRole("button", { name: "Send a test" }).click();
  await expect(page.getByText("It came.")).toBeVisible();
  expect(receiver.verified(secret)).toEqual([expect.objectContaining({ type: "webhook.test" })]);
  const log = page.getByRole("region", { name: "Messages" });
  await expect(log.getByText("Delivered", { exact: true }).last()).toBeVisible();
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size);
    expect(await overflow(page)).toEqual([]);
    await axe(page);
  }
  return secret;
}

type Octo = (method: string, at: string, body?: object) => Promise<{ status: number; json: unknown }>;

/** The first night of the next month with a place, as a shop would look for one. */
async function freeNight(octo: Octo): Promise<{ productId: string; night: Night }> {
  const today = Temporal.Now.plainDateISO("America/Mexico_City");
  const days = {
    localDateStart: today.add({ days: 1 }).toString(),
    localDateEnd: today.add({ days: 30 }).toString(),
  };
  const { json } = await octo("GET", "/products");
  for (const { id } of json as { id: string }[]) {
    const nights = await octo("POST", "/availability", { productId: id, optionId: "DEFAULT", ...days });
    const night = (nights.json as Night[]).find(({ available, vacancies }) => available && vacancies > 0);
    if (night) return { productId: id, night };
  }
  throw new Error("no free night");
}

/** Has a night begin an hour ago, by whatever clock the test runs, in the place of another that its crawl has on that day. */
const makeItTonight = (folder: string, night: string) =>
  inDatabaseOf(folder, async (db) => {
    const tonight = sql`(select c.id as crawl_id, now() at time zone z.time_zone - interval '1 hour' as start
      from scheduled_crawls n join pub_crawls c on c.id = n.crawl_id join cities z on z.id = c.city_id where n.id = ${night}) at`;
    await sql`update scheduled_crawls d set date = d.date - 3000 from ${tonight}
      where d.crawl_id = at.crawl_id and d.date = at.start::date and d.id <> ${night}`.execute(db);
    await sql`update scheduled_crawls d set date = at.start::date, start_time = to_char(at.start, 'HH24:MI'),
        end_time = to_char(at.start + interval '5 hours', 'HH24:MI'), starts_at = now() - interval '1 hour',
        sales_close_at = now() - interval '1 hour', ends_at = now() + interval '4 hours'
      from ${tonight} where d.id = ${night}`.execute(db);
  });

/**
 * A phone at a night's door, whose camera sees the code that the reseller's guest shows. It says at once what it has seen, and stays
 * until `arrives`: until the server knows as well.
 */
async function letIn(origin: string, night: string, code: string, arrives: () => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ronda-market-"));
  const video = path.join(folder, "door.mjpeg");
  writeVideo(video, [
    { picture: await ticketFrame(null), times: 30 },
    { picture: await ticketFrame(code), times: 60 },
  ]);
  let phone: Browser | undefined;
  try {
    phone = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...cameraArgs(video)] });
    const page = await phone.newPage({ baseURL: origin, viewport: PHONE, hasTouch: true, locale: "en-US" });
    await signIn(page, "admin@ronda.test");
    await page.goto(`/admin/ticket-scanner?night=${night}`);
    await page.getByLabel("Name of this phone").fill("Front door");
    await page.getByRole("button", { name: "Start scanning", exact: true }).click();
    await expect(page.locator('[data-result="admitted"]')).toContainText("Noa Beltrán", { timeout: 30_000 });
    await arrives();
  } finally {
    await phone?.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
