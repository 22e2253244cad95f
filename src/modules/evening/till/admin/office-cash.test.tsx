import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { OfficeCash } from "#src/modules/evening/till/admin/office-cash-page.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import type { OfficeKind } from "#src/modules/evening/till/rules/office.ts";
import type { OfficeMoveView } from "#src/modules/evening/till/schema.ts";

const MOVE: OfficeMoveView = {
  id: "m",
  kind: "banked",
  test: false,
  money: { amount: 30_000, currency: "MXN" },
  day: "2026-11-20",
  booked: "2026-12-02",
  note: "BBVA",
  receipt: "A 77",
  bar: null,
  by: "Inés",
  at: "2026-12-02T18:00:00.000Z",
  undone: null,
};
const BAR = { id: "b", name: "La Perla", city: "Oaxaca" };

type CashProps = { kind?: OfficeKind; mayChange?: boolean; answer?: TillAnswer; moves?: OfficeMoveView[] };

async function page(locale: Locale, { kind = "banked", mayChange = true, answer, moves = [MOVE] }: CashProps) {
  const balances = [
    { money: { amount: 12_300, currency: "MXN" as const }, test: false },
    { money: { amount: 4_500, currency: "MXN" as const }, test: true },
  ];
  const office = { balances, moves, older: null, bars: [BAR], today: "2026-12-02", mayChange };
  const begin = { kind, bar: "b", month: "2026-11" };
  const Component = () => <OfficeCash office={office} begin={begin} formKey="k" answer={answer} />;
  const Page = createRoutesStub([{ path: "*", Component }]);
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <Page />
    </PageTexts>,
  ).replaceAll("<!-- -->", "");
}

test.each<[Locale, string, string]>([
  ["en", "In the office (test)", "In the books on"],
  ["es", "En la oficina (prueba)", "En los libros el"],
])(
  "real money and practice stand apart, and a late entry says when the books have it (%s)",
  async (locale, practice, booked) => {
    const html = await page(locale, {});
    for (const message of [practice, booked, "A 77", "BBVA", "Inés"]) expect(html).toContain(message);
    expect(html).toContain("MX$123");
    expect(html).toContain("−MX$300");
  },
);

test("a bar and its month are asked for where a bar was paid, and nowhere else", async () => {
  expect(await page("en", {})).not.toContain('name="bar_id"');
  const html = await page("en", { kind: "bar_transfer" });
  expect(html).toContain('name="bar_id"');
  expect(html).toContain('value="2026-11"');
});

test("a bookkeeper reads it and is offered nothing; what was undone is offered no second time", async () => {
  const read = await page("en", { mayChange: false });
  expect(read).not.toContain('name="key"');
  expect(read).not.toContain(">Undo<");
  expect(await page("en", {})).toContain(">Undo<");
  const undone = { ...MOVE, undone: { at: MOVE.at, by: "Inés" } };
  const html = await page("en", { moves: [undone] });
  expect(html).toContain("Undone");
  expect(html).not.toContain(">Undo<");
});

test("what can't be read is said at its field, and the form that is sent again is the same act", async () => {
  const fieldErrors = [{ id: "amount", message: "admin.error.amount" as const }];
  const html = await page("en", { answer: { intent: "office_record", id: "", at: 1, key: "first", fieldErrors } });
  expect(html).toContain("Enter an amount like 250 or 250.50.");
  expect(html).toContain('value="first"');
});
