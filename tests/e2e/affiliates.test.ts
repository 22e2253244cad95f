import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Locator, type Page, test } from "#tests/e2e/story.ts";
import { longDate } from "#src/kernel/local-time.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, open, quiet, turnTo } from "#tests/e2e/pages.ts";
import { inDatabaseOf, type OwnServer } from "#tests/e2e/own-server.ts";
import { configurePixel } from "#tests/e2e/advertising-pixel.ts";

/** The bodies that the page posts to a function, as they arrive. */
function heard(page: Page, name: string): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(`/api/functions/${name}`)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test("a partner's link is taken out of the address, kept for 30 days and told once", async ({ page }) => {
  const expectQuiet = quiet(page);
  const visits = heard(page, "track-affiliate-visit");
  const scans = heard(page, "track-qr-scan");
  const month = Temporal.Now.plainDateISO().toPlainYearMonth().add({ months: 1 }).toString();
  await open(page, `/es?affiliate=CASA-77&qr=puerta&month=${month}#booking`);
  const here = new RegExp(`/es\\?month=${month}#booking$`);
  await expect(page).toHaveURL(here);
  await expect.poll(() => stored(page, "affiliate_code")).toBe("CASA-77");
  const days = (Number(await stored(page, "affiliate_expiry")) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThanOrEqual(30);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const visit = { affiliateCode: "CASA-77", userAgent, ipAddress: null, referrer: "", qrCodeId: "puerta" };
  await expect.poll(() => visits).toEqual([visit]);
  await expect.poll(() => scans).toEqual([{ qrCodeId: "puerta" }]);

  // the router still has its location
  await page.getByRole("link", { name: "Iniciar sesión" }).first().click();
  await expect(page).toHaveURL(/\/es\/login$/);
  await page.goBack();
  await alive(page);
  await expect(page).toHaveURL(here);
  await page.reload();
  await alive(page);
  expect(await stored(page, "affiliate_code")).toBe("CASA-77");
  expect([visits.length, scans.length]).toEqual([1, 1]);
  expectQuiet();
});

test("a code that is over is removed, a malformed one is never kept, and a server that can't be told changes nothing", async ({
  page,
}) => {
  const visits = heard(page, "track-affiliate-visit");
  await open(page, "/login");
  await page.evaluate(() => {
    localStorage.setItem("affiliate_code", "CASA-77");
    localStorage.setItem("affiliate_expiry", String(Date.now() - 1));
  });
  await open(page, "/login?affiliate=%3Cscript%3E");
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => stored(page, "affiliate_code")).toBeNull();
  expect([await stored(page, "affiliate_expiry"), visits]).toEqual([null, []]);

  await page.route("**/api/functions/track-affiliate-visit", (route) => route.abort());
  await open(page, "/login?affiliate=CASA-77");
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => stored(page, "affiliate_code")).toBe("CASA-77");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

type Server = Pick<OwnServer, "folder">;

const addPartners = ({ folder }: Server, codes: string[]) =>
  inDatabaseOf(folder, async (db) => {
    const rows = codes.map((code) => ({ name: code, code, created_at: new Date() }));
    await db
      .insertInto("partners")
      .values(rows)
      .onConflict((c) => c.doNothing())
      .execute();
  });

async function creditOf({ folder }: Server, email: string) {
  const found: unknown[] = [];
  await inDatabaseOf(folder, async (db) => {
    const rows = await db
      .selectFrom("bookings as b")
      .leftJoin("partners as p", "p.id", "b.partner_id")
      .select(["p.code", "b.partner_reason", "b.partner_before", "b.qr_code_id"])
      .where("b.email", "=", email)
      .where("b.status", "=", "pending")
      .execute();
    found.push(...rows);
  });
  return found;
}

async function nightToBook(page: Page): Promise<Departure> {
  const answer = await page.request.get("/api/scheduled-crawls");
  const nights = (await answer.json()) as Departure[];
  const onSale = nights.filter(({ is_available, external_booking_link }) => is_available && !external_booking_link);
  return onSale.find(({ availability_level: level }) => level === "high")!;
}

async function fillIn(page: Page, email: string) {
  await page.locator("#first_name").fill("Sofía");
  await page.locator("#last_name").fill("Navarro");
  await page.locator("#email").fill(email);
  await page.locator("#phone").fill("+52 55 1234 5678");
  await page.locator("#country").selectOption("ES");
  await page.locator("#agreed").check();
}

const proceed = (page: Page) => page.getByRole("button", { name: /Proceed to payment/ }).click();
const inAddress = (page: Page) => new URL(page.url()).searchParams.get("via");

test("of two tabs the later partner is credited, a code typed instead goes before, and what is remembered can be forgotten", async ({
  page,
  context,
  server,
}) => {
  const expectQuiet = quiet(page);
  await addPartners(server, ["CASA-77", "HOSTAL"]);
  const choices = heard(page, "track-affiliate-choice");
  await open(page, "/?affiliate=CASA-77&qr=door");
  await expect.poll(() => stored(page, "affiliate_code")).toBe("CASA-77");
  await open(page, `/checkout?departure=${(await nightToBook(page)).id}&people=1`);
  await expect.poll(() => inAddress(page)).toMatch(/^CASA-77~door~\w+~q$/);
  await expect.poll(() => choices).toEqual([{ affiliateCode: "CASA-77", qrCodeId: "door" }]);
  await expect(page.getByText("CASA-77")).toHaveCount(0);

  const other = await context.newPage();
  await open(other, "/login?affiliate=hostal");
  await expect.poll(() => inAddress(page)).toMatch(/^hostal~~\w+~l~CASA-77~\w+$/);
  const email = "two.tabs@example.test";
  await fillIn(page, email);
  await proceed(page);
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.goBack();
  await alive(page);
  await expect(page).toHaveURL(/&booking=.*&via=hostal/);
  const byLink = { code: "HOSTAL", partner_reason: "link", partner_before: "CASA-77", qr_code_id: null };
  expect(await creditOf(server, email)).toEqual([byLink]);

  await page.getByRole("link", { name: "Back to edit" }).click();
  const coupon = page.getByLabel("Coupon or gift card code");
  await coupon.fill("nobody-has-this");
  await coupon.press("Enter");
  await expect(page.getByText("Invalid or expired coupon")).toBeVisible();
  await coupon.fill("casa-77");
  await coupon.press("Enter");
  await expect(page.getByText("CASA-77 noted. The price stays the same.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove code CASA-77" })).toBeFocused();
  await expect(coupon).toHaveValue("");
  await expect(page.locator("#agreed")).toBeChecked();
  await proceed(page);
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.goBack();
  await alive(page);
  await expect(page).toHaveURL(/&booking=/);
  const byCode = { ...byLink, code: "CASA-77", partner_reason: "code", partner_before: "hostal" };
  await expect.poll(() => creditOf(server, email)).toEqual([byCode]);
  await page.getByRole("link", { name: "Back to edit" }).click();
  await page.getByRole("button", { name: "Remove code CASA-77" }).click();
  await expect(page.getByText("CASA-77 noted")).toHaveCount(0);
  await expect(coupon).toBeFocused();

  const address = page.url();
  await open(other, address);
  await expect.poll(() => inAddress(other)).toMatch(/^hostal~/);
  await open(page, "/about");
  await page.mouse.wheel(0, 4000);
  await page.getByRole("button", { name: "Partner link" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This browser remembers it until");
  await axe(page);
  await dialog.getByRole("button", { name: "Forget it" }).click();
  await expect(dialog).toContainText("no longer remembers a link");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(["affiliate_forgotten"]);
  await expect.poll(() => inAddress(other), "in a tab that is open").toBeNull();
  await open(other, address);
  await expect.poll(() => inAddress(other), "by its old address").toBeNull();
  await expect(other.locator("input[name=referral]")).toHaveValue("");
  expect(await stored(other, "affiliate_code")).toBeNull();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Partner link" })).toBeFocused();
  await page.reload();
  await alive(page);
  await page.mouse.wheel(0, 4000);
  await expect(page.getByRole("button", { name: "Partner link" })).toHaveCount(0);
  expectQuiet();
});

test("where nothing can be stored a link is kept through the checkout's own address, into another browser without scripts", async ({
  page,
  browser,
  server,
  origin,
}) => {
  await addPartners(server, ["CASA-77"]);
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get });
  });
  const visits = heard(page, "track-affiliate-visit");
  await open(page, "/?affiliate=CASA-77");
  await expect.poll(() => visits).toHaveLength(1);
  const { date } = await nightToBook(page);
  const section = page.locator("#booking-section");
  await section.scrollIntoViewIfNeeded();
  await expect(page.locator("[data-later=booking]")).toHaveAttribute("data-here");
  await turnTo(section, date);
  await section.getByRole("link", { name: longDate(date, "en") }).click();
  await page.locator("#book-now").click();
  await expect.poll(() => inAddress(page)).toMatch(/^CASA-77~~\w+~l$/);
  await page.reload();
  await expect.poll(() => inAddress(page)).toMatch(/^CASA-77~~\w+~l$/);

  const plain = await (await browser.newContext({ baseURL: origin, javaScriptEnabled: false })).newPage();
  await plain.goto(page.url());
  const email = "other.browser@example.test";
  await fillIn(plain, email);
  await plain.getByRole("button", { name: "Update the total" }).click();
  await plain.locator("#coupon_typed").fill("nobody-has-this");
  await plain.getByRole("button", { name: "Apply" }).click();
  await expect(plain.getByText("Invalid or expired coupon").first()).toBeVisible();
  await plain.locator("#coupon_typed").fill("");
  await plain.locator("#agreed").check();
  await proceed(plain);
  await plain.waitForURL(/\/sandbox\/pay\//);
  await plain.goto(page.url());
  await expect(plain).toHaveURL(/&booking=.*&via=CASA-77/);
  await plain.getByRole("link", { name: "Back to edit" }).click();
  expect(inAddress(plain)).toMatch(/^CASA-77~~\w+~l$/);
  const credit = { code: "CASA-77", partner_reason: "link", partner_before: null, qr_code_id: null };
  expect(await creditOf(server, email)).toEqual([credit]);
});

test("a partner's site shows the widget as tall as it is, and a night leads to its checkout with whose guest it is", async ({
  page,
  origin,
  server,
}) => {
  const tag = `<script async src="${origin}/widget.js" data-partner="posada-mar" data-lang="es"></script>`;
  const site = http.createServer((_, res) => {
    res.setHeader("content-type", "text/html");
    res.setHeader("referrer-policy", "no-referrer");
    res.end(`<!doctype html><html lang="es"><title>Hostal</title><h1>Hostal</h1>${tag}`);
  });
  await new Promise<void>((resolve) => void site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  const listed = `http://127.0.0.1:${port}`;
  await inDatabaseOf(server.folder, async (db) => {
    const partner = { name: "Posada del Mar", code: "POSADA-MAR", created_at: new Date(), widget_origins: [listed] };
    await db
      .insertInto("partners")
      .values({ ...partner, city_id: "mexico-city" })
      .execute();
  });
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(listed);
  const frame = page.locator("iframe");
  const book = page
    .frameLocator("iframe")
    .getByRole("link", { name: /^Reservar/ })
    .first();
  await expect(book).toHaveAttribute("href", /\/es\/checkout\?departure=[\w-]+&via=POSADA-MAR/);
  const output = page.frameLocator("iframe").locator("html");
  await expect
    .poll(async () => Math.abs((await frame.boundingBox())!.height - (await output.boundingBox())!.height))
    .toBeLessThan(2);
  expect((await frame.boundingBox())!.height).toBeLessThanOrEqual(900);
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toHaveText(
    "Tu próxima noche en Ciudad de México",
  );
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(["", 0]);
  expect(await page.context().cookies()).toEqual([]);
  const [opened] = await Promise.all([page.waitForEvent("popup"), book.click()]);
  await expect(opened).toHaveURL(/\/es\/checkout\?departure=/);
  await opened.close();
  // another page around it than the one that the server was told of
  await page.route("**/widget?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(listed, "https://hostal.example") });
  });
  await page.reload();
  await expect(book).toHaveAttribute("href", /departure=[\w-]+$/);
  site.close();
});

test("where no pixel is configured nobody is asked, and no policy names a stranger", async ({ page }) => {
  const answer = await page.goto("/about");
  expect(answer?.headers()["content-security-policy"]).not.toContain("facebook");
  await alive(page);
  await expect(page.getByRole("region", { name: "Advertising cookies" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cookie settings" })).toHaveCount(0);
});

test.describe("with an advertising pixel", () => {
  let withoutPixel: () => Promise<void>;
  test.beforeAll(async ({ server }) => {
    withoutPixel = await configurePixel(server, "123456789012345");
  });
  test.afterAll(() => withoutPixel());

  /** Every off-site request; the pixel's hosts are mocked here with a script that reports what it is called with. */
  async function strangers(page: Page, origin: string): Promise<string[]> {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== origin) requests.push(request.url());
    });
    await page.route("https://connect.facebook.net/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: PROGRAM }),
    );
    await page.route("https://www.facebook.com/**", (route) =>
      route.fulfill({ status: 200, contentType: "image/gif", body: "" }),
    );
    return requests;
  }
  const PROGRAM = `fbq.callMethod = (...call) => {
    document.cookie = "_fbp=fb.1.2; Path=/";
    if (call[0] === "track") fetch("https://www.facebook.com/tr/?ev=" + call[1] + "&dl=" + encodeURIComponent(location.href), {method: "POST", mode: "no-cors"});
  };
  for (const call of fbq.queue.splice(0)) fbq.callMethod(...call);`;
  const views = (request: string[]) => request.filter((url) => url.includes("ev=PageView")).length;
  const banner = (page: Page) => page.getByRole("region", { name: "Advertising cookies" });

  /** Both answers are equally easy to give. */
  async function expectEquals(region: Locator, names: readonly [string, string]) {
    const buttons = names.map((name) => region.getByRole("button", { name }));
    const [one, other] = await Promise.all(buttons.map((button) => button.boundingBox()));
    expect([one?.width, one?.height, one?.y]).toEqual([other?.width, other?.height, other?.y]);
    expect(one?.height).toBeGreaterThanOrEqual(44);
    const looks = await Promise.all(buttons.map((button) => button.getAttribute("class")));
    expect(looks[0]).toBe(looks[1]);
  }

  test("in Spanish Rechazar and Aceptar are equals at every width, and lie away from Book Now", async ({ page }) => {
    const expectQuiet = quiet(page);
    await open(page, "/es");
    const region = page.getByRole("region", { name: "Cookies de publicidad" });
    for (const [width, height] of [
      [390, 844],
      [360, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectEquals(region, ["Rechazar", "Aceptar"]);
      await page.locator("#hero-book").click({ trial: true });
    }
    expectQuiet();
  });

  test("nothing moves when the question comes, and on a phone the bar with Book Now stays free", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          document.documentElement.dataset["shift"] = String(
            Number(document.documentElement.dataset["shift"] ?? 0) + entry.value,
          );
      }).observe({ type: "layout-shift", buffered: true });
    });
    await open(page, "/");
    await expect(banner(page)).toBeVisible();
    expect(Number((await page.locator("html").getAttribute("data-shift")) ?? 0)).toBeLessThan(0.02);
    await page.mouse.wheel(0, 1500);
    const bar = page.locator(".fixed.bottom-0");
    await expect(bar).not.toHaveAttribute("inert");
    const [over, under] = await Promise.all([banner(page).boundingBox(), bar.boundingBox()]);
    expect(over!.y + over!.height).toBeLessThanOrEqual(under!.y);
    await expectEquals(banner(page), ["Reject", "Accept"]);
  });

  test("nothing is asked of anyone before consent, nor after a reject", async ({ page, origin }) => {
    const result = await strangers(page, origin);
    await open(page, "/login");
    await expect(banner(page)).toBeVisible();
    await axe(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    for (
      let n = 0;
      n < 3 &&
      !(await banner(page)
        .getByRole("button", { name: "Reject" })
        .evaluate((b) => b === document.activeElement));
      n++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(banner(page)).toHaveCount(0);
    const choice = (await page.context().cookies()).find(({ name }) => name === "consent");
    expect(choice).toMatchObject({ value: "denied", path: "/", sameSite: "Lax" });
    expect(choice!.expires - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
    await open(page, "/");
    await expect(banner(page)).toHaveCount(0);
    expect(result).toEqual([]);
  });

  test("accepting brings the pixel, each page is told once, and consent can be taken back", async ({
    page,
    origin,
  }) => {
    const expectQuiet = quiet(page);
    const result = await strangers(page, origin);
    await open(page, "/");
    expect(result).toEqual([]);
    await banner(page).getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => views(result)).toBe(1);
    expect(result[0]).toBe("https://connect.facebook.net/en_US/fbevents.js");
    await expect(banner(page)).toHaveCount(0);

    // the sign-in page is not tracked
    await page.getByRole("link", { name: "Sign In" }).first().click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole("banner").getByRole("link", { name: "Ronda" }).click();
    await expect.poll(() => views(result)).toBe(2);
    expect(result.filter((url) => url.includes("login"))).toEqual([]);
    await open(page, "/");
    await expect.poll(() => views(result)).toBe(3);

    const settings = page.getByRole("button", { name: "Cookie settings" });
    await settings.click();
    await expect(banner(page)).toBeFocused();
    await banner(page).getByRole("button", { name: "Reject" }).click();
    await expect(settings).toBeFocused();
    await expect
      .poll(async () => (await page.context().cookies()).filter(({ name }) => name === "_fbp").length)
      .toBe(0);
    await open(page, "/");
    await open(page, "/es");
    expect(views(result)).toBe(3);
    expectQuiet();
  });
});
