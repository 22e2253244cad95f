import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { type BrowserContext } from "@playwright/test";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { expect, type Locator, type Page, type Response, test } from "#tests/e2e/story.ts";

const PHONE = { width: 390, height: 844 };
/** Total size the page may have before it works offline: document, worker, icon. */
const LIGHT = 60_000;

type Booked = { id: string; token: string; reference: string };

/** Books a departure free of charge through the API; the first guest and the named ones are named. */
async function book(page: Page, people: number, names: string[] = []): Promise<Booked> {
  const departures = (await (await page.request.get("/api/scheduled-crawls")).json()) as Departure[];
  const departure = departures.find(
    (one) =>
      one.availability_level === "high" &&
      (one.available_spots ?? 0) >= people &&
      one.is_available &&
      !one.external_booking_link &&
      !one.on_sale,
  );
  const { id, access_token, reference } = await post<{ id: string; access_token: string; reference: string }>(
    page,
    "/api/bookings",
    {
      scheduled_crawl_id: departure!.id,
      number_of_people: people,
      customer: {
        first_name: "Sofía",
        last_name: "Navarro",
        email: "sofia.navarro@example.test",
        phone: "+52 55 1234 5678",
        country: "ES",
      },
      additional_names: names,
      currency: "MXN",
      coupon_code: "GRATIS100",
      language: "en",
      agreed_to_terms: true,
    },
  );
  await post(page, `/api/bookings/${id}/payments`, { provider: "free", method: "free" });
  return { id, token: access_token, reference };
}

const cancel = (page: Page, { id, token }: Booked) =>
  post(page, `/api/bookings/${id}/cancel?token=${token}`, { expected_refund: { amount_minor: 0, currency: "MXN" } });

async function post<T>(page: Page, url: string, body: object): Promise<T> {
  const answer = await page.request.post(url, { data: body, headers: { "idempotency-key": randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

const ticketPath = ({ id, token }: Booked, language = "") =>
  `${language}/booking-confirmation/${id}/ticket?token=${token}`;
const bar = (page: Page) => page.locator(".offline");
const build = (page: Page) => page.getByText("Saved on this phone").waitFor();
const copies = (page: Page) =>
  page.evaluate(async () => (await (await caches.open("tickets")).keys()).map((r) => r.url));

/** Opens the page a second time, so that its service worker is in control. */
async function openKept(page: Page, path: string) {
  await page.goto(path);
  await build(page);
}

/** Whether a drawn code is readable: every module is as dark in the middle as the path says. */
async function expectReadable(page: Page, code: Locator, drawing: Locator) {
  const size = 41;
  const dark = modulesOf((await drawing.getAttribute("d"))!, size);
  const clip = (await code.boundingBox())!;
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (module: number, length: number) => Math.floor(((module + 0.5) * length) / size);
  const wrong = dark.filter(
    ([x, y, is]) => data[(at(y, info.height) * info.width + at(x, info.width)) * info.channels]! < 128 !== is,
  );
  expect(wrong).toEqual([]);
}

function modulesOf(path: string, size: number): [x: number, y: number, dark: boolean][] {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  let [x, y] = [0, 0];
  for (const [, command, a, b] of path.matchAll(/([Mmh])([\d.]+)(?: ([\d.]+))?/g)) {
    if (command === "M") [x, y] = [Number(a), Math.floor(Number(b))];
    else {
      if (command === "h") rows[y]!.fill(true, x, x + Number(a));
      x += Number(a);
    }
  }
  return rows.flatMap((row, line) => row.map((is, column): [number, number, boolean] => [column, line, is]));
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test("a guest opens the tickets, turns from one to the next and shows one large", async ({ page }) => {
    const expectQuiet = quiet(page);
    const booked = await book(page, 3, ["Marta Navarro"]);
    await open(page, `/booking-confirmation/${booked.id}?token=${booked.token}`);
    await page.getByRole("link", { name: "Open the tickets" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Your 3 tickets" })).toBeVisible();
    const second = page.getByRole("article", { name: "Ticket 2 of 3" });
    await expect(second).not.toBeInViewport({ ratio: 0.5 });
    await page.getByRole("link", { name: "Ticket 2, Marta Navarro" }).tap();
    await expect(second).toBeInViewport({ ratio: 0.5 });
    await expect(second.getByText(/^[2-9A-Z]{3} [2-9A-Z]{3}$/).first()).toBeVisible();
    await expect(page.getByRole("article", { name: "Ticket 3 of 3" }).getByText("Guest 3").first()).toBeAttached();
    await expectReadable(page, second.locator(".code svg"), page.locator("#qr-2"));
    await second.getByRole("button", { name: "Enlarge the QR code of ticket 2" }).tap();
    const large = page.getByRole("dialog", { name: "Ticket 2 of 3" });
    await expectReadable(page, large.locator("svg"), page.locator("#qr-2"));
    await axe(page);
    await large.getByRole("button", { name: "Close" }).tap();
    await expect(large).toBeHidden();
    expectQuiet();
  });

  test("what is shared opens nothing of the booking", async ({ page }) => {
    const booked = await book(page, 2, ["Marta Navarro"]);
    await page.goto(ticketPath(booked));
    const textOf = async (link: Locator) => new URL((await link.getAttribute("href"))!).searchParams.get("text")!;
    const invitation = await textOf(page.getByRole("link", { name: "Invite friends on WhatsApp" }));
    expect(invitation).toMatch(/Come along: http:\/\/localhost:\d+\/checkout\?departure=[\w-]+$/);
    const second = page.getByRole("article", { name: "Ticket 2 of 2" });
    const code = await second.locator(".stub > .readable").textContent();
    const sent = await textOf(second.getByRole("link", { name: "Send this ticket" }));
    expect(sent).toContain("Marta Navarro");
    expect(sent).toContain(code!);
    for (const text of [invitation, sent])
      for (const secret of [booked.token, booked.id, booked.reference]) expect(text).not.toContain(secret);
    await expect(second.getByRole("link", { name: "Open in maps" })).toHaveAttribute("rel", "noopener noreferrer");
  });

  test("seen once, the tickets open without a connection and say from when they are", async ({ page, context }) => {
    const booked = await book(page, 2);
    await openKept(page, ticketPath(booked));
    await expect(bar(page)).toBeHidden();
    await context.setOffline(true);
    await page.reload();
    await expect(bar(page)).toHaveText(/^Offline – as of \d{1,2}:\d\d [AP]M$/, { useInnerText: true });
    await expect(page.getByRole("heading", { level: 1, name: "Your 2 tickets" })).toBeVisible();
    await expectReadable(page, page.locator(".code svg").first(), page.locator("#qr-1"));
    await axe(page);
    await context.setOffline(false);
    await expect(bar(page)).toBeHidden();
  });

  test("the booking's page names who comes along, keeps the tickets, and opens without a connection", async ({
    page,
    context,
  }) => {
    const expectQuiet = quiet(page);
    const booked = await book(page, 3);
    const here = `/booking-confirmation/${booked.id}?token=${booked.token}`;
    await open(page, here);
    await expect(page.getByText("Saved on this device: your tickets open without a connection too.")).toBeVisible();
    const second = page.getByRole("textbox", { name: "Name of guest 2" });
    await second.fill("Diego Ríos");
    await page.getByRole("button", { name: "Save the names" }).tap();
    await expect(page.getByText("Names saved.")).toBeVisible();
    const send = page.getByRole("link", { name: "Send Diego Ríos their ticket" });
    const text = new URL((await send.getAttribute("href"))!).searchParams.get("text")!;
    expect(text).toContain("Diego Ríos, here’s your ticket");
    for (const secret of [booked.token, booked.id, booked.reference]) expect(text).not.toContain(secret);
    await axe(page);
    expectQuiet();
    await context.setOffline(true);
    await page.goto(here);
    await expect(bar(page)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Your 3 tickets" })).toBeVisible();
    // back online, the page that was asked for takes its place by itself
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1, name: /^You’re in\. See you/ })).toBeVisible();
  });

  test("who lost the way in sees where the tickets went, and has the link sent there again", async ({
    page,
    browser,
    baseURL,
  }) => {
    const booked = await book(page, 1);
    const stranger = await browser.newContext({ baseURL: baseURL! });
    const other = await stranger.newPage();
    await open(other, `/booking-confirmation/${booked.id}`);
    await expect(other.getByText("We sent the tickets to s•••@e•••.test.")).toBeVisible();
    await expect(other.getByText("sofia.navarro")).toHaveCount(0);
    await axe(other);
    await other.getByRole("button", { name: "Send my tickets again" }).click();
    await expect(other.getByText("its link is on the way there")).toBeVisible();
    await stranger.close();
  });

  test("a cancelled booking shows so as soon as there is a connection, and stays so without one", async ({
    page,
    context,
  }) => {
    const booked = await book(page, 2);
    await openKept(page, ticketPath(booked));
    await context.setOffline(true);
    await cancelElsewhere(context, booked);
    await page.reload();
    await expect(bar(page)).toBeVisible();
    await context.setOffline(false); // no interaction: the page notices the connection itself
    const byRole = page.getByRole("heading", { level: 1, name: "This booking is cancelled" });
    await expect(byRole).toBeVisible();
    await expect(page.locator(".ticket")).toHaveCount(0);
    await axe(page);
    await context.setOffline(true);
    await page.reload();
    await expect(byRole).toBeVisible();
    await expect(page.locator(".ticket")).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole("link", { name: "See the booking" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "You cancelled this booking" })).toBeVisible();
  });

  test("a server that stays silent or fails is no reason to stand outside", async ({ page, context }) => {
    const booked = await book(page, 1);
    await openKept(page, ticketPath(booked));
    await page.reload(); // now the worker is in control
    await build(page);
    const silence = Promise.withResolvers<void>();
    await context.route(/\/ticket\?/, async (route) => {
      await silence.promise;
      await route.fulfill({ status: 503, body: "no" });
    });
    await page.reload();
    await expect(bar(page)).toBeVisible();
    silence.resolve();
    await page.reload();
    await expect(bar(page)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Your ticket" })).toBeVisible();
  });

  test("a copy is thrown away when its time is over, by a button and on signing out", async ({ page, context }) => {
    const booked = await book(page, 1);
    await openKept(page, ticketPath(booked));
    expect(await copies(page)).toEqual([expect.stringMatching(`/booking-confirmation/${booked.id}/ticket$`)]);
    await page.getByRole("button", { name: "Remove from this phone" }).tap();
    await expect(page.getByText("Removed from this phone.")).toBeVisible();
    expect(await copies(page)).toEqual([]);

    await openKept(page, ticketPath(booked));
    await page.evaluate(async () => {
      const store = await caches.open("tickets");
      const [key] = await store.keys();
      const copy = (await store.match(key!))!;
      const headers = new Headers(copy.headers);
      headers.set("x-ticket-until", String(Date.now() - 1));
      await store.put(key!, new Response(await copy.text(), { headers }));
    });
    await context.setOffline(true);
    await expect(page.reload()).rejects.toThrow("ERR_");
    await context.setOffline(false);

    await openKept(page, ticketPath(booked));
    await open(page, "/login");
    await page.locator("#email").fill("lucia@ronda.test");
    await page.locator("#password").fill("ronda-demo-2026");
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).tap();
    await page.locator("summary[aria-label='Your account']").tap();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Sign Out" }).tap();
    await expect(page.getByRole("heading", { name: "You have been signed out" })).toBeVisible();
    expect(await copies(page), "before it is said").toEqual([]);
    await expect(page.locator("summary[aria-label='Your account']")).toHaveCount(0);
    const ended = page.waitForResponse("**/sign-out");
    await context.setOffline(false);
    await ended;
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("signed_out");
    await page.getByRole("link", { name: "Return Home" }).tap();
    await expect(page.locator("#booking-section")).toBeAttached();
    await expect(page.locator("summary[aria-label='Your account']")).toBeHidden();
  });
});

/** Cancels from another browser: this one is offline. */
async function cancelElsewhere(context: BrowserContext, booked: Booked) {
  const other = await context.browser()!.newContext({ baseURL: new URL(context.pages()[0]!.url()).origin });
  await cancel(await other.newPage(), booked);
  await other.close();
}

test("for the largest group it is one small answer, and asks nobody else", async ({ page }) => {
  const booked = await book(page, 20);
  const answers: Response[] = [];
  page.on("response", (answer) => {
    // only a headed browser requests its icon: it is weighed below
    if (!answer.url().endsWith("/favicon.svg")) answers.push(answer);
  });
  await page.goto(ticketPath(booked));
  await build(page);
  const request = () => answers.map((answer) => `${answer.request().method()} ${new URL(answer.url()).pathname}`);
  const here = `/booking-confirmation/${booked.id}/ticket`;
  await expect.poll(() => request().toSorted()).toEqual([`GET ${here}`, `HEAD ${here}`]);
  const others = ["/ticket-worker.js", "/favicon.svg"].map((path) => page.request.get(path));
  const bodies = answers.filter((answer) => answer.request().method() === "GET");
  const bytes = await Promise.all([
    ...bodies.map(async (answer) => (await answer.request().sizes()).responseBodySize),
    ...others.map(async (answer) => (await (await answer).body()).length),
    ...answers.map(async (answer) => JSON.stringify(await answer.allHeaders()).length),
  ]);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(LIGHT);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test("tickets are shown, turned and enlarged all the same", async ({ page }) => {
    const booked = await book(page, 2, ["Marta Navarro"]);
    await page.goto(ticketPath(booked, "/es"));
    await expect(page.getByRole("heading", { level: 1, name: "Tus 2 boletos" })).toBeVisible();
    await page.getByRole("link", { name: "Boleto 2, Marta Navarro" }).click();
    const second = page.getByRole("article", { name: "Boleto 2 de 2" });
    await expect(second).toBeInViewport({ ratio: 0.5 });
    await second.getByRole("button", { name: /^Agrandar/ }).click();
    await expect(page.getByRole("dialog", { name: "Boleto 2 de 2" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
    await expect(page.getByText("Guardado en este celular")).toBeHidden();
  });
});

test("on a desktop it is accessible in both themes, and printed with two guests a page", async ({ page }) => {
  const expectQuiet = quiet(page);
  const booked = await book(page, 3);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(ticketPath(booked));
  await build(page);
  await axe(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  const answer = await page.request.get(ticketPath(booked));
  expect(answer.headers()).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'sha256-[^']+'; /),
  });
  const pages = (await page.pdf({ format: "Letter" })).toString("latin1").match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(2);
  expectQuiet();
});
