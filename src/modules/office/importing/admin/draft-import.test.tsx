import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { DraftImport } from "#src/modules/office/importing/admin/draft-import.tsx";
import { PROBLEMS } from "#src/modules/office/importing/rules/read-guest.ts";
import type { DraftView } from "#src/modules/office/importing/schema.ts";

type Plan = NonNullable<DraftView["plan"]>;

const PLAN: Plan = {
  count: 2,
  people: 3,
  nights: 1,
  unpaid: 1,
  sums: [{ currency: "MXN", total: 120_000, paid: 80_000 }],
  first: [
    {
      line: 2,
      name: "Ana <b>Ruiz</b>",
      contact: "ana@guest.test",
      booking: {
        reference: "A-1",
        date: "2026-12-05",
        crawl: "Centro",
        people: 2,
        total: 80_000,
        currency: "MXN",
        paid: true,
      },
    },
  ],
  errors: [],
  errorCount: 0,
  wrongRows: 0,
  leftOut: [{ why: "cancelled", count: 4 }],
  seen: "2.4.x",
};
const VIEW: DraftView = {
  id: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  kind: "bookings",
  source: "FareBoat",
  file: "orders.csv",
  isPractice: false,
  madeAt: "2026-11-20T18:00:00.000Z",
  state: "draft",
  heads: ["Order", "Day"],
  examples: ["A-1", "2026-12-05"],
  rows: 6,
  mapping: {
    columns: { reference: "Order", date: "Day" },
    dates: "ymd",
    crawl: null,
    crawls: {},
    currency: "MXN",
    paid: true,
    language: "es",
    leftOut: [],
  },
  missing: [],
  crawls: [],
  crawlNames: [],
  currencies: ["MXN"],
  plan: PLAN,
};

async function render(locale: Locale, over: Partial<DraftView> = {}) {
  const Page = createRoutesStub([{ path: "*", Component: () => <DraftImport view={{ ...VIEW, ...over }} /> }]);
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <Page />
    </PageTexts>,
  );
}

test.each<[Locale, string, string]>([
  ["en", "Import 2 bookings", "4 rows are left out: they were cancelled."],
  ["es", "Importar 2 reservas", "Se omiten 4 filas: están canceladas."],
])("what is right can be imported, and says what it brings (%s)", async (locale, button, leftOut) => {
  const html = await render(locale);
  expect(html).toContain(button);
  expect(html).toContain(leftOut);
  expect(html).toContain("MX$1,200");
  expect(html).toContain('name="seen" value="2.4.x"');
  // what a file says is text
  expect(html).toContain("Ana &lt;b&gt;Ruiz&lt;/b&gt;");
});

test.each<Locale>(["en", "es"])(
  "with errors nothing can be imported, and each of them has words (%s)",
  async (locale) => {
    const { t } = await i18nFor(locale);
    const errors = PROBLEMS.map((problem, at) => ({
      line: at + 2,
      field: "reference" as const,
      problem,
      values: { left: 1, most: 80, line: 2, reference: "RND-AAAAAA" },
      cell: "x",
      also: at,
    }));
    const listed = errors.reduce((sum, { also }) => sum + 1 + also, 0);
    const html = await render(locale, { plan: { ...PLAN, errors, errorCount: 500, wrongRows: 300 } });
    expect(html).not.toContain('name="seen"');
    expect(html).toContain(`/admin/import/${VIEW.id}/errors.csv`);
    expect(html).toContain(t("importing.errors.more", { count: 500 - listed }));
    expect(html).toContain(t("importing.line", { line: 3, also: 1 }));
    for (const { problem, values } of errors) {
      const words = t(`importing.problem.${problem}`, values);
      expect(words).not.toContain("importing.problem");
      expect(html).toContain(words);
    }
  },
);

test("columns that are missing are named, and nothing is previewed", async () => {
  const html = await render("en", { missing: ["people", "total"], plan: null });
  expect(html).toContain("Choose a column for: People, Total price.");
  expect(html).not.toContain("Preview");
});
