import { renderToString } from "react-dom/server";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { HideCrawl } from "#src/modules/site/catalog/admin/hide-crawl.tsx";
import { StateBadge, UnseenNotice } from "#src/modules/site/catalog/admin/hidden-reasons.tsx";
import type { Barred } from "#src/modules/site/catalog/rules/visible.ts";
import { MeContext } from "#src/modules/base/identity/components/me-context.ts";
import type { Role } from "#src/modules/base/identity/rules/permissions.ts";

type As = { locale: "en" | "es"; role?: Role };

async function render(element: ReactNode, { locale, role = "admin" }: As): Promise<string> {
  const i18n = await i18nFor(locale);
  const page = (
    <PageTexts value={i18n}>
      <MeContext value={{ email: "ana@ronda.test", role, cities: null }}>{element}</MeContext>
    </PageTexts>
  );
  const path = locale === "es" ? "/es/admin" : "/admin";
  const router = createMemoryRouter([{ path, element: page }], { initialEntries: [path] });
  return renderToString(<RouterProvider router={router} />).replaceAll("<!-- -->", "");
}

const TITLE = { why: "title", words: "San Cristóbal", sites: ["cdmx"], isElsewhere: false } as const;
const crawl = (unseen: Barred) => ({ id: "c1", city_id: "centro", title: "Ronda Sur", unseen });

test.each([
  [
    TITLE,
    "en",
    "is in its title, and the Mexico City site leaves such crawls out.",
    "/admin/edit-pub-crawl/c1#on_every_site",
  ],
  [TITLE, "es", "su título contiene «San Cristóbal»", "/es/admin/edit-pub-crawl/c1#on_every_site"],
  [{ ...TITLE, isElsewhere: true }, "en", "Your other sites show it.", "/admin/edit-pub-crawl/c1#on_every_site"],
  [{ why: "hidden" }, "en", "it is hidden", "/admin/edit-pub-crawl/c1#is_active"],
  [{ why: "city" }, "es", "su ciudad está desactivada", "/es/admin/cities/centro"],
  [{ why: "deleted" }, "en", "it was deleted", "/admin/restore-pub-crawls"],
  [{ why: "closed" }, "en", "the site is closed for sale", "/admin/opening"],
  [{ why: "no_nights" }, "es", "no tiene fechas próximas", "/es/admin/schedule/new?kind=series"],
] as [Barred, "en" | "es", string, string][])(
  "%o is said in %s with the way out",
  async (unseen, locale, expected, way) => {
    const html = await render(<UnseenNotice crawls={[crawl(unseen)]} />, { locale });
    expect(html).toContain(expected);
    expect(html).toContain("Ronda Sur");
    expect(html).toContain(`href="${way}"`);
  },
);

test("who may not take the way out reads the reason alone", async () => {
  const html = await render(<UnseenNotice crawls={[crawl(TITLE)]} />, { locale: "en", role: "guide" });
  expect(html).toContain("San Cristóbal");
  expect(html).not.toContain("href");
});

test("without such a crawl nothing is said, and of many the first three", async () => {
  expect(await render(<UnseenNotice crawls={[]} />, { locale: "en" })).toBe("");
  const many = Array.from({ length: 5 }, (_, n) => ({ ...crawl(TITLE), id: `c${n}`, title: `Ronda ${n}` }));
  const html = await render(<UnseenNotice crawls={many} />, { locale: "en" });
  expect(html).toContain("Ronda 2");
  expect(html).not.toContain("Ronda 3");
  expect(html).toContain("And 2 more.");
});

test.each([
  [null, "On sale"],
  [TITLE, "Hidden by its title"],
  [{ ...TITLE, isElsewhere: true }, "Hidden by its title on Mexico City"],
  [{ why: "hidden" }, "Hidden"],
  [{ why: "city" }, "City switched off"],
  [{ why: "closed" }, "Site closed"],
  [{ why: "no_nights" }, "Nothing to book"],
] as [Barred | null, string][])("the state of %o is “%s”", async (barred, expected) =>
  expect(await render(<StateBadge barred={barred} />, { locale: "en" })).toContain(`>${expected}<`),
);

const NONE = { bookings: 0, people: 0, stays: false, soldAs: null, isLeading: false, next: null };
const hide = (departures: number, hiding: object, locale: "en" | "es" = "en") =>
  render(
    <HideCrawl
      open
      title="Ronda Sur"
      departures={departures}
      hiding={{ ...NONE, ...hiding }}
      onConfirm={() => {}}
      onClose={() => {}}
    />,
    { locale },
  );

test.each([
  [0, {}, "It has no upcoming dates."],
  [3, {}, "Its 3 upcoming dates are no longer offered."],
  [1, { stays: true }, "whoever picks it reads “Pub crawl details not found”."],
  [2, { stays: true, soldAs: "Ronda Norte" }, "Its 2 upcoming dates stay in the calendar, sold as Ronda Norte"],
  [2, { bookings: 1, people: 4 }, "1 booking for 4 people stay"],
  [0, { isLeading: true, next: "Ronda Norte" }, "and with Ronda Norte then."],
  [0, { isLeading: true }, "no other crawl takes its place"],
])("before one with %i nights and %o is hidden, “%s” is said", async (departures, hiding, expected) =>
  expect(await hide(departures, hiding)).toContain(expected),
);

test("it is asked in Spanish, too", async () => {
  const html = await hide(2, { stays: true, bookings: 3, people: 7, isLeading: true, next: "Ronda Norte" }, "es");
  expect(html).toContain("¿Ocultar Ronda Sur?");
  expect(html).toContain("«No encontramos los detalles del recorrido»");
  expect(html).toContain("3 reservas de 7 personas");
});
