import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { LOCALES } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { DoorSaleForm } from "#src/modules/evening/till/admin/door-sale.tsx";

const NIGHT = {
  id: "n",
  title: "Centro",
  city: "Mexico City",
  start: "20:00",
  running: true,
  own: true,
  ofTill: true,
  free: 9,
  prices: { MXN: 40_000, USD: 2000 },
  parties: [],
};
const ADD_ONS = [
  { id: "shirt", name: "Playera", prices: { MXN: 25_000, USD: 1400 }, most: 5, left: 3 },
  { id: "ride", name: "Taxi", prices: { MXN: 9000, USD: 500 }, most: null, left: 0 },
];

async function rendered(locale: "en" | "es", addOns: typeof ADD_ONS): Promise<string> {
  const offer = { departures: [{ ...NIGHT, addOns }], hasTill: true, maxPeople: 10, steps: { MXN: 50, USD: 100 } };
  const Component = () => <DoorSaleForm offer={offer} departureId={null} formKey="k" me="u" answer={undefined} />;
  const Page = createRoutesStub([{ path: "*", Component }]);
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <Page initialEntries={["/admin/door-sale"]} />
    </PageTexts>,
  ).replaceAll("<!-- -->", "");
}

test.each([
  ["en", ["Add-ons", "Playera · Taxi", "MX$250", "Only 3 left", "Sold out"]],
  ["es", ["Extras", "Playera · Taxi", "$250", "Solo quedan 3", "Agotado"]],
] as const)("a sale at the door offers add-ons with their price and what is left (%s)", async (locale, words) => {
  const page = await rendered(locale, ADD_ONS);
  for (const text of words) expect(page).toContain(text);
  // the control of what is left; none for what is sold out
  expect([page.includes('name="add_on:shirt"'), page.includes('name="add_on:ride"')]).toEqual([true, false]);
});

test("where nothing is offered, its form has no line for it", async () => {
  for (const locale of LOCALES) expect(await rendered(locale, [])).not.toMatch(/Add-ons|Extras/);
});
