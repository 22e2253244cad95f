import { gzipSync } from "node:zlib";
import type { CDPSession } from "@playwright/test";
import { expect, type Page, type Request, type Response, test } from "#tests/e2e/story.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { isAdmin } from "#src/modules/base/identity/rules/paths.ts";
import { axe } from "#tests/e2e/axe.ts";
import { isExpected, alive, hydrated, overflow } from "#tests/e2e/pages.ts";
import { scrollThrough } from "#tests/e2e/scroll-through.ts";
import { become, makeSamples, type SitePage, sitePages, unmatchedSamples } from "#tests/e2e/site-pages.ts";
import { everyLook, type Look, LOOKS, oneLook, represents, unmatchedRepresentatives } from "#tests/e2e/looks.ts";
import { nightly } from "#tests/tier.ts";

// Every page of src/routes.ts, so a new page is covered as soon as it has a route: in one look (size, theme and language), or in
// every look if it represents its kind, and without JavaScript in both languages. docs/decisions/186 says why that is enough by day;
// the nightly tier checks every page in every look.

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
/** Layout shift allowed per page, summed; web vitals call 0.1 good. */
const STILL = 0.02;
/** Compressed script that a page may load before any interaction, on a phone and on a desktop, in either language. */
type Weight = { bytes: number; files: number };
const LIGHT: Weight = { bytes: 118_000, files: 12 };
/** The same for the steps of the checkout, which have a form and ways to pay. */
const LIGHT_PAYING: Weight = { bytes: 160_000, files: 45 };
/** The same for the admin, whose pages are open all day and load what they need at once. */
const LIGHT_ADMIN: Weight = { bytes: 220_000, files: 70 };
/** The preview of the home page: for its editors and whom they send it to. It has all parts at once. */
const LIGHT_PREVIEW: Weight = { bytes: 240_000, files: 70 };
/** Milliseconds without news of a script, after which a page has loaded all that it loads untouched. */
const SETTLED_MS = 500;

test.describe.configure({
  mode: "parallel", // pages run in parallel: no other file takes half as long
});
let samples: Awaited<ReturnType<typeof makeSamples>>;
/** The addresses in the sitemap. */
let listed: string[];
/** A worker's one window: a new one costs more than a page that finds its scripts compiled. Every test ends by emptying it. */
let window: Window;
test.beforeAll(async ({ browser, baseURL }) => {
  samples = await makeSamples(baseURL!);
  listed = await sitemapOf(baseURL!);
  window = await openWindow(await browser.newPage(), baseURL!);
});
test.afterAll(() => window.page.close());

test("every route with a parameter has a sample, and every sample its route", () => {
  expect(unmatchedSamples()).toEqual([]);
});

test("every page that represents a kind exists, and over the others every look occurs", () => {
  expect(unmatchedRepresentatives(sitePages())).toEqual([]);
  const others = sitePages().filter((sitePage) => !represents(sitePage));
  for (const look of LOOKS) expect(others.map(oneLook)).toContainEqual(look);
});

for (const sitePage of sitePages())
  test(`${sitePage.name} is whole, quiet, still, light and accessible`, async () => {
    await enter(window.page, window.origin, sitePage.as);
    for (const look of nightly || represents(sitePage) ? everyLook(sitePage) : [oneLook(sitePage)])
      await test.step(`on a ${look.size} in ${look.locale}, ${look.theme}`, () => expectGood(window, sitePage, look));
    for (const locale of sitePage.locales)
      await test.step(`without JavaScript in ${locale}`, () => expectReadable(window, sitePage, locale));
    await leave(window);
  });

test("every page of the sitemap is there, names itself, and shares neither title nor description", async () => {
  const heads = await Promise.all(listed.map((address) => headAt(window.page, address)));
  expect(heads.map((head) => head.canonical)).toEqual(listed);
  expect(repeated(heads.map((head) => head.title))).toEqual([]);
  expect(repeated(heads.map((head) => head.description))).toEqual([]);
});

async function expectGood(
  { page, origin, protocol, complaints }: Window,
  sitePage: SitePage,
  { size, theme, locale }: Look,
): Promise<void> {
  const address = addressOf(origin, sitePage, locale);
  const isStaffs = isAdmin(new URL(address).pathname);
  await protocol.send("Emulation.setScriptExecutionDisabled", { value: false });
  // on a desktop staff see the site beside their form
  const weight = weigh(page, { frames: !isStaffs || size === "phone" });
  await visit(page, sitePage, address, SIZES[size], theme);
  await expectLight(sitePage, address, weight);
  await wake(page);
  await expectWhole(page, sitePage, locale, address);
  expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe(theme);
  await expectStill(page, `on a ${size}`);
  expect(complaints()).toEqual([]);
  await axe(page, theme === "light" ? ["light", "dark"] : ["dark", "light"]);
  // a desktop becomes a phone: what has room depends on the language
  await expectRoom(page, isStaffs || sitePage.name.startsWith("/dev") ? [PHONE_ROOM] : ROOMS);
  expect(complaints()).toEqual([]);
}

type Room = readonly [width: number, height: number, text: string];
const PHONE_ROOM: Room = [SIZES.phone.width, SIZES.phone.height, ""];
/** A phone, the smallest one, and a phone and a desktop with text twice as large. */
const ROOMS: readonly Room[] = [
  PHONE_ROOM,
  [320, 640, ""],
  [SIZES.phone.width, SIZES.phone.height, "200%"],
  [SIZES.desktop.width, SIZES.desktop.height, "200%"],
];

/** Expects that nothing is wider than these. */
async function expectRoom(page: Page, rooms: readonly Room[]): Promise<void> {
  for (const [width, height, text] of rooms) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
    await drawn(page);
    expect(await overflow(page), `parts wider than ${width} px with text of ${text || "100%"}`).toEqual([]);
  }
}

/** Expects that a page on a phone has its head, shows what it contains and finds room for it when no script runs. */
async function expectReadable({ page, origin, protocol }: Window, sitePage: SitePage, locale: Locale): Promise<void> {
  const address = addressOf(origin, sitePage, locale);
  await protocol.send("Emulation.setScriptExecutionDisabled", { value: true });
  if (page.viewportSize()?.width !== SIZES.phone.width) await page.setViewportSize(SIZES.phone);
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await expectWhole(page, sitePage, locale, address);
  expect(await page.evaluate(wanting, placesOf(sitePage)), "lacks").toEqual([]);
  expect(await overflow(page), "parts wider than a phone").toEqual([]);
}

const addressOf = (origin: string, { path }: SitePage, locale: Locale) => origin + localizedPath(path(samples), locale);

type Window = { page: Page; origin: string; protocol: CDPSession; complaints: () => string[] };

async function openWindow(page: Page, origin: string): Promise<Window> {
  const protocol = await page.context().newCDPSession(page);
  await delayFonts(page, protocol);
  return { page, origin, protocol, complaints: await listen(page, origin) };
}

/** What a site may keep in a browser, without the files that it was sent. */
const KEPT = "file_systems,indexeddb,local_storage,service_workers,cache_storage";

/**
 * Leaves nothing of the open page to the next test: what it stored, and what it complained of. The page itself stays until the next
 * one opens, in the same process, which has the scripts compiled. It runs none (`expectReadable`). A test that fails ends its worker.
 */
async function leave({ page, origin, protocol, complaints }: Window): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await protocol.send("Storage.clearDataForOrigin", { origin, storageTypes: KEPT });
  complaints();
}

type Visitor = SitePage["as"];
const sessions = new Map<Visitor, Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>>();

/** Signs a page's browser in as a visitor. Each account signs in once: checking a password takes longer than rendering a page. */
async function enter(page: Page, origin: string, who: Visitor): Promise<void> {
  const session = sessions.get(who);
  if (!session) {
    await become(page, origin, who);
    sessions.set(who, await page.context().cookies());
    return;
  }
  await page.context().clearCookies();
  await page.context().addCookies(session);
}

const repeated = (texts: readonly (string | null)[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

/** Collects from now on console errors, policy violations and foreign requests. Each is reported once. */
async function listen(page: Page, origin: string): Promise<() => string[]> {
  const complaints: string[] = [];
  page.on("console", (message) => {
    // the browser also logs the page itself when it is meant to be missing
    const meant = message.location().url === page.url() && message.text().includes("status of 404");
    if (["error", "warning"].includes(message.type()) && !meant && !isExpected(message.text()))
      complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin)
      complaints.push(`asks a third party: ${url.href}`);
  });
  await page.exposeFunction("blocked", (what: string) => complaints.push(`blocked by the policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { blocked } = globalThis as unknown as { blocked: (what: string) => void };
      blocked(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return () => complaints.splice(0);
}

/** The compressed sizes of scripts by their address. */
const sizes = new Map<string, number>();

/**
 * Counts from now on the page's scripts, and those of the frames in it unless told otherwise, and sums their sizes, compressed as
 * tightly as the server does. Cached scripts count as well.
 */
function weigh(page: Page, { frames }: { frames: boolean }): () => Promise<Weight> {
  const scripts = new Set<string>();
  const coming = new Set<Request>();
  let changed = performance.now();
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    if (request.resourceType() !== "script") return;
    change(request);
    changed = performance.now();
  };
  const come = note((request) => coming.add(request));
  const end = note((request) => coming.delete(request));
  const answer = (response: Response) => {
    if (!frames && response.frame() !== page.mainFrame()) return;
    if (response.headers()["content-type"]?.includes("javascript")) scripts.add(response.url());
  };
  page.on("request", come).on("requestfinished", end).on("requestfailed", end).on("response", answer);
  return async () => {
    // "networkidle" waits for frames too, and never came for an email's
    await expect
      .poll(() => coming.size === 0 && performance.now() - changed > SETTLED_MS, { timeout: 30_000, intervals: [50] })
      .toBe(true);
    page.off("request", come).off("requestfinished", end).off("requestfailed", end).off("response", answer);
    const bytes = (await Promise.all([...scripts].map(sizeOf))).reduce((sum, one) => sum + one, 0);
    return { bytes, files: scripts.size };
  };
}

async function sizeOf(script: string): Promise<number> {
  const existing = sizes.get(script) ?? gzipSync(await (await fetch(script)).bytes(), { level: 9 }).length;
  sizes.set(script, existing);
  return existing;
}

/** Expects at most the script a page may load before any interaction. */
async function expectLight(sitePage: SitePage, address: string, weight: () => Promise<Weight>): Promise<void> {
  const { bytes, files } = await weight();
  const light = lightOf(sitePage, new URL(address).pathname);
  expect(bytes, "bytes of script before a touch").toBeLessThanOrEqual(light.bytes);
  expect(files, "scripts before a touch").toBeLessThanOrEqual(light.files);
}

function lightOf({ paying }: SitePage, pathname: string): Weight {
  if (isAdmin(pathname)) return LIGHT_ADMIN;
  if (pathname.includes("/preview/")) return LIGHT_PREVIEW;
  return paying ? LIGHT_PAYING : LIGHT;
}

/** Expects what every page has: its language, one heading, a head that describes it, and a line in the sitemap if it is to be found. */
async function expectWhole(page: Page, sitePage: SitePage, locale: Locale, address: string): Promise<void> {
  const { canonical, status } = sitePage;
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
  expect(await page.evaluate(() => document.querySelectorAll("h1").length), "first headings").toBe(1);
  const named = canonical ? new URL(address).origin + localizedPath(canonical, locale) : address;
  const head = await page.evaluate(readHead, null);
  expectSound(head, named, status);
  if (head.canonical) expect(listed, "the sitemap").toContain(head.canonical);
}

/**
 * Paints every page's text in the fallback font before the web fonts arrive, as on a slow connection: nothing may move then.
 * Not with `page.route`, which also disables the browser's script cache between pages. Only the fonts are loaded again.
 */
async function delayFonts(page: Page, protocol: CDPSession): Promise<void> {
  protocol.on("Fetch.requestPaused", ({ requestId, responseStatusCode: responseCode = 200, responseHeaders = [] }) => {
    const headers = responseHeaders.filter(({ name }) => name.toLowerCase() !== "cache-control");
    const unkept = [...headers, { name: "cache-control", value: "no-store" }];
    void painted(page)
      .catch(() => painted(page)) // it was asked of what was open before
      .finally(() => protocol.send("Fetch.continueResponse", { requestId, responseCode, responseHeaders: unkept }))
      .catch(() => {}); // the page has gone
  });
  await protocol.send("Fetch.enable", { patterns: [{ urlPattern: "*.woff2", requestStage: "Response" }] });
}

/** Waits until the opening page has painted its text. */
async function painted(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  await drawn(page);
}

/**
 * Waits until the page is painted as it is now. A browser without a screen sometimes paints no more: what is measured after that is laid
 * out all the same.
 */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
        // sleeps: at most, where no frame comes
        setTimeout(done, 5000);
      }),
  );

type Size = (typeof SIZES)[keyof typeof SIZES];

/** Opens a page on a screen in a theme and waits for hydration. No interaction yet. */
async function visit(page: Page, { status }: SitePage, address: string, size: Size, theme: string): Promise<void> {
  if (page.viewportSize()?.width !== size.width) await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: "no-preference" }); // with it, the most can move
  await page.context().addCookies([{ name: "theme", value: theme, url: new URL(address).origin }]);
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(status);
  await hydrated(page);
}

/** Interacts with a page and scrolls through it, so that lazy parts have loaded. */
async function wake(page: Page): Promise<void> {
  await alive(page);
  await scrollThrough(page);
}

const placesOf = ({ framed }: SitePage) => ["h1", "main", ...(framed ? ["header", "footer"] : [])];

/** What is missing on the open page as it stands. Runs in the browser. */
function wanting(places: string[]): string[] {
  const view = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
  const absent = places.filter((place) => !Array.from(document.querySelectorAll(place)).some(view));
  const words = document.querySelector("main")?.textContent.trim() ?? "";
  const empty = [...document.querySelectorAll("[data-later]")].filter((part) => part.childElementCount === 0);
  return [
    ...absent,
    ...(words === "" ? ["text in main"] : []),
    ...empty.map((part) => `what stands in ${part.getAttribute("data-later")}`),
  ];
}

type Head = {
  title: string;
  description: string | null;
  canonical: string | null;
  alternates: Record<string, string>;
  noindex: boolean;
};

/** What a document's head tells search engines: the open one's, or a response's. Runs in the browser. */
function readHead(html: string | null): Head {
  const { head, title } = html === null ? document : new DOMParser().parseFromString(html, "text/html");
  const attribute = (selector: string, name: string) => head.querySelector(selector)?.getAttribute(name) ?? null;
  const alternates = [...head.querySelectorAll("link[rel=alternate][hreflang]")];
  return {
    title,
    description: attribute("meta[name=description]", "content"),
    canonical: attribute("link[rel=canonical]", "href"),
    alternates: Object.fromEntries(
      alternates.map((link) => [link.getAttribute("hreflang"), link.getAttribute("href")]),
    ),
    noindex: attribute("meta[name=robots]", "content")?.includes("noindex") ?? false,
  };
}

async function headAt(page: Page, address: string): Promise<Head> {
  const answer = await page.request.get(address);
  return page.evaluate(readHead, await answer.text());
}

/** A page is either indexable (at its own address, linking its other language) or noindex. */
function expectSound(head: Head, address: string, status: number): void {
  expect(head.title).toMatch(/\S/);
  if (head.noindex || status !== 200) return expect(head.canonical).toBeNull();
  const { pathname, origin } = new URL(address);
  expect(head.canonical).toBe(origin + pathname);
  expect(head.alternates).toEqual({
    en: origin + localizedPath(pathname, "en"),
    es: origin + localizedPath(pathname, "es"),
    "x-default": origin + localizedPath(pathname, "en"),
  });
  expect(head.description).toMatch(/\S/);
}

/** Expects that nothing moved that the visitor didn't move, and names what did. */
async function expectStill(page: Page, where: string): Promise<void> {
  const { sum, moved } = await page.evaluate(async () => {
    await document.fonts.ready;
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    const all: Shift[] = [];
    new PerformanceObserver((list) => all.push(...(list.getEntries() as Shift[]))).observe({
      type: "layout-shift",
      buffered: true,
    });
    // sleeps: buffered entries arrive in a separate task, and none arrive when nothing moved
    await new Promise((done) => setTimeout(done, 50));
    const unmeant = all.filter((shift) => !shift.hadRecentInput);
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(" ");
    const name = (node: Node | null) => (node instanceof Element ? node.outerHTML : node?.textContent)?.slice(0, 160);
    return {
      sum: unmeant.reduce((total, { value }) => total + value, 0),
      moved: unmeant.flatMap(({ sources, startTime, value }) =>
        sources.map(
          ({ node, previousRect, currentRect }) =>
            `${value.toFixed(4)} at ${startTime.toFixed(0)} ms: ${name(node)} from ${place(previousRect)} to ${place(currentRect)}`,
        ),
      ),
    };
  });
  expect(sum, `layout shift ${where}\n${moved.join("\n")}`).toBeLessThanOrEqual(STILL);
}

/** The addresses that the sitemap lists. */
async function sitemapOf(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/sitemap.xml`);
  return Array.from((await answer.text()).matchAll(/<loc>(.+?)<\/loc>/g), ([, address]) => address!);
}
