import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { CountForm } from "#src/modules/evening/till/admin/count-form.tsx";
import type { TillAnswer } from "#src/modules/evening/till/rules/answer.ts";
import { blind, sumsOf } from "#src/modules/evening/till/rules/till.ts";
import type { TillView } from "#src/modules/evening/till/schema.ts";

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
  sums: sumsOf([
    { kind: "float", currency: "MXN", amount: 50_000, due: null },
    { kind: "taking", currency: "MXN", amount: 24_600, due: null },
  ]).map(blind),
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
  counts: [{ currency: "MXN", expected: 74_600, counted: 60_000 }],
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
