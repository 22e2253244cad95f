import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { type Me, MeContext } from "#src/modules/base/identity/components/me-context.ts";
import { ReceiptList } from "#src/modules/books/invoices/admin/receipt-list.tsx";
import type { ShownLine } from "#src/modules/books/invoices/schema.ts";
import { TodayContext } from "#src/ui/admin/moment.tsx";

const LINE: ShownLine = {
  id: "a",
  kind: "sale",
  at: "2025-11-20T18:00:00Z",
  folio: "CDMX-000001",
  reference: "RND-AAAAAA",
  bookingId: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  currency: "MXN",
  invoice: null,
  own: { net: 34_483, tax: 5517, total: 40_000 },
};

async function render(role: NonNullable<Me["role"]>, today = "2026-11-20") {
  const filter = { period: "2025-11", of: "all", practice: false } as const;
  const Page = createRoutesStub([
    { path: "*", Component: () => <ReceiptList list={{ sums: [], lines: [LINE], count: 1 }} filter={filter} /> },
  ]);
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <MeContext value={{ email: "staff@ronda.test", role, cities: null }}>
        <TodayContext value={today}>
          <Page />
        </TodayContext>
      </MeContext>
    </PageTexts>,
  );
}

test.each([
  ["manager", true],
  ["bookkeeper", false],
])("for a %s a receipt leads to its booking: %s", async (role, leads) => {
  const html = await render(role);
  expect(html).toContain(LINE.folio);
  expect(html.includes(`/admin/bookings/${LINE.bookingId}`)).toBe(leads);
});

test.each([
  ["2026-11-20", true],
  ["2025-12-31", false],
])("on %s a moment of November 2025 says its year: %s", async (today, says) => {
  const html = await render("manager", today);
  expect(html).toContain("Nov 20");
  expect(html.includes("Nov 20, 2025")).toBe(says);
});
