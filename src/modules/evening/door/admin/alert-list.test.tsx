import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { AlertList } from "#src/modules/evening/door/admin/alert-list.tsx";
import type { DoorAlert } from "#src/modules/evening/door/schema.ts";

const alert: DoorAlert = {
  id: "an-entry",
  concern: "out_of_hours",
  guest: "Ana Ruiz",
  reference: "RND-AAAAAA",
  booking_id: "a-booking",
  night: { title: "Ronda", date: "2026-11-20", start: "20:00" },
  zone: "America/Mexico_City",
  at: "2026-11-21T03:05:00Z", // 21:05 of the 20th
  by: "Lucía",
  device: "Door 1",
  first: null,
};

async function page(locale: "en" | "es", over: Partial<DoorAlert>, mayLook = false): Promise<string> {
  const element = <AlertList alerts={[{ ...alert, ...over }]} mayLook={mayLook} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  const html = renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
  return html.replaceAll(/<[^>]*>/g, " ");
}

test.each([
  ["en", "21:05, by Lucía on Door 1", "Sat, Oct 31, 18:00, by Lucía on Door 1"],
  ["es", "21:05, por Lucía en Door 1", "sáb 31 de oct, 18:00, por Lucía en Door 1"],
] as const)("in %s an entry says its day where that isn't the night's", async (locale, sameDay, otherDay) => {
  expect(await page(locale, {})).toContain(` ${sameDay}`);
  expect(await page(locale, { at: "2026-11-01T00:00:00Z" })).toContain(otherDay);
});

test.each([
  ["en", "earns no partner a commission"],
  ["es", "no le genera comisión a ningún aliado"],
] as const)("in %s it says what waits for the review of an entry in doubt", async (locale, effect) => {
  expect(await page(locale, {}, true)).toContain(effect);
  expect(await page(locale, { concern: null }, true)).not.toContain(effect);
  expect(await page(locale, {}, false)).not.toContain(effect);
});
