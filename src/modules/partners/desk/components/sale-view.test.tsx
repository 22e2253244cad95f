import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { SaleView } from "#src/modules/partners/desk/components/sale-view.tsx";
import { isForItsCode } from "#src/modules/partners/desk/rules/answer.ts";
import type { DeskSaleView } from "#src/modules/partners/desk/schema.ts";

const sale: DeskSaleView = {
  id: "s1",
  reference: "RON-7K2M4P",
  name: "Ana",
  people: 2,
  way: "link",
  state: "waiting",
  crawl: "Ronda",
  date: "2026-12-01",
  start: "20:00",
  total: 80_000,
  credit: 30_000,
  addOns: [],
  until: "2026-12-01T18:00:00Z",
  zone: "America/Mexico_City",
  language: "en",
  pay: null,
  tickets: null,
};

async function viewOf(onWithout: Parameters<typeof SaleView>[0]["onWithout"], over: Partial<DeskSaleView> = {}) {
  const nothing = () => undefined;
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <SaleView
        sale={{ ...sale, ...over }}
        answer={null}
        phone=""
        busy={false}
        onCancel={nothing}
        onNext={nothing}
        onCash={null}
        onWithout={onWithout}
      />
    </PageTexts>,
  );
}

test("a sale whose code was refused is offered without it, at its whole price, until it is paid", async () => {
  const act = () => undefined;
  expect(await viewOf({ way: "cash", act })).toContain("Sell without the code, for MX$800 in cash");
  expect(await viewOf({ way: "link", act })).toContain("Sell without the code, for MX$800 by link");
  expect(await viewOf({ way: "link", act }, { state: "paid" })).not.toContain("without the code");
  expect(await viewOf(null)).not.toContain("without the code");
});

test.each([
  ["credit_changed", true],
  ["credit_expired", true],
  ["too_many_attempts", true],
  ["credit_limit", false],
  ["price_changed", false],
  [undefined, false],
])("%s is for the code: %s", (reason, isIt) => expect(isForItsCode(reason)).toBe(isIt));
