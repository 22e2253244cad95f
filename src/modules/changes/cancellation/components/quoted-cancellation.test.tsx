import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { QuotedCancellation } from "#src/modules/changes/cancellation/components/quoted-cancellation.tsx";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";

type Props = ComponentProps<typeof QuotedCancellation>;

const booking = {
  id: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  version: 3,
  status: "confirmed",
  number_of_people: 2,
  total: { amount_minor: 80_000, currency: "MXN" },
  departure: { refund_until: "2026-11-21T02:00:00Z", time_zone: "America/Mexico_City" },
} as BookingView;

/** Cancelled too late, by whoever gets half of it as credit. */
async function page(over: Partial<Props>): Promise<string> {
  const props: Props = {
    booking,
    refund: { amount_minor: 0, currency: "MXN" },
    before: 0,
    credit: 0,
    late: 40_000,
    percent: 50,
    deposit: 0,
    keptDeposit: 0,
    disputed: false,
    waits: 0,
    place: { path: "/booking-confirmation/x/manage", token: null },
    ...over,
  };
  const i18n = await i18nFor("en");
  const Page = () => (
    <PageTexts value={i18n}>
      <QuotedCancellation {...props} />
    </PageTexts>
  );
  const router = createMemoryRouter([{ path: "/", Component: Page }]);
  return renderToString(<RouterProvider router={router} />).replaceAll("<!-- -->", "");
}

test("what all goes to new credit is said once, without codes that paid nothing", async () => {
  const html = await page({});
  expect(html).toContain("Cancel and get MX$400 as credit");
  expect(html).not.toContain("New credit</dt>");
  expect(html).not.toContain("gift card");
});

test("what a code paid goes back to it, beside the new credit", async () => {
  const html = await page({ credit: 30_000, late: 25_000 });
  expect(html).toContain("New credit</dt>");
  expect(html).toContain("What you paid with a gift card or credit goes back to its code.");
});
