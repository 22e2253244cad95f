import { expect, test } from "#tests/e2e/story.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { accountLink, atProvider, booked } from "#tests/e2e/guests.ts";
import { notices, open, quiet } from "#tests/e2e/pages.ts";

const PASSWORD = "una ronda para los primos";

const WORDS = {
  en: {
    signUp: "Sign Up",
    checkMail: "Please check your email for the confirmation link",
    confirm: "Confirm my email",
    confirmed: "Your email is confirmed",
    signIn: "Sign In",
    welcome: "Welcome back!",
    mine: "My Bookings",
    state: "Confirmed",
    manage: "Manage",
    changeDate: /Change the date/,
    move: "Move and pay MX$300",
    moved: "Your change is made",
    back: "Change or cancel this booking",
    leave: /Somebody isn't coming/,
    who: "Ana Ruiz",
    price: "See what comes back",
    giveUp: "Give up and get MX$500 back",
    left: "Done: those places are given back.",
    refund: /MX\$300 back/,
  },
  es: {
    signUp: "Registrarme",
    checkMail: "Revisa tu correo y abre el enlace de confirmación",
    confirm: "Confirmar mi correo",
    confirmed: "Tu correo quedó confirmado",
    signIn: "Iniciar sesión",
    welcome: "¡Hola de nuevo!",
    mine: "Mis reservas",
    state: "Confirmada",
    manage: "Administrar",
    changeDate: /Cambiar la fecha/,
    move: "Cambiar y pagar MX$300",
    moved: "Tu cambio está hecho",
    back: "Cambiar o cancelar esta reserva",
    leave: /Alguien no viene/,
    who: "Ana Ruiz",
    price: "Ver cuánto regresa",
    giveUp: "Dejar y recibir MX$500",
    left: "Listo: esos lugares quedaron libres.",
    refund: /Te devolvemos MX\$300/,
  },
} as const;

for (const locale of ["en", "es"] as const)
  test(`${locale}: who booked as a guest makes an account, finds the booking there, moves it, and one of three stays at home`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow(); // a dozen pages
    const t = WORDS[locale];
    const email = `sofia.${locale}.${Date.now()}@example.test`;
    const at = (path: string) => localizedPath(path, locale);
    const field = (name: string) => page.locator(`#${name}`);
    const main = page.getByRole("main");
    // booked in another browser: nothing but the address says whose it is
    const elsewhere = await browser.newContext({ baseURL: baseURL! });
    const guest = await elsewhere.newPage();
    const booking = await booked(guest, ["Diego Ferrer", "Ana Ruiz"], { email, language: locale });
    await elsewhere.close();
    const expectQuiet = quiet(page);

    await open(page, at("/signup"));
    await field("first_name").fill("Sofía");
    await field("last_name").fill("Navarro");
    await field("email").fill(email);
    await field("password").fill(PASSWORD);
    await page.getByRole("button", { name: t.signUp }).click();
    await expect(main).toContainText(t.checkMail);

    await open(page, await accountLink(page, email, "account_verify"));
    await page.getByRole("button", { name: t.confirm }).click();
    await expect(main).toContainText(t.confirmed);
    await field("email").fill(email);
    await field("password").fill(PASSWORD);
    await main.getByRole("button", { name: t.signIn }).click();
    await expect(notices(page).filter({ hasText: t.welcome })).toBeVisible();

    await open(page, at("/bookings"));
    await expect(page.getByRole("heading", { level: 1, name: t.mine })).toBeVisible();
    const ticket = page.getByRole("article").filter({ hasText: t.state });
    await expect(ticket).toHaveCount(1);
    await ticket.getByRole("link", { name: t.manage }).click();
    await expect(page).toHaveURL(new RegExp(booking.id));
    await page.getByRole("link", { name: t.changeDate }).click();
    await page
      .getByRole("link", { name: /\+ MX\$300/ })
      .first()
      .click();
    await page.getByRole("button", { name: t.move }).click();
    await atProvider(page, "approve");
    await expect(page.getByText(t.moved)).toBeVisible();

    await open(page, at(`/booking-confirmation/${booking.id}`));
    await page.getByRole("link", { name: t.back }).click();
    await page.getByRole("link", { name: t.leave }).click();
    await page.getByLabel(t.who).check();
    await page.getByRole("button", { name: t.price }).click();
    await page.getByRole("button", { name: t.giveUp }).click();
    await expect(page.getByText(t.left)).toBeVisible();
    await open(page, at("/bookings"));
    await expect(page.getByRole("article")).toContainText(t.refund);
    await expect(page.getByRole("article")).toContainText("MX$1,000");
    expectQuiet();
  });
