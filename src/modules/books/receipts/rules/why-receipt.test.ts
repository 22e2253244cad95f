import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { taxWithin } from "#src/modules/books/receipts/rules/receipt.ts";
import { sayReceipt } from "#src/modules/books/receipts/rules/why-receipt.ts";
import type { ShownReceipt } from "#src/modules/books/receipts/schema.ts";

const receipt: ShownReceipt = {
  id: "r",
  folio: "A-12",
  date: "2026-11-27",
  test: false,
  currency: "MXN",
  amount: 62_000,
  tax_percent: 16,
  tax_amount: taxWithin(62_000, 16),
  pesos_amount: 62_000,
  provider: "stripe",
  method: "card",
  seller: { name: "Ronda", rfc: "", address: "" },
  lines: {
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
    discount: 8000,
    coupon_code: "LUNA10",
    price_rule: null,
    price_rule_es: null,
    credit: 10_000,
    partner: null,
  },
  refunds: [],
  kept: 62_000,
};

const amounts = ({ steps }: ReturnType<typeof sayReceipt>["total"]) => steps.map(({ amount }) => amount);

test("a receipt's total is what was sold less code and credit, its tax is inside", async () => {
  const { total, tax, pesos } = sayReceipt(await i18nFor("en"), receipt);
  expect(amounts(total)).toEqual(["MX$800", "−MX$80", "−MX$100"]);
  expect(total.sum?.amount).toBe("MX$620");
  expect(tax.steps).toEqual([{ text: "16% tax, already inside MX$620", amount: "MX$85.52" }]);
  expect(total.version).toBe("As issued on receipt A-12, November 27, 2026");
  expect(pesos).toBeNull();
});

test("of a change only its difference was paid, and dollars are said in pesos", async () => {
  const change = { kind: "add" as const, people_before: 1 };
  const abroad = { ...receipt, currency: "USD" as const, amount: 2000, pesos_amount: 34_420 };
  const { total, pesos } = sayReceipt(await i18nFor("es"), { ...abroad, lines: { ...receipt.lines, change } });
  expect(total.steps).toEqual([{ text: "La diferencia cotizada por el cambio", amount: "US$20" }]);
  expect(pesos?.steps).toEqual([{ text: "US$20 en pesos", amount: "MX$344.20" }]);
});

test("a receipt whose lines don't make its total says so as a step", async () => {
  const { total } = sayReceipt(await i18nFor("en"), { ...receipt, amount: 60_000 });
  expect(total.steps.at(-1)).toEqual({ text: "Adjusted by us", amount: "−MX$20" });
});
