import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { groupsFor } from "#src/routes/admin/components/navigation.ts";

const names = { en: await i18nFor("en"), es: await i18nFor("es") };
const pages = groupsFor({ role: "admin", cities: null }).flatMap((group) => group.pages);

/** The names of the areas in the specification (sections 1, 2.1 and 2.2), and ours in Spanish. */
test.each([
  ["dashboard", "Dashboard", "Resumen"],
  ["schedule", "Schedule", "Calendario"],
  ["bookings", "Bookings", "Reservas"],
  ["pub-crawls", "Pub Crawls", "Recorridos"],
  ["emails", "Emails", "Correos"],
  ["gallery", "Gallery", "Galería"],
  ["instagram", "Instagram", "Instagram"],
  ["ticket-scanner", "Ticket Scanner", "Escáner de boletos"],
  ["coupons", "Coupons", "Cupones"],
  ["home-content", "Home Content", "Contenido de inicio"],
  ["affiliates", "Affiliates", "Aliados"],
  ["general-options", "General Options", "Opciones generales"],
  ["feedback", "Feedback", "Opiniones"],
  ["restore-pub-crawls", "Restore Pub Crawls", "Restaurar recorridos"],
])("/admin/%s is called “%s”, in Spanish “%s”", (path, en, es) => {
  const page = pages.find((one) => one.path === `/admin/${path}`)!;
  expect(names.en.t(page.name)).toBe(en);
  expect(names.es.t(page.name)).toBe(es);
});
