import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import type { SaleFields } from "#src/modules/partners/desk/components/desk-line.ts";
import { SaleForm } from "#src/modules/partners/desk/components/sale-form.tsx";
import type { DeskAnswer, DeskNight, OpenDesk } from "#src/modules/partners/desk/schema.ts";

const NIGHT: DeskNight = {
  id: "n",
  crawl: "Centro",
  city: "Mexico City",
  date: "2026-11-20",
  start: "20:00",
  end: "23:00",
  isToday: true,
  isOpen: true,
  free: 9,
  price: 40_000,
  parties: [],
};
const DESK: OpenDesk = {
  kind: "open",
  at: "2026-11-20T20:00:00.000Z",
  zone: "America/Mexico_City",
  name: "Reception",
  partner: "Casa Nopal",
  nights: [NIGHT],
  maxPeople: 10,
  cash: { limit: 400_000, owed: 0 },
  month: { month: "2026-11", earned: 0, bookings: 0, people: 0 },
  tonight: { bookings: 0, people: 0 },
  sales: [],
};
const BEFORE: SaleFields = {
  key: "k",
  departure_id: "n",
  people: "2",
  name: "Lena",
  email: "",
  phone: "+49 151 2345678",
  language: "en",
  way: "cash",
  expected: "105000",
  "add_on:shirt": "1",
};
const SHIRT = { id: "shirt", name: "Playera", prices: { MXN: 25_000 }, most: 5, left: 3 };

async function rendered(
  addOns: (typeof SHIRT)[],
  before: SaleFields | null,
  answer: DeskAnswer | null = null,
): Promise<string> {
  const nothing = () => undefined;
  const Component = () => (
    <SaleForm
      desk={DESK}
      night={NIGHT}
      addOns={addOns}
      onLook={nothing}
      answer={answer}
      before={before}
      onBack={nothing}
      onSell={nothing}
      onCheck={() => Promise.resolve(undefined)}
      busy={false}
    />
  );
  const Page = createRoutesStub([{ path: "*", Component }]);
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <Page initialEntries={["/desk"]} />
    </PageTexts>,
  ).replaceAll("<!-- -->", "");
}

test("a desk's form offers add-ons, and has those of a sale that is mended, in its total too", async () => {
  const page = await rendered([SHIRT], BEFORE);
  for (const text of ["Playera", "Only 3 left", 'name="add_on:shirt"', "1,050"]) expect(page).toContain(text);
  expect(await rendered([SHIRT], null)).toContain("800");
});

test("what a code pays is said at the total and at its field, whose buttons may have no amount", async () => {
  const credit = { code: "GC-1", left: 30_000 };
  const page = await rendered([SHIRT], { ...BEFORE, credit_code: "GC-1" }, { intent: "credit", id: "", at: 1, credit });
  const parts = page.split("The code pays MX$300 of MX$1,050");
  expect(parts).toHaveLength(3);
  expect(parts[1]).toContain('name="credit_code"');
});

test("where nothing is offered, it has no line for it", async () =>
  expect(await rendered([], null)).not.toContain("Add-ons"));
