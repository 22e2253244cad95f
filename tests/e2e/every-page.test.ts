import { gzipSync } from "node:zlib";
import { expect, type Page, type Request, type Response, test } from "#tests/e2e/story.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { isAdmin } from "#src/modules/identity/rules/paths.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, overflow } from "#tests/e2e/pages.ts";
import { scrollThrough } from "#tests/e2e/scroll-through.ts";
import { become, makeSamples, type SitePage, sitePages, unmatchedSamples } from "#tests/e2e/site-pages.ts";
import { nightly } from "#tests/tier.ts";

// Every page of src/routes.ts in every language, so a new page is covered as soon as it has a route. What doesn't depend on the
// language is checked in one of them, and dark colours in the admin; the nightly tier checks everything in every combination.

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 800 };
/** Layout shift allowed per page, summed; web vitals call 0.1 good. */
const STILL = 0.02;
/** Bytes of compressed script a page may load before any interaction; checkout steps also load form validation. */
const LIGHT = 125_000;
/** The same for the admin, whose pages are open all day and load what they need at once. */
const LIGHT_ADMIN = 220_000;
/** The preview of the home page: for its editors and whom they send it to. It has all parts at once. */
const LIGHT_PREVIEW = 240_000;
/** Milliseconds without news of a script, after which a page has loaded all that it loads untouched. */
const SETTLED_MS = 500;

test.describe.configure({
  mode: "parallel", // pages run in parallel: no other file takes half as long
});
let samples: Awaited<ReturnType<typeof makeSamples>>;
/** The addresses in the sitemap. */
let listed: string[];
test.beforeAll(async ({ baseURL }) => {
  samples = await makeSamples(baseURL!);
  listed = await sitemapOf(baseURL!);
});

test("every route with a parameter has a sample, and every sample its route", () => {
  expect(unmatchedSamples()).toEqual([]);
});

for (const sitePage of sitePages())
  test(`${sitePage.name} is whole, quiet, still, light and accessible`, async ({ page, baseURL }) => {
    const complaints = await listen(page, baseURL!);
    await enter(page, baseURL!, sitePage.as);
    await delayFonts(page);
    // one window for both languages: the second costs half as much with the scripts at hand
    for (const locale of sitePage.locales)
      await test.step(locale, async () => {
        const thorough = nightly || locale === sitePage.locales[0];
        const address = baseURL! + localizedPath(sitePage.path(samples), locale);
        const scriptBytes = weigh(page);
        await visit(page, sitePage, address, PHONE, "light");
        if (thorough && !sitePage.paying) await expectLight(page, address, scriptBytes);
        await wake(page);
        await expectWhole(page, sitePage, locale, address);
        expect(await shifts(page), "layout shift on a phone").toBeLessThanOrEqual(STILL);
        expect(await overflow(page), "parts wider than a phone").toEqual([]);
        expect(complaints()).toEqual([]);
        if (!thorough) return;
        await axe(page, nightly ? ["light", "dark"] : ["light"]);
        expect(complaints()).toEqual([]);

        await visit(page, sitePage, address, DESKTOP, "dark");
        await wake(page);
        await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
        expect(await shifts(page), "layout shift on a desktop").toBeLessThanOrEqual(STILL);
        expect(complaints()).toEqual([]);
        await axe(page, ["dark", "light"]);
        expect(complaints()).toEqual([]);
      });
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test("every page can be read", async ({ page, baseURL }) => {
    for (const sitePage of sitePages())
      for (const locale of sitePage.locales) {
        await enter(page, baseURL!, sitePage.as);
        await page.goto(baseURL! + localizedPath(sitePage.path(samples), locale), { waitUntil: "domcontentloaded" });
        expect.soft(await wanting(page, sitePage), `${sitePage.name} in ${locale} lacks`).toEqual([]);
      }
  });
});

test("every page of the sitemap is there, names itself, and shares neither title nor description", async ({ page }) => {
  const heads = await Promise.all(listed.map((address) => headAt(page, address)));
  expect(heads.map((head) => head.canonical)).toEqual(listed);
  expect(repeated(heads.map((head) => head.title))).toEqual([]);
  expect(repeated(heads.map((head) => head.description))).toEqual([]);
});

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
    if (["error", "warning"].includes(message.type()) && !meant) complaints.push(message.text());
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

const sizes = new Map<string, number>();

/** Sums from now on the size of the page's scripts, compressed as tightly as the server does. */
function weigh(page: Page): () => Promise<number> {
  const scripts: Response[] = [];
  const coming = new Set<Request>();
  let changed = performance.now();
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    if (request.resourceType() !== "script") return;
    change(request);
    changed = performance.now();
  };
  page.on(
    "request",
    note((request) => coming.add(request)),
  );
  page.on(
    "requestfinished",
    note((request) => coming.delete(request)),
  );
  page.on(
    "requestfailed",
    note((request) => coming.delete(request)),
  );
  page.on("response", (response) => {
    if (response.headers()["content-type"]?.includes("javascript")) scripts.push(response);
  });
  const size = async (script: Response) => {
    const known = sizes.get(script.url()) ?? gzipSync(await script.body(), { level: 9 }).length;
    sizes.set(script.url(), known);
    return known;
  };
  return async () => {
    // "networkidle" waits for frames too, and never came for an email's
    await expect
      .poll(() => coming.size === 0 && performance.now() - changed > SETTLED_MS, { timeout: 30_000 })
      .toBe(true);
    const unlike = [...new Map(scripts.map((script) => [script.url(), script])).values()];
    return (await Promise.all(unlike.map(size))).reduce((sum, one) => sum + one, 0);
  };
}

/** Expects at most the script a page may load before any interaction. */
async function expectLight(page: Page, address: string, scriptBytes: () => Promise<number>): Promise<void> {
  const { pathname } = new URL(address);
  const most = isAdmin(pathname) ? LIGHT_ADMIN : pathname.includes("/preview/") ? LIGHT_PREVIEW : LIGHT;
  expect(await scriptBytes(), "bytes of script before a touch").toBeLessThanOrEqual(most);
}

/** Expects what every page has: its language, one heading, a head that describes it, and a line in the sitemap if it is to be found. */
async function expectWhole(page: Page, sitePage: SitePage, locale: Locale, address: string): Promise<void> {
  const { canonical, status } = sitePage;
  await expect(page.locator("html")).toHaveAttribute("lang", locale);
  await expect(page.locator("h1")).toHaveCount(1);
  const named = canonical ? new URL(address).origin + localizedPath(canonical, locale) : address;
  const head = await page.evaluate(readHead, null);
  expectSound(head, named, status);
  if (head.canonical) expect(listed, "the sitemap").toContain(head.canonical);
}

/**
 * Paints every page's text in the fallback font before the web fonts arrive, as on a slow connection: nothing may move then.
 * Not with `page.route`, which also disables the browser's script cache between pages. Only the fonts are loaded again.
 */
async function delayFonts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, responseStatusCode: responseCode = 200, responseHeaders = [] }) => {
    const headers = responseHeaders.filter(({ name }) => name.toLowerCase() !== "cache-control");
    const unkept = [...headers, { name: "cache-control", value: "no-store" }];
    void painted(page)
      .catch(() => painted(page)) // it was asked of what was open before
      .finally(() => session.send("Fetch.continueResponse", { requestId, responseCode, responseHeaders: unkept }))
      .catch(() => {}); // the page has gone
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*.woff2", requestStage: "Response" }] });
}

/** Waits until the opening page has painted its text. */
async function painted(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

type Size = typeof PHONE;

/** Opens a page on a screen in a theme and waits for hydration. No interaction yet. */
async function visit(page: Page, { status }: SitePage, address: string, size: Size, theme: string): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: "no-preference" }); // with it, the most can move
  await page.context().addCookies([{ name: "theme", value: theme, url: new URL(address).origin }]);
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(status);
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

/** Interacts with a page and scrolls through it, so that lazy parts have loaded. */
async function wake(page: Page): Promise<void> {
  await alive(page);
  await scrollThrough(page);
}

/** What is missing on the page as it stands. */
async function wanting(page: Page, { framed }: SitePage): Promise<string[]> {
  const places = ["h1", "main", ...(framed ? ["header", "footer"] : [])];
  return page.evaluate((selectors) => {
    const seen = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
    const absent = selectors.filter((selector) => !Array.from(document.querySelectorAll(selector)).some(seen));
    const words = document.querySelector("main")?.textContent.trim() ?? "";
    const empty = [...document.querySelectorAll("[data-later]")].filter((part) => part.childElementCount === 0);
    return [
      ...absent,
      ...(words === "" ? ["text in main"] : []),
      ...empty.map((part) => `what stands in ${part.getAttribute("data-later")}`),
    ];
  }, places);
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

/** How much of the page has shifted once its fonts have loaded. */
const shifts = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return new Promise<number>((resolve) => {
      let sum = 0;
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as Shift[]) if (!shift.hadRecentInput) sum += shift.value;
      }).observe({ type: "layout-shift", buffered: true });
      // sleeps: buffered entries arrive in a separate task, and none arrive when nothing moved
      setTimeout(() => resolve(sum), 50);
    });
  });

/** The addresses that the sitemap lists. */
async function sitemapOf(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/sitemap.xml`);
  return Array.from((await answer.text()).matchAll(/<loc>(.+?)<\/loc>/g), ([, address]) => address!);
}
