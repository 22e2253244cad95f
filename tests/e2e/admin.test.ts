import { readMain } from "#tests/e2e/html.ts";
import { axe } from "#tests/e2e/axe.ts";
import { alive, open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, test } from "#tests/e2e/story.ts";

test.describe("on a desktop", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test("an operator gets anywhere by keyboard, and the menu stays as narrow as it was made", async ({
    page,
    baseURL,
  }) => {
    const expectQuiet = quiet(page);
    await become(page, baseURL!, "admin");
    await open(page, "/admin/payments");
    await page.keyboard.press("Control+k");
    const box = page.getByRole("dialog", { name: "Search everything" });
    await expect(box.getByRole("option", { name: "Schedule", exact: true })).toBeVisible();
    await page.keyboard.type("oaxaca");
    await expect(box.getByRole("group", { name: "Departures" }).getByRole("option").first()).toContainText("Oaxaca");
    await expect(box.getByRole("group", { name: "Pub crawls" })).toBeVisible();
    await axe(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/nights\//);

    await page.keyboard.press("Control+k");
    await page.keyboard.type("lucia demo");
    await box
      .getByRole("group", { name: "Customers" })
      .getByRole("option", { name: /lucia@ronda.test/ })
      .click();
    await expect(page.getByRole("complementary", { name: "Lucía Demo" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/admin\/customers$/);

    await page.keyboard.press("Control+k");
    await page.keyboard.type("luica demo");
    await expect(box.getByRole("status")).toContainText("No exact match.");
    await expect(box.getByRole("group", { name: "Bookings" }).getByRole("option").first()).toContainText("Lucía Demo");
    await page.keyboard.press("Escape");
    await page.getByRole("searchbox", { name: "Search customers" }).fill("luica");
    await page.getByRole("link", { name: "Lucía", exact: true }).click();
    await expect(page.getByRole("row", { name: /Lucía Demo/ })).toBeVisible();

    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/\/admin\/coupons/);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(keys).toBeVisible();
    await keys.getByLabel("Use single-key shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("b");
    await expect(page, "single keys are off").toHaveURL(/\/admin\/coupons/);

    // the menu fits the screen, marks the page, and keeps the groups that were opened
    await open(page, "/admin/emails");
    const menu = page.getByRole("navigation", { name: "Admin" });
    await expect(menu.getByRole("link", { name: "Emails" })).toHaveAttribute("aria-current", "page");
    await expect(menu.getByRole("link", { name: "Emails" })).toBeInViewport({ ratio: 1 });
    expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBeLessThanOrEqual(0);
    await expect(menu.getByRole("link", { name: "Coupons" })).toBeHidden();
    await menu.locator("summary").filter({ hasText: "Sales" }).focus();
    await page.keyboard.press("Enter");
    await expect(menu.getByRole("link", { name: "Coupons" })).toBeVisible();
    await page.reload();
    await alive(page);
    await expect(menu.getByRole("link", { name: "Coupons" })).toBeVisible();
    await page.getByRole("button", { name: "Collapse the menu" }).click();
    await page.reload();
    await expect(page.getByRole("button", { name: "Expand the menu" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Bookings" }).first()).toBeVisible();
    expectQuiet();
  });

  test("a lost line takes neither the menu nor what was typed, and everything goes on where it stopped", async ({
    page,
    baseURL,
  }) => {
    await become(page, baseURL!, "admin");
    await open(page, "/admin/people");
    await page.getByRole("link", { name: "Invite" }).click();
    const email = page.locator("#email");
    const send = page.getByRole("button", { name: "Send invitation" });
    const lost = page.getByRole("region", { name: /^Notices/ }).getByRole("listitem");
    await email.fill("line@ronda.test");
    await page.context().setOffline(true);
    await send.click();
    await expect(lost).toContainText("No connection to the server");
    await lost.getByRole("button", { name: "Close" }).click();
    await expect(send, "closing the message gives the form back").toBeEnabled();
    await send.click();
    await lost.getByRole("button", { name: "Retry" }).click();
    await expect(lost, "told again").toContainText("what you typed are still here");
    await expect(email).toHaveValue("line@ronda.test");
    await axe(page);
    await page.context().setOffline(false);
    await lost.getByRole("button", { name: "Retry" }).click();
    await expect(lost).toContainText("Invitation sent to line@ronda.test");

    await page.getByRole("navigation", { name: "Admin" }).locator("summary").filter({ hasText: "Sales" }).click();
    // the code of this page isn't in the browser yet
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Coupons" }).first().click();
    await expect(lost.last()).toContainText("No connection to the server");
    await expect(page.getByRole("heading", { level: 1, name: "Guides & roles" })).toBeVisible();
    await page.context().setOffline(false);
    await expect(page).toHaveURL(/\/admin\/coupons/);
    await expect(page.getByRole("heading", { level: 1, name: "Coupons" })).toBeVisible();
    await expect(lost).toHaveCount(0);

    await alive(page);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "You have been signed out" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Admin" })).toHaveCount(0);
    const ended = page.waitForResponse("**/sign-out");
    await page.context().setOffline(false);
    await ended;
    await page.goto("/admin/coupons");
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  test("what is typed before the page is alive stays", async ({ page, baseURL }) => {
    await become(page, baseURL!, "admin");
    let release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route("**/*.js", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/admin/add-pub-crawl", { waitUntil: "commit" });
    const title = page.locator("#title");
    await title.fill("Typed early");
    const output = page.locator("#is_active");
    await output.check();
    const currency = page.locator("#currency");
    await currency.selectOption("MXN");
    release();
    await alive(page);
    // each keystroke renders the whole form again
    await page.locator("#group_size").pressSequentially("12");
    await expect(page.locator("#group_size")).toHaveValue("12");
    await expect(title).toHaveValue("Typed early");
    await expect(output).toBeChecked();
    await expect(currency).toHaveValue("MXN");
    // and it counts as typed: the page would be left with it unsaved
    await expect(page.getByText(/4 unsaved changes/)).toBeVisible();
  });

  test("what doesn't exist is said inside the menu", async ({ page, baseURL }) => {
    await become(page, baseURL!, "admin");
    const answer = await page.request.get("/admin/nope");
    expect(await readMain(answer)).toMatchObject({ status: 404, heading: "Page Not Found" });
    const text = await answer.text();
    expect(text).toMatch(/<nav [^>]*aria-label="Admin"/);
    for (const link of ["Return Home", "View Pub Crawls"]) expect(text).toContain(link);
  });
});

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the pages of the evening are at the foot, everything else under one tap, and one can leave", async ({
    page,
    baseURL,
  }) => {
    await become(page, baseURL!, "admin");
    await open(page, "/es/admin/bookings");
    await expect(page.getByRole("link", { name: /^Reservas/ }).last()).toHaveAttribute("aria-current", "page");
    await page.getByRole("button", { name: "Más" }).tap();
    const sheet = page.getByRole("dialog", { name: "Más" });
    await axe(page);
    await sheet.getByRole("link", { name: "Cupones" }).tap();
    await expect(page).toHaveURL(/\/es\/admin\/coupons/);
    await expect(sheet).toBeHidden();
    await page.getByRole("button", { name: "Más" }).tap();
    await sheet.getByRole("button", { name: "Cerrar sesión" }).tap();
    await expect(page).toHaveURL(/\/es\/login/);
  });
});
