import { expect, type Page, test } from "#tests/e2e/story.ts";
import { accountLink } from "#tests/e2e/guests.ts";
import { readMain } from "#tests/e2e/html.ts";
import { axe } from "#tests/e2e/axe.ts";
import { notices, open, quiet } from "#tests/e2e/pages.ts";

const PASSWORD = "tres tequilas en la azotea";
/** Of whoever confirms what somebody else signed up for. */
const OWN_PASSWORD = "una noche en la Condesa";
const field = (page: Page, name: string) => page.locator(`#${name}`);

async function fillSignUp(page: Page, email: string, password = PASSWORD) {
  await field(page, "first_name").fill("Sofía");
  await field(page, "last_name").fill("Navarro");
  await field(page, "email").fill(email);
  await field(page, "password").fill(password);
}

test.describe("on a phone, in Spanish", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "es-MX" });

  test("an account is made, proved by mail, used and left; a forgotten password is replaced", async ({ page }) => {
    test.slow(); // checks pages in three states and both themes
    const email = `sofia.${Date.now()}@example.test`;
    await open(page, "/es/signup");
    // the people of the picture, its lower third, stand below the sheet
    const picture = (await page.locator("main picture img").boundingBox())!;
    const sheet = (await page.locator("main .cut-edge").first().boundingBox())!;
    expect(sheet.y + sheet.height).toBeLessThan(picture.y + picture.height * 0.68);
    await field(page, "first_name").fill("Sofía");
    await field(page, "password").fill("password1");
    await page.getByRole("button", { name: "Registrarme" }).tap();
    await expect(page.getByRole("alert").filter({ hasText: "Hay 2 cosas por revisar" })).toBeFocused();
    await expect(field(page, "first_name")).toHaveValue("Sofía");
    await axe(page);
    await fillSignUp(page, email, "password1");
    await page.getByRole("button", { name: "Registrarme" }).tap();
    await expect(page.locator("#password-error")).toContainText("de las primeras que cualquiera probaría");
    await field(page, "password").fill(PASSWORD);
    await page.getByRole("button", { name: "Mostrar contraseña" }).tap();
    await expect(field(page, "password")).toHaveAttribute("type", "text");
    const expectQuiet = quiet(page); // browsers log a refused form (422) themselves
    await page.getByRole("button", { name: "Registrarme" }).tap();
    await expect(page).toHaveURL(/\/es\/login\?note=check-email$/);
    const toast = notices(page);
    await expect(toast).toContainText("¡Registro exitoso!");
    await expect(toast).toContainText("Revisa tu correo y abre el enlace de confirmación");
    await expect(page.getByRole("main")).toContainText("¡Registro exitoso!");

    await open(page, await accountLink(page, email, "account_verify"));
    await expect(field(page, "email")).toHaveValue(email);
    await axe(page);
    await field(page, "password").fill(PASSWORD);
    await page.getByRole("button", { name: "Confirmar mi correo" }).tap();
    await expect(page).toHaveURL(/\/es\/bookings\?note=verified$/);
    await expect(page.getByRole("main")).toContainText("Tu correo quedó confirmado");
    await page.getByLabel("Tu cuenta").first().tap();
    await expect(page.getByText(email)).toBeVisible();
    await page.getByRole("button", { name: "Cerrar sesión" }).tap();
    await expect(notices(page).filter({ hasText: "Cerraste sesión" })).toBeVisible();

    await open(page, "/es/login");
    await page.getByRole("link", { name: "¿Olvidaste tu contraseña?" }).tap();
    await expect(page.getByRole("heading", { name: "¿Olvidaste tu contraseña?" })).toBeVisible();
    await field(page, "email").fill(email);
    await page.getByRole("button", { name: "Mándenme el enlace" }).tap();
    await expect(page.getByRole("heading", { name: "Revisa tu correo" })).toBeFocused();
    await axe(page);
    expectQuiet();
    const link = await accountLink(page, email, "account_reset");
    await open(page, link);
    await field(page, "password").fill("otra noche en la Roma");
    await page.getByRole("button", { name: "Guardar la contraseña" }).tap();
    await expect(page.getByRole("main")).toContainText("Tu nueva contraseña quedó guardada");
    await field(page, "email").fill(email);
    await field(page, "password").fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Iniciar sesión" }).tap();
    await expect(notices(page).filter({ hasText: "No se pudo iniciar sesión" })).toBeVisible();
    await expect(page.getByRole("main")).toContainText("El correo o la contraseña no son correctos.");
    await expect(field(page, "email")).toHaveValue(email);
    await axe(page);
    await field(page, "password").fill("otra noche en la Roma");
    await page.getByRole("main").getByRole("button", { name: "Iniciar sesión" }).tap();
    await expect(page).toHaveURL(/\/es$/);

    await open(page, link);
    await field(page, "password").fill("una vez más con el enlace");
    await page.getByRole("button", { name: "Guardar la contraseña" }).tap();
    await expect(page.getByRole("heading", { name: "Este enlace ya no sirve" })).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an account is made, proved, used and left by plain forms, and every page says what has been done", async ({
    page,
  }) => {
    const email = `plain.${Date.now()}@example.test`;
    await page.goto("/signup?next=/faq");
    await fillSignUp(page, email, "short");
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expect(page.locator("#password-error")).toHaveText("Please choose a password of at least 8 characters.");
    await expect(field(page, "last_name")).toHaveValue("Navarro");
    await expect(field(page, "password")).toHaveValue("");
    await field(page, "password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByRole("main")).toContainText("Please check your email for the confirmation link");

    const signIn = async (password: string) => {
      await field(page, "email").fill(email);
      await field(page, "password").fill(password);
      await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
    };
    await signIn("not this one");
    await expect(page.getByRole("main")).toContainText("Sign in failed");
    await expect(page.getByRole("main")).toContainText("The email or password is incorrect.");
    await expect(field(page, "email")).toHaveValue(email);
    await signIn(PASSWORD);
    await expect(page.getByRole("main")).toContainText(`We just sent a new link to ${email}.`);
    await page.goto(await accountLink(page, email, "account_verify"));
    // somebody else's sign-up: the reader sets name and password
    await field(page, "password").fill("not this one");
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.locator("#password-error")).toContainText("That isn’t the password chosen at sign-up.");
    await page.getByRole("link", { name: /Set up the account yourself/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Set up your account" })).toBeVisible();
    await field(page, "first_name").fill("Noor");
    await field(page, "password").fill("short");
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.locator("#password-error")).toHaveText("Please choose a password of at least 8 characters.");
    await expect(field(page, "first_name")).toHaveValue("Noor");
    await field(page, "last_name").fill("Haddad");
    await field(page, "password").fill(OWN_PASSWORD);
    await page.getByRole("button", { name: "Confirm my email" }).click();
    await expect(page.getByRole("main")).toContainText("Your email is confirmed");
    await expect(page.locator("header").getByText(email)).toBeAttached();
    await page.getByLabel("Your account").first().click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByRole("main")).toContainText("You have been signed out");

    await page.goto("/login?next=/faq");
    await signIn(PASSWORD);
    await expect(page.getByRole("main")).toContainText("Sign in failed");
    await signIn(OWN_PASSWORD);
    await expect(page).toHaveURL(/\/faq/);
    // this page is the same for everybody and needs scripts to know its visitor: without them the link leads to their own page
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/profile/);
    await expect(page.getByRole("banner").getByText(email)).toBeAttached();
    await page.getByLabel("Your account").first().click();
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(page.getByRole("main")).toContainText("You have been signed out");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();

    await page.goto("/forgot-password");
    await field(page, "email").fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expect(page.getByRole("main")).toContainText(`If ${email} has an account`);
    await page.goto(await accountLink(page, email, "account_reset"));
    await field(page, "password").fill("another night in Roma");
    await page.getByRole("button", { name: "Save the new password" }).click();
    await expect(page.getByRole("main")).toContainText("Your new password is set");
    await signIn("another night in Roma");
    await expect(page).toHaveURL(/\/$/);
  });
});

test("a note of another's making is not shown, and a next page elsewhere is not followed", async ({ request }) => {
  const address = "/login?note=Send%20money%20to%20evil&next=//evil.example/x";
  const { status, words } = await readMain(await request.get(address));
  expect([status, words]).toEqual([200, expect.not.stringContaining("evil")]);
  const form = { email: "lucia@ronda.test", password: "ronda-demo-2026" };
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await request.post(address, { form, headers, maxRedirects: 0 });
  expect([answer.status(), answer.headers()["location"]]).toEqual([302, "/"]);
  // staff begin in the admin instead, unless they were on the way to a page
  const staff = { form: { ...form, email: "admin@ronda.test" }, headers, maxRedirects: 0 };
  const starts = [await request.post("/es/login", staff), await request.post("/login?next=/faq", staff)];
  expect(starts.map((start) => start.headers()["location"])).toEqual(["/es/admin", "/faq"]);
});
