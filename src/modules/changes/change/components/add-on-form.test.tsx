import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { AddOnForm } from "#src/modules/changes/change/components/add-on-form.tsx";
import { ChangeReceipt, QuotedChange } from "#src/modules/changes/change/components/change-quote.tsx";
import { OpenChangeSheet } from "#src/modules/changes/change/components/open-change-sheet.tsx";
import type { BookableAddOn, ChangeQuote } from "#src/modules/sales/booking/schema.ts";

const peso = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });
const addOn = (over: Partial<BookableAddOn> = {}): BookableAddOn => ({
  id: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  name: "T-shirt",
  description: "Cotton",
  picture: null,
  price: peso(25_000),
  most: 5,
  left: null,
  has: 0,
  handed_out: 0,
  ...over,
});
const side = { people: 2, date: "2026-12-04", start_time: "20:00", end_time: "00:30" };
const quote: ChangeQuote = {
  version: 1,
  before: { ...side, total: peso(80_000) },
  after: { ...side, total: peso(130_000) },
  difference: peso(50_000),
  refund_until: "2026-12-04T02:00:00Z",
  coupon_code: null,
  add_ons: [{ name: "T-shirt", name_es: "Playera", before: 1, after: 3 }],
};

async function render(node: ReactNode, locale: "en" | "es" = "en"): Promise<string> {
  const Stub = createRoutesStub([{ path: "/", Component: () => node }]);
  return renderToStaticMarkup(
    <PageTexts value={await i18nFor(locale)}>
      <Stub />
    </PageTexts>,
  );
}
const form = (addOns: BookableAddOn[], locale?: "en" | "es") =>
  render(<AddOnForm place={{ path: "/manage", token: "t" }} addOns={addOns} />, locale);

test("asks for the price by an address, from what the booking has to what it may have", async () => {
  const html = await form([addOn({ has: 1, left: 3, most: 3 })]);
  expect(html).toContain('action="/manage" method="get"');
  expect(html).toMatch(/name="add_on:0f6c1f62[^"]*"/);
  expect(html).toMatch(/min="1"[^>]*max="3"/);
  for (const text of ["You have 1", "Only 2 left", "MX$250", "See the price"]) expect(html).toContain(text);
});

test.each([
  ["sold out", { has: 1, left: 1, most: 1 }, "Sold out"],
  ["one for each person, of whom each has theirs", { has: 2, most: 2 }, "That’s the most for your booking"],
])("what can’t be added has no control: %s", async (_, over, says) => {
  const html = await form([addOn(over)]);
  expect(html).toContain(says);
  expect(html).not.toContain('type="number"');
  expect(html).not.toContain("See the price");
});

test("a night that sells none says so", async () => {
  expect(await form([])).toContain("There’s nothing to add to this night right now.");
  expect(await form([addOn({ price: null })], "es")).toContain("Por ahora no hay extras para esta noche.");
});

test("the price compares the add-ons, and not what stays as it is", async () => {
  const html = await render(<ChangeReceipt quote={quote} />, "es");
  expect(html.match(/<th scope="row"[^>]*>([^<]*)/g)?.map((cell) => cell.replace(/.*>/, ""))).toEqual([
    "Playera",
    "Total",
  ]);
  expect(html).toContain("$500");
});

test("the button says what is paid, and the text that the add-ons are held", async () => {
  const html = await render(
    <QuotedChange
      change={{ kind: "add_ons", add_ons: [] }}
      quote={quote}
      before={0}
      timeZone="America/Mexico_City"
      refundable={{ now: true, afterwards: true }}
      options={[]}
      practice={false}
      changeKey="k"
    />,
  );
  expect(html).toContain("We hold what you chose while you pay.");
  expect(html).toContain("Add and pay MX$500");
});

test("a change that waits for payment names what it adds", async () => {
  const html = await render(
    <OpenChangeSheet
      change={{ id: "c", kind: "add_ons", quote, hold_expires_at: "2026-12-01T02:30:00Z" }}
      timeZone="America/Mexico_City"
      secondsLeft={600}
      options={[]}
      practice={false}
      payKey="k"
    />,
  );
  for (const text of [
    "Your add-ons are waiting for payment",
    "To add: 2 × T-shirt.",
    "We’re holding them for you until",
  ])
    expect(html).toContain(text);
});
