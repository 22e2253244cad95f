import { expect, type Locator, type Page, test as base } from "#tests/e2e/story.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";
import { hydrated, quiet, signIn } from "#tests/e2e/pages.ts";

// The way from the home page to paid, counted. Whoever buys has only a hand: no press goes uncounted.

/** Where something is on the page that is shown. */
type Place = (page: Page) => Locator;

/** A guest's hand on a phone or a keyboard. Scrolling isn't a tap; the “next” of a phone's keyboard belongs to typing. */
class Hand {
  taps = 0;
  fields = 0;
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async tap(place: Place) {
    const target = place(this.#page);
    await expect(target).toBeVisible();
    const opensPicker = await target.evaluate((element) =>
      element.matches("select, input[type=date], input[type=time], [role=combobox], [aria-haspopup]"),
    );
    expect(opensPicker, "no picker").toBe(false);
    this.taps++;
    await target.tap();
  }

  /** Types into the field that has the focus, which must be this one. */
  async type(place: Place, text: string) {
    await expect(place(this.#page)).toBeFocused();
    this.fields++;
    await this.#page.keyboard.type(text);
  }

  /** To the next field, by the phone's keyboard, which passes over what isn't typed in. */
  async next(to: Place) {
    const target = to(this.#page);
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    do {
      await this.#page.keyboard.press("Tab");
      const kind = await this.#page.evaluate(() => document.activeElement!.getAttribute("type"));
      if (kind !== "checkbox") break;
    } while (!(await isThere()));
    await expect(target).toBeFocused();
  }

  async key(name: "Tab" | "Enter" | "Space") {
    this.keys++;
    await this.#page.keyboard.press(name);
  }

  /** Presses Tab until the focus is there; wherever it stands on the way can be seen. */
  async tabTo(place: Place) {
    const target = place(this.#page);
    const isThere = () => target.evaluate((element) => element === document.activeElement);
    for (let step = 0; step < 30 && !(await isThere()); step++) {
      await this.key("Tab");
      await this.seesFocus();
    }
    await expect(target).toBeFocused();
  }

  /** What has the focus lies within the window, with nothing over it. */
  async seesFocus() {
    const hidden = () =>
      this.#page.evaluate(() => {
        const element = document.activeElement!;
        // a box that is drawn by its label
        const drawn = element.closest("label") ?? element;
        const { left, right, top, bottom } = drawn.getBoundingClientRect();
        const view = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const isSeen = view !== null && (drawn.contains(view) || view.contains(drawn));
        return isSeen ? "" : element.outerHTML.slice(0, 200);
      });
    await expect.poll(hidden, { message: "the focus is hidden" }).toBe("");
  }

  /** The chip of the first night that this site sells, with its places for two. */
  async night({ nights }: Language): Promise<Place> {
    const listed = await this.#page.request.get("/api/scheduled-crawls");
    const ours = ((await listed.json()) as Departure[]).filter(
      (one) => one.is_available && one.external_booking_link === null && (one.available_spots ?? 40) >= 2,
    );
    const ids = new Set(ours.map(({ id }) => id));
    const links = this.#page.getByRole("navigation", { name: nights }).getByRole("link");
    const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
    const first = targets.find((target) =>
      ids.has(new URL(target, "http://a.test").searchParams.get("departure") ?? ""),
    );
    expect(first, "a chip leads to a night of ours").toBeDefined();
    return (page) => page.locator(`nav a[href="${first}"]`);
  }

  async sees(place: Place) {
    await expect(place(this.#page)).toBeVisible();
  }
}

const test = base.extend<{ hand: Hand }>({ hand: ({ page }, use) => use(new Hand(page)) });

const LANGUAGES = [
  {
    locale: "en-US",
    home: "/",
    nights: "Next nights in Mexico City",
    proceed: "Continue",
    paid: /^You’re in\. See you \w+day \d+ at/,
    tickets: "Ticket 1 of 2",
  },
  {
    locale: "es-MX",
    home: "/es",
    nights: "Próximas noches en Ciudad de México",
    proceed: "Continuar",
    paid: /^Listo\. Nos vemos el/,
    tickets: "Boleto 1 de 2",
  },
] as const;
type Language = (typeof LANGUAGES)[number];
const [ENGLISH, SPANISH] = LANGUAGES;

const on =
  (selector: string): Place =>
  (page) =>
    page.locator(selector);
/** Before a night is chosen it leads nowhere. */
const bookNow = on('#book-now[href*="departure="]');
const proceed =
  ({ proceed: name }: Language): Place =>
  (page) =>
    page.getByRole("button", { name, exact: true });
const approve = on('button[value="approve"]');
const paid =
  ({ paid: name }: Language): Place =>
  (page) =>
    page.getByRole("heading", { level: 1, name });
const tickets =
  ({ tickets: text }: Language): Place =>
  (page) =>
    page.getByText(text).first();

const GUEST = [
  ["#first_name", "Sofía"],
  ["#last_name", "Navarro"],
  ["#email", "sofia.navarro@example.test"],
  ["#phone", "5512345678"],
] as const;

/** What is typed, by somebody who taps the first field and goes on with the keyboard. */
async function typeDetails(hand: Hand) {
  await hand.tap(on("#first_name"));
  for (const [field, text] of GUEST) {
    if (field !== "#first_name") await hand.next(on(field));
    await hand.type(on(field), text);
  }
}

/** From the home page to the confirmation, as a guest. `between` comes before every further tap. */
async function buy(
  hand: Hand,
  language: Language,
  { between = async () => {}, confirmed = paid(language) }: { between?: () => Promise<void>; confirmed?: Place } = {},
) {
  await hand.tap(await hand.night(language));
  await between();
  await hand.tap(bookNow);
  await between();
  await typeDetails(hand);
  await hand.tap(on("#agreed"));
  await between();
  await hand.tap(proceed(language));
  await hand.sees(approve);
  await between();
  await hand.tap(approve);
  await hand.sees(confirmed);
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const language of LANGUAGES) {
  test.describe(`on a phone, in ${language.locale}`, () => {
    test.use({ ...PHONE, locale: language.locale });

    test("a guest for two pays with six taps and four fields, and opens no picker", async ({ page, hand }) => {
      const expectQuiet = quiet(page);
      await page.goto(language.home);
      await buy(hand, language);
      await hand.sees(tickets(language));
      expect(hand).toMatchObject({ taps: 6, fields: 4 });
      expectQuiet();
    });

    test("somebody with an account pays with five taps and types nothing", async ({ page, hand }) => {
      const expectQuiet = quiet(page);
      await page.goto(language.home);
      await signIn(page);
      await page.goto(language.home);
      await hand.tap(await hand.night(language));
      await hand.tap(bookNow);
      await hand.tap(on("#agreed"));
      await hand.tap(proceed(language));
      await hand.tap(approve);
      await hand.sees(paid(language));
      await hand.sees(tickets(language));
      expect(hand).toMatchObject({ taps: 5, fields: 0 });
      expectQuiet();
    });
  });
}

test("by keyboard, from the chosen date to paid with at most thirty keys", async ({ page, hand }) => {
  const expectQuiet = quiet(page);
  await page.goto("/");
  await hydrated(page);
  await (await hand.night(ENGLISH))(page).focus();
  await hand.key("Enter");
  await hand.sees(bookNow);
  hand.keys = 0;
  await hand.tabTo(bookNow);
  await hand.key("Enter");
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.locator("h1")).toBeFocused();
  for (const [field, text] of GUEST) {
    await hand.tabTo(on(field));
    await hand.type(on(field), text);
  }
  await hand.tabTo(on("#agreed"));
  await hand.key("Space");
  await hand.key("Enter");
  await hand.sees(approve);
  await hand.tabTo(approve);
  await hand.key("Enter");
  await hand.sees(paid(ENGLISH));
  expect(hand.fields).toBe(4);
  expect(hand.keys).toBeLessThanOrEqual(30);
  expectQuiet();
});

test.describe("without JavaScript", () => {
  test.use({ ...PHONE, locale: "es-MX", javaScriptEnabled: false });

  test("the same purchase takes the same six taps", async ({ page, hand }) => {
    await page.goto("/es");
    await buy(hand, SPANISH);
    await hand.sees(tickets(SPANISH));
    expect(hand).toMatchObject({ taps: 6, fields: 4 });
  });
});

test.describe("in Instagram's browser", () => {
  test.use({
    ...PHONE,
    locale: "en-US",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 385.0.0.31.66 (iPhone15,4; iOS 18_5; en_US; en; scale=3.00; 1179x2556)",
  });

  test("what is stored is wiped before every tap, cookies too, and it is paid all the same", async ({ page, hand }) => {
    await page.goto("/");
    const between = async () => {
      await page.context().clearCookies();
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
    };
    // nothing says any more that this browser has booked: it is told so much, and where the tickets went
    const confirmed: Place = () => page.getByRole("heading", { level: 1, name: "This booking is confirmed." });
    await buy(hand, ENGLISH, { between, confirmed });
    await hand.sees(() => page.getByRole("button", { name: "Send my tickets again" }));
    expect(hand).toMatchObject({ taps: 6, fields: 4 });
  });
});

test.describe("where storage is refused", () => {
  test.use({ ...PHONE, locale: "es-MX" });

  test("it is paid with the same taps", async ({ page, hand }) => {
    await page.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
        Object.defineProperty(globalThis, name, {
          get() {
            throw new DOMException("storage is refused", "SecurityError");
          },
        });
      }
    });
    await page.goto("/es");
    await buy(hand, SPANISH);
    await hand.sees(tickets(SPANISH));
    expect(hand).toMatchObject({ taps: 6, fields: 4 });
  });
});
