import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { Sold } from "#src/modules/evening/till/admin/sale-result.tsx";

const SALE: Omit<ComponentProps<typeof Sold>["sale"], "amount" | "credit"> = {
  id: "s",
  reference: "R-2345",
  people: 2,
  way: "cash",
  state: "paid",
  undoMs: 60_000,
  total: { amount: 80_000, currency: "MXN" },
  holdExpiresAt: "2026-11-21T02:00:00.000Z",
  zone: "America/Mexico_City",
  addOns: [],
  pay: null,
  tickets: [],
  link: null,
};

test.each([
  ["a part", 50_000, 30_000, { en: ["MX$500 paid", "MX$300 by gift card"], es: ["$500 pagados", "$300 con tarjeta"] }],
  ["all of it", null, 80_000, { en: ["2 people · paid", "MX$800 by gift card"], es: ["pagado", "$800 con tarjeta"] }],
])("a sale of which a code paid %s says what was taken and what the code paid", async (_, amount, credit, words) => {
  for (const locale of LOCALES) {
    const Component = () => <Sold sale={{ ...SALE, amount, credit }} cash={null} answer={undefined} />;
    const Page = createRoutesStub([{ path: "*", Component }]);
    const page = renderToString(
      <PageTexts value={await i18nFor(locale)}>
        <Page initialEntries={[locale === "es" ? "/es/admin/door-sale" : "/admin/door-sale"]} />
      </PageTexts>,
    ).replaceAll("<!-- -->", "");
    for (const text of words[locale]) expect(page).toContain(text);
  }
});

test("a sale with add-ons lists them, and what of them is handed out", async () => {
  const addOns = [
    { id: "shirt", name: "Playera", quantity: 2, out: 2 },
    { id: "ride", name: "Taxi", quantity: 1, out: 0 },
  ];
  const Component = () => <Sold sale={{ ...SALE, amount: 80_000, credit: 0, addOns }} cash={null} answer={undefined} />;
  const Page = createRoutesStub([{ path: "*", Component }]);
  const page = renderToString(
    <PageTexts value={await i18nFor("en")}>
      <Page initialEntries={["/admin/door-sale"]} />
    </PageTexts>,
  ).replaceAll("<!-- -->", "");
  for (const text of ["2 × Playera (2 handed out)", "1 × Taxi<"]) expect(page).toContain(text);
});
