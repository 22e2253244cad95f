import type { ComponentProps } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { PayStep } from "#src/modules/sales/booking/components/pay-step.tsx";
import { fieldErrorOfRefusal } from "#src/modules/sales/booking/rules/details-form.ts";

const DEPARTURE = "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11";
const money = { amount_minor: 40_000, currency: "MXN" as const };

type Props = ComponentProps<typeof PayStep>;

async function page(
  locale: "en" | "es",
  refusal: Props["refusal"],
  lines: Partial<Props["lines"]> = {},
  over: Partial<Props> = {},
): Promise<string> {
  const props: Props = {
    departureId: DEPARTURE,
    atBank: null,
    byHand: null,
    crawl: "Ronda, Oaxaca",
    departure: {
      crawl_title: "Ronda",
      image: null,
      date: "2026-12-01",
      start_time: "20:00",
      refund_until: "2026-12-01T02:00:00Z",
      time_zone: "America/Mexico_City",
    },
    lines: {
      people: 1,
      kind: "base",
      unit: money,
      regular: null,
      add_ons: { ...money, amount_minor: 0 },
      bought: [],
      subtotal: money,
      discount: { ...money, amount_minor: 0 },
      coupon_code: null,
      rule: null,
      unused_code: null,
      ...lines,
    },
    total: money,
    pesos: null,
    people: 1,
    credit: null,
    own: true,
    email: "noor@example.test",
    guest: null,
    creditRefusal: null,
    codeRefusal: null,
    hold: { people: 1, expires_at: "2026-11-20T18:31:00Z", time_zone: "America/Mexico_City", seconds_left: 0 },
    refundable: true,
    alive: false,
    options: [],
    payKey: "a-form-of-a-page",
    practice: true,
    refusal,
    otherDate: "/#booking",
    ...over,
  };
  const router = createMemoryRouter([{ path: "/checkout", element: <PayStep {...props} /> }], {
    initialEntries: ["/checkout"],
  });
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

test.each([
  ["en", "/checkout", "Go to your unpaid booking"],
  ["es", "/es/checkout", "Ir a tu reserva sin pagar"],
] as const)("in %s who keeps too many unpaid places is led to the booking to finish", async (locale, path, text) => {
  const refusal = fieldErrorOfRefusal({ reason: "unpaid_places", unpaid: 20, booking_id: "the-other" }, locale);
  const html = await page(locale, refusal);
  expect(html).toContain(`href="${path}?departure=${DEPARTURE}&amp;booking=the-other"`);
  expect(html).toContain(text);
});

test("another refusal leads nowhere", async () => {
  expect(await page("en", fieldErrorOfRefusal({ reason: "sold_out", left: 0 }, "en"))).not.toContain("booking=");
});

test.each([
  ["en", "You save MX$250", "Early bird"],
  ["es", "Ahorras MX$250", "Preventa"],
] as const)(
  "in %s the step still says what is saved, by the sale and the coupon together",
  async (locale, saved, kind) => {
    const lines = {
      people: 2,
      kind: "earlyBird" as const,
      regular: { ...money, amount_minor: 50_000 },
      subtotal: { ...money, amount_minor: 80_000 },
      discount: { ...money, amount_minor: 5000 },
    };
    const html = await page(locale, null, lines);
    // on phones it stands above the form as well
    expect(html.split(saved)).toHaveLength(3);
    expect(html).toContain(kind);
    expect(html).toContain("Subtotal");
  },
);

test("what says nothing isn't there: no saving, no extras, no sum of one line", async () => {
  const html = await page("en", null);
  for (const word of ["You save", "Add-ons", "Subtotal"]) expect(html).not.toContain(word);
});

describe.each([
  ["en", "enter it here to hold your places", "Code from our email", "This code is wrong or too old"],
  ["es", "escríbelo aquí para apartar tus lugares", "Código de nuestro correo", "El código no es correcto"],
] as const)("in %s who must show that they read their email", (locale, text, label, wrong) => {
  const request = (refusal: Parameters<typeof fieldErrorOfRefusal>[0]) => ({
    codeRefusal: { ...fieldErrorOfRefusal(refusal, locale), at: 1 },
  });
  const needed = request({ reason: "email_code_needed", because: "keeping" });

  test.each([
    ["to pay", true],
    ["to take lapsed places again", false],
  ])("%s is asked for the code in a field of the same form", async (_, alive) => {
    const html = await page(locale, null, {}, { ...needed, alive });
    expect(html).toContain(text);
    expect(html).toContain(label);
    expect(html.match(/name="email_code"/g)).toHaveLength(1);
    const form = html.slice(html.indexOf('name="key"'));
    expect(form.slice(0, form.indexOf("</form>"))).toContain('name="email_code"');
  });

  test("sees nothing in red before anything is wrong, and where the code was sent as far as they may know", async () => {
    const html = await page(locale, null, {}, { ...needed, alive: true });
    expect(html.split(text)).toHaveLength(2); // above the field alone
    expect(html).not.toMatch(/aria-invalid="true"|bg-low-tint/);
    expect(html).toContain("noor@example.test");
    expect(await page(locale, null, {}, { ...needed, email: null })).not.toContain("noor@example.test");
  });

  test("is told beside the field that a code was wrong", async () => {
    const html = await page(locale, null, {}, { ...request({ reason: "email_code_wrong" }), alive: true });
    expect(html.split(wrong)).toHaveLength(3); // above the form, and at the field
  });

  test("has no such field before they are asked", async () => {
    expect(await page(locale, null, {}, { alive: true })).not.toContain("email_code");
  });
});

test.each([
  ["en", "A payment of MX$400 is already under way at your bank.", "I know, and I want to pay again"],
  ["es", "Ya hay un pago de MX$400 en proceso en tu banco.", "Lo sé y quiero pagar otra vez"],
] as const)(
  "in %s a second payment beside a bank's is a choice of its own, with a warning",
  async (locale, expected, know) => {
    const options = [{ provider: "stripe", method: "card" as const }];
    const html = await page(locale, null, {}, { alive: true, options, atBank: money });
    expect(html).toContain(expected);
    expect(html).toContain(know);
    expect(html).toMatch(/<input(?=[^>]* type="checkbox")(?=[^>]* required="")[^>]* name="second"/);
    expect(await page(locale, null, {}, { alive: true, options })).not.toContain('name="second"');
  },
);

test.each([
  ["en", "Keep my places", "Pay at the meeting point", "By bank transfer"],
  ["es", "Apartar mis lugares", "Paga en el punto de encuentro", "Por transferencia"],
] as const)(
  "in %s where nothing can be paid online, it says how to pay directly",
  async (locale, keep, door, transfer) => {
    const byHand = { door: true, transfer: "CLABE 1", until: "2026-12-02T02:30:00Z", city: "Oaxaca" };
    const html = await page(locale, null, {}, { alive: true, byHand });
    for (const text of [keep, door, transfer]) expect(html).toContain(text);
    expect(html).toMatch(/<button value="by_hand" type="submit"/);
    expect(html).not.toContain('value="pay"');
    const atDoor = await page(locale, null, {}, { alive: true, byHand: { ...byHand, transfer: "" } });
    expect(atDoor).not.toContain(transfer);
  },
);

const held = (hours: number) => ({
  alive: true,
  hold: { people: 2, expires_at: "2026-11-23T19:01:00Z", time_zone: "America/Mexico_City", seconds_left: hours * 3600 },
});

test.each([
  ["en", "1:01 PM on Monday, November 23"],
  ["es", "13:01 hrs del lunes 23 de noviembre"],
] as const)("places kept for days say until which day, and count nothing down (%s)", async (locale, end) => {
  const html = await page(locale, null, {}, held(72));
  expect(html).toContain(end);
  expect(html).not.toContain("timer");
});

test("places kept for an hour and a half count down in hours, and say no day", async () => {
  const html = await page("en", null, {}, held(1.5));
  expect(html).toContain("until 1:01 PM.");
  expect(html).toContain("1:30:00");
});

describe.each([
  ["en", "Pay MX$400", "Pay with PayPal · MX$400"],
  ["es", "Pagar MX$400", "Pagar con PayPal · MX$400"],
] as const)("PayPal has a button of its own, in %s", (locale, pay, paypal) => {
  const card = { provider: "stripe", method: "card" } as const;
  const wallet = { provider: "paypal", method: "paypal" } as const;
  const render = (options: Props["options"]) => page(locale, null, {}, { alive: true, options });

  test("below the other ways to pay, of which it is none", async () => {
    const html = await render([card, wallet]);
    expect(html).toMatch(new RegExp(`value="pay"[^>]*>[^<]*${pay.replace("$", "\\$")}`));
    expect(html).toContain(paypal);
    expect(html).not.toContain('value="paypal"');
  });

  test("and is the only one where nothing else is taken", async () => {
    const html = await render([wallet]);
    expect(html).toContain(paypal);
    expect(html).not.toContain("<fieldset");
    expect(html).not.toContain('value="pay"');
  });

  test("and isn't there without PayPal", async () => {
    expect(await render([card])).not.toContain("PayPal");
  });
});

test("who booked is one line with the way back, for whoever may see it", async () => {
  const guest = { name: "Noor Haddad", email: "noor@example.test", path: "/checkout?departure=x&step=details" };
  const html = await page("en", null, {}, { guest, alive: true });
  expect(html.replaceAll("<!-- -->", "")).toContain("Noor Haddad</span> · noor@example.test");
  expect(html).toContain("Back to edit");
  expect(await page("en", null, {}, { alive: true })).not.toContain("Back to edit");
});

test("a group's deposit is on the bill without a code, and isn't taken off", async () => {
  const parts = [{ id: "1", code: "", amount: 20_000, isDeposit: true }];
  const html = await page(
    "en",
    null,
    {},
    { alive: true, own: true, credit: { parts, money: { ...money, amount_minor: 20_000, isDeposit: true } } },
  );
  expect(html.split("Deposit").length - 1, "in the sum, and below it").toBe(2);
  expect(html).not.toContain("Gift card or credit<");
  expect(html).not.toContain("credit-remove");
});

describe("codes that pay a part", () => {
  const parts = [
    { id: "1", code: "GC-7K2M-4PXD-9QHT-2B3C-8WZY", amount: 20_000, isDeposit: false },
    { id: "2", code: "RC-7K2M-4PXD-9QHT", amount: 10_000, isDeposit: false },
  ];
  const applied = (amount: number, own: Props["own"] = true) =>
    page(
      "en",
      null,
      {},
      { alive: true, own, credit: { parts: own ? parts : null, money: { ...money, amount_minor: amount } } },
    );

  test("stand there with their amounts, each to be removed, beside a field for another one", async () => {
    const html = await applied(30_000);
    for (const { id, code } of parts) {
      expect(html).toContain(`aria-label="Remove ${code}"`);
      expect(html).toContain(`value="credit-remove:${id}"`);
    }
    expect(html).toContain("MX$200");
    expect(html).toContain('name="credit_code"');
  });

  test("need no other where nothing is left to pay", async () => {
    expect(await applied(40_000)).not.toContain('name="credit_code"');
  });

  test("are not shown to whoever only pays", async () => {
    const html = await applied(30_000, false);
    expect(html).not.toMatch(/[GR]C-7K2M/);
    expect(html).not.toContain('name="credit_code"');
  });
});
