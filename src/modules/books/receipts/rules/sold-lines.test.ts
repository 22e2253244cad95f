import fc from "fast-check";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { soldLines } from "#src/modules/books/receipts/rules/sold-lines.ts";
import { wordReceipt } from "#src/modules/books/receipts/rules/receipt-words.ts";
import type { ReceiptLines, ShownReceipt } from "#src/modules/books/receipts/schema.ts";

const SOLD: ReceiptLines = {
  reference: "RND-1",
  crawl: "Roma",
  crawl_es: "Roma",
  date: "2026-12-04",
  start_time: "20:00",
  time_zone: "America/Mexico_City",
  people: 2,
  change: null,
  unit_price: 40_000,
  subtotal: 80_000,
  add_ons: 0,
  add_on_lines: [],
  discount: 0,
  coupon_code: null,
  price_rule: null,
  price_rule_es: null,
  credit: 0,
  partner: null,
};
const SHIRT = { name: "T-shirt", name_es: "Playera" };
const TACOS = { name: "Tacos", name_es: "" };

/** The lines as an English, or a Spanish, receipt says them. */
async function wordsOf(locale: "en" | "es", amount: number, over: Partial<ReceiptLines>) {
  const receipt: ShownReceipt = {
    id: "r",
    folio: "A-12",
    date: "2026-11-27",
    test: false,
    currency: "MXN",
    amount,
    kept: amount,
    refunds: [],
    tax_percent: 16,
    tax_amount: 0,
    pesos_amount: amount,
    provider: "stripe",
    method: "card",
    seller: { name: "Ronda", rfc: "", address: "" },
    lines: { ...SOLD, ...over },
  };
  return wordReceipt((await i18nFor(locale)).t, locale, receipt).items;
}

test("each add-on has its name, how many, the price of one, and what they cost", async () => {
  const lines = {
    add_ons: 58_000,
    add_on_lines: [
      { ...SHIRT, quantity: 2, amount: 50_000 },
      { ...TACOS, quantity: 1, amount: 8000 },
    ],
    discount: 8000,
    coupon_code: "LUNA10",
  };
  expect(await wordsOf("en", 130_000, lines)).toEqual([
    ["Roma, 2 people × MX$400", "MX$800"],
    ["T-shirt, 2 × MX$250", "MX$500"],
    ["Tacos, 1 × MX$80", "MX$80"],
    ["Discount with coupon LUNA10", "−MX$80"],
  ]);
  expect((await wordsOf("es", 130_000, lines)).map(([label]) => label)).toContain("Playera, 2 × MX$250");
});

test("of add-ons that were bought later their difference was paid, less what staff took back with it", async () => {
  const lines = {
    change: { kind: "add_ons" as const, people_before: 2 },
    add_ons: 101_000,
    add_on_lines: [
      { ...SHIRT, quantity: 2, amount: 60_000 },
      { ...TACOS, quantity: -1, amount: -8000 },
    ],
  };
  expect(await wordsOf("en", 52_000, lines)).toEqual([
    ["T-shirt, 2 × MX$300", "MX$600"],
    ["Tacos, 1 given back × MX$80", "−MX$80"],
  ]);
  expect((await wordsOf("es", 52_000, lines)).at(-1)).toEqual(["Tacos, 1 devuelto × MX$80", "−MX$80"]);
});

test.each([
  [
    "pieces whose price doesn't divide",
    80_100,
    { add_ons: 100, add_on_lines: [{ ...SHIRT, quantity: 3, amount: 100 }] },
    ["T-shirt, 1 × MX$0.34", "T-shirt, 2 × MX$0.33"],
  ],
  ["pieces for nothing", 80_000, { add_on_lines: [{ ...SHIRT, quantity: 2, amount: 0 }] }, ["T-shirt, 2 × MX$0"]],
  ["a receipt that names no add-ons", 105_000, { add_ons: 25_000 }, ["Add-ons"]],
  ["its change", 25_000, { change: { kind: "add_ons" as const, people_before: 2 } }, ["Roma: add-ons"]],
  ["places at several prices", 90_000, { subtotal: 90_000 }, ["Roma, 2 people"]],
  ["what nothing else explains", 75_000, {}, ["Adjusted by us"]],
])("%s", async (_, amount, over, labels) => {
  const items = (await wordsOf("en", amount, over)).map(([label]) => label);
  expect(items).toEqual(expect.arrayContaining(labels));
});

const amountOf = fc.integer({ min: 0, max: 1_000_000 });
const bought = fc.record({
  name: fc.constant("T-shirt"),
  name_es: fc.constant(""),
  quantity: fc.integer({ min: 1, max: 50 }),
  amount: amountOf,
});
const isBack = (line: ReceiptLines["add_on_lines"][number]) => ({
  ...line,
  quantity: -line.quantity,
  amount: -line.amount,
});
const changed = fc.tuple(bought, fc.boolean()).map(([line, back]) => (back ? isBack(line) : line));

test("sales less reductions are the total, and each line is pieces times their price", () => {
  const sale = fc.record({
    unit: amountOf,
    people: fc.integer({ min: 1, max: 30 }),
    addOns: fc.array(bought, { maxLength: 6 }),
    off: fc.double({ min: 0, max: 1, noNaN: true }),
    paid: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(sale, ({ unit, people, addOns, off, paid }) => {
      const [subtotal, add_ons] = [unit * people, addOns.reduce((sum, { amount }) => sum + amount, 0)];
      const discount = Math.floor((subtotal + add_ons) * off);
      const total = subtotal + add_ons - discount;
      const credit = Math.floor(total * paid);
      const lines = { ...SOLD, unit_price: unit, people, subtotal, add_ons, add_on_lines: addOns, discount, credit };
      agree(soldLines({ lines, amount: total - credit }), total - credit);
    }),
  );
});

test("what was bought later less what was given back is the difference", () => {
  fc.assert(
    fc.property(fc.array(changed, { minLength: 1, maxLength: 6 }), (addOns) => {
      const difference = addOns.reduce((sum, { amount }) => sum + amount, 0);
      const lines = { ...SOLD, change: { kind: "add_ons" as const, people_before: 2 }, add_on_lines: addOns };
      agree(soldLines({ lines, amount: difference }), difference);
    }),
  );
});

function agree(lines: ReturnType<typeof soldLines>, amount: number) {
  expect(lines.filter(({ of }) => of === "adjusted")).toEqual([]);
  expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
  for (const line of lines) if (line.of === "addOn") expect(line.amount).toBe(line.quantity * line.unit);
}

test("whatever a receipt holds, its lines come to what was paid", () => {
  const any = fc.record({ subtotal: amountOf, add_ons: amountOf, discount: amountOf, credit: amountOf });
  fc.assert(
    fc.property(any, fc.array(changed), amountOf, (over, addOns, amount) => {
      const lines = soldLines({ lines: { ...SOLD, ...over, add_on_lines: addOns }, amount });
      expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(amount);
    }),
  );
});
