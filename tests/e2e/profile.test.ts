import { expect, type Page, test } from "#tests/e2e/story.ts";
import { accountLink } from "#tests/e2e/guests.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, quiet } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { codeOf } from "#tests/totp.ts";

test.describe.configure({ mode: "serial" });

const DEMO = "ronda-demo-2026";
const field = (page: Page, id: string) => page.locator(`#${id}`);
const toasts = (page: Page) => page.getByRole("region", { name: /^(Messages|Avisos)$/ });

/** Signs the demo customer in through the page itself. */
async function signIn(page: Page): Promise<void> {
  await page.locator("#email").fill("lucia@ronda.test");
  await page.locator("#password").fill(DEMO);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Sign In|Iniciar sesión)$/ })
    .click();
}

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("who isn't signed in is led to sign in and back; details are saved and fill in checkout", async ({ page }) => {
    await open(page, "/es/profile");
    await expect(page).toHaveURL(/\/es\/login\?next=%2Fes%2Fprofile$/);
    await signIn(page);
    await expect(page).toHaveURL(/\/es\/profile$/);
    await expect(page.getByRole("heading", { level: 1, name: "Mi perfil" })).toBeVisible();

    await field(page, "details-first_name").fill(" ");
    await field(page, "details-phone").fill("llámame");
    await page.getByRole("button", { name: "Guardar datos" }).tap();
    await expect(page.getByRole("alert").filter({ hasText: "Hay 2 cosas por revisar" })).toBeFocused();
    await expect(field(page, "details-phone")).toHaveValue("llámame");
    await axe(page);
    const expectQuiet = quiet(page); // browsers log a refused form (422) themselves
    await field(page, "details-first_name").fill("Lucía");
    await field(page, "details-phone").fill("+52 55 8765 4321");
    await page.getByRole("button", { name: "Guardar datos" }).tap();
    await expect(toasts(page)).toContainText("Tu perfil se actualizó");

    const departures = (await (await page.request.get("/api/scheduled-crawls")).json()) as Record<string, unknown>[];
    const departure = departures.find((one) => one["is_available"] && !one["external_booking_link"])!;
    await open(page, `/es/checkout?departure=${String(departure["id"])}`);
    await expect(field(page, "first_name")).toHaveValue("Lucía");
    await expect(field(page, "email")).toHaveValue("lucia@ronda.test");
    await expect(field(page, "phone")).toHaveValue("+52 55 8765 4321");
    // they are one line until they are to be changed
    await expect(field(page, "last_name")).toBeHidden();
    await page.getByText("Cambiar", { exact: true }).tap();
    await field(page, "last_name").fill("García");
    await page.reload();
    await expect(field(page, "last_name")).toHaveValue("García");

    await open(page, "/es");
    await page.getByLabel("Menú").tap();
    await page.getByRole("link", { name: "Mi perfil" }).tap();
    await expect(page.getByRole("heading", { level: 1, name: "Mi perfil" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Mi perfil" })).toBeHidden();
    expectQuiet();
  });
});

test("the menu of the account is used by keyboard, and closes; scripts can read no cookie but the listed ones", async ({
  page,
  baseURL,
}) => {
  await become(page, baseURL!, "customer");
  await open(page, "/faq");
  const menu = page.getByLabel("Your account");
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("lucia@ronda.test")).toBeVisible();
  await expect(page.getByText("User Account")).toBeVisible();
  await expect(page.getByText("Admin", { exact: true })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await expect(page.getByText("User Account")).toBeHidden();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "My Profile" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "My Profile" })).toBeVisible();
  await expect(page.getByText("User Account")).toBeHidden();

  // a signed-in user with a chosen theme and language has no script-readable cookie except the listed ones
  await open(page, "/es");
  await page.getByRole("button", { name: /tema oscuro/ }).click();
  await page.getByLabel("Cambiar idioma").click();
  await page.getByRole("link", { name: "English" }).click();
  const cookies = await page.context().cookies();
  const readable = cookies.filter((cookie) => !cookie.httpOnly).map(({ name }) => name);
  expect(readable.filter((name) => !["theme", "language", "consent", "signed_in"].includes(name))).toEqual([]);
  expect(cookies.some(({ httpOnly }) => httpOnly)).toBe(true);
});

test("a second factor is set up with a code of the app, keeps its setup after a wrong one, and is turned off", async ({
  page,
  baseURL,
}) => {
  test.slow();
  await become(page, baseURL!, "customer");
  await open(page, "/profile");
  await page.locator("summary", { hasText: "Set up a second factor" }).click();
  await field(page, "factor-start-password").fill(DEMO);
  await page.getByRole("button", { name: "Continue" }).click();
  const secret = ((await page.locator("#second-factor code").textContent()) ?? "").replaceAll(" ", "");
  const codes = await page.locator("[data-print] li").allTextContents();
  expect(codes).toHaveLength(10);
  await axe(page);
  await field(page, "factor-confirm-code").fill("000 000");
  await page.getByRole("button", { name: "Turn on the second factor" }).click();
  await expect(page.locator("#factor-confirm-code-error")).toBeVisible();
  await expect(page.locator("#second-factor code")).toHaveText(secret.match(/.{1,4}/g)!.join(" "));
  expect(await page.locator("[data-print] li").allTextContents()).toEqual(codes);
  await field(page, "factor-confirm-code").fill(codeOf(secret));
  await page.getByRole("button", { name: "Turn on the second factor" }).click();
  await expect(toasts(page)).toContainText("Your second factor is on.");
  await axe(page);
  await page.locator("summary", { hasText: "Turn off the second factor" }).click();
  await field(page, "factor-off-password").fill(DEMO);
  await field(page, "factor-off-code").fill(codes[0]!.trim());
  await page.getByRole("button", { name: "Turn off the second factor" }).click();
  await expect(toasts(page)).toContainText("Your second factor is off.");
});

test("an admin goes to the admin's pages, a customer home, and whose session ended is told so", async ({
  page,
  baseURL,
  browser,
}) => {
  await become(page, baseURL!, "admin");
  await open(page, "/");
  await page.getByLabel("Your account").click();
  await expect(page.getByText("Admin Account")).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await become(page, baseURL!, "customer");
  const led = await page.request.get("/admin/dashboard", { maxRedirects: 0 });
  expect([led.status(), led.headers()["location"]]).toEqual([302, "/"]);

  await open(page, "/profile");
  const elsewhere = await (await browser.newContext()).newPage();
  await become(elsewhere, baseURL!, "customer");
  await elsewhere.goto(`${baseURL}/profile`);
  await elsewhere.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(elsewhere).toHaveURL(`${baseURL}/`);
  await elsewhere.context().close();
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
  await expect(toasts(page)).toContainText("No user logged in");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every form of the profile posts, says what it did, and keeps what was typed", async ({ page, baseURL }) => {
    await become(page, baseURL!, "customer");
    await page.goto("/profile");
    await field(page, "details-phone").fill("nope");
    await page.getByRole("button", { name: "Save details" }).click();
    await expect(page.locator("#details-phone-error")).toBeVisible();
    await expect(field(page, "details-phone")).toHaveValue("nope");
    await field(page, "details-phone").fill("+52 55 0000 0000");
    await page.getByRole("button", { name: "Save details" }).click();
    await expect(page.locator("#details")).toContainText("Profile updated successfully");

    await page.getByText("Change email address").click();
    await field(page, "email-new_email").fill("lucia.nueva@ronda.test");
    await field(page, "email-password").fill("not this one");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.locator("#email-password-error")).toHaveText("This isn’t your password.");
    await expect(field(page, "email-new_email")).toHaveValue("lucia.nueva@ronda.test");
    await field(page, "email-password").fill(DEMO);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.locator("#email")).toContainText(
      "Open the link we sent to the new address and enter your password",
    );
    await expect(page.locator("#email")).toContainText("lucia@ronda.test");

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download my data" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
    await expect(page.locator("#delete")).toContainText("nights coming up");
    await expect(page.locator("#delete-password")).toHaveCount(0);
  });

  test("an account is made, moved to another address, left, and its page is nobody's", async ({ page, baseURL }) => {
    const email = `adios.${Date.now()}@example.test`;
    await page.goto("/signup");
    for (const [id, text] of [
      ["first_name", "Adiós"],
      ["last_name", "Demo"],
      ["email", email],
      ["password", "una noche muy larga"],
    ] as const)
      await field(page, id).fill(text);
    await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
    const link = await accountLink(page, email, "account_verify");
    await page.goto(link);
    await field(page, "password").fill("una noche muy larga");
    await page.getByRole("main").getByRole("button", { name: "Confirm my email" }).click();
    await expect(page).toHaveURL(/note=verified/); // leaving sooner would abort the submission
    await page.goto("/profile");
    const moved = `moved.${email}`;
    await page.getByText("Change email address").click();
    await field(page, "email-new_email").fill(moved);
    await field(page, "email-password").fill("una noche muy larga");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.locator("#email")).toContainText("Until then you keep the old one.");
    await page.goto(await accountLink(page, moved, "account_email_change"));
    await expect(page.getByRole("heading", { level: 1, name: "Is this your new email?" })).toBeVisible();
    await expect(field(page, "email")).toHaveValue(moved);
    await field(page, "password").fill("not this one");
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.locator("#password-error")).toHaveText("This isn’t your password.");
    await field(page, "password").fill("una noche muy larga");
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByRole("main")).toContainText("Your new email is confirmed");
    await page.goto("/login?next=/profile");
    await field(page, "email").fill(moved);
    await field(page, "password").fill("una noche muy larga");
    await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    await page.locator("summary", { hasText: "Delete my account" }).click();
    await field(page, "delete-password").fill("una noche muy larga");
    await field(page, "delete-word").fill("nope");
    await page.getByRole("button", { name: "Delete it for good" }).click();
    await expect(page.locator("#delete-word-error")).toBeVisible();
    await field(page, "delete-password").fill("una noche muy larga");
    await field(page, "delete-word").fill("DELETE");
    await page.getByRole("button", { name: "Delete it for good" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your account is deleted" })).toBeVisible();
    await page.goto("/profile");
    await expect(page).toHaveURL(`${baseURL}/login?next=%2Fprofile`);
  });
});
