import { expect, type Page, test } from "#tests/e2e/story.ts";
import sharp from "sharp";
import { axe } from "#tests/e2e/axe.ts";
import { readMain } from "#tests/e2e/html.ts";
import { open, quiet } from "#tests/e2e/pages.ts";

const gallery = (page: Page) => page.getByRole("list", { name: "What a night looks like" });
const scrolledBy = (page: Page) => gallery(page).evaluate((row) => row.scrollLeft);

/** Scrolls every part of the page into view once, so that its code and pictures load. */
async function readAll(page: Page) {
  // these tests' demo data has no testimonials, so their part is missing
  for (const name of ["special", "night", "booking", "city-strip", "instagram"]) {
    const part = page.locator(`[data-later=${name}]`);
    // the section itself has no box to scroll to
    await part.evaluate((place) => place.firstElementChild?.scrollIntoView());
    await expect(part).toHaveAttribute("data-here");
  }
  await expect(page.locator("#booking-section td a[tabindex='0']")).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));
}

const SECTIONS = {
  en: [
    "The first round’s on us.",
    "Special nights",
    "Arrive alone, leave with a group chat",
    "What a night looks like",
    "What comes with the night",
    "Five stops, one long night",
    "Pick your night",
    "Our cities",
    "Last night, on Instagram",
  ],
  es: [
    "La primera ronda va por nuestra cuenta.",
    "Noches especiales",
    "Llegas sin conocer a nadie, te vas con grupo de WhatsApp",
    "Así se ve una noche",
    "Lo que incluye la noche",
    "Cinco paradas, una noche larga",
    "Elige tu noche",
    "Nuestras ciudades",
    "Anoche, en Instagram",
  ],
};

/** The departure's stops, as the page lists them. */
const stops = (page: Page) => page.getByRole("listitem").filter({ hasText: /^\d{1,2}:\d{2} (AM|PM|hrs)/ });

test("home tells the night in order, its parts come as they are neared, and the header is fixed after 20 pixels", async ({
  page,
}) => {
  const expectQuiet = quiet(page);
  await open(page, "/");
  await expect(page.locator("main h1, main section h2")).toHaveText(SECTIONS.en);
  await expect(stops(page)).toHaveCount(5);
  await expect(stops(page).nth(3)).toContainText("Free shot");
  await readAll(page);

  const header = page.getByRole("banner");
  await page.evaluate(() => scrollTo({ top: 20, behavior: "instant" }));
  await expect(header).not.toHaveClass(/bg-surface/);
  await page.evaluate(() => scrollTo({ top: 21, behavior: "instant" }));
  await expect(header).toHaveClass(/bg-surface/);
  await expect(header).toHaveCSS("position", "fixed");
  await expect(header).toBeInViewport();
  expectQuiet();
});

test("the whole page can be read, and led on from, without JavaScript, in either language", async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto("/es");
  await expect(page.locator("main h1, main section h2")).toHaveText(SECTIONS.es);
  await expect(stops(page)).toHaveCount(5);
  await expect(stops(page).nth(3)).toContainText("Shot gratis");
  // it can take no ground, and its light text would lie on paper
  await expect(page.getByRole("banner")).toHaveCSS("position", "absolute");
  await page.locator("summary[aria-label='Cambiar idioma']").click();
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("main h1, main section h2")).toHaveText(SECTIONS.en);
  await expect(page.getByRole("link", { name: "Halloween & Día de Muertos" })).toHaveAttribute(
    "href",
    "/cdmx-halloween-crawl",
  );
  await page.close();
});

test("the gallery shows one, two or three pictures by the width, and turns by its buttons and by the arrow keys", async ({
  page,
}) => {
  await open(page, "/");
  for (const [width, output] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const row = await gallery(page).boundingBox();
    const picture = await gallery(page).getByRole("img").first().boundingBox();
    expect(Math.floor((row!.width + 21) / picture!.width), `at ${width} px`).toBe(output);
    expect(picture!.width / picture!.height).toBeCloseTo(4 / 3, 1);
  }

  await gallery(page).scrollIntoViewIfNeeded();
  const [back, on] = [
    page.getByRole("button", { name: "Previous photos" }),
    page.getByRole("button", { name: "More photos" }),
  ];
  await expect(back).toBeDisabled();
  await on.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => scrolledBy(page)).toBeGreaterThan(1000);
  await expect(back).toBeEnabled();
  await gallery(page).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => scrolledBy(page)).toBeLessThan(1000);
  await expect(on).toBeEnabled();
  // the row scrolls smoothly and may reach its end while a click waits for the button: an event does nothing then
  const last = gallery(page).getByRole("img").last();
  await expect(async () => {
    await on.dispatchEvent("click");
    await expect(last).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(on).toBeDisabled();
});

test("Instagram's posts are pictures until one tap lets all of them load, here and later, until it is taken back", async ({
  page,
}) => {
  const requests: string[] = [];
  await page.context().route("https://www.instagram.com/**", (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>A post</title><p>A post</p>" });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  const section = page.locator("section", { has: page.getByRole("heading", { name: /on Instagram|en Instagram/ }) });
  const frames = section.locator("iframe");
  const pictures = section.getByRole("listitem").locator("img");

  await open(page, "/");
  await section.scrollIntoViewIfNeeded();
  await expect(pictures).toHaveCount(4);
  await expect(section.getByRole("listitem").first()).toContainText("First the cantina");
  await expect(section.getByRole("link", { name: "Follow us on Instagram" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cookie settings" })).toHaveCount(0);
  expect(requests).toEqual([]);
  await section.getByRole("button", { name: "Show the posts here" }).click();
  await expect(frames).toHaveCount(4);
  await expect(section.getByRole("list")).toBeFocused();
  const boxes = await Promise.all((await frames.all()).map((frame) => frame.boundingBox()));
  expect(boxes.map((box) => box?.height)).toEqual([480, 480, 480, 480]);
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  await expect
    .poll(() => requests.toSorted())
    .toEqual(["cantina", "dance", "games", "taco"].map((one) => `/p/ronda-demo-${one}/embed`));

  // from another page, in the other language
  await open(page, "/es/faq");
  await page.getByRole("banner").getByRole("link", { name: "Inicio", exact: true }).click();
  await expect(frames).toHaveCount(4);
  await page.getByRole("contentinfo").getByRole("button", { name: "Configurar cookies" }).click();
  const settings = page.getByRole("region", { name: "Configurar cookies" });
  await expect(settings).toBeFocused();
  await settings.getByRole("button", { name: "Seguir igual" }).click();
  await expect(settings).toHaveCount(0);
  await expect(frames).toHaveCount(4);
  await section.getByRole("button", { name: "Configurar cookies" }).click();
  await settings.getByRole("button", { name: "Dejar de cargarlas" }).click();
  await expect(settings).toHaveCount(0);
  await expect(frames).toHaveCount(0);
  await expect(pictures).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Configurar cookies" })).toHaveCount(0);
  const before = requests.length;
  await open(page, "/");
  await section.scrollIntoViewIfNeeded();
  await expect(section.getByRole("button", { name: "Show the posts here" })).toBeVisible();
  expect(requests).toHaveLength(before);
});

test("the language is kept, in the page, in its links and for the server", async ({ page, context }) => {
  const date = Temporal.Now.plainDateISO().add({ days: 40 }).toString();
  await open(page, `/?date=${date}`);
  await page.locator("summary[aria-label='Switch language']").click();
  await expect(page.getByRole("link", { name: "English" })).toHaveAttribute("aria-current", "true");
  await page.getByRole("link", { name: "Español" }).click();
  await expect(page).toHaveURL(`/es?date=${date}`);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.locator("body")).toHaveClass("lang-es");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(SECTIONS.es[0]!);
  const record = (await context.cookies()).find(({ name }) => name === "language");
  expect(record).toMatchObject({ value: "es", path: "/", sameSite: "Lax" });
  expect(record!.expires * 1000 - Date.now()).toBeGreaterThan(360 * 24 * 3_600_000);

  // header and footer link to the site's pages in that language
  const links = (place: "banner" | "contentinfo") =>
    page
      .getByRole(place)
      .getByRole("link")
      .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute("href")));
  expect(await links("banner")).toEqual([
    "/es",
    "/es",
    "/es/faq",
    "/es/about",
    "/es/contact",
    "/es/login",
    "/es#booking-section",
  ]);
  expect(await links("contentinfo")).toEqual([
    "/es/cities/mexico-city",
    "/es/cities/san-cristobal",
    "/es/cities/puerto-escondido",
    "/es/cities/oaxaca",
    "/es/about",
    "/es/terms",
    "/es/privacy",
    "/es/contact",
    "https://instagram.example/ronda",
    "mailto:hola@ronda.example",
    "tel:+525500000000",
  ]);
});

test("a language chosen in one tab is followed in the other", async ({ context }) => {
  const [here, there] = [await context.newPage(), await context.newPage()];
  await open(here, "/login");
  await open(there, "/");
  await here.locator("summary[aria-label='Switch language']").click();
  await here.getByRole("link", { name: "Español" }).click();
  await expect(there).toHaveURL("/es");
  await expect(there.locator("html")).toHaveAttribute("lang", "es");
  await expect(there.locator("main h1, main section h2")).toHaveText(SECTIONS.es);
});

test("the theme is chosen on the home page only, and kept for every page", async ({ page }) => {
  await open(page, "/");
  await page.getByRole("button", { name: "Use dark theme" }).click();
  await open(page, "/login");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByRole("button", { name: "Use light theme" })).toHaveCount(0);
  await open(page, "/");
  await page.getByRole("button", { name: "Use light theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("a button that is clicked before its code is there does its work when it comes", async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/site-head-*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Use dark theme" }).click();
  await expect(page.locator("[data-later=header]")).not.toHaveAttribute("data-here");
  code.resolve();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("a page that is none answers 404 in the language of its path, and leads on", async ({ request }) => {
  for (const [path, lang, heading, links] of [
    ["/nope", "en", "Page Not Found", ["/", "/crawls"]],
    ["/es/nope", "es", "Página no encontrada", ["/es", "/es/crawls"]],
  ] as const)
    expect(await readMain(await request.get(path))).toMatchObject({
      status: 404,
      lang,
      heading,
      links,
      robots: "noindex",
    });
});

test("the README's picture of the home page", async ({ page }) => {
  test.skip(!process.env["UPDATE_SCREENSHOT"], "made on request: UPDATE_SCREENSHOT=1 npm run e2e -- --grep README");
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/");
  const shot = await page.screenshot({ animations: "disabled" });
  await sharp(shot).png({ palette: true }).toFile("docs/home.png");
});

test("the main site leads to every city, on home and in the footer", async ({ page }) => {
  await open(page, "/");
  const strip = page.locator("section", { has: page.getByRole("heading", { name: "Our cities" }) });
  const footer = page.getByRole("contentinfo");
  for (const [name, path] of [
    ["Mexico City", "/cities/mexico-city"],
    ["Oaxaca", "/cities/oaxaca"],
    ["Puerto Escondido", "/cities/puerto-escondido"],
    ["San Cristóbal", "/cities/san-cristobal"],
  ] as const)
    for (const part of [strip, footer])
      await expect(part.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute("href", path);
  await expect(strip.getByRole("link", { name: "All cities" })).toHaveAttribute("href", "/cities");
  await expect(strip.getByRole("link", { name: "All pub crawls" })).toHaveAttribute("href", "/crawls");
});

test("a part whose code doesn't come leaves the page as it is, and comes with the connection", async ({
  page,
  context,
}) => {
  await open(page, "/faq");
  const parts = /\/assets\/(night|guest)-sections-/;
  await page.route(parts, (route) => route.abort());
  const refused = page.waitForEvent("requestfailed", (request) => parts.test(request.url()));
  await page.getByRole("banner").getByRole("link").first().click();
  await refused;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const features = page.locator('[data-later="features"]');
  await expect(features).toBeEmpty();
  await page.unroute(parts);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(features.getByRole("heading").first()).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
});

test("a language chosen before the page's code is there is kept, and so is a choice whose cookie is gone", async ({
  page,
  context,
}) => {
  const arrived = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await arrived.promise;
    await route.continue();
  });
  await page.goto("/faq", { waitUntil: "commit" });
  await page.getByLabel("Switch language").first().click();
  await page.getByRole("link", { name: "Español" }).first().click();
  await expect(page).toHaveURL(/\/es\/faq$/);
  arrived.resolve();
  expect(await page.evaluate(() => localStorage.getItem("ronda.language"))).toBe("es");
  await open(page, "/signup");
  await expect(page).toHaveURL(/\/es\/signup$/);
  await context.clearCookies({ name: "language" });
  await open(page, "/login");
  await expect(page).toHaveURL(/\/es\/login$/);
});

test("a site without an advertising pixel says so in the browser's console, once a document", async ({ page }) => {
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await open(page, "/faq");
  await expect.poll(() => warnings).toEqual(["[pixel] no id is configured"]);
});

test("a Spanish reader of an English page is offered Spanish, and moved only by their own word", async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: "es-MX" });
  const page = await context.newPage();
  await open(page, "/crawls?city=oaxaca");
  const offer = page.getByRole("complementary", { name: "¿Prefieres español?" });
  await expect(offer).toHaveAttribute("lang", "es");
  await expect(page).toHaveURL(/\/crawls\?city=oaxaca$/);
  await axe(page);
  await offer.getByRole("link", { name: "Cambiar a español" }).click();
  await expect(page).toHaveURL(/\/es\/crawls\?city=oaxaca$/);
  await expect(page.getByRole("complementary")).toHaveCount(0);
  // the choice is kept: now it is the English page that is offered in Spanish, until they prefer to stay
  await open(page, "/faq");
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [card, heading] = await Promise.all([offer.boundingBox(), spreadOf(page, "h1")]);
    expect(
      meet({ ...card!, right: card!.x + card!.width, bottom: card!.y + card!.height }, heading),
      `at ${width} px`,
    ).toBe(false);
  }
  await offer.getByRole("button", { name: "Seguir en inglés" }).click();
  await expect(offer).toHaveCount(0);
  await open(page, "/es/faq");
  await expect(page.getByRole("complementary", { name: "Prefer English?" })).toBeVisible();
});

type Spread = { x: number; y: number; right: number; bottom: number };

const meet = (one: Spread, other: Spread) =>
  one.x < other.right && one.right > other.x && one.y < other.bottom && one.bottom > other.y;

/** Where a heading's letters are: its lines, no wider than their text. */
const spreadOf = (page: Page, heading: string): Promise<Spread> =>
  page.locator(heading).evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const { left, right } = text.getBoundingClientRect();
    const { top, bottom } = element.getBoundingClientRect();
    return { x: left, y: top, right, bottom };
  });

const flagsOf = (page: Page): Promise<Spread[]> =>
  page.locator("main section:first-of-type svg use").evaluateAll((flags) =>
    flags
      .filter((flag) => flag.checkVisibility())
      .map((flag) => flag.getBoundingClientRect())
      .map(({ left, top, right, bottom }) => ({ x: left, y: top, right, bottom })),
  );

/** The lit sign of the product's own wide picture, where it is drawn; as fractions of the picture. */
const SIGN = { x: 0.41, y: 0.575, right: 0.515, bottom: 0.65 };
const signOf = (page: Page): Promise<Spread> =>
  page
    .locator("main section:first-of-type img")
    .first()
    .evaluate((img: HTMLImageElement, sign) => {
      const box = img.getBoundingClientRect();
      const scale = Math.max(box.width / img.naturalWidth, box.height / img.naturalHeight);
      const [width, height] = [img.naturalWidth * scale, img.naturalHeight * scale];
      const [across = 0, down = 0] = getComputedStyle(img).objectPosition.split(" ").map(parseFloat);
      const left = box.left + ((box.width - width) * across) / 100;
      const top = box.top + ((box.height - height) * down) / 100;
      return {
        x: left + sign.x * width,
        y: top + sign.y * height,
        right: left + sign.right * width,
        bottom: top + sign.bottom * height,
      };
    }, SIGN);

for (const path of ["/", "/es"])
  test(`on any desktop the headline of ${path} stands clear of flags and sign`, async ({ page }) => {
    await open(page, path);
    await page.evaluate(() => document.fonts.ready);
    for (const [width, height] of [
      [1280, 720],
      [1280, 800],
      [1366, 768],
      [1440, 900],
      [1536, 864],
      [1680, 1050],
      [1920, 1080],
      [2560, 1440],
      [3840, 2160],
    ] as const) {
      await page.setViewportSize({ width, height });
      const [headline, flags, sign] = await Promise.all([spreadOf(page, "h1"), flagsOf(page), signOf(page)]);
      expect(flags.length).toBeGreaterThan(10);
      expect(
        flags.filter((flag) => meet(flag, headline)),
        `flags at ${width} px`,
      ).toEqual([]);
      expect(meet(sign, headline), `the sign at ${width} px`).toBe(false);
      const [logo, content] = await Promise.all([
        page.getByRole("banner").getByRole("link").first().boundingBox(),
        page.locator("#hero-book").boundingBox(),
      ]);
      expect(logo!.x, `the logo at ${width} px`).toBeCloseTo(content!.x, 0);
    }
  });

/** Relative luminance (WCAG). */
const luminance = (red: number, green: number, blue: number) => {
  const [r = 0, g = 0, b = 0] = [red, green, blue]
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const PAPER = luminance(255, 248, 242);

test("the header's text has its contrast over every picture", async ({ page }) => {
  for (const path of ["/", "/cdmx-halloween-crawl", "/crawls/mexico-city", "/cities/oaxaca"])
    for (const [width, height, text] of [
      [390, 844, 44],
      [1280, 800, 58],
      [2560, 1440, 58],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, path);
      await page.getByRole("banner").evaluate((header) => (header.style.opacity = "0"));
      const clip = { x: 0, y: 18, width, height: text - 18 };
      const shot = await page.screenshot({ clip });
      const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      let lightest = 0;
      for (let at = 0; at < data.length; at += info.channels)
        lightest = Math.max(lightest, luminance(data[at]!, data[at + 1]!, data[at + 2]!));
      expect((PAPER + 0.05) / (lightest + 0.05), `${path} at ${width} px`).toBeGreaterThanOrEqual(4.5);
    }
});
