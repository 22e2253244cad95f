import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { BookingState } from "#src/modules/changes/manage/components/booking-state.tsx";
import { Refunds } from "#src/modules/changes/manage/components/refunds.tsx";
import type { PaymentState } from "#src/modules/money/payments/schema.ts";

const refunds: PaymentState["refunds"] = [
  { amount_minor: 80_000, currency: "MXN", status: "succeeded" },
  { amount_minor: 40_000, currency: "MXN", status: "submitted" },
];
const payment: PaymentState = {
  last: "succeeded",
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
  refunds,
};

/** The lines of a page's part, without tags. */
async function linesOf(locale: "en" | "es", part: React.ReactNode): Promise<string[]> {
  const html = renderToString(<PageTexts value={await i18nFor(locale)}>{part}</PageTexts>);
  return [...html.matchAll(/<(p|li)[ >](.*?)<\/\1>/g)].map(([, , text = ""]) =>
    text.replaceAll(/<svg.*?<\/svg>|<[^>]*>|^[^>]*>/g, ""),
  );
}

test.each([
  ["en", ["Refund of MX$1,200 in 2 parts:", "MX$800: sent to you", "MX$400: on its way"]],
  ["es", ["Reembolso de MX$1,200 en 2 partes:", "MX$800: ya enviado", "MX$400: en camino"]],
] as const)("in %s a refund in two parts says its sum first", async (locale, lines) => {
  expect(await linesOf(locale, <Refunds payment={payment} />)).toEqual(lines);
});

test.each([
  [
    "en",
    [
      "You paid twice. Your booking stands.",
      "The second payment of MX$800 comes back to you, the way you paid it. There’s nothing for you to do.",
      "Refund of MX$800: on its way",
    ],
  ],
  [
    "es",
    [
      "Pagaste dos veces. Tu reserva sigue en pie.",
      "El segundo pago, de MX$800, regresa a la misma forma de pago. No tienes que hacer nada.",
      "Reembolso de MX$800: en camino",
    ],
  ],
] as const)("in %s who paid twice reads that the booking stands", async (locale, lines) => {
  const amount = { amount_minor: 80_000, currency: "MXN" } as const;
  const again: PaymentState = { ...payment, twice: amount, refunds: [{ ...amount, status: "submitted" }] };
  expect(await linesOf(locale, <Refunds payment={again} stands />)).toEqual(lines);
  // of a booking that was cancelled since
  expect(await linesOf(locale, <Refunds payment={again} />)).toEqual(lines.slice(2));
});

test("in the list of bookings too", async () => {
  const lines = await linesOf("en", <BookingState kind="cancelled_by_guest" over={false} refunds={refunds} />);
  expect(lines.slice(1)).toEqual([
    "Refund of MX$1,200 in 2 parts:",
    "Refund of MX$800: sent to you",
    "Refund of MX$400: on its way",
  ]);
});
