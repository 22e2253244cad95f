import { expect, type Locator, type Page } from "@playwright/test";

/** Opens a page of the site and waits until it responds to clicks. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await alive(page);
}

/** Waits until the page responds to clicks: what loads on first interaction has loaded. */
export async function alive(page: Page): Promise<void> {
  await hydrated(page);
  await page.evaluate(() => dispatchEvent(new Event("pointermove")));
  await page.waitForFunction(() => !document.querySelector('[data-when="touched"]:not([data-here])'), null, OFTEN);
}

/** How often these two waits look: an assertion would look again after half a second, on every page. */
const OFTEN = { polling: 20 };

/** Waits until the page's scripts run. */
export const hydrated = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.documentElement.hasAttribute("data-hydrated"), null, OFTEN);
};

/** Signs in as the demo data's customer or another of its accounts, as the form does. */
export async function signIn(page: Page, email = "lucia@ronda.test"): Promise<void> {
  const form = { email, password: "ronda-demo-2026" };
  const headers = { "sec-fetch-site": "same-origin" };
  // the page that it leads to would be rendered for nobody
  const answer = await page.request.post("/login", { form, headers, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

/** The stack of toasts. */
export const notices = (page: Page): Locator =>
  page.getByRole("region", { name: /^(Notices|Notificaciones)$/ }).getByRole("listitem");

/** The warning of a site without an advertising pixel (spec section 7), as most of these have none. */
export const isExpected = (warning: string): boolean => warning === "[pixel] no id is configured";

/** Collects console errors from now on. Call the returned function at the end: it expects none. */
export function quiet(page: Page): () => void {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !isExpected(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return () => expect(complaints).toEqual([]);
}

/** Moves a calendar month by month to the one containing a date, and returns the cell of its day. */
export async function turnTo(calendar: Page | Locator, date: string): Promise<Locator> {
  const month = calendar.getByRole("grid"); // its name is the month's
  // a month's last row contains the next one's first days, but only the first page shows them
  const cell = calendar.locator(`td[data-day="${date}"]:not([data-hidden])`);
  await expect(month).toBeVisible();
  while ((await cell.count()) === 0) {
    const label = (await month.getAttribute("aria-label"))!;
    await calendar.getByRole("link", { name: /^(Next month|Mes siguiente)$/ }).click();
    await expect(month).not.toHaveAttribute("aria-label", label); // checking at once would move twice
  }
  return cell;
}

/** What overflows the right edge where the page as a whole can scroll sideways. */
export const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return wide.map((element) => element.outerHTML.slice(0, 120));
  });
