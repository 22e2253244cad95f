import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { DetailsStep } from "#src/modules/sales/booking/components/details-step.tsx";
import {
  type Details,
  type DetailsError,
  EMPTY_DETAILS,
  type Priced,
} from "#src/modules/sales/booking/rules/details-form.ts";
import type { CheckoutOffer, QuoteShape } from "#src/modules/sales/booking/schema.ts";

// what the tab's storage has of the form, which a page rendered here can't read
const tab = vi.hoisted(() => ({ draft: null as Details | null }));
vi.mock("#src/modules/sales/booking/components/use-draft.ts", () => ({ useDraft: () => tab.draft }));

const money = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });
const offer = {
  crawl_id: "c1",
  departure_id: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  crawl_title: "Ronda",
  image: null,
  city: "Oaxaca",
  time_zone: "America/Mexico_City",
  date: "2026-12-01",
  start_time: "20:00",
  end_time: "00:30",
  starts_at: "2026-12-02T02:00:00Z",
  refund_until: "2026-12-01T02:00:00Z",
  refundable: true,
  early_bird: false,
  left: 20,
  own_booking: null,
} satisfies CheckoutOffer;
const quote = {
  number_of_people: 1,
  price_per_person: money(40_000),
  regular_price_per_person: money(40_000),
  subtotal: money(40_000),
  add_ons: money(0),
  discount: money(0),
  total: money(40_000),
  in_pesos: null,
  coupon_code: null,
  unused_coupon_code: null,
  price_rule: null,
  price_promise: null,
} satisfies QuoteShape;

const priced = (at: number, email_code: string | null, fieldErrors: DetailsError[] = []): Priced => ({
  at,
  details: { ...EMPTY_DETAILS, first_name: "Sofía", email_code },
  quote,
  addOns: [],
  credits: [],
  fieldErrors,
  applied: false,
});

async function page(
  answer: Priced | undefined,
  asksToRemind = false,
  over: Partial<ComponentProps<typeof DetailsStep>> = {},
  locale: "en" | "es" = "en",
): Promise<string> {
  const props: ComponentProps<typeof DetailsStep> = {
    offer,
    priced: priced(1, null),
    answer,
    currencies: ["MXN"],
    countries: [],
    formKey: "a-form-of-a-page",
    referral: "",
    known: false,
    fresh: true,
    practice: false,
    paysByHand: false,
    frozen: false,
    pricesByLink: false,
    asksToRemind,
    hold: null,
    wanted: null,
    maxPeople: 20,
    agreedTo: "",
    termsUpdated: null,
    formError: null,
    ...over,
  };
  const router = createMemoryRouter([{ path: "/checkout", element: <DetailsStep {...props} /> }], {
    initialEntries: ["/checkout"],
  });
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

/** The control for the code in a page, and what stands in it. */
const codeIn = (html: string): string | null => {
  const [control] = /<input[^>]*name="email_code"[^>]*>/.exec(html) ?? [null];
  return control && (/ value="([^"]*)"/.exec(control)?.[1] ?? "");
};

const phone: DetailsError = { id: "phone", message: "errors.phone" };
const needed: DetailsError = { id: "email_code", message: "errors.email_code_needed", values: { because: "network" } };

test("what a gift card pays is taken off what the button says, and the rest is what is left", async () => {
  const code = "GC-7K2M-4PXD-9QHT-2B3C-8WZY";
  const paidBy = (amount: number): Priced => ({
    ...priced(2, null),
    details: { ...EMPTY_DETAILS, credit_codes: code },
    credits: [{ code, amount }],
  });
  const { total } = quote;
  const part = await page(paidBy(total.amount_minor - 10_000));
  expect(part).toContain(`Gift card or credit ${code}`);
  expect(part).toMatch(/To pay.*?MX\$100</);
  expect(part).toContain(`name="credit_codes" value="${code}"`);
  expect(part).toContain(`name="displayed_credit" value="${total.amount_minor - 10_000}"`);
  expect(part).toContain('name="coupon_typed"');
  const all = await page(paidBy(total.amount_minor));
  expect(all).toContain("Confirm Free Booking");
  expect(all).toContain('name="method" value="free"');
  expect(all).not.toContain('name="coupon_typed"');
});

test("a coupon that is refused where a gift card pays everything is said beside its field", async () => {
  const code = "GC-7K2M-4PXD-9QHT-2B3C-8WZY";
  const refused: DetailsError = { id: "coupon_typed", message: "errors.coupon_used_by_guest" };
  const html = await page({
    ...priced(2, null, [refused]),
    details: { ...EMPTY_DETAILS, credit_codes: code, coupon_typed: "ONCE" },
    credits: [{ code, amount: quote.total.amount_minor }],
  });
  expect(html).toContain('id="coupon_typed-error"');
  expect(html).toMatch(/<input[^>]*name="coupon_typed"[^>]*value="ONCE"/);
});

test("whatever is sent before a restored draft has its price has the draft's codes", async () => {
  const codes = { coupon_code: "TEN", partner_code: "CASA-77", credit_codes: "GC-7K2M-4PXD-9QHT-2B3C-8WZY" };
  const inputs = Object.entries(codes).map(([name, value]) => `name="${name}" value="${value}"`);
  tab.draft = { ...EMPTY_DETAILS, ...codes };
  const [html, answered] = [await page(undefined), await page(priced(2, null))];
  tab.draft = null;
  for (const input of inputs) expect(html).toContain(input);
  for (const input of inputs) expect(answered).not.toContain(input);
});

test("the code's field isn't there before one is asked for", async () => {
  expect(codeIn(await page(undefined))).toBeNull();
  expect(codeIn(await page(priced(2, null, [phone])))).toBeNull();
});

test("the wish for an email is only asked for while there is one, and never ticked beforehand", async () => {
  expect(await page(undefined)).not.toContain("remind");
  const [box] = /<input[^>]*name="remind"[^>]*>/.exec(await page(undefined, true)) ?? [""];
  expect(box).toContain('type="checkbox"');
  expect(box).not.toMatch(/checked=|required/);
});

test("its tick stays when something is refused, and when the guest comes back to the form", async () => {
  const wished = { ...priced(2, null, [phone]), details: { ...EMPTY_DETAILS, remind: true } };
  const [box] = /<input[^>]*name="remind"[^>]*>/.exec(await page(wished, true)) ?? [""];
  expect(box).toContain("checked=");
});

test("it says why a code is asked for", async () => {
  const html = await page(priced(2, "", [needed]));
  expect(codeIn(html)).toBe("");
  expect(html).toContain("Too many unpaid places are being held from your network");
});

test("nothing is red while a code is only asked for, and it says where the code was sent", async () => {
  const request = {
    ...priced(2, "", [needed]),
    details: { ...EMPTY_DETAILS, email: "sofia@example.test", email_code: "" },
  };
  const html = await page(request);
  expect(html).not.toMatch(/aria-invalid="true"|bg-low-tint/);
  expect(html).toContain("Sent to sofia@example.test.");
  expect(await page({ ...request, fieldErrors: [needed, phone] })).toMatch(/bg-low-tint/);
  expect(await page({ ...request, fieldErrors: [{ id: "email_code", message: "errors.email_code_wrong" }] })).toMatch(
    /aria-invalid[^>]*name="email_code"|name="email_code"[^>]*aria-invalid/,
  );
});

test.each([
  ["something else is refused", "123456", [phone]],
  ["the price is asked for again", "123456", []],
  ["something else is refused before it is typed", "", [phone]],
])("it stays, with what was typed, when %s", async (_, code, fieldErrors) => {
  expect(codeIn(await page(priced(2, code, fieldErrors)))).toBe(code);
});

test("a refused form names what the answer asks to agree to, and shows its day", async () => {
  const html = await page({
    ...priced(2, null, [phone]),
    agreedTo: "newer privacy",
    termsUpdated: "Last updated today",
  });
  expect(html).toMatch(/name="agreed_to" value="newer privacy"/);
  expect(html).toContain("Last updated today");
});

const CARD = { provider: "stripe", method: "card" } as const;
const withWays = (ways: Priced["ways"]) => page(undefined, false, { priced: { ...priced(1, null), ways: ways! } });

test("how to pay is chosen below the details: express first, then the rest above one button with the amount", async () => {
  const html = await withWays([CARD, { provider: "paypal", method: "paypal" }]);
  const at = (text: string) => html.indexOf(text);
  expect(at('value="place:paypal"')).toBeGreaterThan(at('name="agreed"'));
  expect(at('name="method"')).toBeGreaterThan(at('value="place:paypal"'));
  expect(html).toMatch(/Proceed to payment<span[^>]*>MX\$400/);
  expect(html).toMatch(/<input[^>]* checked=""[^>]* value="card"|<input[^>]* value="card"[^>]* checked=""/);
});

test("Apple Pay is there for the devices alone that can use it, in the sandbox too", async () => {
  const [button] = /<div[^>]*>(?=<button[^>]*value="place:apple_pay")/.exec(
    await withWays([CARD, { provider: "sandbox", method: "apple_pay" }]),
  ) ?? [""];
  expect(button).toContain("data-device-pay-only");
});

test("the bar's button and Enter pay at once by what every device has, where all ways are express", async () => {
  const PAYPAL = { provider: "paypal", method: "paypal" } as const;
  const APPLE = { provider: "sandbox", method: "apple_pay" } as const;
  const intents = async (ways: Priced["ways"]) =>
    Array.from((await withWays(ways)).matchAll(/<button[^>]* value="(place[^"]*)"/g), ([, intent]) => intent);
  // Enter's, one for each way, the bar's
  expect(await intents([APPLE, PAYPAL])).toEqual(["place:paypal", "place:apple_pay", "place:paypal", "place:paypal"]);
  expect(await intents([PAYPAL])).toEqual(["place:paypal", "place:paypal", "place:paypal"]);
  expect(await intents([CARD, PAYPAL])).toEqual(["place", "place:paypal", "place", "place"]);
});

test("a total of nothing is confirmed here, and where we are paid directly nothing is chosen yet", async () => {
  const nothing = { ...quote, total: money(0) };
  const free = await page(undefined, false, {
    priced: { ...priced(1, null), quote: nothing, ways: [{ provider: "free", method: "free" }] },
  });
  expect(free).toMatch(/<input type="hidden" name="method" value="free"/);
  expect(free).toContain("Confirm Free Booking");
  const byHand = await page(undefined, false, { paysByHand: true });
  expect(byHand).toContain("On the next screen you choose how to pay");
  expect(byHand).not.toContain('name="method"');
});

test("who is known is one line, with their fields behind it until one is wrong", async () => {
  const ofSofia = { ...EMPTY_DETAILS, first_name: "Sofía", email: "sofia@example.test" };
  const existing = { known: true, priced: { ...priced(1, null), details: ofSofia } };
  const html = (await page(undefined, false, existing)).replaceAll("<!-- -->", "");
  expect(html).toMatch(/<details class[^>]*><summary[^>]*><span[^>]*><span[^>]*>Sofía · <span[^>]*>sofia@example.test/);
  const wrong = await page({ ...priced(2, null, [phone]), details: ofSofia }, false, existing);
  expect(wrong).toMatch(/<details open=""[^>]*><summary[^>]*><span[^>]*><span[^>]*>Sofía/);
});

test("a new total is told outside the receipt that phones fold away; the first one is only read there", async () => {
  const html = await page(undefined);
  const message = /<p role="status"[^>]*><\/p>/.exec(html);
  expect(message).not.toBeNull();
  expect(message!.index).toBeLessThan(html.indexOf("<aside"));
});

test("who wanted more than there are is told so, with the way to the waiting list, or that one booking takes no more", async () => {
  const three = { ...offer, left: 3 };
  const html = await page(undefined, false, { offer: three, wanted: 5 });
  expect(html).toContain("Only 3 places left for this night");
  expect(html).toContain(`href="/waiting-list?departure=${offer.departure_id}&amp;people=5"`);
  expect(await page(undefined, false, { offer: three })).not.toContain("/waiting-list");
  const crowd = await page(undefined, false, { wanted: 21 });
  expect(crowd).toContain("We take up to 20 people per booking");
  expect(crowd).not.toContain("/waiting-list");
});

test.each([
  [
    "en",
    "Groups, 8 × MX$340",
    "Code LUNA isn’t used: with “Groups” you pay less, and the two can’t be combined.",
    "You save MX$480",
  ],
  [
    "es",
    "Grupos, 8 × MX$340",
    "El código LUNA no se usa: con “Grupos” pagas menos y no se pueden combinar.",
    "Ahorras MX$480",
  ],
] as const)(
  "in %s the summary names the rule, what it saves and a code that isn't used, and posts its promise back",
  async (locale, line, unused, saved) => {
    const ruled: QuoteShape = {
      ...quote,
      number_of_people: 8,
      price_per_person: money(34_000),
      subtotal: money(272_000),
      total: money(272_000),
      unused_coupon_code: "LUNA",
      price_rule: { name: "Groups", name_es: "Grupos", percent: 15, amount: null, book_until: null },
      price_promise: "promised.signed",
    };
    const html = await page(
      undefined,
      false,
      { priced: { ...priced(1, null), details: { ...EMPTY_DETAILS, coupon_code: "LUNA" }, quote: ruled } },
      locale,
    );
    for (const text of [line, unused, saved]) expect(html).toContain(text);
    expect(html, "it isn't said to count").not.toMatch(/LUNA (applied|aplicado)/);
    expect(html).toContain('name="price_promise" value="promised.signed"');
  },
);

test("what stands above a discount adds up to the subtotal, add-ons included", async () => {
  const lower = { ...quote, add_ons: money(25_000), discount: money(4_000), total: money(61_000), coupon_code: "LUNA" };
  const html = await page({ ...priced(2, null), quote: lower });
  expect(html.replaceAll("<!-- -->", "")).toMatch(/Subtotal<\/dt><dd[^>]*>MX\$650</);
});
