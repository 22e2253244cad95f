import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import type { BookingView } from "#src/modules/sales/booking/schema.ts";
import { Outcome } from "#src/modules/changes/manage/components/outcome.tsx";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";

type Props = ComponentProps<typeof Outcome>;

const payment: PaymentState = {
  last: "open",
  failure_reason: null,
  continue_url: null,
  change: "none",
  unplaced: null,
  night_off: null,
  voucher: null,
  voucher_lapsed: false,
  bank: null,
  twice: null,
  cash_back: false,
  before_back: null,
  refunds: [],
};
const booking = {
  id: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  reference: "RND-234567",
  hold_lives: true,
  hold_expires_at: "2026-11-21T02:31:00Z",
  number_of_people: 2,
  total: { amount_minor: 64_000, currency: "MXN" },
  departure: { departure_id: "1f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11", city: "Oaxaca", time_zone: "America/Mexico_City" },
} as BookingView;

async function page(locale: "en" | "es", over: Partial<Props>): Promise<string> {
  const props: Props = {
    kind: "waiting",
    booking,
    payment,
    secondsLeft: 600,
    stopped: false,
    credits: [],
    byHand: null,
    left: 64_000,
    gone: null,
    here: "/booking-confirmation/1",
    ...over,
  };
  const texts = await i18nFor(locale);
  const element = (
    <PageTexts value={texts}>
      <Outcome {...props} />
    </PageTexts>
  );
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  return html.replaceAll("<!-- -->", "");
}

test.each([
  ["en", "We’re keeping your 2 places until 8:31 PM on", "comes back to you"],
  ["es", "Te guardamos tus 2 lugares hasta el", "te devolvemos el dinero"],
] as const)(
  "in %s who waits for a bank reads until when places are kept and what follows",
  async (locale, expected, then) => {
    const html = await page(locale, {});
    expect(html).toContain(expected);
    expect(html).toContain(then);
    expect(await page(locale, { booking: { ...booking, hold_lives: false } })).not.toContain(expected);
  },
);

test.each([
  ["en", "your places go back on sale. We’ll write to you either way."],
  ["es", "tus lugares vuelven a la venta. De cualquier forma te escribimos."],
] as const)("in %s a bank that is still paying has a deadline", async (locale, then) => {
  const bank = { amount_minor: 64_000, currency: "MXN" as const, since: "2026-11-20T18:00:00Z" };
  const html = (until: string | null) =>
    page(locale, { kind: "at_bank", payment: { ...payment, bank: { ...bank, until } } });
  expect(await html("2026-11-23T18:00:00Z")).toContain(then);
  expect(await html(null)).not.toContain(then);
});

describe("places that went back on sale", () => {
  const lapsed = { kind: "expired" as const, booking: { ...booking, hold_lives: false } };
  const instead = {
    id: "d0000000-0000-4000-8000-000000000000",
    title: "Centro",
    city: "Oaxaca",
    date: "2026-11-20",
    today: "2026-11-20",
    nights: [
      {
        id: "2f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
        date: "2026-11-21",
        start_time: "20:00",
        price_per_person: { amount_minor: 32_000, currency: "MXN" as const },
        external_booking_link: null,
        crawl: null,
      },
    ],
  };

  test.each([
    ["en", "They’re still free", "Only one place left"],
    ["es", "Siguen libres", "Solo queda un lugar"],
  ] as const)(
    "in %s are had again in one tap where they are free, else the next nights are offered",
    async (locale, free, few) => {
      const again = await page(locale, lapsed);
      expect(again).toContain(free);
      expect(again).toContain('value="retake"');
      const gone = await page(locale, { ...lapsed, gone: { reason: "sold_out", left: 1, instead } });
      expect(gone).toContain(few);
      expect(gone).toContain(`departure=${instead.nights[0]!.id}`);
      expect(gone).not.toContain(free);
      expect(gone).not.toContain("retake");
    },
  );

  test.each([
    ["en", "an add-on in it had sold out. Nothing was charged.", "They’re still free"],
    ["es", "un extra que elegiste se había agotado. No se cobró nada.", "Siguen libres"],
  ] as const)(
    "in %s are booked again without an add-on that was sold out when the payment was approved",
    async (...of) => {
      const [locale, text, free] = of;
      const late = { ...payment, last: "cancelled" as const, failure_reason: "add_on_sold_out" };
      const html = await page(locale, { ...lapsed, payment: late });
      expect(html).toContain(text);
      expect(html).toContain(`departure=${booking.departure.departure_id}`);
      expect(html).not.toContain(free);
      expect(html).not.toContain("retake");
      expect(
        await page(locale, { ...lapsed, payment: late, gone: { reason: "sold_out", left: 1, instead } }),
      ).toContain(text);
    },
  );
});
