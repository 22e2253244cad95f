import { emailedLink } from "#tests/e2e/guests.ts";
import { readMain } from "#tests/e2e/html.ts";
import { axe } from "#tests/e2e/axe.ts";
import { open, signIn } from "#tests/e2e/pages.ts";
import { become } from "#tests/e2e/site-pages.ts";
import { expect, type Page, test } from "#tests/e2e/story.ts";

const LUCIA = "lucia@ronda.test";
const toasts = (page: Page) => page.getByRole("region", { name: /^(Notices|Avisos)/ });
const person = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });

test("somebody is invited, accepts by the mailed link, may do what the role allows, and may no more once it is taken", async ({
  page,
  origin,
  browser,
}) => {
  await become(page, origin, "admin");
  await open(page, "/admin/people");
  await expect(page.getByText("The server’s ADMIN_EMAILS setting")).toBeVisible();
  await page.getByRole("link", { name: "Invite" }).click();
  await page.locator("#email").fill("nobody");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "One thing needs your attention" })).toBeFocused();
  await expect(page.locator("#email")).toHaveValue("nobody");
  await page.locator("#email").fill("Lucia@Ronda.test");
  await page.locator("#role").selectOption("support");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(toasts(page)).toContainText(`Invitation sent to ${LUCIA}`);
  await expect(page.getByRole("region", { name: "Invited" })).toContainText("The link works until");
  await axe(page);

  const link = await emailedLink(
    page,
    /^role_offered$/,
    /https?:\/\/[^"\s&]+?((?:\/es)?\/invitation\?token=[\w.-]+)/,
    LUCIA,
  );
  expect(link, "in the language of her account").toMatch(/^\/es\/invitation/);
  const theirs = await browser.newPage({ baseURL: origin });
  await open(theirs, link);
  await expect(theirs.getByRole("heading", { level: 1, name: "Trabaja con Ronda" })).toBeVisible();
  await expect(theirs.getByText("Atención", { exact: true })).toBeVisible();
  await axe(theirs);
  await expect(theirs.locator("#email"), "filled in").toHaveValue(LUCIA);
  await theirs.locator("#password").fill("ronda-demo-2026");
  await theirs.getByRole("button", { name: "Inicia sesión para aceptar" }).click();
  await theirs.getByRole("button", { name: "Aceptar", exact: true }).click();
  await theirs.waitForURL(/\/es\/admin/);
  await open(theirs, "/es/admin/people");
  await expect(theirs.getByRole("heading", { level: 1, name: "Guías y roles" })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "Invitar" }), "looks, but changes nothing").toBeHidden();

  await open(page, "/admin/people");
  await person(page, LUCIA).getByRole("link").click();
  await page.getByRole("complementary").getByLabel("New role").selectOption("guide");
  await axe(page);
  await page.getByRole("button", { name: "Save role" }).click();
  await expect(toasts(page)).toContainText("is a guide now");
  const ended = await theirs.request.get("/es/admin/people", { maxRedirects: 0 });
  expect(ended.headers()["location"], "a role that may do more ends every session").toContain("/es/login?next=");
  await open(theirs, "/es/login");
  await theirs.locator("#email").fill(LUCIA);
  await theirs.locator("#password").fill("ronda-demo-2026");
  await theirs.getByRole("main").getByRole("button", { name: "Iniciar sesión" }).click();
  await theirs.waitForURL((url) => !url.pathname.includes("login"));
  const refused = await readMain(await theirs.request.get("/es/admin/people"));
  expect(refused.heading, "refused, and told why").not.toBe("Guías y roles");
  expect(refused.heading).toMatch(/\S/);

  await page.getByRole("button", { name: "Remove the role" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the role" }).click();
  await expect(toasts(page)).toContainText("no longer has a role");
  await expect(person(page, LUCIA)).toHaveCount(0);
  const led = await theirs.request.get("/es/admin/people", { maxRedirects: 0 });
  expect(led.headers()["location"], "a customer has no business here").toBe("/es");
  await open(theirs, link);
  await theirs.getByRole("button", { name: "Aceptar" }).click();
  await theirs.waitForURL((url) => !url.pathname.includes("invitation"));
  const still = await theirs.request.get("/es/admin/people", { maxRedirects: 0 });
  expect(still.headers()["location"], "the link gives nothing back").toBe("/es");

  await signIn(page, "admin@ronda.test");
  await open(page, "/admin/people");
  await person(page, "admin@ronda.test").getByRole("link").click();
  await expect(page.getByRole("complementary").getByText("ADMIN_EMAILS")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the role" }), "an admin by setting").toBeHidden();
  await theirs.close();
});

test("who has no account is invited by one email, enters a name and a password, and works at the door", async ({
  page,
  origin,
  browser,
}) => {
  const nadia = "nadia.solis@ronda.test";
  await become(page, origin, "admin");
  await open(page, "/admin/people?do=invite");
  await page.locator("#email").fill(nadia);
  await page.locator("#language").selectOption("es");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(toasts(page)).toContainText(`Invitation sent to ${nadia}`);
  const link = await emailedLink(
    page,
    /^role_offered$/,
    /https?:\/\/[^"\s&]+?((?:\/es)?\/invitation\?token=[\w.-]+)/,
    nadia,
  );
  const theirs = await browser.newPage({ baseURL: origin });
  await open(theirs, link);
  await expect(theirs.locator("#email")).toHaveValue(nadia);
  await axe(theirs);
  await theirs.getByRole("button", { name: "Crear cuenta y aceptar" }).click();
  await expect(theirs.getByRole("alert").filter({ hasText: "3" })).toBeFocused();
  await theirs.locator("#first_name").fill("Nadia");
  await theirs.locator("#last_name").fill("Solís");
  await theirs.locator("#password").fill("tres tequilas en la azotea");
  await theirs.getByRole("button", { name: "Crear cuenta y aceptar" }).click();
  await theirs.waitForURL(/\/es\/admin/);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Resumen");
  await theirs.close();
});
