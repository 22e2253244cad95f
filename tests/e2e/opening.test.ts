import sharp from "sharp";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { clockIn, dateIn, dateInSentence, longDate } from "#src/kernel/local-time.ts";
import type { DoorList } from "#src/modules/evening/door/schema.ts";
import { axe } from "#tests/e2e/axe.ts";
import { accountLink, atProvider } from "#tests/e2e/guests.ts";
import { inDatabaseOf, type OwnServer, startOwnServer } from "#tests/e2e/own-server.ts";
import { alive, notices, open, quiet } from "#tests/e2e/pages.ts";
import { expect, type Locator, type Page, test as base } from "#tests/e2e/story.ts";
import { wordsIn } from "#tests/e2e/words.ts";
import { codeOf } from "#tests/totp.ts";

// An installation without any data: the test has one of its own.

const OWNER = "duena@ronda.test";
const PASSWORD = "tres tequilas en la azotea";
const GUEST = { first: "Noor", last: "Visser", email: "noor.visser@example.test" };
const SLUG = "first-crawl";
// two years ahead, whatever the date
const YEAR = new Date().getUTCFullYear() + 2;
const NIGHTS = [`${YEAR}-05-05`, `${YEAR}-05-12`, `${YEAR}-05-19`] as const;
const COLOUR = "#6b21a8";
const BRAND = { name: "Noches de Cantera", founded: "2019", prefix: "NDC" };
const COMPANY = { name: "Cantera Nocturna SA de CV", address: "Calle del Truco 7, Guanajuato" };
const TITLE = "Nobody Drinks Alone Here";
const TITLE_ES = "Aquí nadie brinda a solas";

const test = base.extend<{ empty: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern what a fixture needs
  empty: async ({}, use) => {
    const server = await startOwnServer({ RONDA_SEED: "empty", ADMIN_EMAILS: OWNER });
    await use(server);
    await server.stop();
  },
  baseURL: ({ empty }, use) => use(empty.origin),
});

/** A browser, the owner's or the guest's, and its language. */
type Side = { page: Page; locale: Locale; say: ReturnType<typeof wordsIn>; at: (path: string) => string };

const sideOf = (page: Page, locale: Locale): Side => ({
  page,
  locale,
  say: wordsIn(locale),
  at: (path) => localizedPath(path, locale),
});

const button = ({ page }: Side, name: string) => page.getByRole("button", { name, exact: true });
const field = ({ page }: Side, label: string) => page.getByLabel(label, { exact: true });
const titled = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** The owner's account, made and proved as everybody's; as an admin it takes a second factor. */
async function becomeOwner({ page, say, at }: Side) {
  await open(page, at("/signup"));
  await page.locator("#first_name").fill("Rosa");
  await page.locator("#last_name").fill("Mendoza");
  await page.locator("#email").fill(OWNER);
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: say("identity.signup.submit"), exact: true }).click();
  await expect(page).toHaveURL(/\/login\?note=check-email$/);

  await open(page, await accountLink(page, OWNER, "account_verify"));
  await page.locator("#password").fill(PASSWORD);
  await page.getByRole("button", { name: say("identity.verify.submit") }).click();
  await expect(page.getByRole("main")).toContainText(say("identity.note.verified.title"));

  await open(page, at("/admin"));
  await expect(page).toHaveURL(/\/profile\?second-factor=required/);
  await page.locator("#factor-start-password").fill(PASSWORD);
  await page.getByRole("button", { name: say("identity-profile.factor.next") }).click();
  const secret = ((await page.locator("#second-factor code").textContent()) ?? "").replaceAll(" ", "");
  await page.locator("#factor-confirm-code").fill(codeOf(secret));
  await page.getByRole("button", { name: say("identity-profile.factor.confirm") }).click();
  // on to where the owner wanted to go, which leads to the opening
  await expect(page).toHaveURL(at("/admin/opening"));
}

/** A step of the opening, by its heading. */
const step = (
  { page, say }: Side,
  name: "brand" | "company" | "city" | "crawl" | "nights" | "trial" | "open",
): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: say(`opening.${name}.title`) }) });

async function seeWhatIsMissing(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at("/admin"));
  await expect(page).toHaveURL(at("/admin/opening"));
  await expect(titled(page, say("opening.title"))).toBeVisible();
  await expect(page.getByText(say("admin.closed"))).toBeVisible();
  await expect(step(owner, "city")).not.toContainText(say("opening.state.later"));
  for (const name of ["crawl", "nights", "trial", "open"] as const) {
    await expect(step(owner, name)).toContainText(say("opening.state.later"));
    await expect(step(owner, name).getByRole("link")).toHaveCount(0);
  }
  await expect(button(owner, say("opening.open.act"))).toBeDisabled();
  // nor does the server open, whatever the page shows
  const answer = await page.request.post(at("/admin/opening"), {
    form: { intent: "open" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(answer.status()).toBe(409);
  await axe(page);
}

/** The owner's name, and that of the company: without them nothing opens. */
async function sayWhoSells(owner: Side) {
  const { page, say, at } = owner;
  await expect(step(owner, "brand")).toContainText(say("options.field.brand_name"));
  await step(owner, "brand")
    .getByRole("link", { name: say("opening.brand.act") })
    .click();
  await alive(page);
  await field(owner, say("options.field.brand_name")).fill(BRAND.name);
  await field(owner, say("options.field.founded_year")).fill(BRAND.founded);
  await field(owner, say("options.field.reference_prefix")).fill(BRAND.prefix.toLowerCase());
  await axe(page);
  await button(owner, say("admin.save")).click();
  await expect(notices(page).filter({ hasText: say("options.saved") })).toBeVisible();
  await open(page, at("/admin/general-options?section=receipts"));
  await field(owner, say("options.field.operator_name")).fill(COMPANY.name);
  const address = `${say("options.field.operator_address")} ${say("admin.optional")}`;
  await page.getByRole("textbox", { name: address, exact: true }).fill(COMPANY.address);
  await button(owner, say("admin.save")).click();
  await expect(notices(page).filter({ hasText: say("options.saved") })).toBeVisible();
  await open(page, at("/admin/opening"));
  for (const name of ["brand", "company"] as const)
    await expect(step(owner, name)).toContainText(say("opening.state.done"));
}

async function addCity(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at("/admin/cities/new"));
  await field(owner, say("catalog-cities-admin.field.name")).fill("Guanajuato");
  await axe(page);
  await button(owner, say("admin.save")).click();
  await expect(notices(page).filter({ hasText: say("catalog-cities-admin.flash.added") })).toBeVisible();
}

async function addCrawl(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at("/admin/opening"));
  await step(owner, "crawl")
    .getByRole("link", { name: say("opening.crawl.act") })
    .click();
  await expect(page).toHaveURL(/\/admin\/add-pub-crawl\?example=1$/);
  await expect(page.getByText(say("catalog-admin.example.note"))).toBeVisible();
  await alive(page);
  await field(owner, say("catalog-admin.field.slug")).fill(SLUG);
  await button(owner, say("admin.save")).click();
  await expect(notices(page).filter({ hasText: say("catalog-admin.flash.addedClosed") })).toBeVisible();
}

async function addNights(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at(`/admin/schedule/new?kind=series&date=${NIGHTS[0]}`));
  const crawl = `${say("catalog-admin.example.title")} · Guanajuato`;
  await field(owner, say("schedule-admin.crawl")).selectOption({ label: crawl });
  await field(owner, say("schedule-admin.count")).fill(String(NIGHTS.length));
  await field(owner, say("schedule-admin.seats")).fill("20");
  await button(owner, say("schedule-admin.createMany", { count: NIGHTS.length })).click();
  await expect(
    notices(page).filter({ hasText: say("schedule-admin.created.closed", { count: NIGHTS.length }) }),
  ).toBeVisible();
}

/** A night in the crawl's calendar. */
const nightOn = ({ page, locale }: Side, date: string) =>
  page.locator("#booking-section").getByRole("link", { name: longDate(date, locale) });

/** The guest follows a link to a night that can't be booked yet. */
async function lookBefore(guest: Side, date: string) {
  const { page, say, at, locale } = guest;
  await open(page, at(`/crawls/${SLUG}?date=${date}`));
  await expect(page.getByRole("heading", { name: longDate(date, locale) })).toBeVisible();
  await expect(page.getByText(say("schedule.error.bookings_disabled"), { exact: true })).toBeVisible();
  await expect(nightOn(guest, date)).toHaveCount(0);
  await expect(page.locator("#book-now")).toBeDisabled();
}

/** The guest chooses a night in the calendar. */
async function choose(guest: Side, date: string) {
  const { page, at, locale } = guest;
  await open(page, at(`/crawls/${SLUG}?month=${date.slice(0, 7)}`));
  await nightOn(guest, date).click();
  await expect(page.getByRole("heading", { name: longDate(date, locale) })).toBeVisible();
}

async function chooseBrand(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at("/admin/general-options"));
  await field(owner, say("options.field.primary_color")).fill(COLOUR);
  const size = { width: 320, height: 120, channels: 4 } as const;
  const buffer = await sharp({ create: { ...size, background: COLOUR } })
    .png()
    .toBuffer();
  const logo = page.getByRole("group", { name: say("options.field.logo_url"), exact: true });
  await logo.locator("input[type=file]").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer });
  await expect(logo.getByRole("img", { name: BRAND.name })).toHaveAttribute("src", /^\/uploads\//);
  await axe(page);
  await button(owner, say("admin.save")).click();
  await expect(notices(page).filter({ hasText: say("options.saved") })).toBeVisible();
}

/** The home page gets a title in the owner's language, and is published after what it changes was shown. */
async function publishTitle(owner: Side, title: string) {
  const { page, at, locale } = owner;
  await open(page, at("/admin/home-content?section=hero"));
  await page.locator(locale === "en" ? "#hero-title" : "#hero-title_es").fill(title);
  await publish(owner, title, locale === "en" ? 1 : 0);
}

/** Publishes the draft; so many of its texts are in one language only. */
async function publish(owner: Side, title: string, untranslated: number) {
  const { page, say } = owner;
  await button(owner, say("content-admin.publish")).click();
  const dialog = page.getByRole("dialog", { name: say("content-admin.publish.title", { count: 1 }) });
  await expect(dialog).toContainText(title);
  const warning = dialog.getByText(say("content-admin.publish.untranslated", { count: 1 }));
  await expect(warning).toHaveCount(untranslated);
  await dialog.getByRole("button", { name: say("content-admin.publish.confirm", { count: 1 }) }).click();
  await expect(notices(page).filter({ hasText: say("content-admin.flash.publish") })).toBeVisible();
}

/** The home page's title in a language, as the guest reads it. */
async function readsTitle({ page }: Side, locale: Locale, title: string) {
  await page.goto(localizedPath("/", locale));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
}

async function openForSale(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at("/admin/opening"));
  await button(owner, say("opening.open.act")).click();
  const dialog = page.getByRole("dialog", { name: say("opening.open.ask") });
  await expect(dialog).toContainText(say("opening.open.effect", { count: NIGHTS.length }));
  await expect(dialog).toContainText(say("opening.open.practice"));
  await axe(page);
  await dialog.getByRole("button", { name: say("opening.open.act") }).click();
  await expect(notices(page).filter({ hasText: say("opening.flash.opened") })).toBeVisible();
  await expect(page.getByText(say("admin.closed"))).toHaveCount(0);
  await expect(button(owner, say("opening.close.act"))).toBeVisible();
}

/** The confirmation gets a subject in the owner's language. */
async function wordConfirmation(owner: Side) {
  const { page, say, at, locale } = owner;
  await open(page, at("/admin/emails/templates/booking_confirmation"));
  const subject = page.locator(`[id="emails.confirmation.subject${locale === "es" ? "_es" : ""}"]`);
  await subject.fill("¡Te esperamos, {{name}}! {{date}}");
  await button(owner, say("notifications-templates.publish")).click();
  await expect(notices(page).filter({ hasText: say("notifications-templates.flash.save") })).toBeVisible();
}

/** The guest books for one and pays by card. */
async function book(guest: Side) {
  const { page, say } = guest;
  // a date that was tapped before the calendar's code had come has loaded a document
  await alive(page);
  await page.getByRole("button", { name: say("schedule.fewer") }).click();
  await expect(page.locator("#book-now")).toHaveAttribute("href", /&people=1$/);
  await page.locator("#book-now").click();
  await expect(titled(page, say("booking-checkout.details.title"))).toBeVisible();
  await alive(page);
  await page.locator("#first_name").fill(GUEST.first);
  await page.locator("#last_name").fill(GUEST.last);
  await page.locator("#email").fill(GUEST.email);
  await page.locator("#phone").fill("+31 20 123 4567");
  await page.locator("#country").selectOption("NL");
  await page.locator("#agreed").check();
  await page.getByRole("button", { name: say("booking-checkout.proceed") }).click();
  await atProvider(page, "approve");
  await expect(page.getByText(say("payments-confirmation.email.sent", { email: GUEST.email }))).toBeVisible();
}

/** The night comes, as only time would bring it: it began a quarter of an hour ago. */
const beginNight = (server: OwnServer) =>
  inDatabaseOf(server.folder, async (db) => {
    const zone = "America/Mexico_City";
    const starts = new Date(Date.now() - 900_000);
    const ends = new Date(Date.now() + 3 * 3_600_000);
    const times = { date: dateIn(starts, zone), start_time: clockIn(starts, zone), end_time: clockIn(ends, zone) };
    await db
      .updateTable("scheduled_crawls")
      .set({ ...times, starts_at: starts, sales_close_at: starts, ends_at: ends })
      .where("date", "=", NIGHTS[0])
      .execute();
  });

/** The night's page has its guest, whose ticket the scanner lets in. */
async function letIn(owner: Side) {
  const { page, say, at } = owner;
  await open(page, at("/admin/ticket-scanner"));
  await field(owner, say("door-scanner.name.label")).fill("Puerta");
  await button(owner, say("door-scanner.name.start")).click();
  const list = (await (await page.request.get("/admin/ticket-scanner/list")).json()) as DoorList;
  const night = list.departures.find(({ tonight }) => tonight)!;
  const [party] = night.guests;
  expect(party!.reference).toMatch(new RegExp(`^${BRAND.prefix}-`));
  await button(owner, say("door-scanner.type")).last().click();
  await page.getByLabel(say("door-scanner.code.label")).fill(party!.tickets[0]!.code.toLowerCase());
  await button(owner, say("door-scanner.code.check")).click();
  await expect(page.locator('[data-result="admitted"]')).toContainText(GUEST.first);
  await open(page, at(`/admin/nights/${night.id}`));
  await expect(page.getByRole("main")).toContainText(`${GUEST.first} ${GUEST.last}`);
  await expect(page.getByRole("main")).toContainText(party!.reference);
}

/** None of what the guest and the owner have open says the product's name. */
async function neverNamed({ page, at }: Side, paths: readonly string[]) {
  for (const path of paths) expect(await (await page.request.get(at(path))).text()).not.toMatch(/\bRonda\b/);
}

/** The guest's confirmation in the log of emails, opened. */
async function findConfirmation(owner: Side, guest: Side, date: string) {
  const { page, at } = owner;
  const subject = `¡Te esperamos, ${GUEST.first}! ${dateInSentence(date, guest.locale)}`;
  await expect(async () => {
    await open(page, at(`/admin/emails?q=${GUEST.email}`));
    await expect(page.getByText(subject).filter({ visible: true })).toHaveCount(1, { timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  // a table's row is led by the recipient, a phone's card by the subject
  await page
    .getByRole("main")
    .locator("li, tr")
    .filter({ hasText: GUEST.email })
    .filter({ visible: true })
    .getByRole("link")
    .first()
    .click();
  // its whole subject says as well that the payment was a test
  const email = page.locator("iframe").and(page.getByTitle(subject)).contentFrame();
  await expect(email.getByText(GUEST.first).first()).toBeVisible();
}

async function restoreVersion(owner: Side, title: string) {
  const { page, say, at } = owner;
  await open(page, at("/admin/home-content?section=hero&versions=1"));
  const version = page.getByRole("listitem").filter({ hasText: title }).filter({ hasNotText: TITLE_ES });
  await version.getByRole("button", { name: say("content-admin.versions.restore") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("content-admin.restore.confirm") })
    .click();
  await expect(notices(page).filter({ hasText: say("content-admin.flash.restore") })).toBeVisible();
  await publish(owner, TITLE_ES, 1); // what goes away
}

const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { width: 390, height: 844 };

/** The same person goes on in Spanish, on a phone. */
async function onPhone({ page }: Side): Promise<Side> {
  await page.setViewportSize(PHONE);
  return sideOf(page, "es");
}

test.describe("in English on a desktop, then in Spanish on a phone", () => {
  test.use({ ...DESKTOP, actionTimeout: 15_000 });

  test("from nothing to the first night", async ({ page, browser, baseURL, empty }) => {
    test.setTimeout(240_000);
    let owner = sideOf(page, "en");
    let guest = sideOf(await browser.newPage({ ...DESKTOP, baseURL: baseURL! }), "en");
    const expectQuiet = [quiet(page), quiet(guest.page)];
    const [night] = NIGHTS;

    await test.step("the owner signs up, proves the address and sets the second factor", () => becomeOwner(owner));
    await test.step("the admin leads to the opening, which refuses to open", () => seeWhatIsMissing(owner));
    await test.step("the owner says who sells, under a name of their own", () => sayWhoSells(owner));
    await test.step("a city is added", () => addCity(owner));
    await test.step("the first crawl starts from example texts", () => addCrawl(owner));
    await test.step("the first nights are scheduled", () => addNights(owner));

    await test.step("a guest sees a night that can't be booked yet", () => lookBefore(guest, night));

    let own = "";
    await test.step("another color and a logo are saved", () => chooseBrand(owner));
    await test.step("guests have them at once; the home page has Ronda's own title", async () => {
      await guest.page.goto("/es");
      own = await guest.page.getByRole("heading", { level: 1 }).innerText();
      const brand = () => getComputedStyle(document.documentElement).getPropertyValue("--c-brand").trim();
      expect(await guest.page.evaluate(brand)).toBe(COLOUR);
      const logo = guest.page.getByRole("banner").getByRole("img", { name: BRAND.name });
      await expect(logo.filter({ visible: true })).toHaveAttribute("src", /^\/uploads\//);
    });

    await test.step("the home page's title is changed in English only", () => publishTitle(owner, TITLE));
    await test.step("guests read it in English; in Spanish they read Ronda's own", async () => {
      await readsTitle(guest, "en", TITLE);
      await readsTitle(guest, "es", own);
    });

    owner = await onPhone(owner);
    guest = await onPhone(guest);
    await test.step("the owner opens for sale", () => openForSale(owner));
    await test.step("the confirmation is worded anew", () => wordConfirmation(owner));
    await test.step("the guest books the night and pays", async () => {
      await choose(guest, night);
      await book(guest);
    });
    await test.step("the owner finds the confirmation, in those words", () => findConfirmation(owner, guest, night));

    await test.step("the title is translated; then the earlier version is restored, which has it in English only", async () => {
      await publishTitle(owner, TITLE_ES);
      await readsTitle(guest, "es", TITLE_ES);
      await restoreVersion(owner, TITLE);
      await readsTitle(guest, "es", own);
    });

    await test.step("the night comes: the ticket is let in, and the night's page has the guest", async () => {
      await beginNight(empty);
      await letIn(owner);
    });
    await test.step("the product's name stands on no page that either of them sees", async () => {
      for (const locale of ["en", "es"] as const) {
        await neverNamed(sideOf(guest.page, locale), [
          "/",
          "/about",
          "/terms",
          "/privacy",
          "/bookings",
          `/crawls/${SLUG}`,
        ]);
        await neverNamed(sideOf(owner.page, locale), ["/admin/opening", "/admin/dashboard", "/admin/bookings"]);
      }
    });

    for (const expectNone of expectQuiet) expectNone();
  });
});
