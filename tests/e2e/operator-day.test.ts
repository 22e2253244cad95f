import { languageTag, type Locale, localizedPath } from "#src/kernel/localized.ts";
import {
  clockTime,
  dateInSentence,
  dayAndYear,
  longDate,
  shortDate,
  spokenDay,
  spokenTime,
} from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Tonight } from "#src/modules/office/reports/schema.ts";
import { approved, atProvider, booked, goingToPay } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Locator, type Page, test } from "#tests/e2e/story.ts";
import { wordsIn } from "#tests/e2e/words.ts";

// Two years ahead: beyond everything the demo data schedules, whatever the date, in months that no other test uses.
const YEAR = new Date().getUTCFullYear() + 2;

const CRAWL = { title: "Ronda Puerto Escondido", city: "Puerto Escondido", slug: "puerto-escondido" };
/** The departures of the series, a week apart. */
const NIGHTS = [`${YEAR}-03-04`, `${YEAR}-03-11`, `${YEAR}-03-18`] as const;
/** The confirmation to type to cancel the second departure. */
const WORD = "PUERTO ESCONDIDO 11";
const EMAIL = "noor.visser@example.test";
const COUPON = "MARCH25";
const NOTES = { en: "The sea is too rough tonight.", es: "El mar está muy picado esta noche." };
const pesos = (amount: number, locale: Locale) => formatMoney({ amount: amount * 100, currency: "MXN" }, locale);

/** A browser and what is known of the day: the operator's on a desktop, or the guest's. */
type Day = { page: Page; locale: Locale; say: ReturnType<typeof wordsIn>; at: (path: string) => string };

const dayOf = (page: Page, locale: Locale): Day => ({
  page,
  locale,
  say: wordsIn(locale),
  at: (path) => localizedPath(path, locale),
});

const panelOf = (page: Page) => page.locator("main").getByRole("complementary");
const rowOf = (page: Page, text: string) => page.locator("tr[data-row]").filter({ hasText: text });
const button = ({ page }: Day, name: string) => page.getByRole("button", { name, exact: true });
const field = ({ page }: Day, label: string) => page.getByLabel(label, { exact: true });

/** A text of the product up to its first value. */
const beginning = ({ say }: Day, id: MessageId, value: string) => say(id, { [value]: "\0" }).split("\0")[0]!;

async function createSeries(admin: Day) {
  const { page, say, at, locale } = admin;
  await open(page, at(`/admin/schedule/new?kind=series&date=${NIGHTS[0]}`));
  await field(admin, say("schedule-admin.crawl")).selectOption({ label: `${CRAWL.title} · ${CRAWL.city}` });
  await field(admin, say("schedule-admin.count")).fill("3");
  await field(admin, say("schedule-admin.seats")).fill("20");
  const price = `${say("schedule-admin.priceIn", { currency: "MXN" })} ${say("admin.optional")}`;
  await page.getByRole("textbox", { name: price, exact: true }).fill("450");
  await expect(page.getByRole("heading", { name: say("schedule-admin.plan.title", { count: 3 }) })).toBeVisible();
  for (const date of NIGHTS)
    await expect(button(admin, `${dayAndYear(date, locale)}, ${say("schedule-admin.plan.state.new")}`)).toBeVisible();
  await button(admin, say("schedule-admin.createMany", { count: 3 })).click();
  await expect(page.getByText(say("schedule-admin.created", { count: 3 }))).toBeVisible();
  for (const date of NIGHTS)
    await expect(
      page.getByRole("link", {
        name: say("schedule-admin.day", { date: longDate(date, locale), count: 1 }),
        exact: true,
      }),
    ).toBeVisible();
}

/** A departure in the crawl's public calendar, with its price. */
function departureOn({ page, say, locale }: Day, date: string): Locator {
  const label = say("schedule.day", { date: longDate(date, locale), price: pesos(450, locale), seats: "" });
  return page.locator("#booking-section").getByRole("link", { name: label.trim() });
}

const openCalendar = ({ page, at }: Day) => open(page, at(`/crawls/${CRAWL.slug}?month=${NIGHTS[0].slice(0, 7)}`));

/** Two people book a departure from the calendar and pay by card. */
async function book(guest: Day, date: string) {
  const { page, say, locale } = guest;
  await openCalendar(guest);
  await departureOn(guest, date).click();
  await page.locator("#book-now").click();
  await expect(page.getByRole("heading", { level: 1, name: say("booking-checkout.details.title") })).toBeVisible();
  await page.locator("#first_name").fill("Noor");
  await page.locator("#last_name").fill("Visser");
  await page.locator("#email").fill(EMAIL);
  await page.locator("#phone").fill("+31 20 123 4567");
  await page.locator("#country").selectOption("NL");
  await page
    .getByText(say("booking-checkout.otherNames", { of: 1 }))
    .first()
    .click();
  await page.getByLabel(say("booking-checkout.otherName", { of: 1, n: 2 })).fill("Jan de Wit");
  await expect(page.locator("#order-total + dd")).toHaveText(pesos(900, locale));
  await page.locator("#agreed").check();
  await page.getByRole("button", { name: say("booking-checkout.proceed") }).click();
  await atProvider(page, "approve");
  const success = say("payments-confirmation.title.success", {
    day: spokenDay(date, locale),
    time: spokenTime("20:00", locale),
  });
  await expect(page.getByRole("heading", { level: 1, name: success })).toBeVisible();
  await expect(page.getByText(say("payments-confirmation.email.sent", { email: EMAIL }))).toBeVisible();
}

/** Opens the one email to the guest with this subject, once it is sent, and expects these words in it. */
async function readEmail(page: Page, email: string, subject: string, words: readonly string[]) {
  const received = page.getByRole("row").filter({ hasText: email }).filter({ hasText: subject });
  await expect(async () => {
    await page.goto("/dev/mail");
    await expect(received.getByRole("cell").last()).toHaveText("sent", { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await received.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(subject);
  for (const one of words) await expect(page.locator("pre")).toContainText(one);
}

/** The guest's booking, as staff find it. */
async function findBooking(admin: Day) {
  const { page, say, at, locale } = admin;
  await open(page, at("/admin/bookings"));
  await page.getByRole("searchbox", { name: say("booking-admin-list.search.label") }).fill(EMAIL);
  const sum = say("booking-admin-list.sum.confirmed", { money: pesos(900, locale) });
  const found = `${say("booking-admin-list.inView", { count: "1" })} · ${sum}`;
  await expect(page.getByText(found, { exact: true })).toBeVisible();
  await rowOf(page, "Noor Visser").getByRole("link").click();
}

/** the departures are in another year, so the year is shown */
const today = new Date().toISOString().slice(0, 10);

async function moveBooking(admin: Day, to: string) {
  const { page, say, locale } = admin;
  const panel = panelOf(page);
  const money = panel.getByRole("region", { name: say("booking-admin.money") });
  await expect(money).toContainText(pesos(900, locale));
  await expect(money).toContainText(say("booking-admin.paymentState", { state: "paid" }));
  await panel.getByRole("button", { name: say("booking-admin.act.date") }).click();
  const dialog = page.getByRole("dialog");
  const choice = dialog.getByLabel(say("booking-admin.date.to"));
  const departure = choice.locator("option").filter({ hasText: `${shortDate(to, locale, today)}, 20:00` });
  await choice.selectOption(await departure.getAttribute("value"));
  await expect(dialog.getByText(say("booking-admin.money.same"))).toBeVisible();
  await dialog
    .getByRole("button", { name: say("booking-admin.date.do", { date: shortDate(to, locale, today) }) })
    .click();
  await expect(page.getByText(say("booking-admin.done.change")).first()).toBeVisible();
  await expect(panel).toContainText(`${shortDate(to, locale, today)} 20:00`);
  await expect(money).toContainText(pesos(900, locale));
}

async function cancelDeparture(admin: Day, date: string) {
  const { page, say, at, locale } = admin;
  await open(page, at(`/admin/schedule?date=${date}&day=${date}`));
  await expect(panelOf(page)).toContainText(say("schedule-admin.booked", { booked: 2, total: 20 }));
  await panelOf(page).getByRole("link", { name: CRAWL.title, exact: true }).click();
  await page.getByRole("link", { name: say("schedule-admin.cancel") }).click();

  await expect(page.getByText(say("payments-cancel.preview"))).toBeVisible();
  await alive(page);
  for (const figure of [
    say("payments-cancel.people", { people: 2, bookings: 1 }),
    say("payments-cancel.back", { payments: 1, ways: say("payments-cancel.way.card") }),
    say("payments-cancel.emails", { emails: 1, en: 0, es: 1 }),
  ])
    await expect(page.getByText(figure, { exact: true })).toBeVisible();
  await field(admin, say("payments-cancel.note.en")).fill(NOTES.en);
  await field(admin, say("payments-cancel.note.es")).fill(NOTES.es);
  // the money at once; another date is chosen in tests/e2e/cancel-departure.test.ts
  await page.getByRole("checkbox", { name: say("payments-cancel.choice") }).uncheck();
  await page.getByLabel(say("payments-cancel.word", { word: WORD })).fill(WORD);
  await button(admin, say("payments-cancel.submitMoney", { bookings: 1, money: pesos(900, locale) })).click();

  // the board polls until all is done
  const done = page.getByRole("heading", { level: 1, name: say("payments-cancel.board.done") });
  await expect(done).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("img", { name: say("payments-cancel.board.of", { done: 1, all: 1 }) })).toHaveCount(3);
  await expect(rowOf(page, "Noor Visser")).toContainText(pesos(900, locale));
  await expect(rowOf(page, "Noor Visser")).toContainText(say("payments-cancel.refund.succeeded"));
  await expect(rowOf(page, "Noor Visser")).toContainText(say("payments-cancel.email.sent"));
}

async function makeCoupon(admin: Day) {
  const { page, say, at } = admin;
  await open(page, at("/admin/coupons"));
  await page
    .getByRole("link", { name: say("coupons.new") })
    .first()
    .click();
  await field(admin, say("coupons.code")).fill(COUPON);
  await page.getByRole("radio", { name: say("coupons.type.percentage") }).check();
  await field(admin, say("coupons.value")).fill("25");
  await page.getByRole("textbox", { name: say("coupons.limit") }).fill("10");
  await button(admin, say("coupons.create")).click();
  await expect(page.getByText(say("coupons.flash.created"))).toBeVisible();
  await expect(rowOf(page, COUPON)).toContainText(say("coupons.ofLimit", { n: 0, limit: 10 }));
}

async function seeCouponUsed(admin: Day) {
  const { page, say, at, locale } = admin;
  await open(page, at(`/admin/coupons?q=${COUPON}`));
  await expect(rowOf(page, COUPON)).toContainText(say("coupons.ofLimit", { n: 1, limit: 10 }));
  await expect(rowOf(page, COUPON)).toContainText(pesos(600, locale));
  await page.getByRole("link", { name: COUPON }).click();
  const use = panelOf(page).getByRole("listitem").filter({ hasText: "Sofía Navarro" });
  await expect(use).toContainText(say("coupons.use.off", { amount: pesos(200, locale) }));
  await expect(use).toContainText(say("coupons.use.used"));
}

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("the operator's day: the admin is in English, the guest reads and books in Spanish", async ({
    page,
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const guestPage = await browser.newPage({ baseURL: baseURL!, locale: languageTag("es") });
    const admin = dayOf(page, "en");
    const guest = dayOf(guestPage, "es");
    const { say, locale } = guest;
    const [first, second] = NIGHTS;
    const expectQuiet = quiet(page);
    await become(page, baseURL!, "admin");

    await test.step("a weekly series is created as its preview said", () => createSeries(admin));

    await test.step("guests see its departures in the calendar at once, with their price", async () => {
      await openCalendar(guest);
      for (const date of NIGHTS) await expect(departureOn(guest, date)).toBeVisible();
    });

    await test.step("a guest books the first departure and pays", () => book(guest, first));
    const ownPath = new URL(guestPage.url()).pathname;

    await test.step("the guest reads the confirmation", async () => {
      const subject = say("emails.confirmation.subject", { date: dateInSentence(first, locale) });
      const title = say("emails.confirmation.title", {
        name: "Noor",
        weekday: spokenDay(first, locale),
        hour: spokenTime("20:00", locale),
      });
      const words = [title, longDate(first, locale, false), pesos(900, locale), "Jan de Wit"];
      await readEmail(guestPage, EMAIL, subject, words);
    });

    await test.step("the booking is moved to the next departure of the series", async () => {
      await findBooking(admin);
      await moveBooking(admin, second);
    });

    await test.step("the guest reads of the new date", async () => {
      const date = dateInSentence(second, locale);
      await readEmail(guestPage, EMAIL, say("emails.changed.subject", { date }), [
        say("emails.changed.title.date", { date, time: clockTime("20:00", locale) }),
        say("emails.changed.intro.date", { people: 2 }),
      ]);
    });

    await test.step("the departure's cancellation is previewed and made, and everybody refunded and told", () =>
      cancelDeparture(admin, second));

    await test.step("guests can't choose it any more, the others still", async () => {
      await openCalendar(guest);
      await expect(departureOn(guest, first)).toBeVisible();
      await expect(departureOn(guest, second)).toHaveCount(0);
      await guestPage.goto(ownPath);
      const off = say("payments-confirmation.title.departure_cancelled");
      await expect(guestPage.getByRole("heading", { level: 1, name: off })).toBeVisible();
    });

    await test.step("the guest reads why, and that the money is on its way; there were four emails in all", async () => {
      await readEmail(guestPage, EMAIL, beginning(guest, "emails.cancelled.subject", "reference"), [
        say("emails.cancelled.departure", { date: dateInSentence(second, locale) }),
        NOTES[locale],
        say("emails.cancelled.refund", { amount: pesos(900, locale) }),
      ]);
      const amount = pesos(900, locale);
      await readEmail(guestPage, EMAIL, say("emails.refund.subject", { amount }), [
        say("emails.refund.title", { amount }),
      ]);
      await guestPage.goto("/dev/mail");
      await expect(guestPage.getByRole("row").filter({ hasText: EMAIL })).toHaveCount(4);
    });

    await test.step("a coupon is made", () => makeCoupon(admin));
    await test.step("a guest pays less with it", async () => {
      const { redirectUrl } = await goingToPay(guestPage, ["Jan de Wit"], { coupon: COUPON });
      await approved(guestPage, redirectUrl);
    });
    await test.step("its use is counted", () => seeCouponUsed(admin));

    expectQuiet();
    await guestPage.close();
  });
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("tonight is looked at, and part of a payment goes back", async ({ page, browser, baseURL }) => {
    const say = wordsIn("es");
    const email = "sofia.en.el.telefono@example.test";
    const { departure } = await booked(page, ["Diego Ferrer"], { email, language: "es" });
    const paid = (departure.price_per_person.amount_minor * 2) / 100;
    const expectQuiet = quiet(page);
    await become(page, baseURL!, "admin");

    await test.step("every departure of tonight stands there with its seats, and the sum above them", async () => {
      await open(page, "/es/admin/dashboard");
      await expect(page.getByRole("heading", { level: 1, name: say("reports.title") })).toBeVisible();
      const answer = page.waitForResponse((one) => one.url().endsWith("/es/admin/dashboard/tonight"));
      await page.getByRole("button", { name: say("reports.justNow") }).tap();
      const tonight = (await (await answer).json()) as Tonight;
      expect(tonight.departures.length).toBeGreaterThan(0);
      const departures = page.getByRole("region", { name: say("reports.departures") });
      for (const { start, title, booked: result, inside, held, free, total } of tonight.departures) {
        const row = departures.getByRole("listitem").filter({ hasText: title }).filter({ hasText: start });
        const seats = { booked: result + inside, total, held, free };
        await expect(row.getByRole("img", { name: say("reports.strip", seats) })).toBeVisible();
      }
      const sum = say("reports.takenOf", { taken: tonight.booked, total: tonight.seats });
      await expect(page.getByRole("definition").filter({ hasText: sum })).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    });

    await test.step("the guest is found from there, and a hundred pesos go back", async () => {
      await page
        .getByRole("navigation")
        .getByRole("link", { name: say("admin.page.bookings") })
        .tap();
      await page.getByRole("searchbox", { name: say("booking-admin-list.search.label") }).fill(email);
      await expect(page).toHaveURL(/[?&]q=sofia/);
      const row = page.getByRole("listitem").filter({ hasText: "Sofía Navarro" });
      await expect(row).toHaveCount(1);
      await row.getByRole("link").tap();
      const money = page.getByRole("region", { name: say("booking-admin.money") });
      await expect(money).toContainText(pesos(paid, "es"));
      await page.getByRole("button", { name: say("booking-admin.act.refund") }).tap();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(say("booking-dialogs.refund.amount")).fill("5000");
      await expect(dialog.getByRole("button", { name: /^Reembolsar/ })).toBeDisabled();
      await dialog.getByLabel(say("booking-dialogs.refund.amount")).fill("100");
      await expect(dialog).toContainText("La reserva se queda como está");
      await expect(dialog).toContainText(say("booking-dialogs.refund.after", { left: pesos(paid - 100, "es") }));
      await axe(page);
      await dialog.getByRole("button", { name: say("booking-dialogs.refund.do", { amount: pesos(100, "es") }) }).tap();
      await expect(page.getByText(say("booking-admin.done.refund")).first()).toBeVisible();
      await expect(money).toContainText(`−${pesos(100, "es")}`);
      await expect(money).toContainText(say("booking-dialogs.refund.reasons", { reason: "goodwill" }));
      await expect(money).toContainText(pesos(paid - 100, "es"));
      await expect(panelOf(page)).toContainText(say("booking-admin.status", { status: "confirmed" }));
    });

    await test.step("the guest is told when it is made, and the panel says so", async () => {
      const panel = page.url();
      const guest = await browser.newPage({ baseURL: baseURL! });
      const amount = pesos(100, "es");
      const title = say("emails.refund.title", { amount });
      await readEmail(guest, email, say("emails.refund.subject", { amount }), [title]);
      await guest.close();
      await open(page, panel);
      const result = say("booking-admin.refundState", { status: "succeeded" });
      await expect(page.getByRole("region", { name: say("booking-admin.money") })).toContainText(result);
    });
    expectQuiet();
  });
});
