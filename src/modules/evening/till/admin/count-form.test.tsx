import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { CountForm } from "#src/modules/evening/till/admin/count-form.tsx";
import { TillFigures } from "#src/modules/evening/till/admin/till-figures.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { blind, blindWay, sumsOf, type TillLine, waysOf } from "#src/modules/evening/till/rules/till.ts";
import type { TillView } from "#src/modules/evening/till/schema.ts";

const line = { way: "cash", reference: null, currency: "MXN", due: null } as const;
const LINES: TillLine[] = [
  { ...line, kind: "float", amount: 50_000 },
  { ...line, kind: "taking", amount: 24_600 },
  { ...line, kind: "taking", amount: 80_000, way: "terminal" },
  { ...line, kind: "taking", amount: 33_300, way: "transfer" },
];
const TILL: TillView = {
  id: "t",
  test: false,
  night: "2026-11-20",
  city: "Oaxaca",
  zone: "America/Mexico_City",
  state: "open",
  round: 1,
  by: "Gil",
  taker: "",
  openedAt: "2026-11-20T20:00:00.000Z",
  closedAt: null,
  sums: sumsOf(LINES).map(blind),
  ways: waysOf(LINES).map(blindWay),
  counts: [],
  payouts: [],
  closedAlone: null,
  toLookAt: false,
};
const DIFFERS: TillAnswer = {
  intent: "count",
  id: "",
  at: 1,
  formError: "till.refused.reason_needed",
  counts: [
    { way: "cash", currency: "MXN", expected: 74_600, counted: 60_000 },
    { way: "terminal", currency: "MXN", expected: 80_000, counted: 80_000 },
  ],
};

async function render(locale: "en" | "es", answer?: TillAnswer) {
  const takers = [{ id: "b", name: "Boss" }];
  const Component = () => <CountForm till={TILL} takers={takers} alone={false} lent={[]} answer={answer} />;
  const Page = createRoutesStub([{ path: "*", Component }]);
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <Page initialEntries={[locale === "es" ? "/es/admin/till" : "/admin/till"]} />
    </PageTexts>,
  );
}

test.each([
  ["en", "Should be MX$746", "MX$146 missing", "Why it differs"],
  ["es", "Debe haber", "Faltan", "Por qué no cuadra"],
] as const)("what should be there is told after a count, not before (%s)", async (locale, should, missing, why) => {
  const before = await render(locale);
  expect(before).toContain('name="counted_MXN"');
  for (const text of [should, missing, why, "746", "expected_MXN"]) expect(before).not.toContain(text);
  const after = (await render(locale, DIFFERS)).replaceAll("<!-- -->", "");
  for (const text of [should, missing, why]) expect(after).toContain(text);
  expect(after).toMatch(/name="expected_MXN" value="74600"/);
  // what was typed is still there
  expect(after).toMatch(/name="counted_MXN"[^>]*value="600"|value="600"[^>]*name="counted_MXN"/);
});

test.each([
  ["en", "Terminal’s total in MXN", "That’s right"],
  ["es", "Total de la terminal en MXN", "Cuadra"],
] as const)(
  "the terminal's total is counted in a field of its own, and transfers in none (%s)",
  async (locale, label, right) => {
    const before = await render(locale);
    expect(before).toContain(label);
    expect(before).toContain('name="counted_terminal_MXN"');
    for (const text of ["expected_terminal_MXN", "counted_transfer", "800", "333"]) expect(before).not.toContain(text);
    const after = (await render(locale, DIFFERS)).replaceAll("<!-- -->", "");
    expect(after).toContain(right);
    expect(after).toMatch(/name="expected_terminal_MXN" value="80000"/);
  },
);

test("until it is counted a till's figures have its transfers, and neither its cash nor what its terminal should say", async () => {
  const figuresOf = async (till: TillView) => {
    const Page = createRoutesStub([{ path: "*", Component: () => <TillFigures till={till} /> }]);
    return renderToString(
      <PageTexts value={await i18nFor("en")}>
        <Page initialEntries={["/admin/till"]} />
      </PageTexts>,
    ).replaceAll("<!-- -->", "");
  };
  const before = await figuresOf(TILL);
  expect(before).toContain("Transfers, 1 sale");
  expect(before).toContain("MX$333");
  for (const text of ["MX$746", "MX$800"]) expect(before).not.toContain(text);
  const after = await figuresOf({
    ...TILL,
    state: "counted",
    sums: sumsOf(LINES),
    ways: waysOf(LINES),
    counts: [{ way: "terminal", currency: "MXN", expected: 80_000, counted: 79_000, reason: "A slip" }],
  });
  for (const text of [
    "MX$746",
    "MX$800",
    "The terminal says",
    "MX$790",
    "Difference: A slip",
    "Sales without reference",
  ])
    expect(after).toContain(text);
});
